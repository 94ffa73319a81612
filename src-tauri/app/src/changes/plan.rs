//! Plans changes from wishes, and updates proposals whose notes changed.

use std::collections::BTreeMap;

use conversation::{
    Change, ChangeId, ChangeState, Code, Deed, Error, MentionPlace, NoteChange, Origin, Result,
    Wish,
};
use language::Words;
use notes::{
    Anchor, Catalog, ContentHash, Encoding, Hunk, NotePath, NoteText, Unit, Vault,
    amend::{self, Amendment},
    diff,
};

use crate::sentences::changes as sentences;

/// Maximum hunks of a change; a user can't review more.
const MOST_HUNKS: usize = 5_000;

pub(super) fn of(wish: &Wish, origin: Origin, vault: &Vault, catalog: &Catalog) -> Result<Change> {
    let amended = |path: &NotePath, place: &dyn Fn(&str) -> Result<Amendment, Words>| {
        edited(vault, path, |text| {
            let after = amend::apply(text, &[place(text)?]);
            after.map_err(|reason| Words::from(|| sentences::doesnt_fit(path, reason)))
        })
    };
    let (title, notes) = match wish {
        Wish::Create { path, text } => {
            free(vault, path)?;
            vault.plan_note(path, text)?;
            (sentences::create(path), vec![new_note(path, text)])
        }
        Wish::Edit { path, old, new } => {
            let place = |text: &str| {
                let place = amend::replace(text, old, new);
                place.map_err(|miss| Words::from(|| sentences::not_once(path, &miss)))
            };
            (sentences::edit(path), amended(path, &place)?)
        }
        Wish::Rewrite { path, text } => {
            (sentences::edit(path), edited(vault, path, |old| Ok(amend::rewrite(old, text)))?)
        }
        Wish::Append { path, section, text } => {
            let anchor = (!section.is_empty()).then(|| Anchor::Heading(section.clone()));
            let place = |old: &str| amend::append(old, anchor.as_ref(), text).map_err(Words::from);
            (sentences::append(path), amended(path, &place)?)
        }
        Wish::SetProperty { path, name, value } => {
            let place = |text: &str| {
                let amendment = amend::set_property(text, name, value);
                amendment.map_err(|reason| Words::from(|| sentences::doesnt_fit(path, reason)))
            };
            (sentences::set_property(path, name), amended(path, &place)?)
        }
        Wish::Rename { path, to } => {
            (sentences::rename(path, to), renamed(vault, catalog, path, to)?)
        }
        Wish::Link { mentions } => {
            let notes = linked(vault, catalog, mentions)?;
            let only = if let [only] = &notes[..] { Some(&only.path) } else { None };
            (sentences::link_mentions(mentions.len(), only), notes)
        }
        Wish::Delete { path } => (sentences::delete(path), vec![deleted(&read(vault, path)?)]),
    };
    let hunks = notes.iter().map(|note| note.hunks.len()).sum::<usize>();
    if hunks > MOST_HUNKS {
        return Err(Error::bad_input(|| sentences::too_many(hunks, MOST_HUNKS)));
    }
    Ok(Change {
        id: ChangeId::new(),
        title,
        origin,
        made: library::now(),
        decided: None,
        state: ChangeState::Proposed,
        revision: 1,
        whole: matches!(wish, Wish::Rename { .. } | Wish::Delete { .. }),
        notes,
        edited: false,
        taken: Vec::new(),
    })
}

/// Adapts a proposal to the current notes. Hunks that no longer fit become collisions. `None` if nothing changed.
pub(super) fn rebased(
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
    // A missing note stays stale, but is reported only once.
    let place = |note: &NoteChange| if stale(note) { placed(note, vault) } else { note.clone() };
    Ok(differing(notes.iter().map(place).collect()))
}

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
        Err(error) => return lost(error.to_string()),
    };
    if change.deed == Deed::Delete {
        return deleted(&note);
    }
    let mut rebased = NoteChange { base: Some(note.hash), hunks: Vec::new(), ..change.clone() };
    for hunk in &change.hunks {
        let placed = hunk.placed_in(&note.text);
        let end = rebased.hunks.last().map_or(0, |last: &Hunk| last.range.end);
        match placed.filter(|placed| placed.range.start >= end) {
            Some(placed) => rebased.hunks.push(placed),
            None => rebased.collided.push(hunk.clone()),
        }
    }
    if !rebased.collided.is_empty() {
        rebased.collision = Some(sentences::changed_there(&rebased.path, rebased.collided.len()));
    }
    rebased
}

/// Moves the new note of a proposal, also after another note took its path.
pub(super) fn moved(mut change: Change, path: NotePath, vault: &Vault) -> Result<Change> {
    let note = match &mut change.notes[..] {
        [note] if note.deed == Deed::Create => note,
        _ => return Err(Error::bad_input(sentences::NO_NEW_NOTE)),
    };
    free(vault, &path)?;
    note.hunks.append(&mut note.collided);
    note.collision = None;
    let text: String = note.hunks.iter().map(|hunk| hunk.after.as_str()).collect();
    vault.plan_note(&path, &text)?;
    change.title = sentences::create(&path);
    note.path = path;
    change.revision += 1;
    Ok(change)
}

/// Refuses notes that can't be written without loss.
fn read(vault: &Vault, path: &NotePath) -> Result<NoteText> {
    let note = vault.read_note(path)?;
    if !path.is_note() {
        return Err(Error::bad_input(|| sentences::not_a_note(path)));
    }
    match note.encoding {
        Encoding::Lossy => Err(Error::bad_input(|| sentences::not_text(path))),
        _ => Ok(note),
    }
}

fn free(vault: &Vault, path: &NotePath) -> Result<()> {
    if path.is_hidden() {
        return Err(notes::Error::Hidden(path.clone()).into());
    }
    if !path.is_note() {
        return Err(Error::bad_input(|| sentences::not_a_note(path)));
    }
    match vault.entry(path) {
        Err(notes::Error::NotFound(_)) => Ok(()),
        Err(error) => Err(error.into()),
        Ok(_) => Err(notes::Error::Exists(path.clone()).into()),
    }
}

fn new_note(path: &NotePath, text: &str) -> NoteChange {
    let text = if text.ends_with('\n') { text.to_owned() } else { format!("{text}\n") };
    let start = notes::ByteRange { start: 0, end: 0 };
    change(path, None, Deed::Create, vec![Hunk::new("", start, Unit::Note, text)])
}

fn edited(
    vault: &Vault,
    path: &NotePath,
    edit: impl FnOnce(&str) -> Result<String, Words>,
) -> Result<Vec<NoteChange>> {
    let note = read(vault, path)?;
    let after = edit(&note.text).map_err(Error::bad_input)?;
    let hunks = diff::hunks(&note.text, &after);
    match hunks.is_empty() {
        true => Err(Error::bad_input(|| crate::sentences::change_of_nothing(path))),
        false => Ok(vec![change(path, Some(note.hash), Deed::Edit, hunks)]),
    }
}

fn deleted(note: &NoteText) -> NoteChange {
    let all = notes::ByteRange { start: 0, end: note.text.len() };
    let all = Hunk::new(&note.text, all, Unit::Note, String::new());
    change(&note.path, Some(note.hash), Deed::Delete, vec![all])
}

fn change(path: &NotePath, base: Option<ContentHash>, deed: Deed, hunks: Vec<Hunk>) -> NoteChange {
    let path = path.clone();
    NoteChange { path, deed, base, hunks, collision: None, collided: Vec::new() }
}

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
        notes.push(change(path, Some(note.hash), Deed::Edit, hunks));
    }
    if notes.is_empty() { Err(Error::bad_input(sentences::NOTHING_CHOSEN)) } else { Ok(notes) }
}

fn renamed(
    vault: &Vault,
    catalog: &Catalog,
    path: &NotePath,
    to: &NotePath,
) -> Result<Vec<NoteChange>> {
    if path == to {
        return Err(Error::bad_input(|| crate::sentences::change_of_nothing(path)));
    }
    let is_respelled = path.as_str().to_lowercase() == to.as_str().to_lowercase();
    if !is_respelled {
        free(vault, to)?;
    }
    if to.stem().contains(['#', '^', '[', ']', '|']) {
        return Err(Error::bad_input(|| sentences::no_link_can_name(to)));
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
        // The index may be older than the note.
        if !hunks.is_empty() {
            notes.push(change(source, Some(note.hash), Deed::Edit, hunks));
        }
    }
    let deed = Deed::Rename { to: to.clone() };
    notes.push(change(path, Some(own.hash), deed, hunks(&own)));
    Ok(notes)
}
