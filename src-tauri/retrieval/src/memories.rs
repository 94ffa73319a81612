//! What is remembered, found by what it means.

use conversation::FileText;
use notes::ContentHash;

use crate::{meaning::FileMeaning, query::words, whole::WholeNotes};

/// Which of the memories mean what `question` asks, the nearest first, by their places. None while their
/// vectors are being made, or if they can't be: what has the question's words is found without. Blocks.
pub fn near(
    memories: &[String],
    question: &str,
    meaning: &FileMeaning,
    whole: &WholeNotes,
) -> Vec<usize> {
    // Kept as the vectors of a file are. No file's text begins with such a character.
    let all = FileText::plain(format!("\u{0}{}", memories.join("\u{0}")));
    let kept = whole.file(ContentHash::of(&all.text), &all);
    let likeness = kept.vectors.likeness(&words(question), &meaning.embedder, || memories.to_vec());
    let likeness = likeness.ok().flatten().unwrap_or_default();
    let mut near: Vec<(usize, f32)> =
        likeness.into_iter().enumerate().filter(|(_, like)| *like >= meaning.threshold).collect();
    near.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    near.into_iter().map(|(at, _)| at).collect()
}
