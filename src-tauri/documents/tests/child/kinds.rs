//! Files of each kind, made by code, and the text read from them.

use documents::{BlockKind, Document, Kind, Unit};

use super::{Check, made, read};

pub const CHECKS: &[Check] = &[
    ("a_pdf_has_pages_lines_and_headings", a_pdf_has_pages_lines_and_headings),
    ("columns_are_read_one_after_the_other", columns_are_read_one_after_the_other),
    ("values_of_a_form_are_read", values_of_a_form_are_read),
    ("words_whose_letters_are_spaced_out_are_words", words_whose_letters_are_spaced_out_are_words),
    ("headers_that_repeat_are_searched_once", headers_that_repeat_are_searched_once),
    ("text_outside_the_crop_box_is_read", text_outside_the_crop_box_is_read),
    ("letters_that_a_font_says_oddly_are_read", letters_that_a_font_says_oddly_are_read),
    ("pages_are_found_where_nothing_lists_them", pages_are_found_where_nothing_lists_them),
    ("a_docx_has_headings_lists_tables_and_pages", a_docx_has_headings),
    ("slides_have_titles_and_notes", slides_have_titles_and_notes),
    ("a_cell_over_several_columns_stands_in_its_first", a_cell_over_several_columns),
    ("sheets_are_tables", sheets_are_tables),
    ("a_sheet_that_is_a_chart_is_named", a_sheet_that_is_a_chart_is_named),
    (
        "a_broken_sheet_has_its_readable_cells_and_a_problem",
        a_broken_sheet_has_its_readable_cells_and_a_problem,
    ),
    ("long_tables_have_their_head_once_a_block", long_tables_have_their_head_once_a_block),
    ("an_opendocument_is_read", an_opendocument_is_read),
    ("a_book_has_chapters", a_book_has_chapters),
    ("a_canvas_has_cards_and_arrows", a_canvas_has_cards_and_arrows),
    ("an_image_says_what_is_written_into_it", an_image_says_what_is_written_into_it),
];

fn part_texts(document: &Document) -> Vec<&str> {
    document.parts.iter().map(|part| document.text_of(part)).collect()
}

fn a_pdf_has_pages_lines_and_headings() {
    let page = made::line(72, 720, 20, "A large heading")
        + &made::line(72, 680, 10, "The first line of a para-")
        + &made::line(72, 668, 10, "graph, and the second.")
        + &made::line(72, 630, 10, "Another paragraph.");
    let other = made::line(72, 720, 10, "On the second page, with enough words to be the body.");
    let document = read("a.pdf", &made::pages(&[page, other], &[])).unwrap();
    assert_eq!(document.kind, Kind::Pdf);
    assert_eq!(
        part_texts(&document),
        [
            "# A large heading\n\nThe first line of a paragraph, and the second.\n\nAnother paragraph.",
            "On the second page, with enough words to be the body.",
        ]
    );
    let first = &document.parts[0];
    assert_eq!((first.unit, first.number), (Unit::Page, 1));
    assert_eq!(first.blocks[0].kind, BlockKind::Heading);
    assert_eq!(first.blocks[1].headings, ["A large heading"]);
    let line =
        first.lines.iter().find(|line| document.text[line.range.clone()].contains("Another"));
    let rect = line.unwrap().rect;
    // From the upper left corner of a page of 792 points; the line is at 630 from below.
    assert!((rect.y + rect.height - (792.0 - 630.0)).abs() < 4.0, "{rect:?}");
    assert!((rect.x - 72.0).abs() < 1.0 && rect.width > 60.0, "{rect:?}");
}

fn columns_are_read_one_after_the_other() {
    let mut page =
        made::line(72, 750, 10, "A title that stands across both of the columns of this very page");
    for at in 0..8 {
        let y = 700 - 12 * at;
        page += &made::line(72, y, 10, &format!("left column, its line number {at}"));
        page += &made::line(320, y, 10, &format!("right column, its line number {at}"));
    }
    let text = read("a.pdf", &made::pages(&[page], &[])).unwrap().text;
    let at = |words: &str| text.find(words).unwrap_or_else(|| panic!("{words}: {text}"));
    assert!(at("A title") < at("left column, its line number 0"));
    assert!(at("left column, its line number 7") < at("right column, its line number 0"));
}

fn values_of_a_form_are_read() {
    let field = |y: u32, more: &str| {
        format!("<< /Type /Annot /Subtype /Widget /Rect [200 {y} 400 {}] {more} >>", y + 14)
    };
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Count 1 /Kids [4 0 R] >>".to_owned(),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
            .to_owned(),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 5 0 R \
         /Annots [6 0 R 7 0 R 8 0 R 9 0 R 10 0 R 11 0 R 12 0 R 13 0 R 14 0 R 15 0 R] /Resources << /Font << /F1 3 0 R >> >> >>"
            .to_owned(),
        made::stream(
            &(made::line(72, 700, 12, "Name:")
                + &made::line(72, 650, 12, "Mill:")
                + &made::line(210, 652, 12, "Lower Mill")
                + &made::line(390, 360, 8, "EUR")),
        ),
        field(698, "/FT /Tx /V (Alice Miller)"),
        // Already drawn, or not shown at all: a password, a hidden field, and one that is its own parent.
        field(648, "/FT /Tx /V (Lower Mill)"),
        field(600, "/FT /Tx /Ff 8192 /V (secret)"),
        field(560, "/F 2 /FT /Tx /V (hidden)"),
        field(520, "/Parent 10 0 R /V (looped)"),
        // Chosen values as shown, of an open list and of one that opens.
        field(480, "/FT /Ch /V [(o) (Spelt)] /Opt [[(o) (Oats)] [(r) (Rye)] (Spelt)]"),
        field(440, "/FT /Ch /Ff 131072 /V (DE) /Opt [[(DE) (Germany)] [(FR) (France)]]"),
        field(400, "/FT /Ch /Ff 131072 /V (Barley) /Opt [(Spelt) (Barley)]"),
        // Text printed in a field isn't its value.
        field(358, "/FT /Tx /V (500)"),
        "<< /Type /Annot /Subtype /Widget /Rect [200 300 400 328] /FT /Tx /V (12 Mill Lane\\rOldtown) >>".to_owned(),
    ];
    let text = read("a.pdf", &made::pdf(&objects)).unwrap().text;
    assert_eq!(
        text.trim(),
        "Name:\tAlice Miller\n\nMill:\tLower Mill\n\nOats\nSpelt\n\nGermany\n\nBarley\n\n500\tEUR\n\n12 Mill Lane\nOldtown"
    );
}

fn words_whose_letters_are_spaced_out_are_words() {
    let spaced = |tracking: u32| {
        let text = "[(The) -900 (lower) -900 (mill) -900 (grinds) -900 (rye)]";
        let page = format!("BT /F1 10 Tf {tracking} Tc 72 700 Td {text} TJ ET\n");
        read("a.pdf", &made::pages(&[page], &[])).unwrap().text
    };
    for tracking in [0, 2, 4] {
        assert_eq!(spaced(tracking).trim(), "The lower mill grinds rye", "{tracking}");
    }
}

fn headers_that_repeat_are_searched_once() {
    let pages: Vec<String> = (1_u32..=6)
        .map(|page| {
            let mut drawn = made::line(72, 770, 8, "Annual report");
            for at in 0..20 {
                let own = |from: u32| char::from_u32(u32::from(b'a') + (from % 26)).unwrap();
                let word = String::from_iter([own(page), own(7 * page + at), own(at)]);
                let text = format!("The sentence {word} says something of its own.");
                drawn += &made::line(72, 720 - 14 * at, 10, &text);
            }
            drawn + &made::line(300, 20, 8, &format!("{page}"))
        })
        .collect();
    let document = read("a.pdf", &made::pages(&pages, &[])).unwrap();
    assert!(document.repeated.contains(&"Annual report".to_owned()), "{:?}", document.repeated);
    assert!(document.parts[3].lines.len() >= 20);
    // Each page's own text is whole; search and citations have each header and footer once.
    for (page, number) in document.parts.iter().zip(1..) {
        let text = document.text_of(page);
        assert!(text.starts_with("Annual report") && text.ends_with(&number.to_string()), "{text}");
        let repeated = page.blocks.iter().filter(|block| block.kind == BlockKind::Repeated);
        assert_eq!(repeated.count(), if number == 1 { 1 } else { 2 });
    }
    let document = document.without_repeated();
    assert_eq!(document.text.matches("Annual report").count(), 1, "{}", document.text);
    assert!(document.text_of(&document.parts[3]).starts_with("The sentence"), "{}", document.text);
}

fn text_outside_the_crop_box_is_read() {
    let page = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /CropBox [100 100 500 700] \
                /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>";
    let drawn = made::line(120, 680, 10, "shown") + &made::line(120, 760, 10, "on the paper");
    let file = made::pdf(&[
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Count 1 /Kids [3 0 R] >>".to_owned(),
        page.to_owned(),
        made::stream(&(drawn + &made::line(120, 900, 10, "beside it"))),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_owned(),
    ]);
    let document = read("a.pdf", &file).unwrap();
    assert_eq!(document.text, "on the paper\n\nshown");
    assert_eq!(document.parts[0].size.map(|size| size.width), Some(400.0));
}

/// A page on which a font with these entries writes these bytes.
fn written(bytes: &str, font: &str, more: &[String]) -> Vec<u8> {
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Count 1 /Kids [3 0 R] >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R \
         /Resources << /Font << /F1 5 0 R >> >> >>"
            .to_owned(),
        made::stream(&format!("BT /F1 10 Tf 72 700 Td <{bytes}> Tj ET")),
        format!("<< /Type /Font /BaseFont /Odd {font} >>"),
    ];
    objects.extend_from_slice(more);
    made::pdf(&objects)
}

fn letters_that_a_font_says_oddly_are_read() {
    let check = |bytes: &str, font: &str, more: &[String], expect: &str| {
        let text = read("a.pdf", &written(bytes, font, more)).map(|document| document.text);
        assert_eq!(text.as_deref().ok(), Some(expect), "{font}");
    };
    let list = made::stream("2 beginbfchar <80> <0416> <81> <> <82> <0418> oops endbfchar");
    check("8082", "/Subtype /Type1 /ToUnicode 6 0 R", &[list], "ЖИ");
    let names = "/Subtype /Type1 /Encoding << /Differences [1 /a82 /a121 /a101] >>";
    check("010203", names, &[], "Rye");
    check("4de46c", "/Subtype /TrueType", &[], "Mäl");
    // Two bytes are the number of a letter in a collection.
    let japanese = "/Subtype /Type0 /Encoding /Identity-H /DescendantFonts [<< /Type /Font \
         /Subtype /CIDFontType0 /BaseFont /Odd /CIDSystemInfo << /Registry (Adobe) \
         /Ordering (Japan1) /Supplement 0 >> >>]";
    check("034b", japanese, &[], "あ");
}

fn pages_are_found_where_nothing_lists_them() {
    let whole = made::pages(&[made::line(72, 700, 12, "Found all the same")], &[]);
    let check = |from: &str, to: &str| {
        let file = String::from_utf8(whole.clone()).unwrap().replace(from, to);
        let document = read("a.pdf", file.as_bytes()).unwrap();
        assert_eq!(document.text, "Found all the same", "{from}");
        assert_eq!(document.parts.len(), 1);
    };
    check("/Kids [4 0 R]", "/Kids [9 0 R]");
    check("0000000009 00000 n", "0000000001 00000 n");
    check("startxref", "nothing at all");
}

fn a_docx_has_headings() {
    let body = r#"
        <w:p><w:pPr><w:pStyle w:val="H1"/></w:pPr><w:r><w:t>Bread</w:t></w:r></w:p>
        <w:p><w:r><w:t xml:space="preserve">Salt </w:t></w:r><w:del><w:r><w:delText>no</w:delText></w:r></w:del><w:r><w:t>and</w:t></w:r><w:r><w:tab/><w:t>water.</w:t></w:r></w:p>
        <w:p><w:pPr><w:pStyle w:val="Mine"/></w:pPr><w:r><w:t>Steps</w:t></w:r></w:p>
        <w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>Mix</w:t></w:r></w:p>
        <w:p><w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>slowly</w:t></w:r></w:p>
        <w:p><w:r><w:t>5 </w:t><w:sym w:font="Symbol" w:char="F06D"/><w:t>g, </w:t><w:sym w:font="Odd" w:char="F041"/><w:br w:type="textWrapping"/><w:t>in </w:t></w:r><m:oMath><m:f><m:num><m:r><m:t>1</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f></m:oMath></w:p>
        <w:p><w:r><w:t>Ends here. </w:t><w:lastRenderedPageBreak/><w:t>Next page.</w:t></w:r></w:p>
        <w:tbl><w:tr><w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>b|c</w:t></w:r></w:p></w:tc></w:tr>
        <w:tr><w:tc><w:p><w:r><w:t>1</w:t></w:r></w:p></w:tc><w:tc><w:p/></w:tc></w:tr></w:tbl>"#;
    let document = read("a.docx", &made::docx(body)).unwrap();
    assert_eq!(
        part_texts(&document),
        [
            "# Bread\n\nSalt and\twater.\n\n## Steps\n\n- Mix\n  - slowly\n\n5 µg, \u{fffd}\nin 1/2\n\nEnds here.",
            "Next page.\n\n| a | b\\|c |\n| --- | --- |\n| 1 |  |",
        ]
    );
    assert_eq!(document.parts[1].blocks[0].headings, ["Bread", "Steps"]);
}

fn slides_have_titles_and_notes() {
    let relations = |list: &[(&str, &str, &str)]| {
        let one = |(id, kind, target): &(&str, &str, &str)| {
            format!(r#"<Relationship Id="{id}" Type="http://x/{kind}" Target="{target}"/>"#)
        };
        format!("<Relationships>{}</Relationships>", list.iter().map(one).collect::<String>())
    };
    let shape = |place: &str, text: &str| {
        format!(
            r#"<p:sp><p:nvSpPr><p:nvPr><p:ph type="{place}"/></p:nvPr></p:nvSpPr><p:txBody>{}</p:txBody></p:sp>"#,
            text.split('/')
                .map(|it| format!("<a:p><a:r><a:t>{it}</a:t></a:r></a:p>"))
                .collect::<String>()
        )
    };
    let slide = format!(
        "<p:sld>{}{}{}</p:sld>",
        shape("body", "one/two"),
        shape("title", "Plan"),
        shape("sldNum", "7")
    );
    let file = made::archive(&[
        ("[Content_Types].xml", b"presentationml.presentation.main"),
        ("_rels/.rels", relations(&[("r", "officeDocument", "ppt/presentation.xml")]).as_bytes()),
        (
            "ppt/presentation.xml",
            br#"<p><p:sldId id="2" r:id="r2"/><p:sldId id="1" r:id="r1"/></p>"#,
        ),
        (
            "ppt/_rels/presentation.xml.rels",
            relations(&[("r1", "slide", "slides/s1.xml"), ("r2", "slide", "slides/s2.xml")])
                .as_bytes(),
        ),
        ("ppt/slides/s1.xml", b"<p:sld><p:sp><a:p><a:t>Last</a:t></a:p></p:sp></p:sld>"),
        (
            "ppt/slides/_rels/s1.xml.rels",
            relations(&[("n", "notesSlide", "../notes/b.xml")]).as_bytes(),
        ),
        ("ppt/notes/b.xml", b"<p:sp><a:t>&#xFFFFFFFF;</a:t></p:wrong><"),
        ("ppt/slides/s2.xml", slide.as_bytes()),
        (
            "ppt/slides/_rels/s2.xml.rels",
            relations(&[("n", "notesSlide", "../notes/n.xml")]).as_bytes(),
        ),
        ("ppt/notes/n.xml", shape("body", "Speak slowly").as_bytes()),
    ]);
    let document = read("a.pptx", &file).unwrap();
    assert_eq!(part_texts(&document), ["# Plan\n\n- one\n- two\n\nNotes: Speak slowly", "Last"]);
    assert_eq!(document.parts[0].name.as_deref(), Some("Plan"));
    assert_eq!(document.parts[0].unit, Unit::Slide);
}

fn a_cell_over_several_columns() {
    let cell = |span: u32, inside: &str| {
        format!(r#"<w:tc><w:tcPr><w:gridSpan w:val="{span}"/></w:tcPr>{inside}</w:tc>"#)
    };
    let text = |text: &str| format!("<w:p><w:r><w:t>{text}</w:t></w:r></w:p>");
    let within = format!("<w:tbl><w:tr>{}</w:tr></w:tbl>", cell(2, &text("Mill")));
    let head = cell(2, &text("2025")) + &cell(2, &(text("2026") + &within));
    let row = ["a", "b", "c", "d"].map(|it| cell(1, &text(it))).concat();
    let body = format!("<w:tbl><w:tr>{head}</w:tr><w:tr>{row}</w:tr></w:tbl>");
    let document = read("a.docx", &made::docx(&body)).unwrap();
    let expect = "| 2025 |  | 2026 Mill |  |\n| --- | --- | --- | --- |\n| a | b | c | d |";
    assert_eq!(document.text, expect);
}

fn long_tables_have_their_head_once_a_block() {
    let check = |rows: u32, heads: usize| {
        let lines: String = (1..=rows).map(|row| format!("{row},Rye\n")).collect();
        let text = read("a.csv", format!("Number,Grain\n{lines}").as_bytes()).unwrap().text;
        assert_eq!(text.matches("Number").count(), heads, "{rows} rows of values");
        assert!(text.ends_with(&format!("| {rows} | Rye |")), "{text}");

        let cell =
            |text: &str| format!("<table:table-cell><text:p>{text}</text:p></table:table-cell>");
        let row =
            |a: &str, b: &str| format!("<table:table-row>{}{}</table:table-row>", cell(a), cell(b));
        let body: String = (1..=rows).map(|at| row(&at.to_string(), "Rye")).collect();
        let head = row("Number", "Grain");
        let sheet = format!("<o><table:table table:name='T'>{head}{body}</table:table></o>");
        let file = made::archive(&[
            ("mimetype", b"application/vnd.oasis.opendocument.spreadsheet"),
            ("content.xml", sheet.as_bytes()),
        ]);
        let text = read("a.ods", &file).unwrap().text;
        assert_eq!(text.matches("Number").count(), heads, "{rows} rows of a sheet");
    };
    check(199, 1);
    check(200, 1);
    check(201, 2);
    check(400, 2);
}

fn workbook(sheet: &str) -> Vec<u8> {
    workbook_of(&[("Sales", "visible", "worksheet", sheet)])
}

/// A workbook with these sheets: name, visibility, kind and content.
fn workbook_of(sheets: &[(&str, &str, &str, &str)]) -> Vec<u8> {
    let (mut list, mut relations) = (String::new(), String::new());
    for (at, (name, state, kind, _)) in sheets.iter().enumerate() {
        list += &format!(r#"<sheet name="{name}" state="{state}" sheetId="{at}" r:id="r{at}"/>"#);
        relations += &format!(
            r#"<Relationship Id="r{at}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/{kind}" Target="sheets/{at}.xml"/>"#
        );
    }
    let list = format!(r#"<workbook xmlns:r="r"><sheets>{list}</sheets></workbook>"#);
    let relations = format!("<Relationships>{relations}</Relationships>");
    let names: Vec<String> = (0..sheets.len()).map(|at| format!("xl/sheets/{at}.xml")).collect();
    let mut files: Vec<(&str, &[u8])> = vec![
        ("[Content_Types].xml", b"spreadsheetml.sheet.main"),
        (
            "_rels/.rels",
            br#"<Relationships><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>"#,
        ),
        ("xl/workbook.xml", list.as_bytes()),
        ("xl/_rels/workbook.xml.rels", relations.as_bytes()),
    ];
    let contents = sheets.iter().map(|(.., content)| content.as_bytes());
    files.extend(names.iter().map(String::as_str).zip(contents));
    made::archive(&files)
}

fn a_sheet_that_is_a_chart_is_named() {
    let cell = |value: &str| {
        format!(
            r#"<worksheet><sheetData><row r="1"><c r="A1"><v>{value}</v></c></row></sheetData></worksheet>"#
        )
    };
    let file = workbook_of(&[
        ("For a program", "veryHidden", "worksheet", &cell("1")),
        ("Sales", "visible", "worksheet", &cell("2")),
        ("Chart", "visible", "chartsheet", "<chartsheet/>"),
        ("Costs", "hidden", "worksheet", &cell("3")),
    ]);
    let document = read("a.xlsx", &file).unwrap();
    assert_eq!(part_texts(&document), ["2", "", "3"]);
    let said: Vec<_> = document.problems.iter().map(|it| it.sentence.as_str()).collect();
    assert_eq!(said, ["Sheet 2 is a chart or a dialog and has no cells to read."]);
}

fn a_broken_sheet_has_its_readable_cells_and_a_problem() {
    let file = workbook(
        r#"<worksheet><sheetData><row r="1"><c r="A1"><v>7</v></c></row><row r="2"><c r="?"><v>8</v></c></row></sheetData></worksheet>"#,
    );
    let document = read("a.xlsx", &file).unwrap();
    assert_eq!((document.text.as_str(), document.problems.len()), ("7", 1));
}

fn sheets_are_tables() {
    let file = workbook(
        r#"<worksheet><sheetData><row r="2"><c r="B2" t="inlineStr"><is><t>City</t></is></c><c r="C2" t="inlineStr"><is><t>Sum</t></is></c></row><row r="3"><c r="B3" t="inlineStr"><is><t>Ghent</t></is></c><c r="C3"><v>0.30000000000000004</v></c></row><row r="1048576"><c r="B1048576"><v>7</v></c></row></sheetData></worksheet>"#,
    );
    let document = read("a.xlsx", &file).unwrap();
    assert_eq!(document.text, "| City | Sum |\n| --- | --- |\n| Ghent | 0.3 |\n| 7 |  |");
    assert_eq!(document.parts[0].name.as_deref(), Some("Sales"));
}

fn an_opendocument_is_read() {
    let letter = "<o><text:p>Berlin, <text:date text:date-value='2026-11-23'>23.11.2026</text:date>\
        <office:annotation><dc:creator>Bo</dc:creator><dc:date>2026-11-24</dc:date><text:p>Late.</text:p></office:annotation>, \
        <text:creator>Ada</text:creator></text:p></o>";
    let file = made::archive(&[
        ("mimetype", b"application/vnd.oasis.opendocument.text"),
        ("content.xml", letter.as_bytes()),
    ]);
    assert_eq!(read("a.odt", &file).unwrap().text, "Berlin, 23.11.2026 (Late.), Ada");
    let text = "<o><text:h text:outline-level='1'>Bread</text:h><text:p>Salt<text:s text:c='2'/>and<text:tab/>water.\
        <text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Or not.</text:p></text:note-body></text:note></text:p>\
        <text:list><text:list-item><text:p>Mix</text:p></text:list-item></text:list></o>";
    let file = made::archive(&[
        ("mimetype", b"application/vnd.oasis.opendocument.text"),
        ("content.xml", text.as_bytes()),
    ]);
    let document = read("a.odt", &file).unwrap();
    assert_eq!(document.text, "# Bread\n\nSalt  and\twater. (Or not.)\n\n- Mix");
    let sheet = "<o><table:table table:name='T'><table:table-row table:number-rows-repeated='1000000'>\
        <table:table-cell table:number-columns-repeated='16000'/></table:table-row><table:table-row>\
        <table:table-cell><text:p>a</text:p></table:table-cell><table:table-cell office:value='2'/>\
        </table:table-row></table:table></o>";
    let file = made::archive(&[
        ("mimetype", b"application/vnd.oasis.opendocument.spreadsheet"),
        ("content.xml", sheet.as_bytes()),
    ]);
    let document = read("a.ods", &file).unwrap();
    assert_eq!(document.text, "| a | 2 |\n| --- | --- |");
    assert_eq!(
        (document.parts[0].unit, document.parts[0].name.as_deref()),
        (Unit::Sheet, Some("T"))
    );
}

fn a_book_has_chapters() {
    let file = made::archive(&[
        ("mimetype", b"application/epub+zip"),
        ("META-INF/container.xml", b"<c><rootfile full-path='OEBPS/book.opf'/></c>"),
        (
            "OEBPS/book.opf",
            b"<p><dc:title>On bread</dc:title><item id='b' href='second%20one.xhtml' media-type='application/xhtml+xml'/>\
              <item id='a' href='first.xhtml' media-type='application/xhtml+xml'/><itemref idref='a'/><itemref idref='b'/></p>",
        ),
        ("OEBPS/first.xhtml", b"<html><body><h1>Salt</h1><p>A little.</p></body></html>"),
        ("OEBPS/second one.xhtml", b"<html><body><h1>Water</h1><script>no</script></body></html>"),
    ]);
    let document = read("a.epub", &file).unwrap();
    assert_eq!(document.title.as_deref(), Some("On bread"));
    assert_eq!(part_texts(&document), ["# Salt\n\nA little.", "# Water"]);
    assert_eq!(document.parts[1].unit, Unit::Chapter);
}

fn a_canvas_has_cards_and_arrows() {
    let canvas = r##"{"nodes":[{"id":"b","type":"text","x":0,"y":100,"text":"Second"},
        {"id":"a","type":"text","x":0,"y":0,"text":"# First\nmore"},{"id":"c","type":"file","x":0,"y":200,"file":"Note.md"}],
        "edges":[{"id":"e","fromNode":"a","toNode":"b","label":"leads to"}]}"##;
    let document = read("a.canvas", canvas.as_bytes()).unwrap();
    assert_eq!(
        document.text,
        "# First\nmore\n\nSecond\n\n[[Note.md]]\n\n- First → (leads to) Second"
    );
}

fn an_image_says_what_is_written_into_it() {
    let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
    png.extend(640_u32.to_be_bytes());
    png.extend(480_u32.to_be_bytes());
    png.extend(b"\x08\x06\0\0\0....\0\0\0\x0ctEXtTitle\0A boat....");
    let document = read("a.png", &png).unwrap();
    assert_eq!(document.text, "PNG image, 640 × 480 pixels\nTitle: A boat");
}
