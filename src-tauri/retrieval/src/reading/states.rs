//! Conditions on what has become of something: “on my watchlist”, “not yet seen”, “overdue”, “expired”.

use index::{KeyEntry, ValueEntry};
use jiff::civil::Date;
use records::{Condition, Period, Query, Target, Test};

use super::{
    amounts::is_yes_no,
    keys::{is_wish, like, not_done, same_key},
    phrases::OVERDUE,
    reader::Reader,
    words::{Kind, LEXICON},
};

/// Words that fill a question, or say that something is done.
const FINISHED: &str = "done fertig";

/// Words for what isn't done yet.
const UNFINISHED: &str =
    "open outstanding pending unfinished offen offene offenen ausstehend ausstehende";

/// Something still to be done.
const WANTED: &str = "to read pile,to-read pile,want to read,want to watch,want to see,still want,to read,to watch,still on,have not read,haven't read,not yet read,will lesen,will sehen,noch lesen,noch sehen,lesen will,sehen will,noch nicht gelesen,noch nicht gesehen,to-read,to-watch,wish list,watch list,reading list";

/// The same, of a list that may be another one.
const LISTED: &str = "still on my list,still on the list,left on my list,left on the list,noch auf der liste,noch auf meiner liste,\
    auf der liste,auf meiner liste,on my list,on the list,noch auf dem zettel,noch auf meinem zettel,noch auf dem stapel,noch auf meinem stapel,noch auf der merkliste,noch auf meiner merkliste,\
    noch auf der wunschliste,noch auf meiner wunschliste";

/// Something done. “Durch” and “through” say nothing elsewhere.
const THROUGH: &str = "habe ich durch,hab ich durch,haben wir durch,ich durch habe,ich durch hab,wir durch haben,bin ich durch,sind wir durch,\
    ich schon durch,schon durch,komplett durch,ganz durch,durch habe,am i done with,i'm done with,am i through with,i'm through with,\
    i got through,i have got through,have i got through,did i get through,i am done with,i am through with";

/// A date that these name has passed, or not yet.
const EXPIRED: &str = "expired,has run out,have run out,had run out,already run out,no longer valid,out of,abgelaufen,abgelaufene,abgelaufener,abgelaufenen,abgelaufenem,nicht mehr gultig";
const VALID: &str =
    "still valid,still under,not expired,noch gultig,gultig,gultige,noch nicht abgelaufen";

/// They ask for something that nobody has seen, read or played yet.
const WISHES: &str = "want to see,want to watch,want to read,want to play,want to visit,wanna see,wanna watch,wanna read,still to see,\
                      still to watch,still to read,yet to see,yet to watch,yet to read,plan to see,plan to watch,plan to read,\
                      like to see,like to watch,like to read,noch sehen,noch ansehen,noch anschauen,noch schauen,noch gucken,\
                      noch lesen,noch spielen,noch besuchen,will ich sehen,will ich lesen,will ich schauen,sehen will,lesen will,\
                      schauen will,sehen mochte,lesen mochte,mochte ich sehen,mochte ich lesen,想看,想读";

/// Something begun, and what leads to its end.
const BEGINS: &str = "start started starting begin began begun begonnen begann angefangen anfing";
const THEN: &str = "and but then und aber dann";

impl Reader<'_> {
    /// Whether a word only says that something began which then ended: “What did I start reading and drop?”
    pub(super) fn is_only_begun(&self, at: usize, keys: &[KeyEntry]) -> bool {
        let is_begin = |at: usize| self.words.get(at).is_some_and(|word| word.is(BEGINS));
        let is_active = |at: usize| {
            let groups = LEXICON.groups(&self.words[at].folded, Kind::Status);
            groups.contains(&"active") && at.checked_sub(1).is_some_and(is_begin)
        };
        let is_joined = self.words.get(at + 1).is_some_and(|word| word.is(THEN));
        is_joined && (is_begin(at) || is_active(at)) && self.says_over(at + 2, keys)
    }

    /// Whether one of the words from here on is a value for something given up.
    fn says_over(&self, from: usize, keys: &[KeyEntry]) -> bool {
        const NEAR: usize = 4;
        let is_over = |value: &&ValueEntry| {
            let groups = LEXICON.groups(&value.spoken, Kind::Status);
            groups.contains(&"dropped") || groups.contains(&"paused")
        };
        let words = self.words.iter().skip(from).take(NEAR);
        let mut values = keys.iter().flat_map(|key| &key.values).filter(is_over);
        values.any(|value| words.clone().any(|word| word.stem_is(&value.spoken)))
    }

    /// Whether a condition is on a state that one thing can't have beside another: “that I finished and dropped”.
    pub(super) fn is_one_after_other(&self, condition: &Condition) -> bool {
        let Test::Is(values) = &condition.test else { return false };
        let says = |list: &str| self.words.iter().any(|word| word.is(list));
        says("i we ich wir")
            && !says("are is were was sind ist waren war")
            && values.iter().all(|it| !LEXICON.groups(it, Kind::Status).is_empty())
    }

    pub(super) fn status_conditions(&mut self, keys: &[KeyEntry]) -> Vec<Condition> {
        let Some(key) = like(keys.iter(), "status").or_else(|| of_states(keys)) else {
            return match self.flagged(keys) {
                Some(flagged) => vec![flagged],
                None => self.not_yet(keys),
            };
        };
        // Phrases whose words have other meanings by themselves.
        let phrases = [
            ("want", WANTED),
            ("want", LISTED),
            ("done", THROUGH),
            (
                "dropped",
                "give up on,gave up on,given up on,give up,gave up,given up,nicht zu ende gelesen,did not finish,didn't finish,did i not finish,didn't i finish,nicht fertig,nicht zu ende,nie zu ende",
            ),
            ("paused", "on hold,auf eis"),
            (
                "active",
                "right now,in progress,lese ich gerade,in arbeit,in the middle of,at the moment,zur zeit",
            ),
        ];
        for (state, all) in phrases {
            // What somebody wants to see at a time is no state.
            let wish = || self.place_of(WISHES).filter(|_| self.periods.is_empty());
            let wish = || if all == WANTED { wish() } else { None };
            let Some(place) = self.place_of(all).or_else(wish) else { continue };
            let values: Vec<String> = key
                .values
                .iter()
                .filter(|value| LEXICON.groups(&value.spoken, Kind::Status).contains(&state))
                .map(|value| value.folded.clone())
                .collect();
            if values.is_empty() && all == WANTED {
                return self.not_yet(keys);
            }
            if !values.is_empty() {
                self.use_words(place);
                self.take("pile,on,my,list");
                // It is no second state: “on hold right now”.
                self.take("right now,just now,at the moment,now,currently,derzeit,gerade,momentan,im moment,zur zeit");
                let target = Target::Key(key.name.clone());
                return vec![Condition::new(target, Test::Is(values))];
            }
        }
        if let Some(ended) = self.through(keys) {
            return vec![ended];
        }
        match key.values.iter().any(|it| LEXICON.groups(&it.folded, Kind::Status).contains(&"want"))
        {
            true => self.begun(key).into_iter().collect(),
            false => self.wished(keys).or_else(|| self.begun(key)).into_iter().collect(),
        }
    }

    /// “Begun” as a state, where the question names no time at which something began.
    fn begun(&mut self, key: &KeyEntry) -> Option<Condition> {
        if !self.periods.is_empty() {
            return None;
        }
        let at = self.words.iter().position(|word| {
            !word.used && LEXICON.groups(&word.folded, Kind::Key).contains(&"started")
        })?;
        let values = key.values.iter().map(|value| &value.folded);
        let begun = values.filter(|value| LEXICON.groups(value, Kind::Key).contains(&"started"));
        let begun: Vec<String> = begun.cloned().collect();
        if begun.is_empty() {
            return None;
        }
        self.use_words(at..at + 1);
        Some(Condition::new(Target::Key(key.name.clone()), Test::Is(begun)))
    }

    /// “Films that I still want to see” have no date yet.
    fn wished(&mut self, keys: &[KeyEntry]) -> Option<Condition> {
        let place = self.place_of(WISHES).filter(|_| self.periods.is_empty())?;
        let key = self.key_of_event(keys)?;
        self.use_words(place);
        self.take("noch,still,ich,i,gern,gerne");
        Some(Condition { target: Target::Key(key.name), test: Test::Exists, negated: true })
    }

    /// “Zu Ende gelesen” isn't about Michael Ende. Where nothing was read, “zu Ende” is a state.
    pub(super) fn use_to_the_end(&mut self) {
        let said =
            "zu ende gelesen,zu ende gesehen,zu ende geschaut,zu ende gespielt,zu ende gehort";
        if let Some(place) = self.place_of(said) {
            self.use_words(place.start..place.end - 1);
        }
    }

    /// The key for when something was seen, read, played or visited.
    fn key_of_event(&self, keys: &[KeyEntry]) -> Option<KeyEntry> {
        let usual = ["seen", "finished", "played", "visited"];
        let is_it = |key: &&KeyEntry| usual.iter().any(|name| same_key(name, key));
        keys.iter().find(is_it).cloned()
    }

    /// “Films to watch”, where these have `toWatch: true`.
    fn flagged(&mut self, keys: &[KeyEntry]) -> Option<Condition> {
        let key = keys.iter().find(|key| is_wish(key) && is_yes_no(key))?;
        let place = self.place_of(WANTED)?;
        self.use_words(place);
        self.take("pile,on,my,list");
        let target = Target::Key(key.name.clone());
        Some(Condition::new(target, Test::Is(vec!["true".to_owned()])))
    }

    /// “Which orders still have to go out?”: not those whose status says that they are done.
    pub(super) fn still_to_do(&mut self, keys: &[KeyEntry], filter: &mut Vec<Condition>) {
        const DUTIES: &str = "have to,has to,need to,needs to,must,still open,still pending,muss noch,mussen noch,muss ich noch,\
                              mussen wir noch,noch offen,noch raus,noch zu";
        // “Recipes that must rest overnight” are all such recipes.
        let is_left = self.says("still,yet,noch,i,we,ich,wir");
        let Some(open) = not_done(keys).filter(|_| is_left && self.take(DUTIES)) else { return };
        self.take("still,noch");
        // “Have to deliver” names the state that is still to come.
        let is_state = |it: &Condition| it.target == open.target;
        let is_done = |it: &Condition| match (&it.test, &open.test) {
            (Test::Is(values), Test::Is(done)) => values.iter().all(|it| done.contains(it)),
            _ => false,
        };
        filter.retain(|it| !(is_state(it) && !it.negated && is_done(it)));
        let is_named = |it: &Condition| is_state(it) && it.test != Test::Exists;
        if !filter.iter().any(is_named) {
            filter.push(open);
        }
    }

    /// “Done” as what a status says, in a question for notes of a kind.
    pub(super) fn bare_status(&mut self, keys: &[KeyEntry]) -> Option<Condition> {
        let status = like(keys.iter(), "status")?;
        for at in 0..self.words.len() {
            let word = &self.words[at];
            if word.used || !word.is(FINISHED) && !word.is(UNFINISHED) {
                continue;
            }
            let values = status.values.iter().filter(|value| !value.is_number);
            let is_it = |value: &&ValueEntry| word.means(&value.spoken, Kind::Status);
            let values: Vec<String> =
                values.filter(is_it).map(|value| value.folded.clone()).collect();
            let open = not_done(keys).filter(|_| word.is(UNFINISHED) && values.is_empty());
            if open.is_some() {
                self.use_words(at..at + 1);
                self.take("still,noch");
                return open;
            }
            if !values.is_empty() {
                let negated = self.takes_negation(at);
                self.use_words(at..at + 1);
                let target = Target::Key(status.name.clone());
                return Some(Condition { target, test: Test::Is(values), negated });
            }
        }
        None
    }

    /// Whether the question asks for what is done or not, and no condition says so.
    pub(super) fn leaves_state(&self, is_bare: bool) -> bool {
        is_bare && self.words.iter().any(|word| !word.used && word.is(FINISHED))
            || [LISTED, THROUGH].iter().any(|phrases| {
                // “Liste” is also a filler, but not the first word.
                self.place_of(phrases).is_some_and(|place| !self.words[place.start].used)
            })
    }

    /// “Films that I have rated” have a rating.
    pub(super) fn rated(&mut self, keys: &[KeyEntry], query: &Query) -> Option<Condition> {
        let key = like(keys.iter(), "rating")?;
        let target = Target::Key(key.name.clone());
        let said = self.place_of("rated,i rate,bewertet")?;
        let is_figure = self.says("average,best rated,highest rated,durchschnittlich");
        let is_new = query.filter.iter().all(|it| it.target != target);
        (!is_figure && is_new).then(|| Condition {
            target,
            test: Test::Exists,
            negated: self.takes_negation(said.start),
        })
    }

    /// “Books I'm through with” have a date.
    fn through(&mut self, keys: &[KeyEntry]) -> Option<Condition> {
        let place = self.place_of(THROUGH).filter(|_| self.periods.is_empty())?;
        let key = self.key_of_event(keys)?;
        self.use_words(place);
        Some(Condition::new(Target::Key(key.name), Test::Exists))
    }

    /// “not yet seen”, in notes that have the date on which something was seen.
    fn not_yet(&mut self, keys: &[KeyEntry]) -> Vec<Condition> {
        let phrases = "noch nicht gesehen,nicht gesehen,noch nicht gelesen,nicht gelesen,not yet seen,haven't seen,not seen,haven't watched,not watched,haven't read,not read,not yet read,noch nicht gespielt,haven't played,unseen,unread,ungesehen,ungelesen";
        let (Some(place), Some(key)) = (self.place_of(phrases), self.key_of_event(keys)) else {
            return self.through(keys).or_else(|| self.wished(keys)).into_iter().collect();
        };
        self.use_words(place);
        self.take("noch,aus,steht,stehen");
        vec![Condition { target: Target::Key(key.name), test: Test::Exists, negated: true }]
    }

    /// “Overdue invoices”, “devices with an expired warranty”: conditions on a key of dates.
    pub(super) fn overdue(&mut self, keys: &[KeyEntry]) -> Vec<Condition> {
        let condition = |key: &KeyEntry, test| Condition::new(Target::Key(key.name.clone()), test);
        let is_date = |key: &&KeyEntry| key.dates > 0 && key.dates * 2 >= key.total();
        let mut dates = keys.iter().filter(is_date);
        let past = Test::Before(Period::day(self.today));
        let due = like(dates.clone(), "due");
        if let Some(due) = due.filter(|_| self.take(OVERDUE)) {
            let mut found = vec![condition(due, past)];
            found.extend(not_done(keys));
            return found;
        }
        let names = |key: &&KeyEntry| self.words.iter().any(|word| self.names_key(word, key));
        let Some(key) = dates.find(names) else { return Vec::new() };
        if !self.periods.is_empty() && self.use_run_out(key) {
            return Vec::new();
        }
        // “Not expired” has “expired” in it.
        let test = if self.take(VALID) {
            Test::Within(Period { first: self.today, last: Date::MAX })
        } else if self.take(EXPIRED) {
            past
        } else {
            return Vec::new();
        };
        for at in 0..self.words.len() {
            if self.names_key(&self.words[at], key) {
                self.use_words(at..at + 1);
            }
        }
        vec![condition(key, test)]
    }
}

/// A key of another name whose values are mostly states, among them what somebody wants: `shelf: want`.
fn of_states(keys: &[KeyEntry]) -> Option<&KeyEntry> {
    let groups = |value: &ValueEntry| LEXICON.groups(&value.spoken, Kind::Status);
    keys.iter().find(|key| {
        let states = key.values.iter().filter(|value| !groups(value).is_empty()).count();
        states * 2 > key.values.len()
            && key.values.iter().any(|value| groups(value).contains(&"want"))
    })
}
