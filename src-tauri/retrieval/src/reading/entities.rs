//! Questions about single notes: “When is Bruno's birthday?”, “Who was at both meetings?”

use std::ops::Range;

use index::{KeyEntry, Result};
use notes::NotePath;
use records::{Aggregate, AggregateKind, Condition, Query, RecordKind, Target, Test, fold};

use super::{
    classes::{Class, is_class},
    keys::{is_like, like},
    phrases::OPINIONS,
    reader::{Reader, is_filler},
    words::{Kind, LEXICON, LONGEST_NAME, Word, stemmed},
};

const ATTENDS: &str =
    "attended,was at,was in,were at,was there,took part,dabei,anwesend,teilgenommen";

/// They ask for the user's own rating of the note that they name.
const LIKES: &str = "how did i like,how did i rate,wie fand ich,wie hat mir,gefallen";

/// Maximum words of the name of a person, of which one stands for the whole.
const LONGEST_PERSON: usize = 3;

/// Maximum words of a name.
const LONGEST: usize = 8;

impl Reader<'_> {
    /// Whether a query over a kind of notes would answer a question about one of them, with the others that link to it:
    /// “What's the state of the home gym project?”
    pub(super) fn names_one_of(&self, query: &Query) -> Result<bool> {
        let kind: Vec<Condition> = query.filter.iter().filter(|it| is_class(it)).cloned().collect();
        if query.of != RecordKind::Note || kind.is_empty() {
            return Ok(false);
        }
        for condition in query.filter.iter().filter(|it| !it.negated) {
            let (Target::Key(_), Test::Is(names)) = (&condition.target, &condition.test) else {
                continue;
            };
            let [name] = &names[..] else { continue };
            let is_part = |word: &Word| name.split(' ').any(|part| part == word.folded);
            let is_named = self.words.windows(2).any(|pair| {
                let is_kind = pair[1].is_of_kind(Kind::Class) && !pair[1].folded.ends_with('s');
                is_kind && is_part(&pair[0])
            });
            if is_named {
                let named = Condition::new(Target::Name, Test::Is(vec![name.clone()]));
                let filter = [&kind[..], &[named]].concat();
                return Ok(self.index.count(&Query { filter, ..Query::of(RecordKind::Note) })? > 0);
            }
        }
        Ok(false)
    }

    /// The longest unused words that are a note's name, and their place. They are used.
    pub(super) fn longest_name(&mut self) -> Option<(String, Range<usize>)> {
        for length in (1..=LONGEST.min(self.words.len())).rev() {
            for at in 0..=self.words.len() - length {
                let place = at..at + length;
                if let Some(name) = self.name_at(place.clone()) {
                    self.use_words(place.clone());
                    return Some((name, place));
                }
            }
        }
        None
    }

    fn name_at(&self, range: Range<usize>) -> Option<String> {
        let words = &self.words[range];
        let (first, last) = (words.first()?, words.last()?);
        if words.iter().any(|word| word.used) {
            return None;
        }
        let is_small =
            |word: &Word| is_filler(&word.folded) || language::is_function_word(&word.folded);
        if words.len() == 1 && is_small(first) {
            return None;
        }
        let names = &self.vocabulary.names;
        let spoken = words.iter().map(|word| &*word.folded).collect::<Vec<_>>().join(" ");
        let hyphened = spoken.replace(' ', "-");
        if let Some(name) = [&spoken, &hyphened].into_iter().find(|name| names.contains_key(*name))
        {
            return Some(name.clone());
        }
        let file = spoken.strip_suffix(" md").map(str::to_owned);
        if let Some(file) = file.filter(|file| names.contains_key(file)) {
            return Some(file);
        }
        // A first or last name of one note: “Bruno”.
        let may_be_name = first.is_capitalised() || self.is_lower() && self.may_be_part(first);
        if words.len() == 1 && may_be_name && last.folded.chars().count() > 2 {
            let is_part = |name: &&String| {
                // The first test is fast.
                name.contains(&spoken)
                    && name.split(' ').any(|part| part == spoken)
                    // A word of a long title names nothing: “leeks” of “Braised eggs with leeks”.
                    && (first.is_capitalised() || name.split(' ').count() <= LONGEST_PERSON)
                    && !name.contains(|it: char| it.is_ascii_digit())
            };
            let mut parts = names.keys().filter(is_part);
            return match (parts.next(), parts.next()) {
                (Some(only), None) => Some(only.clone()),
                _ => None,
            };
        }
        None
    }

    /// Whether a word is more likely a part of a name than a kind of notes: no “films” of a “Films overview”.
    fn may_be_part(&self, word: &Word) -> bool {
        !word.is_of_kind(Kind::Class) && !self.vocabulary.folders.contains_key(&word.folded)
    }

    /// Properties of one note that the question names.
    pub(super) fn entity(&mut self) -> Result<Option<Query>> {
        // “Todos tagged bathroom” are no tags of the note “Bathroom renovation”.
        if self.says("task,tasks,todo,todos,aufgabe,aufgaben") {
            return Ok(None);
        }
        let Some((name, place)) = self.longest_name() else { return Ok(None) };
        // “Blade Runner 2049” is another film than “Blade Runner”.
        let behind = self.words.get(place.end);
        if behind.is_some_and(|word| word.text.chars().all(|it| it.is_ascii_digit())) {
            return Ok(None);
        }
        let condition = Condition::new(Target::Name, Test::Is(vec![name]));
        let class = self.class_with(vec![condition])?;
        if class.notes == 0 || class.notes > 3 {
            return Ok(None);
        }
        self.properties(class, &place)
    }

    /// Properties of a note that the question names. The words at `place` stand for the note.
    pub(super) fn properties(
        &mut self,
        class: Class,
        place: &Range<usize>,
    ) -> Result<Option<Query>> {
        let mut columns = Vec::new();
        for key in &class.keys {
            for at in 0..self.words.len() {
                if self.names_key(&self.words[at], key) {
                    self.use_words(at..at + 1);
                    if !columns.contains(&key.name) {
                        columns.push(key.name.clone());
                    }
                }
            }
        }
        // “Was arbeitet Sofia?” asks for her work, not for her employer.
        let role = like(class.keys.iter(), "role");
        if let Some(role) = role.filter(|_| self.says("was arbeitet,for a living,for work")) {
            columns = vec![role.name.clone()];
        }
        // An age follows from the day of birth.
        let says_opinion = self.take(OPINIONS) || self.take(LIKES);
        let asked = [("rating", says_opinion), ("birthday", self.take("how old,wie alt"))];
        for (name, _) in asked.into_iter().filter(|(_, is_asked)| *is_asked) {
            let may = |key: &&KeyEntry| name != "birthday" || key.dates > 0;
            let key = like(class.keys.iter().filter(may), name);
            let name = key.map(|key| key.name.clone());
            columns.extend(name.filter(|name| !columns.contains(name)));
        }
        let before = self.words.clone();
        if !self.names_kind(&class, place)? {
            self.words = before;
        }
        // “When was I in Japan?”, about a note with a beginning and an end.
        if columns.is_empty() && self.take("when,wann") {
            let dates = class.keys.iter().filter(|key| {
                key.dates > 0 && !matches!(&*key.key, "created" | "updated" | "modified")
            });
            columns.extend(dates.map(|key| key.name.clone()));
        }
        self.take("fertig,sein,be,ready,done,finished");
        // A day is no place.
        let mut named = class.keys.iter().filter(|key| columns.contains(&key.name));
        let are_days = named.all(|key| key.dates * 2 >= key.total());
        let asks_where = self.says("where,wo");
        if columns.is_empty() || (asks_where && are_days) || !self.left().is_empty() {
            return Ok(None);
        }
        let mut query = Query::of(RecordKind::Note);
        query.filter = class.conditions;
        query.columns = columns;
        Ok(Some(query))
    }

    /// True if a word right beside a note's name says of which kind it is: “the Nightjar project”. The word is used.
    fn names_kind(&mut self, note: &Class, place: &Range<usize>) -> Result<bool> {
        let Some(kind) = self.class()? else { return Ok(false) };
        let is_beside = kind.words.end == place.start || kind.words.start == place.end;
        let filter = [&note.conditions[..], &kind.conditions].concat();
        let found = self.index.count(&Query { filter, ..Query::of(RecordKind::Note) })?;
        Ok(is_beside && found > 0)
    }

    /// The people of a note, or those that two share: “Who was at both the kick-off and the review?”
    pub(super) fn attendees(&mut self) -> Result<Option<Query>> {
        let is_both = self.take("both,beiden,beide,each of,sowohl");
        let person = self.take("who,wer,which people,people,welche personen,personen,welche leute");
        if !person || !(is_both || self.says(ATTENDS)) {
            return Ok(None);
        }
        if is_both && let Some(pair) = self.pair_by_dates()? {
            return self.people_of(&pair, true);
        }
        self.take("attended,attend,present,dabei,anwesend,sat,sit,was,war,took part,part,teilgenommen,terminen,termine,besprechungen,meetings,meeting,sitzungen,treffen,rounds,at,in");
        let split = self.words.iter().position(|word| is_both && word.is("and und als"));
        let topics = self.left();
        let parts: Vec<Vec<usize>> = match split {
            Some(split) => {
                let (one, other) = topics.iter().partition(|at| **at < split);
                vec![one, other]
            }
            None => vec![topics],
        };
        let mut found: Vec<NotePath> = Vec::new();
        for part in parts {
            let all = self.titled(&part)?;
            let expected = if is_both && split.is_none() { 2 } else { 1 };
            if all.len() != expected {
                return Ok(None);
            }
            found.extend(all);
        }
        found.dedup();
        match found.len() == 1 + usize::from(is_both) {
            true => self.people_of(&found, is_both),
            false => Ok(None),
        }
    }

    /// The people whom these notes name. With `is_both`, only people whom each of two notes names.
    fn people_of(&self, found: &[NotePath], is_both: bool) -> Result<Option<Query>> {
        let names = found.iter().map(|path| fold(path.stem())).collect();
        let condition = Condition::new(Target::Name, Test::Is(names));
        let class = self.class_with(vec![condition])?;
        let people = class.keys.iter().filter(|key| key.links > 0 && words_of_people(key));
        let columns: Vec<String> = people.map(|key| key.name.clone()).collect();
        if columns.is_empty() {
            return Ok(None);
        }
        let common =
            |key: &String| Aggregate { kind: AggregateKind::Common, key: Some(key.clone()) };
        let aggregate = columns.first().filter(|_| is_both).map(common);
        let filter = class.conditions;
        Ok(Some(Query { filter, columns, aggregate, ..Query::of(RecordKind::Note) }))
    }

    /// The notes whose names have all these words, within the question's period if it names one and that leaves some.
    fn titled(&self, words: &[usize]) -> Result<Vec<NotePath>> {
        if words.is_empty() {
            return Ok(Vec::new());
        }
        let stems: Vec<[String; 2]> =
            words.iter().map(|at| stemmed(&self.words[*at].folded.replace('-', " "))).collect();
        let mut found: Vec<NotePath> = Vec::new();
        for (name, paths) in &self.vocabulary.names {
            if name.len() > LONGEST_NAME {
                continue;
            }
            let name = stemmed(&name.replace(['-', '–', '—', ':', ','], " "));
            let has = |stem: &[String; 2]| {
                name.iter()
                    .zip(stem)
                    .any(|(name, stem)| format!(" {name} ").contains(&format!(" {stem} ")))
            };
            if stems.iter().all(has) {
                found.extend(
                    paths.iter().filter(|path| !found.contains(path)).cloned().collect::<Vec<_>>(),
                );
            }
        }
        let dated: Vec<Vec<NotePath>> = self
            .periods
            .iter()
            .map(|period| {
                let query =
                    Query::of(RecordKind::Note).with(Target::Date, Test::Within(period.period));
                let rows = self.index.table(&query)?.rows;
                Ok(rows
                    .into_iter()
                    .map(|row| row.path)
                    .filter(|path| found.contains(path))
                    .collect())
            })
            .collect::<Result<_>>()?;
        let narrower =
            dated.into_iter().filter(|it: &Vec<NotePath>| !it.is_empty() && it.len() < found.len());
        let mut found = narrower.min_by_key(Vec::len).unwrap_or(found);
        // A meeting rather than the project of the same name.
        if found.len() > 1 {
            let dated: Vec<NotePath> = found
                .iter()
                .filter(|path| path.stem().starts_with(|it: char| it.is_ascii_digit()))
                .cloned()
                .collect();
            if !dated.is_empty() {
                found = dated;
            }
        }
        found.sort();
        Ok(found)
    }
}

pub(super) fn words_of_people(key: &KeyEntry) -> bool {
    ["attendees", "with", "person"].iter().any(|name| is_like(key, name))
        || LEXICON.same("person", &key.key, Kind::Class)
}
