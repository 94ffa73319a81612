use super::arguments::flat;
use crate::base::item::{Fault, Item};
use crate::{
    base::{BaseNote, vault::Vault},
    fold,
};

/// The note that a file, link or path refers to.
pub(super) fn of<'a>(vault: &Vault<'a>, item: &Item<'a>) -> Option<&'a BaseNote> {
    match item.single() {
        Item::File(note) | Item::Note(note) => Some(note),
        Item::Link(link) => link.note,
        Item::Text(text) => {
            let inner = text.strip_prefix("[[").and_then(|it| it.strip_suffix("]]"));
            vault.find(inner.unwrap_or(text))
        }
        _ => None,
    }
}

/// A method of a file, or of the file that a link refers to. `None` if files have no such method.
pub(super) fn method<'a>(
    vault: &Vault<'a>,
    of_item: &Item<'a>,
    name: &str,
    arguments: &[Item<'a>],
) -> Result<Option<Item<'a>>, Fault> {
    let note = of(vault, of_item);
    let first = arguments.first().unwrap_or(&Item::Empty);
    let shown = arguments.first().map(Item::shown);
    Ok(Some(match (name, note) {
        ("asFile", note) => note.map_or(Item::Empty, Item::File),
        ("asLink", Some(note)) => vault.link(&note.path, shown),
        ("asLink", None) => of_item.clone(),
        ("linksTo" | "hasLink", Some(note)) => Item::Bool(has_link(vault, note, first)?),
        ("hasTag", Some(note)) => Item::Bool(flat(arguments).any(|it| has_tag(note, it))),
        ("hasProperty", Some(note)) => {
            let name = fold(&first.shown());
            Item::Bool(note.properties.iter().any(|(key, _)| fold(key) == name))
        }
        ("inFolder", Some(note)) => Item::Bool(in_folder(note, &first.shown())),
        ("linksTo" | "hasLink" | "hasTag" | "hasProperty" | "inFolder", None) => Item::Bool(false),
        _ => return Ok(None),
    }))
}

fn has_link<'a>(vault: &Vault<'a>, note: &'a BaseNote, to: &Item<'a>) -> Result<bool, Fault> {
    if to.is_empty() && !matches!(to, Item::Note(_)) {
        return Ok(false);
    }
    let to = match to.single() {
        Item::Text(text) => vault.link(text, None),
        other => other.clone(),
    };
    vault.charge(note.links.len() + note.embeds.len())?;
    for field in ["links", "embeds"] {
        if let Some(Item::List(list)) = vault.field(note, field).transpose()?
            && list.items.iter().any(|it| it.equals(&to))
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Also by a tag below, such as `book/novel` for `book`.
fn has_tag(note: &BaseNote, tag: &Item<'_>) -> bool {
    let wanted = fold(tag.shown().trim_start_matches('#'));
    note.tags.iter().any(|tag| {
        let tag = fold(tag.trim_start_matches('#'));
        tag.strip_prefix(&wanted).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    })
}

fn in_folder(note: &BaseNote, folder: &str) -> bool {
    let (folder, own) = (fold(folder.trim_matches('/')), fold(note.folder.trim_matches('/')));
    let below = own.strip_prefix(&folder);
    folder.is_empty() || below.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
