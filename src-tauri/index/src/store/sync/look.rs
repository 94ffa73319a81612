//! Looks at changed files, and reads those that differ from the index.

use parking_lot::Mutex;
use std::{
    collections::{HashMap, HashSet},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use notes::{ContentHash, FileEntry, FileProblem, Note, NotePath, NoteText, Warning};

use ::records::OwnDate;

use super::super::{
    edit::{ReadNote, Stamp},
    packed::{pack, pack_outline},
    passage_text::{IndexedText, repeated},
    settings::VaultSettings,
    shared::Shared,
};
use crate::{
    chunk::{MAX_PASSAGES, chunk_parsed},
    sentences,
};

/// A file changed more recently may change again within the same timestamp: file systems have steps of up to two
/// seconds.
const TIME_STEP: Duration = Duration::from_secs(2);

pub(super) struct IndexedFile {
    pub(super) stamp: Stamp,
    pub(super) hash: ContentHash,
}

pub(super) enum Outcome {
    Same(Stamp),
    Read(Box<ReadNote>, Arc<Note>),
    Moved { from: NotePath, stamp: Stamp },
    Gone,
    Failed(FileProblem),
}

pub(super) struct Plan<'a> {
    pub(super) known: &'a HashMap<NotePath, IndexedFile>,
    pub(super) listed: HashSet<&'a NotePath>,
    /// New to old paths of the watcher's renames.
    pub(super) from: HashMap<&'a NotePath, &'a NotePath>,
    pub(super) old: HashSet<&'a NotePath>,
    pub(super) settings: &'a VaultSettings,
    /// The settings changed since the notes were indexed.
    pub(super) rereads: bool,
}

impl Plan<'_> {
    /// Whether the old path is gone and the new one was free. Only then can the row be renamed in any order of
    /// edits; notes in swaps and chains are written again.
    pub(super) fn is_simple(&self, from: &NotePath, to: &NotePath) -> bool {
        !self.listed.contains(from) && !self.known.contains_key(to)
    }

    pub(super) fn renamed_from(&self, path: &NotePath) -> Option<(&NotePath, &IndexedFile)> {
        let from = *self.from.get(path)?;
        Some((from, self.known.get(from)?)).filter(|_| self.is_simple(from, path))
    }
}

/// Missing notes by content, which may have moved.
pub(super) struct Moves(Mutex<HashMap<ContentHash, Vec<NotePath>>>);

impl Moves {
    pub(super) fn new(notes: Vec<(NotePath, &IndexedFile)>) -> Self {
        let mut moves: HashMap<_, Vec<_>> = HashMap::new();
        for (path, known) in notes {
            moves.entry(known.hash).or_default().push(path);
        }
        for paths in moves.values_mut() {
            paths.sort_by(|a, b| b.cmp(a));
        }
        Self(Mutex::new(moves))
    }

    pub(super) fn claim(&self, hash: &ContentHash) -> Option<NotePath> {
        self.0.lock().get_mut(hash)?.pop()
    }

    pub(super) fn unclaimed(self) -> impl Iterator<Item = NotePath> {
        self.0.into_inner().into_values().flatten()
    }
}

pub(super) fn look(shared: &Shared, plan: &Plan<'_>, entry: &FileEntry, moves: &Moves) -> Outcome {
    let renamed = plan.renamed_from(&entry.path);
    if let Some((from, before)) = renamed
        && before.stamp == stamp_of(entry)
        && !plan.rereads
    {
        return Outcome::Moved { from: from.clone(), stamp: before.stamp };
    }
    let (text, stamp) = match read(shared, &entry.path) {
        Ok(read) => read,
        Err(outcome) => return outcome,
    };
    match plan.known.get(&entry.path) {
        Some(known) if known.hash == text.hash && !plan.rereads => Outcome::Same(stamp),
        Some(_) => outcome_of(text, stamp, plan.settings),
        None => match renamed {
            Some((from, before)) if before.hash == text.hash && !plan.rereads => {
                Outcome::Moved { from: from.clone(), stamp }
            }
            Some(_) => outcome_of(text, stamp, plan.settings),
            None => match moves.claim(&text.hash) {
                Some(from) => Outcome::Moved { from, stamp },
                None => outcome_of(text, stamp, plan.settings),
            },
        },
    }
}

pub(super) fn read(shared: &Shared, path: &NotePath) -> Result<(NoteText, Stamp), Outcome> {
    match shared.vault.read_note(path) {
        Ok(text) => {
            let stamp = stamp(text.bytes, text.modified);
            Ok((text, stamp))
        }
        Err(notes::Error::NotFound(_)) => Err(Outcome::Gone),
        Err(error) => {
            Err(Outcome::Failed(FileProblem { path: path.to_string(), reason: error.to_string() }))
        }
    }
}

pub(super) fn outcome_of(text: NoteText, stamp: Stamp, settings: &VaultSettings) -> Outcome {
    let path = text.path.clone();
    // A panic of the parser must not keep other notes from being indexed.
    match catch_unwind(AssertUnwindSafe(|| prepare(text, stamp, settings))) {
        Ok((read, note)) => Outcome::Read(Box::new(read), Arc::new(note)),
        Err(_) => Outcome::Failed(FileProblem {
            reason: sentences::unparsed(&path),
            path: path.to_string(),
        }),
    }
}

fn prepare(text: NoteText, stamp: Stamp, settings: &VaultSettings) -> (ReadNote, Note) {
    let parsed = notes::parse_with_blocks(&text.text);
    let mut chunks = chunk_parsed(&text.text, &parsed);
    let dated = records::own_date(&text.path, &parsed, &settings.formats);
    let role = records::role(&text.path, &text.text, &parsed, &settings.templates);
    let records = records::records(&text.path, &text.text, &parsed);
    let mut note = parsed.note;
    set_date(&mut note, dated);
    if let Some(first_left_out) = chunks.get(MAX_PASSAGES) {
        let line = first_left_out.lines.start;
        note.warnings.push(Warning { line, message: sentences::TOO_MANY_PASSAGES.to_string() });
        chunks.truncate(MAX_PASSAGES);
    }
    let (title, names) = (title_of(&note, &text.path), names_of(&note));
    let chunks = IndexedText::beside(chunks, &title, &repeated(&title, &names, &text.path));
    let read = ReadNote {
        kind: None,
        title,
        stamp,
        hash: text.hash,
        source: None,
        outline: pack_outline(&note),
        text: pack(&text.text),
        boxes: None,
        names,
        tags: note.tags.clone(),
        dated,
        role,
        records,
        chunks,
        path: text.path,
    };
    (read, note)
}

pub(super) fn set_date(note: &mut Note, dated: Option<OwnDate>) {
    note.date = dated.map(|it| it.first.to_string());
    note.date_source = dated.map(|it| it.source);
}

pub(super) fn title_of(note: &Note, path: &NotePath) -> String {
    note.title.clone().unwrap_or_else(|| path.stem().to_owned())
}

pub(in crate::store) fn names_of(note: &Note) -> String {
    let names: Vec<&str> = note.aliases.iter().chain(&note.tags).map(String::as_str).collect();
    names.join(" / ")
}

pub(in crate::store) fn stamp_of(entry: &FileEntry) -> Stamp {
    Stamp { bytes: i64::try_from(entry.bytes).unwrap_or(i64::MAX), modified: nanos(entry.modified) }
}

pub(in crate::store) fn stamp(bytes: u64, modified: SystemTime) -> Stamp {
    let is_settled = SystemTime::now().duration_since(modified).is_ok_and(|age| age > TIME_STEP);
    Stamp {
        bytes: i64::try_from(bytes).unwrap_or(i64::MAX),
        modified: nanos(modified).filter(|_| is_settled),
    }
}

fn nanos(time: SystemTime) -> Option<i64> {
    match time.duration_since(UNIX_EPOCH) {
        Ok(after) => i64::try_from(after.as_nanos()).ok(),
        Err(before) => i64::try_from(before.duration().as_nanos()).ok().map(|nanos| -nanos),
    }
}
