#[cfg(test)]
mod tests;

use parking_lot::Mutex;
use std::{
    collections::HashMap,
    sync::Arc,
    time::{Duration, SystemTime},
};

use index::Chunk;
use models::Tokens;
use notes::{ContentHash, FileEntry, NotePath, Vault};

use crate::likeness::FileVectors;
use conversation::{FileText, PlacedPart, reference::Passage};
use grounding::references::summary;

/// Maximum cached text, in bytes. A project that is sent whole has at most about a tenth of it.
const KEPT: u64 = 32 << 20;

/// A recently changed file may change again within the same timestamp.
const RECENT: Duration = Duration::from_secs(2);

#[derive(Debug)]
pub struct WholeNote {
    pub hash: ContentHash,
    pub about: Option<String>,
    pub passages: Vec<(Passage, String)>,
    /// The properties, if they are in no passage.
    pub properties: Option<(Passage, String)>,
}

/// A cache of whole notes and attached files. Each pause in typing prepares the draft's context, and a project may
/// have a thousand notes, so unchanged ones aren't read again.
#[derive(Debug, Default)]
pub struct WholeNotes {
    kept: Mutex<NoteCache>,
}

#[derive(Debug)]
pub(crate) struct FilePassages {
    pub(crate) passages: Vec<(Passage, String)>,
    pub(crate) vectors: FileVectors,
}

type CachedFile = (Option<Vec<PlacedPart>>, Arc<FilePassages>);

#[derive(Debug, Default)]
struct NoteCache {
    notes: HashMap<NotePath, (FileEntry, Arc<WholeNote>)>,
    files: HashMap<ContentHash, CachedFile>,
    bytes: u64,
}

impl WholeNotes {
    /// Blocks.
    pub fn note(&self, vault: &Vault, path: &NotePath) -> Result<Arc<WholeNote>, notes::Error> {
        let entry = vault.entry(path)?;
        {
            let kept = self.kept.lock();
            if let Some((before, note)) = kept.notes.get(path)
                && *before == entry
            {
                return Ok(note.clone());
            }
        }
        let read = vault.read_note(path)?;
        let passages: Vec<(Passage, String)> =
            index::chunk(&read.text).into_iter().map(passage).collect();
        let is_new = |chunk: &Chunk| {
            passages.first().is_none_or(|(first, _)| chunk.range.end <= first.range.start)
        };
        let note = Arc::new(WholeNote {
            hash: read.hash,
            about: summary::summary(&read.text),
            properties: index::properties(&read.text).filter(is_new).map(passage),
            passages,
        });
        let is_settled =
            SystemTime::now().duration_since(entry.modified).is_ok_and(|since| since > RECENT);
        // The note may have changed between the two reads.
        if is_settled && entry.modified == read.modified && entry.bytes == read.bytes {
            self.keep(entry, note.clone());
        }
        Ok(note)
    }

    /// Blocks.
    pub(crate) fn file(&self, hash: ContentHash, text: &FileText) -> Arc<FilePassages> {
        {
            let kept = self.kept.lock();
            // The same text may be cut with or without pages.
            if let Some((parts, passages)) = kept.files.get(&hash)
                && *parts == text.parts
            {
                return passages.clone();
            }
        }
        let passages = index::chunk_file(text).into_iter().map(passage).collect();
        let passages = Arc::new(FilePassages { passages, vectors: FileVectors::default() });
        let mut kept = self.kept.lock();
        let bytes = text.text.len() as u64;
        if kept.bytes + bytes > KEPT {
            *kept = NoteCache::default();
        }
        kept.bytes += bytes;
        if kept.files.insert(hash, (text.parts.clone(), passages.clone())).is_some() {
            kept.bytes -= bytes;
        }
        passages
    }

    fn keep(&self, entry: FileEntry, note: Arc<WholeNote>) {
        let mut kept = self.kept.lock();
        if kept.bytes + entry.bytes > KEPT {
            *kept = NoteCache::default();
        }
        kept.bytes += entry.bytes;
        if let Some((before, _)) = kept.notes.insert(entry.path.clone(), (entry, note)) {
            kept.bytes -= before.bytes;
        }
    }
}

pub(super) fn passage(chunk: Chunk) -> (Passage, String) {
    let snippet = summary::snippet(&chunk.text);
    let passage = Passage {
        lines: chunk.lines,
        range: chunk.range,
        hash: ContentHash::of(&chunk.text),
        text: chunk.text,
        heading_path: chunk.heading_path,
        columns: chunk.columns,
        part: chunk.part,
        tokens: Tokens(chunk.tokens),
    };
    (passage, snippet)
}
