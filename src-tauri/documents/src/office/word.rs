use std::collections::HashMap;

use super::properties::{CORE, title};
use crate::{
    Reason, Refusal, Unit,
    builder::Builder,
    container::Container,
    sentences,
    xml::{self, Node, Tag},
};

/// Reads .docx. Pages are those that Word saved at its last layout; without them, the file is one part.
pub(crate) fn read(file: &[u8], out: &mut Builder<'_>) -> Result<(), Refusal> {
    let mut file = Container::open(file, out.limits().unpacked)?;
    title(&mut file, CORE, out)?;
    let main = file.related("", "officeDocument")?;
    let main = main.unwrap_or_else(|| "word/document.xml".to_owned());
    let styles = styles(&mut file, &main)?;
    let text = file.need(&main)?;
    let unit = if text.contains("lastRenderedPageBreak") { Unit::Page } else { Unit::Whole };
    out.part(unit, None)?;
    let mut story = Story::new(&styles, unit, out);
    xml::walk(&text, &mut |node| story.node(node))?;
    story.finish()?;
    asides(&mut file, &main, &styles, out)
}

fn asides(
    file: &mut Container<'_>,
    main: &str,
    styles: &HashMap<String, Style>,
    out: &mut Builder<'_>,
) -> Result<(), Refusal> {
    let mut parts: Vec<(String, String)> = file.relations(main)?.into_values().collect();
    parts.sort();
    for (kind, name) in parts {
        let is_edge = matches!(kind.as_str(), "header" | "footer");
        if !is_edge && !matches!(kind.as_str(), "footnotes" | "endnotes" | "comments") {
            continue;
        }
        let Some(text) = file.text(&name)? else { continue };
        let mut story = Story::new(styles, Unit::Whole, out);
        story.aside = true;
        xml::walk(&text, &mut |node| story.node(node))?;
        let aside_texts = std::mem::take(&mut story.aside_texts);
        story.finish()?;
        if is_edge {
            aside_texts.iter().for_each(|line| out.repeated(line));
        }
    }
    Ok(())
}

#[derive(Clone, Default)]
struct Style {
    level: Option<u8>,
    is_list: bool,
    based_on: Option<String>,
}

fn styles(file: &mut Container<'_>, main: &str) -> Result<HashMap<String, Style>, Refusal> {
    let named = file.related(main, "styles")?;
    let mut styles: HashMap<String, Style> = HashMap::new();
    let Some(text) = file.text(&named.unwrap_or_else(|| "word/styles.xml".to_owned()))? else {
        return Ok(styles);
    };
    let mut id = None;
    xml::walk(&text, &mut |node| {
        let Node::Start(tag) = node else { return Ok(()) };
        if tag.name() == "style" {
            id = tag.attribute("styleId");
        }
        let Some(id) = &id else { return Ok(()) };
        let style = styles.entry(id.clone()).or_default();
        match tag.name() {
            "name" => {
                let name = tag.attribute("val").unwrap_or_default().to_lowercase();
                let level =
                    name.strip_prefix("heading ").and_then(|level| level.trim().parse().ok());
                style.level = level.or(if name == "title" { Some(1) } else { style.level });
                style.is_list |= name.starts_with("list bullet") || name.starts_with("list number");
            }
            "basedOn" => style.based_on = tag.attribute("val"),
            "outlineLvl" => {
                let level = tag.number("val").filter(|level| *level < 9);
                style.level = level.and_then(|level| u8::try_from(level + 1).ok()).or(style.level);
            }
            "numId" => style.is_list = true,
            _ => {}
        }
        Ok(())
    })?;
    // A style inherits from its base; the loop's limit ends cycles.
    let resolved = styles.iter().map(|(id, style)| {
        let mut found = style.clone();
        let mut base = style.based_on.as_ref();
        for _ in 0..10 {
            let Some(over) = base.and_then(|base| styles.get(base)) else { break };
            found.level = found.level.or(over.level);
            found.is_list |= over.is_list;
            base = over.based_on.as_ref();
        }
        (id.clone(), found)
    });
    Ok(resolved.collect())
}

#[derive(Default)]
struct Paragraph {
    text: String,
    style: Style,
    depth: Option<usize>,
}

#[derive(Default)]
struct Table {
    rows: Vec<Vec<String>>,
    /// Additional columns spanned by the open cell.
    more: usize,
}

struct Story<'s, 'a, 'b> {
    styles: &'s HashMap<String, Style>,
    unit: Unit,
    out: &'a mut Builder<'b>,
    paragraphs: Vec<Paragraph>,
    tables: Vec<Table>,
    hidden: usize,
    in_text: bool,
    aside: bool,
    /// Texts of headers, footers, notes and comments.
    aside_texts: Vec<String>,
    pages: u32,
    pictures: bool,
}

impl<'s, 'a, 'b> Story<'s, 'a, 'b> {
    fn new(styles: &'s HashMap<String, Style>, unit: Unit, out: &'a mut Builder<'b>) -> Self {
        Self {
            styles,
            unit,
            out,
            paragraphs: Vec::new(),
            tables: Vec::new(),
            hidden: 0,
            in_text: false,
            aside: false,
            aside_texts: Vec::new(),
            pages: 1,
            pictures: false,
        }
    }

    fn node(&mut self, node: Node<'_>) -> Result<(), Refusal> {
        match node {
            Node::Start(tag) if is_hidden(tag.name()) => self.hidden += 1,
            Node::End(name) if is_hidden(name) => self.hidden = self.hidden.saturating_sub(1),
            _ if self.hidden > 0 => {}
            Node::Start(tag) => self.start(&tag)?,
            Node::End(name) => self.end(name)?,
            Node::Text(text) if self.in_text => self.say(&text),
            Node::Text(_) => {}
        }
        Ok(())
    }

    fn say(&mut self, text: &str) {
        if let Some(paragraph) = self.paragraphs.last_mut() {
            paragraph.text.extend(text.chars().filter(|c| *c != '\u{ad}'));
        }
    }

    fn start(&mut self, tag: &Tag<'_>) -> Result<(), Refusal> {
        match tag.name() {
            "p" => self.paragraphs.push(Paragraph::default()),
            "t" => self.in_text = true,
            "tab" | "ptab" => self.say("\t"),
            "blip" => self.pictures = true,
            "cr" => self.say("\n"),
            // Line, column and page breaks all separate words.
            "br" => self.say("\n"),
            "sym" => {
                let font = tag.attribute("font").unwrap_or_default();
                let code = tag.attribute("char").unwrap_or_default();
                self.say(&symbol(&font, &code).to_string());
            }
            "noBreakHyphen" => self.say("-"),
            "lastRenderedPageBreak" => self.page_break()?,
            "footnoteReference" | "endnoteReference" => {
                if let Some(id) = tag.attribute("id") {
                    self.say(&format!("[^{id}]"));
                }
            }
            "pStyle" => {
                let style = tag.attribute("val").and_then(|id| self.styles.get(&id).cloned());
                if let (Some(style), Some(paragraph)) = (style, self.paragraphs.last_mut()) {
                    if style.is_list && style.level.is_none() {
                        paragraph.depth.get_or_insert(0);
                    }
                    paragraph.style = style;
                }
            }
            "outlineLvl" => {
                let level = tag.number("val").filter(|level| *level < 9);
                if let (Some(level), Some(paragraph)) = (level, self.paragraphs.last_mut()) {
                    paragraph.style.level = u8::try_from(level + 1).ok();
                }
            }
            "ilvl" => {
                if let Some(paragraph) = self.paragraphs.last_mut() {
                    paragraph.depth = tag.number("val");
                }
            }
            "numId" => {
                if let Some(paragraph) = self.paragraphs.last_mut() {
                    match tag.number("val") {
                        Some(0) => paragraph.depth = None,
                        _ => {
                            paragraph.depth.get_or_insert(0);
                        }
                    }
                }
            }
            "tbl" => self.tables.push(Table::default()),
            "tr" => {
                if let Some(table) = self.tables.last_mut() {
                    table.rows.push(Vec::new());
                }
            }
            "tc" => self.cell(),
            "gridSpan" => {
                if let Some(table) = self.tables.last_mut() {
                    table.more = tag.number("val").unwrap_or(1).clamp(1, 64) - 1;
                }
            }
            "footnote" | "endnote" => {
                let is_note = tag.attribute("type").is_none();
                if let Some(id) = tag.attribute("id").filter(|_| is_note) {
                    self.aside_texts.push(format!("[^{id}]: "));
                }
            }
            "comment" => {
                let by = tag.attribute("author").unwrap_or_default();
                self.aside_texts.push(format!("Comment by {by}: "));
            }
            _ => {}
        }
        Ok(())
    }

    fn cell(&mut self) {
        if let Some(row) = self.tables.last_mut().and_then(|table| table.rows.last_mut()) {
            row.push(String::new());
        }
    }

    fn end(&mut self, name: &str) -> Result<(), Refusal> {
        match name {
            "t" => self.in_text = false,
            // Separates a fraction: ½ must not become 12.
            "num" => self.say("/"),
            "p" => {
                if let Some(paragraph) = self.paragraphs.pop() {
                    self.write(paragraph)?;
                }
            }
            // A cell spanning several columns leaves the others empty.
            "tc" => {
                let more = self.tables.last_mut().map(|table| std::mem::take(&mut table.more));
                (0..more.unwrap_or_default()).for_each(|_| self.cell());
            }
            "tbl" => {
                let Some(table) = self.tables.pop() else { return Ok(()) };
                match self.tables.last_mut().and_then(|it| it.rows.last_mut()?.last_mut()) {
                    Some(cell) => {
                        for text in table.rows.into_iter().flatten().filter(|it| !it.is_empty()) {
                            cell.push(' ');
                            cell.push_str(&text);
                        }
                    }
                    None => self.out.table(&table.rows)?,
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn write(&mut self, paragraph: Paragraph) -> Result<(), Refusal> {
        let Paragraph { text, style, depth } = paragraph;
        if let Some(cell) = self.tables.last_mut().and_then(|it| it.rows.last_mut()?.last_mut()) {
            if !cell.is_empty() {
                cell.push(' ');
            }
            cell.push_str(&text);
            return Ok(());
        }
        // A text box comes before the paragraph that contains it.
        let text = text.trim_matches([' ', '\n', '\t']);
        if self.aside {
            if text.is_empty() {
                return Ok(());
            }
            let mark = self.aside_texts.pop_if(|last| last.ends_with(": ")).unwrap_or_default();
            let text = format!("{mark}{text}");
            self.aside_texts.push(text.clone());
            return self.out.paragraph(&text);
        }
        match (style.level, depth) {
            (Some(level), _) => self.out.heading(level, text),
            (None, Some(depth)) => self.out.item(depth, text),
            (None, None) => self.out.paragraph(text),
        }
    }

    /// Text before the break stays on the page that ends.
    fn page_break(&mut self) -> Result<(), Refusal> {
        // A table stays on the page where it begins.
        if self.unit != Unit::Page || !self.tables.is_empty() || self.aside {
            return Ok(());
        }
        if self.paragraphs.len() == 1
            && let Some(paragraph) = self.paragraphs.last_mut()
        {
            let (style, depth) = (paragraph.style.clone(), paragraph.depth);
            let text = std::mem::take(&mut paragraph.text);
            self.write(Paragraph { text, style, depth })?;
        }
        self.pages += 1;
        self.out.reading(Unit::Page, self.pages);
        self.out.part(Unit::Page, None)
    }

    fn finish(mut self) -> Result<(), Refusal> {
        while let Some(paragraph) = self.paragraphs.pop() {
            self.write(paragraph)?;
        }
        if self.pictures && !self.out.has_text() {
            self.out.problem(Refusal::new(Reason::ImageOnly, sentences::SCAN));
        }
        Ok(())
    }
}

/// Deleted text, and repetitions for old programs.
fn is_hidden(name: &str) -> bool {
    matches!(name, "Fallback" | "del" | "moveFrom" | "instrText" | "pPrChange" | "rPrChange")
}

/// Maps a symbol font's code (`F06D`) to Unicode, or to U+FFFD if unknown, so that a dose in µg is never read as g.
fn symbol(font: &str, code: &str) -> char {
    /// Adobe's Symbol encoding from `A` and `a` on, and its signs most common in notes.
    const CAPITALS: &str = "ΑΒΧ∆ΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ";
    const SMALL: &str = "αβχδεφγηιϕκλµνοπθρστυϖωξψζ";
    const SIGNS: [(u32, char); 20] = [
        (0xa3, '≤'),
        (0xa5, '∞'),
        (0xab, '↔'),
        (0xac, '←'),
        (0xad, '↑'),
        (0xae, '→'),
        (0xaf, '↓'),
        (0xb0, '°'),
        (0xb1, '±'),
        (0xb3, '≥'),
        (0xb4, '×'),
        (0xb7, '•'),
        (0xb8, '÷'),
        (0xb9, '≠'),
        (0xba, '≡'),
        (0xbb, '≈'),
        (0xd6, '√'),
        (0xe5, '∑'),
        (0x2d, '−'),
        (0x22, '∀'),
    ];
    const WINGDINGS: [(u32, char); 8] = [
        (0xfc, '✓'),
        (0xfb, '✗'),
        (0xa8, '☐'),
        (0xfe, '☑'),
        (0xfd, '☒'),
        (0xe0, '→'),
        (0xa7, '▪'),
        (0x6c, '●'),
    ];
    const UNKNOWN: char = '\u{fffd}';
    let Ok(code) = u32::from_str_radix(code, 16) else { return UNKNOWN };
    // Symbol fonts use the private use area.
    let place = if (0xf000..0xf100).contains(&code) { code - 0xf000 } else { code };
    let known = |signs: &[(u32, char)]| signs.iter().find(|(at, _)| *at == place).map(|(_, c)| *c);
    let letter = |letters: &str, first: u32| {
        place.checked_sub(first).and_then(|at| letters.chars().nth(usize::try_from(at).ok()?))
    };
    let found = match font {
        "Symbol" => known(&SIGNS)
            .or_else(|| letter(CAPITALS, 0x41))
            .or_else(|| letter(SMALL, 0x61))
            .or_else(|| char::from_u32(place).filter(char::is_ascii_digit)),
        _ if font.starts_with("Wingdings") => known(&WINGDINGS),
        _ if place == code => char::from_u32(code),
        _ => None,
    };
    found.unwrap_or(UNKNOWN)
}
