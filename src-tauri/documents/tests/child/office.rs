//! Headers, notes, comments, charts and titles of office files, and what other files say beside their text.

use documents::{Document, Reason};

use super::{Check, made, read, refused};

pub const CHECKS: &[Check] = &[
    ("a_docx_has_its_headers_notes_and_comments", a_docx_has_its_headers_notes_and_comments),
    ("the_style_of_a_paragraph_decides_what_it_is", the_style_of_a_paragraph_decides_what_it_is),
    ("a_title_comes_from_the_properties", a_title_comes_from_the_properties),
    ("charts_and_tables_of_slides_are_read", charts_and_tables_of_slides_are_read),
    ("dates_and_times_of_a_sheet_are_as_shown", dates_and_times_of_a_sheet_are_as_shown),
    ("slides_and_pages_of_an_opendocument_are_parts", slides_and_pages_of_an_opendocument),
    ("a_book_with_encrypted_chapters_is_refused", a_book_with_encrypted_chapters_is_refused),
    ("letters_of_a_letter_are_in_its_character_set", rtf_characters_follow_their_fonts_charset),
    ("headings_and_code_of_a_plain_text_are_told_apart", headings_and_code_of_a_plain_text),
    ("a_photo_says_when_and_with_what_it_was_taken", a_photo_says_when_it_was_taken),
];

fn relations(list: &[(&str, &str)]) -> String {
    let one = |(at, (kind, target)): (usize, &(&str, &str))| {
        format!(r#"<Relationship Id="r{at}" Type="http://x/{kind}" Target="{target}"/>"#)
    };
    format!(
        "<Relationships>{}</Relationships>",
        list.iter().enumerate().map(one).collect::<String>()
    )
}

fn part_texts(document: &Document) -> Vec<&str> {
    document.parts.iter().map(|part| document.text_of(part)).collect()
}

/// A .docx with these further files, which its text names by their kinds.
fn docx_with(body: &str, parts: &[(&str, &str)]) -> Vec<u8> {
    let document = format!("<w:document><w:body>{body}</w:body></w:document>");
    let names: Vec<String> = parts.iter().map(|(kind, _)| format!("{kind}.xml")).collect();
    let named: Vec<(&str, &str)> =
        parts.iter().zip(&names).map(|((kind, _), name)| (*kind, name.as_str())).collect();
    let paths: Vec<String> = names.iter().map(|name| format!("word/{name}")).collect();
    let main = relations(&[("officeDocument", "word/document.xml")]);
    let list = relations(&named);
    let mut files: Vec<(&str, &[u8])> = vec![
        ("[Content_Types].xml", b"wordprocessingml.document.main"),
        ("_rels/.rels", main.as_bytes()),
        ("word/document.xml", document.as_bytes()),
        ("word/_rels/document.xml.rels", list.as_bytes()),
    ];
    files.extend(paths.iter().map(String::as_str).zip(parts.iter().map(|(_, it)| it.as_bytes())));
    made::archive(&files)
}

fn paragraph(properties: &str, text: &str) -> String {
    format!("<w:p><w:pPr>{properties}</w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>")
}

fn a_docx_has_its_headers_notes_and_comments() {
    let body = "<w:p><w:r><w:t>Rye</w:t><w:noBreakHyphen/><w:t>bread</w:t>\
        <w:footnoteReference w:id='2'/><w:cr/><w:t>keeps.</w:t></w:r></w:p>";
    let note = format!(
        "<w:footnotes><w:footnote w:type='separator' w:id='0'><w:p/></w:footnote>\
         <w:footnote w:id='2'>{}{}</w:footnote></w:footnotes>",
        paragraph("", "For a week."),
        paragraph("", "In a cloth."),
    );
    let comment = format!(
        "<w:comments><w:comment w:author='Ada'>{}</w:comment></w:comments>",
        paragraph("", "Sure?")
    );
    let header =
        format!("<w:hdr>{}{}</w:hdr>", paragraph("", "The baker's book"), paragraph("", ""));
    let file = docx_with(
        body,
        &[("footnotes", &note), ("comments", &comment), ("header", &header), ("theme", "<t/>")],
    );
    let document = read("a.docx", &file).unwrap();
    let expect = "Rye-bread[^2]\nkeeps.\n\nComment by Ada: Sure?\n\n[^2]: For a week.\n\nIn a cloth.\n\n\
                  The baker's book";
    assert_eq!(document.text, expect);
    assert_eq!(document.repeated, ["The baker's book"]);
}

fn the_style_of_a_paragraph_decides_what_it_is() {
    let style = |id: &str, inside: &str| format!("<w:style w:styleId='{id}'>{inside}</w:style>");
    let styles = [
        style("Title", "<w:name w:val='Title'/>"),
        style("Outlined", "<w:name w:val='Chapter'/><w:outlineLvl w:val='2'/>"),
        style("Bullets", "<w:name w:val='List Bullet 2'/>"),
        style("Numbered", "<w:name w:val='Steps'/><w:numId w:val='4'/>"),
        // Two styles that are each other's base.
        style("One", "<w:basedOn w:val='Other'/>"),
        style("Other", "<w:basedOn w:val='One'/>"),
    ];
    let styles = format!("<w:styles>{}</w:styles>", styles.concat());
    let named = |id: &str| format!("<w:pStyle w:val='{id}'/>");
    for (properties, expect) in [
        (named("Title"), "# Rye"),
        (named("Outlined"), "### Rye"),
        (named("Bullets"), "- Rye"),
        (named("Numbered"), "- Rye"),
        (named("One"), "Rye"),
        (named("None"), "Rye"),
        ("<w:outlineLvl w:val='1'/>".to_owned(), "## Rye"),
        // Level nine is body text, and list zero is none.
        ("<w:outlineLvl w:val='9'/>".to_owned(), "Rye"),
        ("<w:numPr><w:numId w:val='3'/></w:numPr>".to_owned(), "- Rye"),
        ("<w:numPr><w:ilvl w:val='1'/><w:numId w:val='0'/></w:numPr>".to_owned(), "Rye"),
    ] {
        let file = docx_with(&paragraph(&properties, "Rye"), &[("styles", &styles)]);
        assert_eq!(read("a.docx", &file).unwrap().text, expect, "{properties}");
    }
}

fn a_title_comes_from_the_properties() {
    let core = "<cp><dc:creator>Ada</dc:creator><dc:title>On rye</dc:title></cp>";
    let body = format!("<d>{}</d>", paragraph("", "Rye keeps."));
    let slides = "<p><p:sldId r:id='r0'/></p>";
    let list = relations(&[("slide", "s.xml")]);
    let slide = "<p:sld><p:sp><a:p><a:t>Rye keeps.</a:t></a:p></p:sp></p:sld>";
    let check = |name: &str, files: &[(&str, &str)], expect: Option<&str>| {
        let files: Vec<(&str, &[u8])> =
            files.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
        let document = read(name, &made::archive(&files)).unwrap();
        assert_eq!((document.title.as_deref(), &*document.text), (expect, "Rye keeps."), "{name}");
    };
    let docx = [
        ("[Content_Types].xml", "wordprocessingml.document.main"),
        ("word/document.xml", &*body),
        ("docProps/core.xml", core),
    ];
    check("a.docx", &docx, Some("On rye"));
    check("a.docx", &docx[..2], None);
    // Damaged properties don't stop the reading.
    check(
        "a.docx",
        &[docx[0], docx[1], ("docProps/core.xml", "<cp><dc:title>On</dc:wrong>")],
        Some("On"),
    );
    let pptx = [
        ("[Content_Types].xml", "presentationml.presentation.main"),
        ("ppt/presentation.xml", slides),
        ("ppt/_rels/presentation.xml.rels", &list),
        ("ppt/s.xml", slide),
        ("docProps/core.xml", core),
    ];
    check("a.pptx", &pptx, Some("On rye"));
    let odt = [
        ("mimetype", "application/vnd.oasis.opendocument.text"),
        ("content.xml", "<o><text:p>Rye keeps.</text:p></o>"),
        ("meta.xml", "<m><meta:generator>G</meta:generator><dc:title>On rye</dc:title></m>"),
    ];
    check("a.odt", &odt, Some("On rye"));
    check("a.odt", &odt[..2], None);
}

fn charts_and_tables_of_slides_are_read() {
    let cell = |text: &str| format!("<a:tc><a:p><a:t>{text}</a:t></a:p></a:tc>");
    let row = |one: &str, other: &str| format!("<a:tr>{}{}</a:tr>", cell(one), cell(other));
    let table = format!(
        "<p:sld><p:graphicFrame><a:tbl>{}{}</a:tbl></p:graphicFrame>\
         <p:sp><p:nvPr><p:ph type='ftr'/></p:nvPr><a:p><a:t>Mill day</a:t></a:p></p:sp>\
         <p:sp><a:p><a:t>Salt</a:t><a:br/><a:t>and water</a:t></a:p></p:sp></p:sld>",
        row("Grain", "Sum"),
        row("Rye", "7"),
    );
    let chart = "<c><c:tx><c:strCache><c:pt><c:v>Loaves</c:v></c:pt></c:strCache></c:tx>\
        <c:numCache><c:pt><c:v>41</c:v></c:pt></c:numCache><a:p><a:t>Per</a:t><a:t> day</a:t></a:p>\
        <c:strCache><c:pt><c:v>Loaves</c:v></c:pt></c:strCache></c>";
    let slides = "<p><p:sldId r:id='r0'/><p:sldId r:id='r1'/><p:sldId r:id='r2'/></p>";
    let list = relations(&[("slide", "one.xml"), ("slide", "two.xml"), ("slide", "none.xml")]);
    let of_one = relations(&[("chart", "chart.xml")]);
    let file = made::archive(&[
        ("[Content_Types].xml", b"presentationml.presentation.main"),
        ("ppt/presentation.xml", slides.as_bytes()),
        ("ppt/_rels/presentation.xml.rels", list.as_bytes()),
        ("ppt/one.xml", table.as_bytes()),
        ("ppt/_rels/one.xml.rels", of_one.as_bytes()),
        ("ppt/chart.xml", chart.as_bytes()),
        // A slide that is only a picture.
        ("ppt/two.xml", b"<p:sld><p:pic><a:blip/></p:pic></p:sld>"),
    ]);
    let document = read("a.pptx", &file).unwrap();
    // A chart's numbers are in the sheet behind it.
    let first = "| Grain | Sum |\n| --- | --- |\n| Rye | 7 |\n\nSalt and water\n\nLoaves\nPer day";
    assert_eq!(part_texts(&document), [first, "", ""]);
    assert_eq!(document.repeated, ["Mill day"]);
    let problems: Vec<_> =
        document.problems.iter().map(|it| (it.reason, it.place.map(|at| at.number))).collect();
    assert_eq!(problems, [(Reason::ImageOnly, Some(2))]);
}

fn dates_and_times_of_a_sheet_are_as_shown() {
    let cell = |style: u32, value: &str| format!("<c r='A1' s='{style}'><v>{value}</v></c>");
    let book = |cell: &str| {
        let sheet =
            format!("<worksheet><sheetData><row r='1'>{cell}</row></sheetData></worksheet>");
        made::archive(&[
            ("[Content_Types].xml", b"spreadsheetml.sheet.main"),
            (
                "_rels/.rels",
                br#"<Relationships><Relationship Id="r0" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>"#,
            ),
            (
                "xl/workbook.xml",
                b"<workbook xmlns:r='r'><sheets><sheet name='S' sheetId='1' r:id='r0'/></sheets></workbook>",
            ),
            (
                "xl/_rels/workbook.xml.rels",
                br#"<Relationships><Relationship Id="r0" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="s.xml"/></Relationships>"#,
            ),
            ("xl/styles.xml", b"<styleSheet><cellXfs><xf numFmtId='0'/><xf numFmtId='22'/></cellXfs></styleSheet>"),
            ("xl/s.xml", sheet.as_bytes()),
        ])
    };
    for (style, value, expect) in [
        (1, "45000", "2023-03-15"),
        (1, "45000.75", "2023-03-15 18:00:00"),
        (1, "0.25", "06:00:00"),
        (0, "45000", "45000"),
        (0, "0.1", "0.1"),
        (0, "-2.50", "-2.5"),
        (0, "0.00000000000025", "0.00000000000025"),
    ] {
        let text = read("a.xlsx", &book(&cell(style, value))).unwrap().text;
        assert_eq!(text, expect, "{value}");
    }
    let truth = read("a.xlsx", &book("<c r='A1' t='b'><v>1</v></c>")).unwrap().text;
    assert_eq!(truth, "true");
    // A file that says that it is a workbook of an older Excel, and isn't one.
    let sheet = [&b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"[..], &[0; 500], &wide("Workbook")].concat();
    assert_eq!(refused("a.xls", &sheet), Reason::Damaged);
}

fn wide(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

fn slides_and_pages_of_an_opendocument() {
    let read = |kind: &str, content: &str| {
        let kind = format!("application/vnd.oasis.opendocument.{kind}");
        let files = [("mimetype", kind.as_bytes()), ("content.xml", content.as_bytes())];
        read("a.odt", &made::archive(&files)).unwrap()
    };
    let slides = read(
        "presentation",
        "<o><draw:page><text:p>Rye<text:line-break/>keeps</text:p><presentation:notes><text:p>Slowly</text:p>\
         </presentation:notes></draw:page><draw:page><text:p>Salt</text:p></draw:page></o>",
    );
    assert_eq!(part_texts(&slides), ["Rye\nkeeps\n\nNotes: Slowly", "Salt"]);
    let pages =
        read("text", "<o><text:p>Rye</text:p><text:soft-page-break/><text:p>Salt</text:p></o>");
    assert_eq!(part_texts(&pages), ["Rye", "Salt"]);
    // A table in a cell becomes words of the cell.
    let cell = |inside: &str| format!("<table:table-cell>{inside}</table:table-cell>");
    let words = |text: &str| cell(&format!("<text:p>{text}</text:p>"));
    let table =
        |row: &str| format!("<table:table><table:table-row>{row}</table:table-row></table:table>");
    let inner = table(&(words("b") + &words("c")));
    let text = read("text", &format!("<o>{}</o>", table(&(words("a") + &cell(&inner))))).text;
    assert_eq!(text, "| a | b c |\n| --- | --- |");
}

fn a_book_with_encrypted_chapters_is_refused() {
    let book = |encrypted: &str| {
        let list = format!(
            "<e><enc:CipherReference URI='{encrypted}'/><enc:CipherReference URI='font.ttf'/></e>"
        );
        made::archive(&[
            ("mimetype", b"application/epub+zip"),
            ("META-INF/container.xml", b"<c><rootfile full-path='O/b.opf'/></c>"),
            ("META-INF/encryption.xml", list.as_bytes()),
            ("O/b.opf", b"<p><item id='a' href='a%20b.xhtml'/><itemref idref='a'/></p>"),
            ("O/a b.xhtml", b"<p>Rye keeps.</p>"),
        ])
    };
    assert_eq!(refused("a.epub", &book("O/a%20b.xhtml")), Reason::Encrypted);
    // Encrypted fonts don't matter.
    assert_eq!(read("a.epub", &book("O/other.ttf")).unwrap().text, "Rye keeps.");
    let empty = made::archive(&[
        ("mimetype", b"application/epub+zip"),
        ("META-INF/container.xml", b"<c/>"),
    ]);
    assert_eq!(refused("a.epub", &empty), Reason::Damaged);
}

fn rtf_characters_follow_their_fonts_charset() {
    let set = |number: u32| format!("{{\\rtf1\\deff0{{\\fonttbl{{\\f0\\fcharset{number} A;}}}}");
    for (begins, bytes, expect) in [
        (set(77), r"\'8a", "ä"),
        (set(128), r"\'83\'70\'83\'93", "パン"),
        (set(129), r"\'bb\'a7", "빵"),
        (set(134), r"\'c3\'e6\'b0\'fc", "面包"),
        (set(136), r"\'c4\'d1\'a5\'5d", "麵包"),
        (set(161), r"\'f8", "ψ"),
        (set(162), r"\'fe", "ş"),
        (set(163), r"\'f0", "đ"),
        (set(177), r"\'ec\'e7\'ed", "לחם"),
        (set(178), r"\'ce\'c8\'d2", "خبز"),
        (set(186), r"\'f0", "š"),
        (set(204), r"\'f5\'eb\'e5\'e1", "хлеб"),
        (set(222), r"\'a2", "ข"),
        (set(238), r"\'b3", "ł"),
        (set(0), r"\'e4", "ä"),
        // The document's own code page.
        (r"{\rtf1\ansicpg932".to_owned(), r" \'83\'70", "パ"),
        (r"{\rtf1\ansicpg936".to_owned(), r" \'c3\'e6", "面"),
        (r"{\rtf1\ansicpg949".to_owned(), r" \'bb\'a7", "빵"),
        (r"{\rtf1\ansicpg950".to_owned(), r" \'c4\'d1", "麵"),
        (r"{\rtf1\ansicpg1251".to_owned(), r" \'f5", "х"),
        (r"{\rtf1\ansicpg1".to_owned(), r" \'e4", "ä"),
        // Signs with names.
        (set(0), r"\ldblquote a\rdblquote\lquote b\rquote\bullet c\_d\\", "“a”‘b’•c-d\\"),
    ] {
        let file = format!("{begins}{bytes}}}");
        let text = read("a.rtf", file.as_bytes()).map(|document| document.text);
        assert_eq!(text.as_deref().ok(), Some(expect), "{file}");
    }
}

fn headings_and_code_of_a_plain_text() {
    let text = "# Bread\r\nRye keeps.\u{7}\r#notes\n\n```\n# not a heading\n\n```\n####### seven\n";
    let document = read("a.txt", text.as_bytes()).unwrap();
    assert_eq!(
        document.text,
        "# Bread\n\nRye keeps.\n#notes\n\n```\n# not a heading\n\n```\n####### seven"
    );
    let headings: Vec<_> =
        document.parts[0].blocks.iter().map(|block| &block.headings[..]).collect();
    assert!(headings[1..].iter().all(|headings| *headings == ["Bread"]), "{headings:?}");
}

fn a_photo_says_when_it_was_taken() {
    let mut exif = b"II*\0\x08\0\0\0".to_vec();
    let entries: [(u16, u16, &[u8]); 3] = [
        (0x010f, 2, b"Mill\0"),
        (0x0132, 2, b"2026:11:23 10:00:00\0"),
        (0x013b, 2, b"J\xc3\xb6rg\0"),
    ];
    exif.extend(3_u16.to_le_bytes());
    let mut at = 8 + 2 + 12 * 3 + 4;
    for (tag, kind, value) in &entries {
        exif.extend(tag.to_le_bytes());
        exif.extend(kind.to_le_bytes());
        exif.extend(u32::try_from(value.len()).unwrap().to_le_bytes());
        exif.extend(u32::try_from(at).unwrap().to_le_bytes());
        at += value.len();
    }
    exif.extend([0; 4]);
    entries.iter().for_each(|(.., value)| exif.extend(*value));
    let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x02\0\0\0\x01\x08\0\0\0\0....".to_vec();
    png.extend(u32::try_from(exif.len()).unwrap().to_be_bytes());
    png.extend(b"eXIf");
    png.extend(&exif);
    png.extend(b"....\0\0\0\0IEND....");
    let document = read("a.png", &png).unwrap();
    assert_eq!(
        document.text,
        "PNG image, 2 × 1 pixels\nChanged: 2026:11:23 10:00:00\nBy: Jörg\nMaker: Mill"
    );
}
