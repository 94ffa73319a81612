//! The searched text of a passage: its own words, and those repeated from its note.

use notes::NotePath;

use crate::{
    Chunk, forms,
    vectors::{TextKey, embedded_text},
    words,
};

pub(super) struct IndexedText {
    pub(super) key: TextKey,
    pub(super) headings: String,
    pub(super) body: String,
    pub(super) stems: String,
    /// The spellings of the passage's words and of those that its note repeats.
    pub(super) spellings: String,
}

impl IndexedText {
    /// `repeated` has the words of its note that each passage repeats, as the note spells them.
    pub(super) fn of(chunk: &Chunk, title: &str, repeated: &str) -> Self {
        let above: Vec<&str> =
            chunk.heading_path.iter().chain(&chunk.columns).map(String::as_str).collect();
        let headings = above.join(" / ");
        Self {
            key: TextKey::of(&embedded_text(title, chunk)),
            stems: forms::stems(&[repeated, &headings, &chunk.text]),
            spellings: forms::spellings(&[repeated, &headings, &chunk.text]),
            headings: words::indexed(&headings),
            body: words::indexed(&chunk.text),
        }
    }

    pub(super) fn beside(chunks: Vec<Chunk>, title: &str, repeated: &str) -> Vec<(Chunk, Self)> {
        let pair = |chunk| {
            let text = Self::of(&chunk, title, repeated);
            (chunk, text)
        };
        chunks.into_iter().map(pair).collect()
    }
}

pub(super) struct NoteWords {
    pub(super) title: String,
    pub(super) names: String,
    pub(super) path: String,
}

impl NoteWords {
    /// Truncates a title or tags that would exceed the passages' own text several times over.
    pub(super) fn of(
        title: &str,
        names: &str,
        path: &NotePath,
        passages: usize,
        bytes: usize,
    ) -> Self {
        /// Maximum size of repeated words, as a multiple of the text.
        const SHARE: usize = 4;
        /// Repetition in a short note costs nothing.
        const ALWAYS: usize = 16 * 1024;
        let texts =
            [words::indexed(title), words::indexed(names), words::indexed(&searched_path(path))];
        let room = (SHARE * bytes).max(ALWAYS) / passages.max(1);
        let fits = texts.iter().map(String::len).sum::<usize>() <= room;
        let [title, names, path] = texts.map(|text| match fits {
            true => text,
            false => whole_words(&text, room / 3).to_owned(),
        });
        Self { title, names, path }
    }
}

/// The words that each passage repeats of its note, as the note spells them, truncated like [`NoteWords`].
pub(super) fn repeated(title: &str, names: &str, path: &NotePath) -> String {
    /// Maximum bytes; only a damaged or hostile note has more.
    const MOST: usize = 1024;
    let all = format!("{title} / {names} / {}", searched_path(path));
    whole_words(&all, MOST).to_owned()
}

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

fn searched_path(path: &NotePath) -> String {
    format!("{} / {}", path.folder(), path.stem())
}
