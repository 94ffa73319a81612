//! Notes that hold no content of their own: templates, and notes that consist of queries.

use notes::{Block, BlockKind, LinkKind, NotePath, ParsedNote};
use serde_json::Value as Json;

use super::{
    dates::in_name,
    fields::fields,
    inline::{codes, markdown_link, masked, replaced},
};
use crate::Role;

const QUERIES: [&str; 5] = ["dataview", "dataviewjs", "tasks", "base", "query"];

/// The folders in `.obsidian/templates.json` and `.obsidian/plugins/templater-obsidian/data.json`.
pub fn template_folders(core: Option<&str>, templater: Option<&str>) -> Vec<NotePath> {
    let mut folders = Vec::new();
    for (text, key) in [(core, "folder"), (templater, "templates_folder")] {
        let settings = text.and_then(|text| serde_json::from_str::<Json>(text).ok());
        let folder = settings.as_ref().and_then(|it| it.get(key)).and_then(Json::as_str);
        let folder = folder.map(|it| it.trim().trim_matches('/').to_owned());
        if let Some(Ok(folder)) = folder.map(NotePath::try_from)
            && !folders.contains(&folder)
        {
            folders.push(folder);
        }
    }
    folders
}

/// Whether a note is a template or only a query. `templates` are folders and notes.
pub fn role(
    path: &NotePath,
    text: &str,
    parsed: &ParsedNote,
    templates: &[NotePath],
) -> Option<Role> {
    let is_inside = |template: &NotePath| {
        let rest = path.as_str().strip_prefix(template.as_str());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    // Templater leaves commands in daily notes that it couldn't run.
    let is_dated = || in_name(path.stem()).is_some();
    if templates.iter().any(is_inside)
        || is_in_usual_folder(path)
        || !is_dated() && is_form(path, text)
        || !is_dated() && has_placeholders(text, parsed)
    {
        return Some(Role::Template);
    }
    is_query(text, parsed).then_some(Role::Query)
}

/// Whether a folder of the path is called templates, as people call it where no setting names it.
fn is_in_usual_folder(path: &NotePath) -> bool {
    const USUAL: [&str; 4] = ["templates", "template", "vorlagen", "vorlage"];
    path.folder().split('/').any(|folder| {
        let name = folder.trim_start_matches(|it: char| !it.is_alphabetic()).to_lowercase();
        USUAL.contains(&name.as_str())
    })
}

/// Whether a note in a folder such as `_Forms` has hardly any value in its properties.
fn is_form(path: &NotePath, text: &str) -> bool {
    const FEWEST: usize = 3;
    if !path.folder().starts_with('_') {
        return false;
    }
    let lines: Vec<&str> = text.lines().take(front_matter_lines(text)).collect();
    let (mut keys, mut empty) = (0, 0);
    for pair in lines.windows(2) {
        let [line, next] = [pair[0].trim_end(), pair[1].trim_end()];
        if line.starts_with(char::is_alphabetic) && line.contains(':') {
            let is_list = next.starts_with([' ', '-']) && next != "---";
            keys += 1;
            empty += usize::from(line.ends_with(':') && !is_list);
        }
    }
    keys >= FEWEST && empty * 2 > keys
}

/// True for placeholders in the properties, the title, or most lines. A note about templates has them in code.
fn has_placeholders(text: &str, parsed: &ParsedNote) -> bool {
    if !text.contains("{{") && !text.contains("<%") {
        return false;
    }
    let properties = front_matter_lines(text);
    let title = parsed.note.headings.iter().find(|it| it.level == 1).map(|it| it.line);
    let mut code = parsed.blocks.iter().filter(|it| it.kind == BlockKind::Code).peekable();
    // Masked as one text: marks of code, comments and math can span lines.
    let from: usize = text.split_inclusive('\n').take(properties).map(str::len).sum();
    let shown = format!("{}{}", &text[..from], masked(&text[from..]));
    let (mut filled, mut with_placeholder) = (0_usize, 0_usize);
    let mut in_command = false;
    for (number, line) in (1_u32..).zip(shown.lines()) {
        let in_properties = number as usize <= properties;
        if !in_properties {
            while code.next_if(|block| block.lines.end < number).is_some() {}
            if code.peek().is_some_and(|block| block.lines.start <= number) {
                continue;
            }
        }
        let found = in_command || has_placeholder(line);
        if let Some(open) = line.rfind("<%") {
            in_command = !line[open..].contains("%>");
        } else if line.contains("%>") {
            in_command = false;
        }
        let is_title = title.map_or(filled == 0 && !in_properties, |title| title == number);
        if found && (in_properties || is_title) {
            return true;
        }
        if !in_properties && !line.trim().is_empty() {
            filled += 1;
            with_placeholder += usize::from(found);
        }
    }
    with_placeholder * 2 > filled
}

/// The number of lines of the front matter. A template's may be invalid YAML, which has no properties.
fn front_matter_lines(text: &str) -> usize {
    let mut lines = text.trim_start_matches('\u{feff}').lines();
    if lines.next().is_none_or(|line| line.trim_end() != "---") {
        return 0;
    }
    lines.position(|line| line.trim_end() == "---").map_or(0, |end| end + 2)
}

fn has_placeholder(line: &str) -> bool {
    if line.contains("<%") {
        return true;
    }
    line.split("{{").skip(1).any(|rest| {
        let name = rest.split_once("}}").map(|(inside, _)| inside);
        let name = name.and_then(|it| it.split(':').next()).unwrap_or_default().trim();
        ["date", "time", "title"].iter().any(|known| name.eq_ignore_ascii_case(known))
    })
}

fn is_query(text: &str, parsed: &ParsedNote) -> bool {
    let code = |block: &&Block| block.kind == BlockKind::Code;
    let is_query_block = |block: &Block| {
        let written = block.range.of(text).unwrap_or_default();
        let info = written.lines().next().unwrap_or_default().trim_start_matches(['`', '~']);
        let language = info.split_whitespace().next().unwrap_or_default();
        QUERIES.iter().any(|known| language.eq_ignore_ascii_case(known))
    };
    let is_base = |path: &str| path.to_ascii_lowercase().ends_with(".base");
    let mut embeds = parsed.note.links.iter().filter(|link| link.kind == LinkKind::Embed);
    let has_base = embeds.any(|link| is_base(&link.target.path));
    let queries = parsed.blocks.iter().filter(code).filter(|block| is_query_block(block)).count();
    let codes = parsed.blocks.iter().filter(code).count();
    if (queries == 0 && !has_base) || queries < codes {
        return false;
    }
    let links = parsed.note.links.iter().map(|link| link.range);
    let marks = links.chain(parsed.note.tag_marks.iter().copied());
    let rest = replaced(text, marks.map(|range| range.start..range.end), ' ');
    parsed.blocks.iter().all(|block| {
        let written = block.range.of(&rest).unwrap_or_default();
        match block.kind {
            BlockKind::Paragraph => !is_prose(written, block.range.of(text).unwrap_or_default()),
            BlockKind::Row | BlockKind::Footnote => false,
            BlockKind::Html => !masked(written).contains(char::is_alphanumeric),
            _ => true,
        }
    })
}

/// True for words outside links. `without_links` is the text with blanks for the vault's links.
fn is_prose(without_links: &str, written: &str) -> bool {
    // Inline code is content, except Dataview's inline queries.
    if codes(written).any(|code| !code.starts_with('=') && !code.starts_with("$=")) {
        return true;
    }
    let rest = masked(without_links);
    // The key of `up:: [[Home]]` is no prose.
    let fields = fields(&rest);
    let keys = fields.iter().map(|field| field.range.start..field.value.start);
    let rest = replaced(&rest, keys, ' ');
    let mut from = 0;
    let mut at = 0;
    while let Some(offset) = rest[at..].find('[') {
        let open = at + offset;
        let Some((_, length)) = markdown_link(&rest[open..]) else {
            at = open + 1;
            continue;
        };
        if rest[from..open].contains(char::is_alphanumeric) {
            return true;
        }
        at = open + length;
        from = at;
    }
    rest[from..].contains(char::is_alphanumeric)
}
