//! Kinds of notes that only a verb or “with whom” names: “What am I reading?”, “Mit wem war ich in Hamburg?”

use index::{KeyEntry, Result, ValueEntry};
use records::{Condition, Query, RecordKind, Target, Test};

use super::{
    agents::names_agent,
    classes::{Class, PRONOUNS},
    entities::words_of_people,
    keys::like,
    phrases::{COUNT, MEAN, SPEECH},
    reader::{Reader, is_filler},
    words::{Kind, LEXICON, Word},
};

/// Participles that the lexicon has, with which “by” leads to a name.
const MADE: &str = "directed written taught geschrieben unterrichtet";

/// Verbs of what somebody does now, and the kinds of notes about it.
const DOES: [(&str, &str); 3] = [
    ("reading lese lesen", "books"),
    ("watching schaue schauen gucke gucken", "series films"),
    ("playing spiele spielen", "games"),
];

const NOW: &str = "right now,at the moment,these days,zur zeit,im moment,im augenblick,now,currently,gerade,derzeit,aktuell,\
                   momentan,zurzeit,just,so";

impl Reader<'_> {
    /// “What am I reading?”
    pub(super) fn doing(&mut self) -> Result<Option<Option<Query>>> {
        let is_figure = !self.periods.is_empty() || self.says(COUNT) || self.says(MEAN);
        let is_user = self.says("am i,i'm,i am,ich,are we,we're,we are,wir");
        let found = DOES.iter().find_map(|(verbs, kinds)| {
            Some((self.words.iter().position(|word| word.is(verbs))?, *kinds))
        });
        let Some((at, kinds)) = found.filter(|_| is_user && !is_figure) else {
            return Ok(None);
        };
        self.use_words(at..at + 1);
        self.take(NOW);
        self.take("what,was,which,i'm,we're");
        let is_of_kind = !self.left().is_empty();
        let mut classes = Vec::new();
        if is_of_kind {
            classes.extend(self.class()?);
        } else {
            for kind in kinds.split(' ') {
                if let Some((_, condition)) = self.class_named(&[Word::alone(kind)], true)? {
                    classes.push(self.class_with(vec![condition])?);
                }
            }
        }
        if classes.is_empty() || !self.left().is_empty() {
            return Ok(None);
        }
        for class in classes {
            let Some(now) = now(&class.keys) else { continue };
            let columns = now.iter().filter_map(|it| match &it.target {
                Target::Key(key) if !it.negated => Some(key.clone()),
                _ => None,
            });
            let mut query = Query::of(RecordKind::Note);
            query.columns = columns.collect();
            query.filter = class.conditions.into_iter().chain(now).collect();
            if self.index.count(&query)? > 0 {
                return Ok(Some(Some(query)));
            }
        }
        Ok(Some(None))
    }

    /// Whether a question without a kind of notes asks with whom its user was.
    pub(super) fn asks_for_company(&mut self) -> Result<bool> {
        let first = self.words.first();
        let asks_who = first.is_some_and(|word| word.is("who whom wer"))
            && self.words.iter().any(|word| word.is("with mit"));
        let is_user = self.says("i,we,me,us,ich,wir,mir,uns");
        if !(self.says("mit wem,with whom") || asks_who && is_user) {
            return Ok(false);
        }
        let before = self.words.clone();
        let class = self.class()?;
        self.words = before;
        let words = class.and_then(|class| self.words.get(class.words));
        Ok(words.is_none_or(|words| words.iter().all(|word| word.is(PRONOUNS))))
    }

    /// The notes that name company and have a value of the question.
    pub(super) fn class_of_company(&mut self) -> Result<Option<Class>> {
        let vocabulary = self.vocabulary.clone();
        let is_company =
            |key: &&KeyEntry| key.notes > 0 && LEXICON.same("with", &key.key, Kind::Key);
        for key in vocabulary.keys.iter().filter(is_company) {
            let own = Target::Key(key.name.clone());
            let has = Condition::new(own.clone(), Test::Exists);
            let class = self.class_with(vec![has.clone()])?;
            let mut values = self.value_conditions(&class.keys).into_iter();
            let Some(value) = values.find(|it| it.target != own) else { continue };
            // The keys of these notes alone: trips have other dates than films.
            let narrowed = self.class_with(vec![has.clone(), value])?;
            if narrowed.notes > 0 {
                return Ok(Some(Class { conditions: vec![has], ..narrowed }));
            }
        }
        Ok(None)
    }

    /// True if “when” asks for a time that holds in general: “When does the library close?”
    pub(super) fn asks_what_is_usual(&self) -> bool {
        self.words.get(1).is_some_and(|word| word.is("does will"))
    }

    /// True if the question asks what somebody else says or wants: “What does the landlady want?”
    pub(super) fn is_reported(&self) -> bool {
        const USER: &str = "i we you my our mein meine meinen ich wir notes vault";
        let Some(verb) = self.words.iter().take(4).position(|it| it.is("does did do hat haben"))
        else {
            return false;
        };
        let subject = self.words.get(verb + 1).filter(|word| !word.is(USER));
        let is_key = |word: &Word| self.vocabulary.keys.iter().any(|key| self.names_key(word, key));
        let mut verbs = self.words[verb..].iter().filter(|word| word.is(SPEECH));
        subject.is_some() && verbs.any(|word| !is_key(word))
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
                names_agent(&self.words, self.is_english, word, key)
                    || is_made && self.names_key(word, key)
            };
            let mut named = keys.iter().filter(is_it).peekable();
            let has = |key: &KeyEntry| {
                query.filter.iter().any(|it| it.target == Target::Key(key.name.clone()))
            };
            named.peek().is_some() && !named.any(has)
        })
    }

    /// Uses the verb of “Who works at the office?” and “Wer singt im Chor?”, whose value names a circle of people.
    pub(super) fn use_place_of_people(&mut self, class: &Class) {
        const DOES: &str = "works work arbeitet arbeiten";
        const PERFORMS: &str = "sings sing singing plays play playing singt singen spielt spielen";
        const LEADS: &str = "in im at am bei beim for fur the our my meinem meiner unserem unserer";
        let at = self.behind_people(class);
        let (Some(who), Some(verb)) = (self.words.first(), self.words.get(at)) else { return };
        let mut rest = self.words[at + 1..].windows(2);
        let has_place = rest.any(|pair| pair[0].is(LEADS) && pair[1].used);
        // “Who sings alto?”
        let is_it = verb.is(PERFORMS) || verb.is(DOES) && has_place;
        // “Who belongs to the choir?”
        let is_member = verb.is("belongs belong gehort gehoren")
            && self.words.get(at + 1).is_some_and(|it| it.is("to zu zum zur"));
        if (who.is("who wer") || at > 1) && !verb.used && (is_it || is_member) {
            self.use_words(at..at + 1);
        }
    }

    /// The place behind “who”, “who of my people” or “welche von meinen Freunden”.
    fn behind_people(&self, class: &Class) -> usize {
        const CHOICE: &str =
            "who wer which welche welcher of von unter among my our the meinen unseren den";
        let words = self.words.get(class.words.clone()).unwrap_or_default();
        let is_person = words.iter().any(|word| word.means("person", Kind::Class));
        let mut before = self.words.iter().take(class.words.start);
        let is_choice = class.words.start > 0 && is_person && before.all(|it| it.is(CHOICE));
        if is_choice { class.words.end } else { 1 }
    }

    /// The people whom “who” asks for, whatever other kind the question names: “Who sings in the choir?” isn't about the
    /// folder “Choir”.
    pub(super) fn people_asked_for(&mut self) -> Result<Option<Class>> {
        if !self.words.first().is_some_and(|word| word.is("who wer")) {
            return Ok(None);
        }
        let Some((_, condition)) = self.class_of(0, 1)? else { return Ok(None) };
        self.use_words(0..1);
        Ok(Some(Class { words: 0..1, ..self.class_with(vec![condition])? }))
    }

    /// Uses the verb of “mit dem Rad gefahren”.
    pub(super) fn use_rides(&mut self) {
        const DRIVES: &str = "gefahren fahren fahre fuhr fuhren ride rode ridden";
        let is_vehicle = |it: &Word| LEXICON.groups(&it.folded, Kind::Key).contains(&"bike");
        if self.words.iter().any(|it| it.used && is_vehicle(it)) {
            for word in self.words.iter_mut().filter(|word| word.is(DRIVES)) {
                word.used = true;
            }
        }
    }

    /// Whether a kind of notes is about people, or most of its notes have some, or the question names one of its keys.
    pub(super) fn has_people(&self, class: &Class) -> bool {
        let words = self.words.get(class.words.clone()).unwrap_or_default();
        let names = |key: &KeyEntry| {
            let may = |word: &&Word| !word.used && !is_filler(&word.folded);
            self.words.iter().filter(may).any(|word| self.names_key(word, key))
        };
        let most_have = |key: &KeyEntry| words_of_people(key) && key.notes * 2 >= class.notes;
        self.groups.is_some()
            || words.iter().any(|word| word.means("person", Kind::Class))
            || class.keys.iter().any(|key| key.notes > 0 && (most_have(key) || names(key)))
    }

    /// Meetings, for “Wann haben sich Rolf und Anselm getroffen?”
    pub(super) fn meeting(&mut self) -> Result<Option<Class>> {
        let met = self.place_of("getroffen,trafen,treffen").filter(|_| self.says("sich"));
        let asks_when = self.words.first().is_some_and(|word| word.is("when wann"));
        let attended = || {
            let verbs = "teilgenommen,zusammengesessen,zusammengesetzt,attend,attended";
            self.place_of(verbs).filter(|_| asks_when)
        };
        let Some(words) = met.or_else(attended) else { return Ok(None) };
        let Some((_, condition)) = self.class_named(&[Word::alone("meetings")], true)? else {
            return Ok(None);
        };
        let class = self.class_with(vec![condition])?;
        let is_of_people = |it: &Condition| match &it.target {
            Target::Key(name) => {
                class.keys.iter().any(|key| key.name == *name && words_of_people(key))
            }
            _ => false,
        };
        let names_people = self.value_conditions(&class.keys).iter().any(is_of_people);
        Ok(names_people.then_some(Class { words, ..class }))
    }
}

/// The conditions for what is going on: a state, or a beginning without an end.
fn now(keys: &[KeyEntry]) -> Option<Vec<Condition>> {
    let status = like(keys.iter(), "status");
    // A shelf may be “reading” too.
    let is_other = |key: &&KeyEntry| !matches!(&*key.key, "tag" | "tags");
    for key in status.into_iter().chain(keys.iter().filter(is_other)) {
        let values = key.values.iter().map(|value| &value.folded);
        let active = values.filter(|it| LEXICON.groups(it, Kind::Status).contains(&"active"));
        let active: Vec<String> = active.cloned().collect();
        if !active.is_empty() {
            return Some(vec![Condition::new(Target::Key(key.name.clone()), Test::Is(active))]);
        }
    }
    let has = |key: &KeyEntry, negated: bool| {
        let target = Target::Key(key.name.clone());
        Condition { target, test: Test::Exists, negated }
    };
    let dated = |name: &str| keys.iter().find(|key| LEXICON.same(name, &key.key, Kind::Key));
    let (begun, ended) = dated("started").zip(dated("finished").or_else(|| dated("seen")))?;
    let ends = |it: &ValueEntry| {
        let groups = LEXICON.groups(&it.spoken, Kind::Status);
        ["dropped", "paused", "want"].iter().any(|state| groups.contains(state))
    };
    // What was given up has no end, either.
    let over = status.and_then(|key| {
        let values = key.values.iter().filter(|it| ends(it));
        let values: Vec<String> = values.map(|it| it.folded.clone()).collect();
        let target = Target::Key(key.name.clone());
        (!values.is_empty()).then_some(Condition { target, test: Test::Is(values), negated: true })
    });
    Some([has(begun, false), has(ended, true)].into_iter().chain(over).collect())
}
