//! Properties that hold for any text. The fuzz targets in `fuzz/` call these functions with libFuzzer's inputs, the
//! tests below with the targets' seeds and with texts by proptest.

#[cfg(test)]
mod tests;

use std::{
    path::{Component, Path},
    sync::Arc,
};

use crate::{
    Catalog, LineRange, LinkKind, Note, NotePath, RenderOptions, parse, path::unfit_for_a_new_file,
};

/// Every range of a parsed note lies in its text.
pub fn note(text: &str) {
    check_places(text, &parse(text));
}

pub fn front_matter(inside: &str) {
    for text in [
        format!("---\n{inside}\n---\n[[body]]"),
        format!("---\r\n{{\"title\": \"T\", {inside}}}\r\n---\r\n[[body]]"),
    ] {
        let note = parse(&text);
        check_places(&text, &note);
        assert!(note.front_matter.is_some() || !note.warnings.is_empty(), "{text:?}");
    }
}

/// An accepted path names a file inside the folder and consists of its parts.
pub fn path(text: &str) {
    let Ok(path) = NotePath::new(text) else { return };
    assert_eq!(path.as_str(), text);
    let parts: Vec<Component<'_>> = Path::new(text).components().collect();
    assert!(
        !parts.is_empty() && parts.iter().all(|part| matches!(part, Component::Normal(_))),
        "{text:?}"
    );
    let root = Path::new("/vault");
    assert!(root.join(text).starts_with(root), "{text:?}");
    let (folder, name) = (path.folder(), path.file_name());
    assert!(
        if folder.is_empty() { name == text } else { format!("{folder}/{name}") == text },
        "{text:?}"
    );
    let extension = path.extension().map(|extension| format!(".{extension}")).unwrap_or_default();
    assert_eq!(format!("{}{extension}", path.stem()), name);
    assert_eq!(path.is_hidden(), text.starts_with('.') || text.contains("/."), "{text:?}");
    if unfit_for_a_new_file(&path).is_none() {
        assert!(!text.contains(['\\', ':', '\0', '\n']), "{text:?}");
    }
    let json = serde_json::to_string(&path).unwrap_or_default();
    assert_eq!(serde_json::from_str::<NotePath>(&json).ok(), Some(path));
}

/// The HTML grows no faster than the text, and its tags and attributes are harmless.
pub fn render(text: &str) {
    const IMAGES: &str = "vault://localhost/";
    let Ok(source) = NotePath::new("a.md") else { return };
    let catalog = Catalog::new([(source.clone(), Arc::new(parse(text)))], []);
    let options = RenderOptions {
        catalog: Some(&catalog),
        source: Some(&source),
        image_base: IMAGES,
        ..RenderOptions::default()
    };
    let html = crate::render(text, &options);
    // A broken link adds suggestions and a block its lines: at most some hundred bytes a byte.
    assert!(html.len() <= 4_096 + text.len() * 512, "{} bytes from {}", html.len(), text.len());
    check_tags(&html, IMAGES);
}

/// The sanitiser escapes every `<` of a text and every quote of a value, so tags and values can be found.
fn check_tags(html: &str, images: &str) {
    const ACTING: &str = "script style iframe object embed link meta base form input button template \
        frame svg video audio body html head";
    let mut rest = html;
    // A drawn formula has styles of its own, which `math` limits to a list.
    let mut in_formula = false;
    while let Some((_, behind)) = rest.split_once('<') {
        in_formula = behind.starts_with("math") || in_formula && !behind.starts_with("/math");
        let name = behind.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
        assert!(!ACTING.split_whitespace().any(|acting| acting == name), "<{name}> in {html:?}");
        let (tag, after) = behind.split_once('>').unwrap_or_default();
        assert!(!tag.is_empty(), "an open tag in {html:?}");
        // Odd parts are values, even parts contain attribute names.
        let parts: Vec<&str> = tag.split('"').collect();
        assert!(parts.len() % 2 == 1, "an open value in {html:?}");
        for pair in parts.chunks_exact(2) {
            let name = pair[0].rsplit([' ', '\n']).next().unwrap_or_default();
            assert!(!name.starts_with("on"), "{tag:?}");
            assert!(name != "style=" || in_formula, "{tag:?}");
            match name {
                "src=" => assert!(
                    pair[1].starts_with(images) || pair[1].starts_with("data:image/"),
                    "{tag:?}"
                ),
                // A place in this text; addresses outside are in `data-href`.
                "href=" => assert!(pair[1].starts_with("#note-"), "{tag:?}"),
                "data-href=" => assert!(crate::parse::is_external(pair[1]), "{tag:?}"),
                _ => {}
            }
        }
        rest = after;
    }
}

fn check_places(text: &str, note: &Note) {
    let starts: Vec<usize> =
        std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
    let line_at = |at: usize| starts.partition_point(|start| *start <= at) as u32;
    let count =
        if starts.len() > 1 && text.ends_with('\n') { starts.len() - 1 } else { starts.len() };
    let fits = |lines: LineRange| {
        assert!(1 <= lines.start && lines.start <= lines.end, "{lines:?}");
        assert!(lines.end as usize <= count, "{lines:?} of {count} lines");
    };

    let matter_end = note.front_matter.map_or(0, |range| {
        assert!(range.start == 0 && range.of(text).is_some(), "front matter {range:?}");
        range.end
    });
    let mut before = 0;
    for link in &note.links {
        assert_eq!(link.range.of(text), Some(link.raw.as_str()), "{:?}", link.range);
        assert_eq!(link.line, line_at(link.range.start));
        assert!(link.range.start >= before, "{:?} begins before {before}", link.range);
        let property = link.kind == LinkKind::Property;
        assert_eq!(property, link.range.start < matter_end, "{:?}", link.kind);
        before = link.range.start + 1;
    }
    // Links nest only as an image inside a link's text.
    for pair in note.links.windows(2) {
        let apart = pair[0].range.end <= pair[1].range.start;
        let inside = pair[1].range.end <= pair[0].range.end;
        assert!(apart || inside, "{:?} crosses {:?}", pair[0].range, pair[1].range);
    }
    let mut open: Vec<LineRange> = Vec::new();
    let mut last = 0;
    for heading in &note.headings {
        fits(heading.section);
        assert!((1..=6).contains(&heading.level));
        assert!(heading.line > last && heading.section.start == heading.line);
        last = heading.line;
        open.retain(|outer| outer.end >= heading.line);
        for outer in &open {
            assert!(heading.section.end <= outer.end, "{:?} leaves {outer:?}", heading.section);
        }
        open.push(heading.section);
    }
    for block in &note.blocks {
        fits(block.lines);
        assert!(!block.id.is_empty());
    }
    for warning in &note.warnings {
        fits(LineRange { start: warning.line, end: warning.line });
    }
    for tag in &note.tags {
        assert!(!tag.is_empty() && !tag.starts_with('#'));
    }
}
