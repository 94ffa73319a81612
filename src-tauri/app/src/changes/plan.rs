//! What a wish makes of the notes as they are now, and a proposal made anew for notes that changed.

use std::collections::BTreeMap;

use conversation::{Code, Deed, Error, MentionPlace, NoteChange, Result, Wish};
use notes::{Anchor, Catalog, Edit, Encoding, Hunk, NotePath, NoteText, Unit, Vault, amend, diff};

use crate::sentences::changes as sentences;

/// Maximum number of hunks of one change; more can't be looked through.
const MOST_HUNKS: usize = 5_000;

pub(super) struct Plan {
    pub(super) title: String,
    pub(super) whole: bool,
    pub(super) notes: Vec<NoteChange>,
}

/// What `wish` does to the notes. Reads, and writes nothing.
pub(super) fn of(wish: &Wish, vault: &Vault, catalog: &Catalog) -> Result<Plan> {
    let plan = |title, notes| Plan { title, whole: false, notes };
    let planned = match wish {
        Wish::Create { path, text } => {
            free(vault, path)?;
            vault.plan_note(path, text)?;
            plan(sentences::create(path), vec![new_note(path, text)])
        }
        Wish::Edit { path, old, new } => {
            let note = read(vault, path)?;
            let range = amend::replace(&note.text, old, new)
                .map_err(|miss| bad(sentences::not_once(path, &miss)))?;
            plan(sentences::edit(path), vec![edited(&note, &Edit::Ranges(vec![range]))?])
        }
        Wish::Rewrite { path, text } => {
            let note = read(vault, path)?;
            plan(sentences::edit(path), vec![edited(&note, &Edit::Text(text.clone()))?])
        }
        Wish::Append { path, section, text } => {
            let note = read(vault, path)?;
            let anchor = (!section.is_empty()).then(|| Anchor::Heading(section.clone()));
            let range = amend::append(&note.text, anchor.as_ref(), text).map_err(bad)?;
            plan(sentences::append(path), vec![edited(&note, &Edit::Ranges(vec![range]))?])
        }
        Wish::SetProperty { path, name, value } => {
            let note = read(vault, path)?;
            let range = amend::set_property(&note.text, name, value)
                .map_err(|reason| bad(sentences::doesnt_fit(path, reason)))?;
            let title = sentences::set_property(path, name);
            plan(title, vec![edited(&note, &Edit::Ranges(vec![range]))?])
        }
        Wish::Rename { path, to } => {
            let notes = renamed(vault, catalog, path, to)?;
            Plan { whole: true, ..plan(sentences::rename(path, to), notes) }
        }
        Wish::Link { mentions } => {
            let notes = linked(vault, catalog, mentions)?;
            let only = match &notes[..] {
                [only] => Some(&only.path),
                _ => None,
            };
            plan(sentences::link_mentions(mentions.len(), only), notes)
        }
        Wish::Delete { path } => {
            let note = read(vault, path)?;
            Plan { whole: true, ..plan(sentences::delete(path), vec![deleted(&note)]) }
        }
    };
    match planned.notes.iter().map(|note| note.hunks.len()).sum::<usize>() {
        count if count > MOST_HUNKS => Err(bad(sentences::too_many(count, MOST_HUNKS))),
        _ => Ok(planned),
    }
}

/// The same changes for the notes as they are now: what still has its place goes there, what hasn't is
/// named. `None` if that is what they are already.
pub(super) fn anew(
    notes: &[NoteChange],
    vault: &Vault,
    catalog: &Catalog,
) -> Result<Option<Vec<NoteChange>>> {
    let stale = |note: &NoteChange| match note.base {
        Some(base) => vault.hash(&note.path) != Some(base),
        None => note.collision.is_none() && free(vault, &note.path).is_err(),
    };
    let differing = |new: Vec<NoteChange>| (new != notes).then_some(new);
    let rename = notes.iter().find_map(|note| match &note.deed {
        Deed::Rename { to } => Some((&note.path, to)),
        _ => None,
    });
    let is_linked_anew = |(path, to): (&NotePath, &NotePath)| {
        let renaming = catalog.renaming(path, to);
        let new = renaming.notes().into_iter();
        let mut new = new.filter(|source| !notes.iter().any(|note| note.path == *source));
        new.any(|source| {
            let text = vault.read_note(&source).map(|note| note.text).unwrap_or_default();
            !renaming.links(&source, &text).is_empty()
        })
    };
    if !notes.iter().any(stale) && !rename.is_some_and(is_linked_anew) {
        return Ok(None);
    }
    if let Some((path, to)) = rename
        && let Ok(notes) = renamed(vault, catalog, path, to)
    {
        return Ok(differing(notes));
    }
    // A note that is gone stays stale, but only once is there something new to say of it.
    let place = |note: &NoteChange| if stale(note) { placed(note, vault) } else { note.clone() };
    Ok(differing(notes.iter().map(place).collect()))
}

/// A note's change at the places where it belongs now.
fn placed(change: &NoteChange, vault: &Vault) -> NoteChange {
    let lost = |reason| NoteChange {
        hunks: Vec::new(),
        collided: [&change.hunks[..], &change.collided].concat(),
        collision: Some(reason),
        ..change.clone()
    };
    if change.base.is_none() {
        return lost(sentences::is_there_now(&change.path));
    }
    let note = match read(vault, &change.path) {
        Ok(note) => note,
        Err(error) => return lost(error.message),
    };
    if change.deed == Deed::Delete {
        return deleted(&note);
    }
    let mut anew = NoteChange { base: Some(note.hash), hunks: Vec::new(), ..change.clone() };
    for hunk in &change.hunks {
        let placed = hunk.placed_in(&note.text);
        let end = anew.hunks.last().map_or(0, |last: &Hunk| last.range.end);
        match placed.filter(|placed| placed.range.start >= end) {
            Some(placed) => anew.hunks.push(placed),
            None => anew.collided.push(hunk.clone()),
        }
    }
    if !anew.collided.is_empty() {
        anew.collision = Some(sentences::changed_there(&anew.path, anew.collided.len()));
    }
    anew
}

/// A note that can be written without losing any of it.
fn read(vault: &Vault, path: &NotePath) -> Result<NoteText> {
    let note = vault.read_note(path)?;
    if !path.is_note() {
        return Err(bad(sentences::not_a_note(path)));
    }
    match note.encoding {
        Encoding::Lossy => Err(bad(sentences::not_text(path))),
        _ => Ok(note),
    }
}

/// Makes sure that nothing is where a note shall be made.
fn free(vault: &Vault, path: &NotePath) -> Result<()> {
    if path.is_hidden() {
        return Err(notes::Error::Hidden(path.clone()).into());
    }
    if !path.is_note() {
        return Err(bad(sentences::not_a_note(path)));
    }
    match vault.entry(path) {
        Err(notes::Error::NotFound(_)) => Ok(()),
        Err(error) => Err(error.into()),
        Ok(_) => Err(notes::Error::Exists(path.clone()).into()),
    }
}

fn new_note(path: &NotePath, text: &str) -> NoteChange {
    let text = match text.ends_with('\n') {
        true => text.to_owned(),
        false => format!("{text}\n"),
    };
    let start = notes::ByteRange { start: 0, end: 0 };
    NoteChange {
        path: path.clone(),
        deed: Deed::Create,
        base: None,
        hunks: vec![Hunk::new("", start, Unit::Note, text)],
        collision: None,
        collided: Vec::new(),
    }
}

fn edited(note: &NoteText, edit: &Edit) -> Result<NoteChange> {
    let after =
        edit.apply(&note.text).map_err(|reason| bad(sentences::doesnt_fit(&note.path, reason)))?;
    let hunks = diff::hunks(&note.text, &after);
    if hunks.is_empty() {
        return Err(bad(crate::sentences::change_of_nothing(&note.path)));
    }
    Ok(change(note, Deed::Edit, hunks))
}

fn deleted(note: &NoteText) -> NoteChange {
    let all = notes::ByteRange { start: 0, end: note.text.len() };
    change(note, Deed::Delete, vec![Hunk::new(&note.text, all, Unit::Note, String::new())])
}

fn change(note: &NoteText, deed: Deed, hunks: Vec<Hunk>) -> NoteChange {
    NoteChange {
        path: note.path.clone(),
        deed,
        base: Some(note.hash),
        hunks,
        collision: None,
        collided: Vec::new(),
    }
}

/// The notes in which words become links, in path order.
fn linked(vault: &Vault, catalog: &Catalog, places: &[MentionPlace]) -> Result<Vec<NoteChange>> {
    let mut by_note: BTreeMap<&NotePath, Vec<&MentionPlace>> = BTreeMap::new();
    for place in places {
        by_note.entry(&place.source).or_default().push(place);
    }
    let mut notes = Vec::new();
    for (path, places) in by_note {
        let note = read(vault, path)?;
        let mentions = catalog.mentions(path, &note.text);
        let mut hunks = Vec::new();
        for mention in mentions {
            let same = |place: &&MentionPlace| {
                place.range == mention.range && place.target == mention.target
            };
            if places.iter().any(same) {
                hunks.push(Hunk::new(&note.text, mention.range, Unit::Link, mention.link));
            }
        }
        if hunks.len() != places.len() {
            return Err(Error::new(Code::Changed, sentences::MENTION_GONE));
        }
        notes.push(change(&note, Deed::Edit, hunks));
    }
    match notes.is_empty() {
        true => Err(bad(sentences::NOTHING_TAKEN.to_string())),
        false => Ok(notes),
    }
}

/// The notes whose links follow, then the note itself.
fn renamed(
    vault: &Vault,
    catalog: &Catalog,
    path: &NotePath,
    to: &NotePath,
) -> Result<Vec<NoteChange>> {
    if path == to {
        return Err(bad(crate::sentences::change_of_nothing(path)));
    }
    let is_respelled = path.as_str().to_lowercase() == to.as_str().to_lowercase();
    if !is_respelled {
        free(vault, to)?;
    }
    if to.stem().contains(['#', '^', '[', ']', '|']) {
        return Err(bad(sentences::no_link_can_name(to)));
    }
    let renaming = catalog.renaming(path, to);
    let hunks = |note: &NoteText| -> Vec<Hunk> {
        let links = renaming.links(&note.path, &note.text);
        let hunk = |(range, new)| Hunk::new(&note.text, range, Unit::Link, new);
        links.into_iter().map(hunk).collect()
    };
    let own = read(vault, path)?;
    let mut notes = Vec::new();
    for source in renaming.notes().iter().filter(|source| *source != path) {
        let note = read(vault, source)?;
        let hunks = hunks(&note);
        // The index may be behind the note.
        if !hunks.is_empty() {
            notes.push(change(&note, Deed::Edit, hunks));
        }
    }
    notes.push(change(&own, Deed::Rename { to: to.clone() }, hunks(&own)));
    Ok(notes)
}

fn bad(message: String) -> Error {
    Error::new(Code::BadInput, message)
}
