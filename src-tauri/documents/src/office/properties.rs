//! What Microsoft's files say of themselves.

use crate::{Refusal, builder::Builder, container::Container, xml};

/// Takes the title out of the properties that Microsoft's files carry.
pub(super) fn title(file: &mut Container<'_>, out: &mut Builder<'_>) -> Result<(), Refusal> {
    let Some(text) = file.text("docProps/core.xml")? else { return Ok(()) };
    let mut title = String::new();
    let mut inside = false;
    // Properties that are broken are no reason not to read the rest.
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
