//! Verbs whose key is a word for the one who does it: “conducted” names the key “conductor”, “dirigiert” the “Dirigent”.

use index::KeyEntry;
use records::{Query, Target};

use super::{
    keys::parts,
    reader::Reader,
    words::{Kind, Word},
};

/// Ends of words for somebody who does something.
const ENDINGS: [&str; 9] = ["ators", "ator", "ors", "ers", "erin", "or", "er", "ent", "ist"];

/// Minimum letters of the root that a verb and a key share.
const LEAST: usize = 4;

/// Participles that the lexicon has, with which “by” leads to a name.
const MADE: &str = "directed written taught geschrieben unterrichtet";

impl Reader<'_> {
    /// Whether a verb says what the person under this key does.
    pub(super) fn names_agent(&self, word: &Word, key: &KeyEntry) -> bool {
        let is_text = key.numbers == 0 && key.dates == 0;
        // “Played” has a key of its own.
        if !is_text || word.is_of_kind(Kind::Key) || word.folded.chars().count() < LEAST {
            return false;
        }
        let names = |name: &str| {
            let mut roots = ENDINGS.iter().filter_map(|end| name.strip_suffix(end));
            roots.any(|root| root.len() >= LEAST && self.is_verb_of(word, root))
        };
        names(&key.key) || parts(key).iter().any(|part| names(part))
    }

    /// Whether a word is a participle of a verb with this root, or a plain form behind “did”.
    fn is_verb_of(&self, word: &Word, root: &str) -> bool {
        const PARTICIPLES: [&str; 7] = ["ed", "d", "iert", "ierte", "ierten", "t", "en"];
        let of_root = |text: &str| {
            let mut ends = PARTICIPLES.iter().filter_map(|end| text.strip_suffix(end));
            ends.any(|it| it == root)
        };
        let text = &*word.folded;
        let has_participle = ["ed", "iert", "ierte", "ierten"].iter().any(|it| text.ends_with(it));
        if has_participle || text.ends_with('t') && !self.is_english && !word.is_capitalised() {
            return of_root(text) || text.strip_prefix("ge").is_some_and(of_root);
        }
        // “Did Harriet conduct”: a noun may be the same.
        let is_plain = text == root || text.strip_suffix('e') == Some(root);
        let at = self.words.iter().position(|it| it.is("did does"));
        let at = at.filter(|_| is_plain);
        at.is_some_and(|at| self.words[at..].iter().any(|it| it.range == word.range))
    }

    /// Whether somebody does what a verb says, and the query finds the notes that name them for another reason:
    /// “conducted by Ijeoma”, who only played.
    pub(super) fn misses_agent(&self, query: &Query, keys: &[KeyEntry]) -> bool {
        if self.says("who,whom,wer,wem") {
            return false;
        }
        (0..self.words.len()).any(|at| {
            let word = &self.words[at];
            let next = self.words.get(at + 1);
            let is_made = word.is(MADE) && next.is_some_and(|it| it.is("by von"));
            let is_it = |key: &&KeyEntry| {
                self.names_agent(word, key) || is_made && self.names_key(word, key)
            };
            let mut named = keys.iter().filter(is_it).peekable();
            let has = |key: &KeyEntry| {
                query.filter.iter().any(|it| it.target == Target::Key(key.name.clone()))
            };
            named.peek().is_some() && !named.any(has)
        })
    }
}
