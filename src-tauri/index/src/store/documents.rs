//! Files that aren't notes: read by the caller, cut by pages and searched like notes.

use std::{
    collections::{HashMap, HashSet},
    fs::File,
    io::Seek as _,
    panic::{AssertUnwindSafe, catch_unwind},
};

use ::documents::{Document, Limits, Reason, Refusal};
use conversation::{FileGroup, FileText, LineBox, PlacedPart};
use notes::{ContentHash, FileEntry, Note, NotePath};
use rusqlite::{Connection, OptionalExtension};
use serde::Serialize;

use super::{
    Index,
    control::Control,
    edit::{Edit, ReadNote, Stamp},
    packed::{pack, pack_outline, unpack},
    passage_text::{IndexedText, repeated},
    rows::{chunks_of, count, damaged, outline_at, text_of},
    shared::load_list,
    sync::{names_of, stamp, stamp_of},
    writer,
};
use crate::{Result, chunk_file, file_text, sentences};

/// Reads an open file of this name; fails only with [`Error::Cancelled`](crate::Error::Cancelled).
pub type ReadDocument<'a> =
    dyn FnMut(String, File, Limits) -> Result<Result<Document, Refusal>> + 'a;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DocumentEvent {
    /// Moved files, reported before the index removes the old paths.
    Moved(Vec<(NotePath, NotePath)>),
    Progress {
        done: u32,
        total: u32,
    },
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DocumentReport {
    pub read: Vec<NotePath>,
    pub moved: Vec<(NotePath, NotePath)>,
    pub removed: Vec<NotePath>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct FileGroupSize {
    pub group: FileGroup,
    pub files: u32,
    // The window's numbers are exact up to 2⁵³, which is 9 PB.
    #[cfg_attr(feature = "specta", specta(type = u32))]
    pub bytes: u64,
    pub seconds: u32,
}

struct KnownFile {
    stamp: Stamp,
    source: Option<String>,
    /// The reason why the file, or a part of it, couldn't be read.
    reason: Option<String>,
    /// Whether the file has pictures whose text wasn't recognised.
    pictures: bool,
}

impl KnownFile {
    fn is_of(&self, source: ContentHash) -> bool {
        self.source.as_deref() == Some(source.to_string().as_str())
    }

    fn told(&self, path: NotePath, stamp: Stamp) -> Edit {
        Edit::Unread { path, stamp, reason: self.reason.clone(), pictures: self.pictures }
    }
}

impl Index {
    /// Indexes the listed files of these kinds and removes others. A file that `read` refuses is in
    /// [`Index::status`] with its reason, and isn't tried again until it changes or text in pictures is wanted.
    /// Moved or touched files aren't read again. Blocks for up to hours: use a thread of its own. Each file is
    /// stored at once.
    pub fn read_documents(
        &self,
        groups: &[FileGroup],
        read: &mut ReadDocument<'_>,
        control: &Control,
        progress: &mut dyn FnMut(DocumentEvent),
    ) -> Result<DocumentReport> {
        control.step()?;
        let wanted = self.files_of(groups)?;
        // A missing vault folder doesn't mean that files are gone.
        self.vault().check_presence()?;
        let mut known = self.shared.readers.with(known)?;
        let mut report =
            DocumentReport { moved: self.moved(&wanted, &known), ..Default::default() };
        if !report.moved.is_empty() {
            progress(DocumentEvent::Moved(report.moved.clone()));
            self.write_documents(self.moves(&report.moved, &mut known)?)?;
        }
        let listed: HashSet<&NotePath> = wanted.iter().map(|entry| &entry.path).collect();
        let gone: Vec<&NotePath> = known.keys().filter(|path| !listed.contains(path)).collect();
        let edits: Vec<Edit> = gone.iter().flat_map(|path| forgotten(path)).collect();
        report.removed = gone.into_iter().cloned().collect();
        self.write_documents(edits)?;
        let in_pictures = groups.contains(&FileGroup::Pictures);
        let is_new = |entry: &&FileEntry| {
            known.get(&entry.path).is_none_or(|known| {
                known.stamp != stamp_of(entry) || (known.pictures && in_pictures)
            })
        };
        let todo: Vec<&FileEntry> = wanted.iter().filter(is_new).collect();
        let total = count(todo.len());
        for (done, entry) in (0..).zip(&todo) {
            control.step()?;
            progress(DocumentEvent::Progress { done, total });
            let before = known.get(&entry.path).filter(|known| !(known.pictures && in_pictures));
            let edits = self.look_into(entry, before, read)?;
            if edits.iter().any(|edit| matches!(edit, Edit::Put(_))) {
                report.read.push(entry.path.clone());
            }
            self.write_documents(edits)?;
        }
        if total > 0 {
            progress(DocumentEvent::Progress { done: total, total });
            self.shared.writer.settle(false)?.wait()?;
        }
        report.removed.sort();
        Ok(report)
    }

    pub fn document_sizes(&self) -> Result<Vec<FileGroupSize>> {
        let mut sizes = Vec::new();
        for group in FileGroup::ALL {
            let files = self.files_of(&[group])?;
            let bytes = files.iter().map(|entry| entry.bytes).sum();
            let files = count(files.len());
            if files > 0 {
                let seconds = seconds(group, files, bytes);
                sizes.push(FileGroupSize { group, files, bytes, seconds });
            }
        }
        Ok(sizes)
    }

    pub fn documents(&self) -> Result<Vec<NotePath>> {
        self.shared.readers.with(|connection| {
            connection
                .prepare_cached("SELECT path FROM notes WHERE kind IS NOT NULL ORDER BY path")?
                .query_map([], |row| row.get::<_, String>(0))?
                .filter_map(|path| path.map(|path| NotePath::new(&path).ok()).transpose())
                .collect()
        })
    }

    /// The indexed text of a file that isn't a note; `None` if it isn't indexed.
    pub fn document(&self, path: &NotePath) -> Result<Option<FileText>> {
        self.shared.readers.with(|connection| {
            let note: Option<i64> = connection
                .prepare_cached("SELECT id FROM notes WHERE path = ?1 AND kind IS NOT NULL")?
                .query_row([path.as_str()], |row| row.get(0))
                .optional()?;
            let Some(note) = note else { return Ok(None) };
            let text = text_of(connection, note)?;
            let boxes = boxes_of(connection, note)?;
            let mut parts: Vec<PlacedPart> = Vec::new();
            for (_, chunk) in chunks_of(connection, note)? {
                let Some(part) = chunk.part else { continue };
                if parts.last().is_none_or(|last| last.part != part) {
                    parts.push(PlacedPart { start: chunk.range.start, part });
                }
            }
            Ok(Some(FileText { text, parts: Some(parts), boxes }))
        })
    }

    /// Queries the database: the catalog would load all outlines, which a single search from the terminal would wait
    /// for.
    fn files_of(&self, groups: &[FileGroup]) -> Result<Vec<FileEntry>> {
        let files = self.shared.readers.with(|connection| load_list(connection, "files"))?;
        let is_wanted = |path: &&NotePath| {
            FileGroup::of(path.as_str()).is_some_and(|(group, _)| groups.contains(&group))
        };
        Ok(files
            .iter()
            .filter(is_wanted)
            .filter_map(|path| self.vault().entry(path).ok())
            .collect())
    }

    fn moved(
        &self,
        wanted: &[FileEntry],
        known: &HashMap<NotePath, KnownFile>,
    ) -> Vec<(NotePath, NotePath)> {
        let listed: HashSet<&NotePath> = wanted.iter().map(|entry| &entry.path).collect();
        let mut gone: Vec<(&NotePath, &KnownFile)> =
            known.iter().filter(|(path, _)| !listed.contains(path)).collect();
        gone.sort_by_key(|(path, _)| *path);
        let mut moved = Vec::new();
        for entry in wanted.iter().filter(|entry| !known.contains_key(&entry.path)) {
            let bytes = stamp_of(entry).bytes;
            // Only a file of the same size is worth hashing.
            if !gone.iter().any(|(_, file)| file.stamp.bytes == bytes) {
                continue;
            }
            let Ok((mut file, _)) = self.vault().open_file(&entry.path, Limits::default().file)
            else {
                continue;
            };
            let Ok(source) = ContentHash::of_reader(&mut file) else { continue };
            let is_same = |(from, file): &(&NotePath, &KnownFile)| {
                file.is_of(source)
                    && FileGroup::of(from.as_str()) == FileGroup::of(entry.path.as_str())
            };
            if let Some(at) = gone.iter().position(is_same) {
                moved.push((gone.remove(at).0.clone(), entry.path.clone()));
            }
        }
        moved
    }

    fn moves(
        &self,
        moved: &[(NotePath, NotePath)],
        known: &mut HashMap<NotePath, KnownFile>,
    ) -> Result<Vec<Edit>> {
        let mut edits = Vec::new();
        for (from, to) in moved {
            let Some(file) = known.remove(from) else { continue };
            let outline = self.shared.readers.with(|connection| outline_at(connection, from))?;
            let title = to.file_name().to_owned();
            let names = names_of(&outline.unwrap_or_default());
            let (from, to, stamp) = (from.clone(), to.clone(), file.stamp);
            let there = file.told(to.clone(), stamp);
            let nothing = Edit::Unread { path: from.clone(), stamp, reason: None, pictures: false };
            edits.extend([nothing, there]);
            edits.push(Edit::Move { from, to: to.clone(), title, names, dated: None, stamp });
            known.insert(to, file);
        }
        Ok(edits)
    }

    fn look_into(
        &self,
        entry: &FileEntry,
        before: Option<&KnownFile>,
        read: &mut ReadDocument<'_>,
    ) -> Result<Vec<Edit>> {
        let limits = Limits::unhurried();
        let path = &entry.path;
        let (mut file, opened) = match self.vault().open_file(path, limits.file) {
            Ok(opened) => opened,
            Err(notes::Error::NotFound(_)) => return Ok(forgotten(path).into()),
            Err(error) => {
                return Ok(refused(path, stamp_of(entry), error.to_string(), false).into());
            }
        };
        let stamp = stamp(opened.bytes, opened.modified);
        let source = ContentHash::of_reader(&mut file);
        let source = match source.and_then(|source| file.rewind().map(|()| source)) {
            Ok(source) => source,
            Err(error) => return Ok(refused(path, stamp, error.to_string(), false).into()),
        };
        if let Some(before) = before.filter(|before| before.is_of(source)) {
            let touched = Edit::Touch { path: path.clone(), stamp };
            return Ok(vec![touched, before.told(path.clone(), stamp)]);
        }
        let document = match read(path.file_name().to_owned(), file, limits)? {
            Ok(document) => document,
            Err(Refusal { reason, sentence, .. }) => {
                let pictures = reason == Reason::ImageOnly;
                return Ok(refused(path, stamp, sentence, pictures).into());
            }
        };
        let problems: Vec<String> =
            document.problems.iter().map(|problem| problem.sentence.clone()).collect();
        let reason = (!problems.is_empty()).then(|| problems.join(" "));
        let pictures = !document.pictures().is_empty();
        let told = Edit::Unread { path: path.clone(), stamp, reason, pictures };
        // A panic of the chunker must not keep other files from being indexed.
        Ok(match catch_unwind(AssertUnwindSafe(|| prepare(path, document, stamp, source))) {
            Ok(read) => vec![Edit::Put(Box::new(read)), told],
            Err(_) => refused(path, stamp, sentences::unparsed(path), false).into(),
        })
    }

    /// Writes between syncs and adopts the new revision, so that the next sync doesn't take it for another
    /// process's.
    fn write_documents(&self, edits: Vec<Edit>) -> Result<()> {
        if edits.is_empty() {
            return Ok(());
        }
        let turn = self.shared.turn.lock();
        let before = self.shared.readers.with(writer::revision)?;
        let after = self.shared.writer.apply(edits)?.wait()?;
        let mut view = self.shared.view();
        if view.revision == before {
            view.revision = after;
        }
        drop(view);
        drop(turn);
        Ok(())
    }
}

/// Estimated seconds to read files: starting a process for each, then by size.
fn seconds(group: FileGroup, files: u32, bytes: u64) -> u32 {
    /// An estimate for slow cores, not measured: starting a process, and extracting text from a PDF.
    const MILLISECONDS_A_FILE: u64 = 60;
    const BYTES_A_SECOND: u64 = 1_500_000;
    /// Recognising a page's text took 3.0 to 5.3 s (`docs/inside/files.md`), regardless of the file's size.
    const MILLISECONDS_A_PICTURE: u64 = 4_000;
    let whole = match group {
        FileGroup::Pictures => u64::from(files) * MILLISECONDS_A_PICTURE,
        _ => u64::from(files) * MILLISECONDS_A_FILE + bytes * 1000 / BYTES_A_SECOND,
    };
    u32::try_from(whole.div_ceil(1000)).unwrap_or(u32::MAX)
}

fn forgotten(path: &NotePath) -> [Edit; 2] {
    let stamp = Stamp { bytes: 0, modified: None };
    let told = Edit::Unread { path: path.clone(), stamp, reason: None, pictures: false };
    [Edit::Remove(path.clone()), told]
}

fn refused(path: &NotePath, stamp: Stamp, reason: String, pictures: bool) -> [Edit; 2] {
    let told = Edit::Unread { path: path.clone(), stamp, reason: Some(reason), pictures };
    [Edit::Remove(path.clone()), told]
}

fn boxes_of(connection: &Connection, note: i64) -> rusqlite::Result<Vec<LineBox>> {
    let packed: Option<Vec<u8>> = connection
        .prepare_cached("SELECT boxes FROM texts WHERE note = ?1")?
        .query_row([note], |row| row.get(0))?;
    let Some(packed) = packed else { return Ok(Vec::new()) };
    serde_json::from_str(&unpack(&packed)?)
        .map_err(|_| damaged("where the lines of a picture stand can't be read"))
}

fn prepare(path: &NotePath, document: Document, stamp: Stamp, source: ContentHash) -> ReadNote {
    let title = path.file_name().to_owned();
    let outline = Note { aliases: document.title.iter().cloned().collect(), ..Note::default() };
    let text = file_text(document);
    let chunks = chunk_file(&text);
    let names = names_of(&outline);
    let chunks = IndexedText::beside(chunks, &title, &repeated(&title, &names, path));
    ReadNote {
        kind: FileGroup::of(path.as_str()).map(|(_, ending)| ending),
        stamp,
        hash: ContentHash::of(&text.text),
        source: Some(source),
        outline: pack_outline(&outline),
        text: pack(&text.text),
        names,
        boxes: (!text.boxes.is_empty())
            .then(|| serde_json::to_string(&text.boxes).ok())
            .flatten()
            .map(|boxes| pack(&boxes)),
        tags: Vec::new(),
        dated: None,
        role: None,
        records: Vec::new(),
        chunks,
        path: path.clone(),
        title,
    }
}

fn known(connection: &Connection) -> rusqlite::Result<HashMap<NotePath, KnownFile>> {
    let mut select = connection.prepare_cached(
        "SELECT path, notes.bytes, notes.modified, source, reason, COALESCE(pictures, 0)
         FROM notes LEFT JOIN unread USING (path) WHERE kind IS NOT NULL
         UNION ALL
         SELECT path, bytes, modified, NULL, reason, pictures FROM unread
         WHERE path NOT IN (SELECT path FROM notes)",
    )?;
    let rows = select.query_map([], |row| {
        let stamp = Stamp { bytes: row.get(1)?, modified: row.get(2)? };
        let (source, reason, pictures) = (row.get(3)?, row.get(4)?, row.get(5)?);
        let known = KnownFile { stamp, source, reason, pictures };
        Ok((row.get::<_, String>(0)?, known))
    })?;
    rows.map(|row| {
        let (path, known) = row?;
        match NotePath::new(&path) {
            Ok(path) => Ok((path, known)),
            Err(_) => Err(damaged(&format!("the entry of {path} can't be read"))),
        }
    })
    .collect()
}
