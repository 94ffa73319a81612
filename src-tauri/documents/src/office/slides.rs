use super::properties::{CORE, title};
use crate::{
    Place, Reason, Refusal, Unit,
    builder::Builder,
    container::Container,
    sentences,
    xml::{self, Node, Tag},
};

/// Reads .pptx: each slide's title, texts, tables, diagrams and speaker's notes.
pub(crate) fn read(file: &[u8], out: &mut Builder<'_>) -> Result<(), Refusal> {
    let mut file = Container::open(file, out.limits().unpacked)?;
    title(&mut file, CORE, out)?;
    for (number, name) in (1..).zip(slides(&mut file)?) {
        out.reading(Unit::Slide, number);
        slide(&mut file, &name, number, out)?;
    }
    Ok(())
}

/// Reports damage in a slide, so that the rest and the other slides are read.
fn tolerated<T>(
    read: Result<T, Refusal>,
    number: u32,
    out: &mut Builder<'_>,
) -> Result<Option<T>, Refusal> {
    match read {
        Ok(read) => Ok(Some(read)),
        Err(refusal) if refusal.reason == Reason::Damaged => {
            out.problem(refusal.of_part(Place { unit: Unit::Slide, number }));
            Ok(None)
        }
        Err(refusal) => Err(refusal),
    }
}

fn slides(file: &mut Container<'_>) -> Result<Vec<String>, Refusal> {
    let main = file.related("", "officeDocument")?;
    let main = main.unwrap_or_else(|| "ppt/presentation.xml".to_owned());
    let relations = file.relations(&main)?;
    let mut slides = Vec::new();
    xml::walk(&file.need(&main)?, &mut |node| {
        if let Node::Start(tag) = node
            && tag.name() == "sldId"
            && let Some((_, name)) = tag.exact("r:id").and_then(|id| relations.get(&id))
        {
            slides.push(name.clone());
        }
        Ok(())
    })?;
    Ok(slides)
}

fn slide(
    file: &mut Container<'_>,
    name: &str,
    number: u32,
    out: &mut Builder<'_>,
) -> Result<(), Refusal> {
    // A listed slide that is missing still gets a number.
    let text = tolerated(file.text(name), number, out)?.flatten().unwrap_or_default();
    let mut shapes = Shapes::default();
    let ended = xml::walk(&text, &mut |node| {
        shapes.node(node);
        Ok(())
    });
    tolerated(ended, number, out)?;
    let relations = tolerated(file.relations(name), number, out)?.unwrap_or_default();
    let mut relations: Vec<(String, String)> = relations.into_values().collect();
    relations.sort();
    let title = shapes.shapes.iter().find(|shape| shape.is_title()).map(Shape::line);
    out.part(Unit::Slide, title.as_deref())?;
    if let Some(title) = &title {
        out.heading(1, title)?;
    }
    for shape in &shapes.shapes {
        match shape.holder.as_deref() {
            Some("title" | "ctrTitle") => {}
            Some("ftr" | "hdr") => {
                out.repeated(&shape.line());
            }
            Some("sldNum" | "dt") => {}
            _ => shape.write(out)?,
        }
    }
    for (kind, part) in &relations {
        if matches!(kind.as_str(), "chart" | "diagramData") {
            let words = file.text(part).and_then(|text| labels(&text.unwrap_or_default()));
            let words = tolerated(words, number, out)?.unwrap_or_default();
            out.paragraph(&words.join("\n"))?;
        }
    }
    for (kind, part) in &relations {
        if kind == "notesSlide" {
            let said = file.text(part).and_then(|text| notes(&text.unwrap_or_default()));
            let said = tolerated(said, number, out)?.unwrap_or_default();
            if !said.is_empty() {
                out.paragraph(&format!("Notes: {}", said.join("\n")))?;
            }
        }
    }
    if shapes.pictures && shapes.shapes.iter().all(|shape| shape.text().is_empty()) {
        let place = Place { unit: Unit::Slide, number };
        out.problem(Refusal::at(Reason::ImageOnly, place, sentences::SCANNED_PAGE));
    }
    Ok(())
}

fn notes(text: &str) -> Result<Vec<String>, Refusal> {
    let mut notes = Shapes::default();
    xml::walk(text, &mut |node| {
        notes.node(node);
        Ok(())
    })?;
    let body = notes.shapes.iter().filter(|it| it.holder.as_deref() == Some("body"));
    Ok(body.map(Shape::text).filter(|it| !it.is_empty()).collect())
}

fn labels(text: &str) -> Result<Vec<String>, Refusal> {
    let mut labels: Vec<String> = Vec::new();
    let (mut label, mut inside, mut in_words) = (String::new(), false, false);
    xml::walk(text, &mut |node| {
        match node {
            Node::Start(tag) => match tag.name() {
                // Row and column names; the numbers are in the sheet behind the chart.
                "strCache" => in_words = true,
                "p" => label.clear(),
                "t" => inside = true,
                "v" if in_words => {
                    label.clear();
                    inside = true;
                }
                _ => {}
            },
            Node::End(name @ ("p" | "v")) => {
                inside &= name != "v";
                let label = crate::text::one_line(&label);
                if !label.is_empty() && !labels.contains(&label) && labels.len() < 2000 {
                    labels.push(label);
                }
            }
            Node::End("strCache") => in_words = false,
            Node::End("t") => inside = false,
            Node::Text(text) if inside => label.push_str(&text),
            _ => {}
        }
        Ok(())
    })?;
    Ok(labels)
}

#[derive(Default)]
struct Shapes {
    shapes: Vec<Shape>,
    in_text: bool,
    hidden: usize,
    pictures: bool,
}

#[derive(Default)]
struct Shape {
    /// The layout's placeholder that the shape fills.
    holder: Option<String>,
    lines: Vec<(usize, String)>,
    rows: Vec<Vec<String>>,
    in_cell: bool,
}

impl Shapes {
    fn node(&mut self, node: Node<'_>) {
        match node {
            Node::Start(tag) if tag.name() == "Fallback" => self.hidden += 1,
            Node::End("Fallback") => self.hidden = self.hidden.saturating_sub(1),
            _ if self.hidden > 0 => {}
            Node::Start(tag) => self.start(&tag),
            Node::End("t") => self.in_text = false,
            Node::End("tc") => {
                if let Some(shape) = self.shapes.last_mut() {
                    shape.in_cell = false;
                }
            }
            Node::Text(text) if self.in_text => self.say(&text),
            Node::End(_) | Node::Text(_) => {}
        }
    }

    fn start(&mut self, tag: &Tag<'_>) {
        if matches!(tag.name(), "sp" | "graphicFrame" | "cxnSp" | "pic") {
            self.shapes.push(Shape::default());
            return;
        }
        self.pictures |= tag.name() == "blip";
        let Some(shape) = self.shapes.last_mut() else { return };
        match tag.name() {
            "ph" => shape.holder = Some(tag.attribute("type").unwrap_or_else(|| "body".to_owned())),
            "t" => self.in_text = true,
            "p" if shape.in_cell => shape.say(" "),
            "p" => shape.lines.push((0, String::new())),
            "pPr" => {
                if let (Some(level), Some(line)) = (tag.number("lvl"), shape.lines.last_mut()) {
                    line.0 = level;
                }
            }
            "br" => shape.say(" "),
            "tab" => shape.say("\t"),
            "tr" => shape.rows.push(Vec::new()),
            "tc" => {
                shape.in_cell = true;
                if let Some(row) = shape.rows.last_mut() {
                    row.push(String::new());
                }
            }
            _ => {}
        }
    }

    fn say(&mut self, text: &str) {
        if let Some(shape) = self.shapes.last_mut() {
            shape.say(text);
        }
    }
}

impl Shape {
    fn is_title(&self) -> bool {
        matches!(self.holder.as_deref(), Some("title" | "ctrTitle")) && !self.line().is_empty()
    }

    fn say(&mut self, text: &str) {
        let cell = self.rows.last_mut().and_then(|row| row.last_mut());
        let line = match cell.filter(|_| self.in_cell) {
            Some(cell) => Some(cell),
            None => self.lines.last_mut().map(|(_, line)| line),
        };
        if let Some(line) = line {
            line.extend(text.chars().filter(|c| *c != '\u{ad}'));
        }
    }

    fn text(&self) -> String {
        let lines = self.lines.iter().map(|(_, line)| line.trim()).filter(|it| !it.is_empty());
        lines.collect::<Vec<_>>().join("\n")
    }

    fn line(&self) -> String {
        crate::text::one_line(&self.text())
    }

    fn write(&self, out: &mut Builder<'_>) -> Result<(), Refusal> {
        let lines = || self.lines.iter().filter(|(_, line)| !line.trim().is_empty());
        // Layout placeholders contain lists, added text boxes don't.
        let is_list = matches!(self.holder.as_deref(), Some("body" | "obj")) && lines().count() > 1;
        if is_list {
            for (depth, line) in lines() {
                out.item(*depth, line)?;
            }
        } else {
            out.paragraph(&self.text())?;
        }
        out.table(&self.rows)
    }
}
