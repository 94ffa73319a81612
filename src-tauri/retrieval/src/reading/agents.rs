//! Verbs whose key is a word for the one who does it: “conducted” names the key “conductor”, “dirigiert” the “Dirigent”.

use index::KeyEntry;

use super::{
    keys::parts,
    words::{Kind, Word},
};

/// Ends of words for somebody who does something.
const ENDINGS: [&str; 9] = ["ators", "ator", "ors", "ers", "erin", "or", "er", "ent", "ist"];

/// Minimum letters of the root that a verb and a key share.
const LEAST: usize = 4;

/// Whether a verb says what the person under this key does.
pub(super) fn names_agent(words: &[Word], is_english: bool, word: &Word, key: &KeyEntry) -> bool {
    let is_text = key.numbers == 0 && key.dates == 0;
    // “Played” has a key of its own.
    if !is_text || word.is_of_kind(Kind::Key) || word.folded.chars().count() < LEAST {
        return false;
    }
    let names = |name: &str| {
        let mut roots = ENDINGS.iter().filter_map(|end| name.strip_suffix(end));
        roots.any(|root| root.len() >= LEAST && is_verb_of(words, is_english, word, root))
    };
    names(&key.key) || parts(key).iter().any(|part| names(part))
}

/// Whether a word is a participle of a verb with this root, or a plain form behind “did”.
fn is_verb_of(words: &[Word], is_english: bool, word: &Word, root: &str) -> bool {
    const PARTICIPLES: [&str; 7] = ["ed", "d", "iert", "ierte", "ierten", "t", "en"];
    let of_root = |text: &str| {
        let mut ends = PARTICIPLES.iter().filter_map(|end| text.strip_suffix(end));
        ends.any(|it| it == root)
    };
    let text = &*word.folded;
    let has_participle = ["ed", "iert", "ierte", "ierten"].iter().any(|it| text.ends_with(it));
    if has_participle || text.ends_with('t') && !is_english && !word.is_capitalised() {
        return of_root(text) || text.strip_prefix("ge").is_some_and(of_root);
    }
    // “Did Harriet conduct”: a noun may be the same.
    let is_plain = text == root || text.strip_suffix('e') == Some(root);
    let at = words.iter().position(|it| it.is("did does"));
    let at = at.filter(|_| is_plain);
    at.is_some_and(|at| words[at..].iter().any(|it| it.range == word.range))
}
