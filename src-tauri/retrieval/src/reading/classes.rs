//! Kinds of notes: by folder, tag, or a property such as `type`.

use std::ops::Range;

use index::{KeyEntry, Result};
use notes::TYPE_KEYS;
use records::{Condition, Period, Query, RecordKind, Target, Test, fold};

use super::{
    keys::{is_like, is_listed, like, same_key},
    reader::{Reader, is_filler},
    words::{Kind, LEXICON, Word, is_chinese, same_stem},
};

/// A kind of notes that a question names.
#[derive(Debug, Clone)]
pub(super) struct Class {
    pub(super) conditions: Vec<Condition>,
    pub(super) notes: u32,
    /// Number of notes with a date of their own.
    pub(super) dated: u32,
    /// The keys of its notes.
    pub(super) keys: Vec<KeyEntry>,
    /// The words that name it.
    pub(super) words: Range<usize>,
}

/// Words for people that also ask.
pub(super) const PRONOUNS: &str = "who wer wen everyone everybody anyone";

const DAYS: &str = "day days tag tage tagen";

/// They stand before a kind of notes, not before a name.
const QUANTIFIERS: &str =
    "alle aller allen welche welcher welchen viele vielen wieviele meine meiner meinen keine";

/// Folders that have the notes of a kind, where none is named after it.
const HOMES: [(&str, &str); 6] = [
    ("recipe", "kitchen kuche"),
    ("film", "watching watched kino cinema geschaut"),
    ("book", "reading read lesen gelesen"),
    ("trip", "away unterwegs"),
    ("person", "folk folks"),
    ("purchase", "bought buys gekauft"),
];

/// Words for meetings, of which “minutes” tell. Elsewhere these are units.
const MEETINGS: &str =
    "meeting meetings besprechung besprechungen sitzung sitzungen treffen protokoll protokolle";
const MINUTES: [&str; 3] = ["minutes", "meeting minutes", "meeting notes"];

/// How sure it is that words name a kind of notes, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Sureness {
    /// A usual word for a kind of notes, such as “films”.
    Usual,
    /// A folder or type of this vault.
    Own,
    /// Only a tag, which may also say what notes are about.
    Tag,
    /// “Who”, if nothing else names a kind.
    Pronoun,
}

/// How a question says of which notes it asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    /// By a word for their kind.
    Noun,
    /// By words that their names share.
    Title,
    /// By a key that they have.
    Key,
    /// By a value that they have.
    Value,
}

impl Reader<'_> {
    /// The kind of notes that the question names: the surest, the first of several. Its words are used.
    pub(super) fn class(&mut self) -> Result<Option<Class>> {
        let mut best: Option<((bool, Sureness), Condition, Range<usize>)> = None;
        for at in 0..self.words.len() {
            for length in [2, 1] {
                let words = &self.words[at..(at + length).min(self.words.len())];
                if words.len() < length || words.iter().any(|word| word.used) {
                    continue;
                }
                // “Board games” aren't games.
                let is_part = best
                    .as_ref()
                    .is_some_and(|(_, _, found)| found.len() > length && found.contains(&at));
                if is_part || self.is_head(at) {
                    continue;
                }
                let Some((sureness, condition)) = self.class_of(at, length)? else { continue };
                if sureness != Sureness::Usual && length == 1 && self.is_verb(at) {
                    continue;
                }
                // “Hexa” is a tag, but “Hexa Labs” a client.
                if sureness == Sureness::Tag && self.is_in_name(at, length) {
                    continue;
                }
                // In German, nouns name kinds rather than verbs: “Wie viele Kuchen kann ich backen?”
                let is_noun = self.is_english || self.is_lower() || self.words[at].is_capitalised();
                let rank = (!is_noun || sureness == Sureness::Pronoun, sureness);
                if best.as_ref().is_none_or(|(known, ..)| rank < *known) {
                    best = Some((rank, condition, at..at + length));
                }
            }
        }
        if let Some(((_, sureness), kind, words)) = &best
            && let Some(whole) = self.whole_name(kind, words, *sureness == Sureness::Usual)?
        {
            let whole = whole
                .map(|(words, kinds)| self.class_with(kinds).map(|class| Class { words, ..class }));
            return whole.transpose();
        }
        let Some((_, mut condition, mut words)) = best else {
            let folder = self.named_folder();
            return folder.map(|folder| self.class_with(vec![folder])).transpose();
        };
        if let Some(second) = self.second_class(&condition, words.end)? {
            condition.test = second;
            words.end += 2;
        }
        self.use_words(words.clone());
        Ok(Some(Class { words, ..self.class_with(vec![condition])? }))
    }

    /// The folder of “in the Log folder” and “im Ordner Log”. Its words are used.
    pub(super) fn named_folder(&mut self) -> Option<Condition> {
        let is_folder = |word: &Word| !word.used && word.is("folder directory ordner verzeichnis");
        let at = self.words.iter().position(is_folder)?;
        let places =
            [at.saturating_sub(2)..at, at.saturating_sub(1)..at, at + 1..at + 3, at + 1..at + 2];
        let found = places.into_iter().find_map(|place| {
            let words = self.words.get(place.clone()).filter(|words| !words.is_empty())?;
            let name: Vec<&str> = words.iter().map(|word| &*word.folded).collect();
            let name = name.join(" ");
            self.vocabulary.folders.contains_key(&name).then_some((name, place))
        });
        let (name, place) = found?;
        self.use_words(place);
        self.use_words(at..at + 1);
        Some(Condition::new(Target::Folder, Test::Is(vec![name])))
    }

    /// Whether a word is a verb by the pronoun before it: “work” in “how much did I work”.
    fn is_verb(&self, at: usize) -> bool {
        const SUBJECTS: &str = "i we you he she they who ich wir er sie wer";
        const AUXILIARIES: &str = "have has had haven't hasn't i've we've";
        let before = at.checked_sub(1).and_then(|before| self.words.get(before));
        let is_small = self.words.get(at).is_some_and(|word| !word.is_capitalised());
        is_small && before.is_some_and(|word| word.is(SUBJECTS) || word.is(AUXILIARIES))
    }

    /// Whether a word is the first part of a compound, which says more of its last part: “Gartenprojekte” are projects.
    fn is_head(&self, at: usize) -> bool {
        let next = self.words.get(at + 1);
        next.is_some_and(|next| self.words[at].range.end == next.range.start)
            && !is_chinese(&self.words[at].folded)
    }

    /// Whether these words and one beside them are the name of a note.
    fn is_in_name(&self, at: usize, length: usize) -> bool {
        let wider = [at.checked_sub(1).map(|start| start..at + length), Some(at..at + length + 1)];
        wider.into_iter().flatten().filter_map(|range| self.words.get(range)).any(|words| {
            let name = words.iter().map(|word| &*word.folded).collect::<Vec<_>>().join(" ");
            self.vocabulary.names.contains_key(&name)
        })
    }

    /// Whether the vault tells its daily notes from others of its journal.
    fn has_daily(&self) -> bool {
        let mut parts = self.vocabulary.tags.iter().flat_map(|(tag, _)| tag.split('/'));
        self.vocabulary.folders.keys().any(|name| is_daily(name)) || parts.any(is_daily)
    }

    /// The test for two kinds, if the words at `end` join a second one: “cafés and bars”.
    fn second_class(&self, first: &Condition, end: usize) -> Result<Option<Test>> {
        let is_joined = self.words.get(end).is_some_and(|word| word.is("and or und oder"));
        if !is_joined || self.words.get(end + 1).is_none_or(|word| word.used) {
            return Ok(None);
        }
        let second = self.class_of(end + 1, 1)?.map(|(_, condition)| condition);
        let second = second.filter(|second| second.target == first.target);
        Ok(match (&first.test, second.map(|second| second.test)) {
            (Test::Is(one), Some(Test::Is(other))) => Some(Test::Is([&one[..], &other].concat())),
            _ => None,
        })
    }

    /// The largest kind of notes that these words name.
    pub(super) fn class_of(
        &self,
        at: usize,
        length: usize,
    ) -> Result<Option<(Sureness, Condition)>> {
        // German nouns have capitals: “alle Kuchen”.
        let before = at.checked_sub(1).and_then(|before| self.words.get(before));
        let is_noun = !self.is_english && before.is_some_and(|word| word.is(QUANTIFIERS));
        self.class_named(self.words.get(at..at + length).unwrap_or_default(), is_noun)
    }

    /// The same of words that may be in no question. `is_noun` if their capitals don't say that they are a name.
    pub(super) fn class_named(
        &self,
        words: &[Word],
        is_noun: bool,
    ) -> Result<Option<(Sureness, Condition)>> {
        let phrase = words.iter().map(|word| &*word.folded).collect::<Vec<_>>().join(" ");
        let is_filler = |word: &Word| {
            // “Expensive” things aren't expenses, and English tags no days.
            word.is("expensive")
                || self.is_english && word.is("tag tags")
                || is_filler(&word.folded)
                    && !self.is_own_kind(word)
                    && !word.is("day days tag tage tagen")
                    && !word.is(PRONOUNS)
        };
        if words.iter().all(is_filler) {
            return Ok(None);
        }
        // Days aren't the weeks of the same journal.
        let is_of_days = words.iter().all(|word| word.is(DAYS)) && self.has_daily();
        let is_meeting = matches!(words, [word] if word.is(MEETINGS));
        let is_it = |name: &str| {
            names(words, &phrase, name, !self.is_english) && (!is_of_days || is_daily(name))
                || is_meeting && MINUTES.contains(&name)
        };
        let is_pronoun = words.iter().all(|word| word.is(PRONOUNS));
        let is_usual = !LEXICON.groups(&phrase, Kind::Class).is_empty();
        let mut found: Vec<(Sureness, Condition)> = Vec::new();
        let add = |found: &mut Vec<_>, sureness, target, values: Vec<String>| {
            if !values.is_empty() {
                let sureness = match (is_pronoun, is_usual) {
                    (true, _) => Sureness::Pronoun,
                    (_, true) => Sureness::Usual,
                    _ => sureness,
                };
                found.push((sureness, Condition::new(target, Test::Is(values))));
            }
        };
        for key in self.vocabulary.keys.iter().filter(|key| TYPE_KEYS.contains(&&*key.key)) {
            let values = key.values.iter().filter(|value| is_it(&value.folded));
            let values = values.map(|value| value.folded.clone()).collect();
            add(&mut found, Sureness::Own, Target::Key(key.name.clone()), values);
        }
        let folders = self.vocabulary.folders.keys().filter(|name| is_it(name));
        add(&mut found, Sureness::Own, Target::Folder, folders.cloned().collect());
        // A name is what notes are about.
        let is_name = self.vocabulary.names.contains_key(&phrase)
            || !is_noun && words.iter().any(Word::is_capitalised);
        if is_usual || !is_name {
            let tags = self.tags_named(&is_it, found.is_empty());
            add(&mut found, Sureness::Tag, Target::Tag, tags);
        }
        let home = HOMES.iter().find(|(class, _)| {
            found.is_empty() && LEXICON.groups(&phrase, Kind::Class).contains(class)
        });
        if let Some((_, places)) = home {
            let is_home = |name: &str| places.split(' ').any(|place| place == name);
            let folders = self.vocabulary.folders.keys().filter(|name| is_home(name));
            let folders: Vec<String> = folders.cloned().collect();
            if !folders.is_empty() {
                let condition = Condition::new(Target::Folder, Test::Is(folders));
                found.push((Sureness::Own, condition));
            }
        }
        // The question's own word comes before another one: “jobs” are in the folder “Jobs”.
        let is_own = |condition: &Condition| match (&condition.test, words) {
            (Test::Is(values), [word]) => values.iter().any(|value| word.stem_is(value)),
            _ => false,
        };
        let mut best: Option<((bool, u32), Sureness, Condition)> = None;
        for (sureness, condition) in found {
            let query = Query { filter: vec![condition.clone()], ..Query::of(RecordKind::Note) };
            let notes = self.index.count(&query)?;
            let rank = (is_own(&condition), notes);
            if notes > 0 && best.as_ref().is_none_or(|(known, ..)| rank > *known) {
                best = Some((rank, sureness, condition));
            }
        }
        Ok(best.map(|(_, sureness, condition)| (sureness, condition)))
    }

    /// The key of a class's dates that the question means. `None` for the notes' own dates.
    pub(super) fn date_key<'k>(&self, class: &'k Class) -> Option<&'k KeyEntry> {
        let is_date = |key: &&KeyEntry| key.dates > 0 && key.dates * 2 >= key.total();
        let keys: Vec<&KeyEntry> = class.keys.iter().filter(is_date).collect();
        let kind = self.words.get(class.words.clone()).unwrap_or_default();
        let named = |key: &&&KeyEntry| {
            let may = |word: &&Word| !word.used && !word.is("last first next");
            self.words.iter().filter(may).any(|word| self.names_key(word, key))
                // “Clippings” have been clipped.
                || kind.iter().any(|word| word.stem_is(&key.key))
        };
        let end = |key: &&&KeyEntry| self.words.iter().any(|word| self.is_end_of(word, key));
        if let Some(key) = keys.iter().find(end).or_else(|| keys.iter().find(named)) {
            return Some(key);
        }
        if class.dated * 2 >= class.notes {
            return None;
        }
        // An event's beginning tells more than the day on which its note was made.
        let usual =
            ["date", "datum", "start", "seen", "finished", "visited", "played", "last", "started"];
        let usual = usual.iter().find_map(|name| {
            // When a book was finished tells more than when it was started.
            let is_it = |key: &&&KeyEntry| {
                // “Date added” is no date of its own.
                let is_date = matches!(*name, "date" | "datum");
                let is_same = if is_date { is_listed(key, name) } else { same_key(name, key) };
                is_same || key.key.starts_with(name) && !is_like(key, "started")
            };
            keys.iter().find(is_it)
        });
        let is_made = |key: &KeyEntry| matches!(&*key.key, "created" | "updated" | "modified");
        // A deadline isn't when something happened.
        let is_end =
            |key: &KeyEntry| ["due", "end", "return"].iter().any(|name| is_like(key, name));
        usual
            .or_else(|| keys.iter().find(|key| !is_made(key) && !is_end(key)))
            .or_else(|| keys.iter().find(|key| !is_made(key)))
            .copied()
    }

    /// True if a class is dated only by birthdays, and the question doesn't ask for them.
    pub(super) fn has_only_birthdays(&self, class: &Class) -> bool {
        let key = self.date_key(class).filter(|key| is_anniversary(key));
        key.is_some_and(|key| !self.words.iter().any(|word| self.names_key(word, key)))
    }

    /// True for “people I met in May”: the date of somebody's note is another one.
    pub(super) fn asks_whom_i_met(&self, class: &Class) -> bool {
        const MEETS: &str = "meet,met,see,saw,seen,called,visited,getroffen,gesehen,besucht,traf";
        let words = self.words.get(class.words.clone()).unwrap_or_default();
        let is_person = words.iter().any(|word| word.means("person", Kind::Class));
        let has_date = self
            .date_key(class)
            .is_some_and(|key| self.words.iter().any(|word| self.names_key(word, key)));
        is_person && self.says(MEETS) && !has_date
    }

    /// The vault's key for the beginning or the end of something.
    pub(super) fn date_key_like(&self, name: &str) -> Option<KeyEntry> {
        let is_date = |key: &&KeyEntry| key.notes > 0 && key.dates * 2 >= key.total();
        let dates = self.vocabulary.keys.iter().filter(is_date);
        let of_journey = if name == "start" { "departure" } else { "return" };
        like(dates.clone(), name).or_else(|| like(dates, of_journey)).cloned()
    }

    pub(super) fn class_with(&self, conditions: Vec<Condition>) -> Result<Class> {
        let mut query = Query::of(RecordKind::Note);
        query.filter = conditions;
        let scope = self.index.scope(&query)?;
        Ok(Class {
            conditions: query.filter,
            notes: scope.notes,
            dated: scope.dated,
            keys: scope.keys,
            words: 0..0,
        })
    }

    /// Notes whose names share words of the question: “the Kestrel weeklies”.
    pub(super) fn class_by_title(&mut self) -> Result<Option<Class>> {
        const LEAST: u32 = 3;
        for (words, text) in self.texts_of_titles() {
            let condition = Condition::new(Target::Name, Test::Contains(vec![text]));
            let class = self.class_with(vec![condition])?;
            if class.notes >= LEAST {
                self.use_words(words.clone());
                return Ok(Some(Class { words, ..class }));
            }
        }
        Ok(None)
    }
}

/// Whether a condition says of which kind notes are.
pub(super) fn is_class(condition: &Condition) -> bool {
    match &condition.target {
        Target::Folder | Target::Tag | Target::View => !condition.negated,
        Target::Key(key) => !condition.negated && TYPE_KEYS.contains(&&*fold(key)),
        _ => false,
    }
}

/// Whether a word names the records that a query finds: “films” those of `folder:films`.
pub fn names_rows(query: &Query, word: &str) -> bool {
    let word = fold(word);
    let usual = match query.of {
        RecordKind::Note => "note notes notiz notizen entry entries eintrag eintrage",
        RecordKind::Task => "task tasks todo todos aufgabe aufgaben",
        RecordKind::Row => "row rows line lines zeile zeilen entry entries eintrag eintrage",
    };
    let classes = query.filter.iter().filter(|it| is_class(it));
    let classes = classes.filter_map(|condition| match &condition.test {
        Test::Is(values) => Some(values),
        _ => None,
    });
    let is_it = |name: &str| same_stem(&word, name) || LEXICON.same(&word, name, Kind::Class);
    usual.split(' ').any(|it| it == word)
        || query.view().is_some_and(|(file, _)| is_it(&fold(file)))
        || classes.flatten().flat_map(|value| value.split('/')).any(is_it)
}

/// Whether words name a folder, tag or type; in a language `with_compounds`, also by a part of it.
fn names(words: &[Word], phrase: &str, name: &str, with_compounds: bool) -> bool {
    let name = name.replace(['-', '_'], " ");
    if phrase == name {
        return true;
    }
    let spaced = phrase.replace('-', " ");
    let parts: Vec<&str> = name.split(' ').collect();
    match words {
        [word] if parts.len() == 1 => {
            // “Tagebucheinträge” are of the folder “Tagebuch”, “Termine” of “Arzttermine”.
            const LEAST: usize = 5;
            let is_compound = with_compounds
                && name.chars().count() >= LEAST
                && word.folded.chars().count() >= LEAST
                && (word.folded.starts_with(&name)
                    || name.ends_with(&word.folded)
                    || name.ends_with(word.folded.trim_end_matches('n')));
            is_compound
                || word.stem_is(&name)
                || word.means(&name, Kind::Class)
                || word.means(&name, Kind::Key)
                || same_stem(&spaced, &name)
        }
        [_] => LEXICON.same(phrase, &name, Kind::Class),
        _ => {
            LEXICON.same(phrase, &name, Kind::Class)
                || parts.len() == words.len()
                    && words.iter().zip(&parts).all(|(word, part)| word.stem_is(part))
                || parts.len() == 1 && Word::alone(&phrase.replace(' ', "")).stem_is(&name)
        }
    }
}

/// A condition on the date under a key, or on the notes' own.
pub(super) fn date_condition(key: Option<&KeyEntry>, period: Period) -> Condition {
    let target = match key {
        Some(key) if key.key != records::DATE => Target::Key(key.name.clone()),
        _ => Target::Date,
    };
    // “Born in 1990” means that year.
    let is_in_a_year = Period::year(period.first.year())
        .is_some_and(|year| year.first < period.first || period.last < year.last);
    let is_yearly = is_in_a_year && key.is_some_and(is_anniversary);
    let test = if is_yearly { Test::Yearly(period) } else { Test::Within(period) };
    Condition::new(target, test)
}

/// A date that returns every year.
pub(super) fn is_anniversary(key: &KeyEntry) -> bool {
    is_like(key, "birthday")
}

/// Whether a folder or a part of a tag is for notes of days.
fn is_daily(name: &str) -> bool {
    matches!(name, "daily" | "daily notes" | "daily-notes" | "dailies" | "taglich")
}
