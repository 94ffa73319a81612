use conversation::FileText;
use notes::ContentHash;

use crate::{meaning::FileMeaning, query::words, whole::WholeNotes};

/// Indices of the memories close to `question` in meaning, nearest first. Empty while vectors are being made or
/// can't be; search by words doesn't need them. Blocks.
pub fn near(
    memories: &[String],
    question: &str,
    meaning: &FileMeaning,
    whole: &WholeNotes,
) -> Vec<usize> {
    // Cached like a file's vectors. The leading NUL avoids collisions: no file's text begins with one.
    let all = FileText::plain(format!("\u{0}{}", memories.join("\u{0}")));
    let kept = whole.file(ContentHash::of(&all.text), &all);
    let likeness = kept.vectors.likeness(&words(question), &meaning.embedder, || memories.to_vec());
    let likeness = likeness.ok().flatten().unwrap_or_default();
    let mut near: Vec<(usize, f32)> =
        likeness.into_iter().enumerate().filter(|(_, like)| *like >= meaning.threshold).collect();
    near.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    near.into_iter().map(|(at, _)| at).collect()
}
