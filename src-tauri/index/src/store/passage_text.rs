//! The text of a passage as it is searched: its own words, and what of its note is repeated with it.

use notes::NotePath;

use crate::{
    Chunk,
    vectors::{TextKey, embedded_text},
    words,
};

/// A chunk's text as the full-text index gets it, and what its vector is found by.
pub(super) struct IndexedText {
    pub(super) key: TextKey,
    pub(super) headings: String,
    pub(super) body: String,
}

impl IndexedText {
    pub(super) fn of(chunk: &Chunk) -> Self {
        Self {
            key: TextKey::of(&embedded_text(chunk)),
            headings: words::indexed(&chunk.heading_path.join(" / ")),
            body: words::indexed(&chunk.text),
        }
    }

    pub(super) fn beside(chunks: Vec<Chunk>) -> Vec<(Chunk, Self)> {
        let pair = |chunk| {
            let text = Self::of(&chunk);
            (chunk, text)
        };
        chunks.into_iter().map(pair).collect()
    }
}

/// What every passage of a note is found by besides its own words.
pub(super) struct NoteWords {
    pub(super) title: String,
    pub(super) names: String,
    pub(super) path: String,
}

impl NoteWords {
    /// Of a note whose `passages` have `bytes` of text together. A title or a list of tags that
    /// would take more room in all of its passages than their own text several times over is cut.
    pub(super) fn of(
        title: &str,
        names: &str,
        path: &NotePath,
        passages: usize,
        bytes: usize,
    ) -> Self {
        /// Maximum size of what is repeated, in times the text.
        const SHARE: usize = 4;
        /// What a short note repeats costs nothing.
        const ALWAYS: usize = 16 * 1024;
        let texts = [words::indexed(title), names.to_owned(), words::indexed(&searched_path(path))];
        let room = (SHARE * bytes).max(ALWAYS) / passages.max(1);
        let fits = texts.iter().map(String::len).sum::<usize>() <= room;
        let [title, names, path] = texts.map(|text| match fits {
            true => text,
            false => whole_words(&text, room / 3).to_owned(),
        });
        Self { title, names, path }
    }
}

/// The words at the beginning of `text` that have no more than `most` bytes together.
fn whole_words(text: &str, most: usize) -> &str {
    if text.len() <= most {
        return text;
    }
    let start = &text[..text.floor_char_boundary(most)];
    match text[start.len()..].starts_with(|c: char| !words::is_word_char(c)) {
        true => start,
        false => start.trim_end_matches(words::is_word_char),
    }
}

/// A path without the extension that every note has.
fn searched_path(path: &NotePath) -> String {
    format!("{} / {}", path.folder(), path.stem())
}
