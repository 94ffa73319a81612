use crate::{Refusal, builder::Builder, container::Container, xml};

/// Where Office's formats have their metadata.
pub(super) const CORE: &str = "docProps/core.xml";

/// Sets the document's title from the metadata in `part`.
pub(super) fn title(
    file: &mut Container<'_>,
    part: &str,
    out: &mut Builder<'_>,
) -> Result<(), Refusal> {
    let Some(text) = file.text(part)? else { return Ok(()) };
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
