use crate::{Refusal, builder::Builder, container::Container, xml};

pub(super) fn title(file: &mut Container<'_>, out: &mut Builder<'_>) -> Result<(), Refusal> {
    let Some(text) = file.text("docProps/core.xml")? else { return Ok(()) };
    let mut title = String::new();
    let mut inside = false;
    // Damaged metadata must not stop the reading.
    let _ = xml::walk(&text, &mut |node| {
        match node {
            xml::Node::Start(tag) => inside = tag.name() == "title",
            xml::Node::End(_) => inside = false,
            xml::Node::Text(text) if inside => title.push_str(&text),
            xml::Node::Text(_) => {}
        }
        Ok(())
    });
    out.title(&title);
    Ok(())
}
