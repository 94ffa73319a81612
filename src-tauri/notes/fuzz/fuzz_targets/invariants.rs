//! What holds for every parsed note, whatever its text.

use notes::{LineRange, Note};

/// Stops if a place of `note` isn't a place of `text`, or if two that can't cross do.
pub fn check(text: &str, note: &Note) {
    let starts: Vec<usize> =
        std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
    let line_at = |at: usize| starts.partition_point(|start| *start <= at) as u32;
    let count = if starts.len() > 1 && text.ends_with('\n') { starts.len() - 1 } else { starts.len() };
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
        let property = link.kind == notes::LinkKind::Property;
        assert_eq!(property, link.range.start < matter_end, "{:?}", link.kind);
        before = link.range.start + 1;
    }
    // Links nest only as an image inside a link's text does.
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
