//! Questions about tasks: “What is overdue?”, “Was ist beim Plover noch zu tun?”

use index::{KeyEntry, Result};
use jiff::civil::Date;
use records::{Aggregate, Condition, Period, Query, RecordKind, Sort, Target, Test, fold};

use super::{
    classes::{date_condition, is_anniversary},
    keys::{is_like, not_done},
    phrases::{DONE, OPEN, OVERDUE},
    reader::{Reader, is_filler},
    words::{Kind, LEXICON, LONGEST_NAME, Word, stemmed},
};

pub(super) const TASKS: &str = "todo list,to-do list,todo-list,todo-liste,to-do-liste,aufgabenliste,open actions,actions,offene punkte,offenen punkte,offenen punkten,open points,open items,action points,task,tasks,todo,todos,to-do,to-dos,aufgabe,aufgaben,action item,action items,checklist,tarea,tareas,tache,taches,任务,待办";
const DUE: &str = "falligkeit,deadline,deadlines,frist,due,fallig,faellig,falligen,fallige,到期";
const CANCELLED: &str = "scrapped,scrap,fallen gelassen,fallengelassen,crossed out,crossed off,struck out,struck off,cancelled,canceled,cancel,dropped,drop,abgebrochen,abgebrochene,abgebrochenen,gestrichen,gestrichene,verworfen,verworfene";
const IN_PROGRESS: &str = "halb erledigt,halb erledigte,halb erledigten,halb fertig,halb fertige,mitten drin,half finished,half-finished,half-done,partly done,in progress,in arbeit,in bearbeitung,half done,started,begun,begonnen,begonnene,begonnenen,angefangen,angefangene,angefangenen";
const UNDATED: &str = "never put a date on,put no date on,didn't put a date on,without any date,with no date,have no date,no date on,nie ein datum,without a date,without date,without a due date,without due date,undated,no date,no dates,no due date,no deadline,no date yet,not have a date,don't have a date,don't have a due date,don't have a deadline,haven't got a date,without a deadline,kein datum,keine frist,keinen termin,keine falligkeit,keine deadline,kein falligkeitsdatum,ohne falligkeit,ohne deadline,ohne datum,ohne termin,ohne frist";

const URGENT: &str = "priority,prioritat,prio,urgent,dringend,dringende,dringenden";

/// Maximum words that the text of a task must have.
const MOST_WORDS: usize = 4;

impl Reader<'_> {
    pub(super) fn tasks(&mut self, question: &str) -> Result<Option<Query>> {
        if !self.vocabulary.keys.iter().any(|key| key.tasks > 0) {
            return Ok(None);
        }
        if self.asks_for_notes()? {
            return Ok(None);
        }
        let names_tasks = self.take(TASKS)
            | self.takes_jobs()?
            | self.says("next deadline,nachste deadline,nachste frist");
        self.free_list();
        let is_reproach = self.takes_reproach();
        let is_overdue = self.take(OVERDUE) | is_reproach;
        let is_undated = self.take(UNDATED);
        let is_due = self.take(DUE);
        let is_scheduled = self.take("schedule,scheduled,planned,geplant,eingeplant");
        let is_not_done = self.says("not done,not finished,not been done,not completed,haven't done,nicht erledigt,nicht fertig,not yet done,not done yet");
        let ticks = self.says("tick off,ticked off,check off,checked off,got done,accomplish,accomplished,abgehakt,hab ich erledigt,habe ich erledigt")
            || (self.says("erledigt,abgehakt")
                && self.says("habe,hab,haben,wurde,wurden")
                && !self.periods.is_empty());
        let is_cancelled = names_tasks && self.take(CANCELLED);
        // “Tasks started in March” asks for a day.
        let is_begun = names_tasks && self.periods.is_empty() && self.take(IN_PROGRESS);
        let is_done = !is_not_done
            && !is_reproach
            && (names_tasks || ticks)
            && self.says(DONE)
            && !self.says("open,offen,offene,still");
        let is_open = self.open_is_asked() || (self.asks_what_comes() && !self.names_dated()?);
        if is_done && is_overdue {
            // Done late is read in `against_due`.
            return Ok(None);
        }
        let asks_when =
            self.says("until when,by when,bis wann") || (is_due && self.says("when,wann"));
        let must = self.says("muss,mussen,must,have to,need to,should,soll,sollte")
            && self.says("erledigen,machen,tun,do,get done,be done,erledigt werden,gemacht werden,finish,schaffen,fertig");
        let asks_when = asks_when || (must && !self.periods.is_empty());
        let is_urgent = is_not_done && self.says(URGENT);
        if !(names_tasks
            || ticks
            || is_urgent
            || is_overdue
            || is_undated
            || is_open
            || (is_due && !self.periods.is_empty())
            || asks_when)
        {
            return Ok(None);
        }
        self.take(OPEN);
        self.take(DONE);
        self.take("coming up,anything down for,down for,is down,dran,steht,stehen,an,erledigen,machen,tun,do,schaffen,complete,not,been,yet,still,noch,things,thing,sachen,dinge,finish,get,have,has,haven't,havent,be,until,remains,remain,must,muss,should,anything,something,nothing,etwas");
        let mut query = Query::of(RecordKind::Task);
        let state = if is_begun {
            vec!["in progress".to_owned()]
        } else if is_cancelled {
            vec!["cancelled".to_owned()]
        } else if is_done {
            vec!["done".to_owned()]
        } else {
            vec!["open".to_owned(), "in progress".to_owned()]
        };
        query.filter.push(Condition::new(Target::State, Test::Is(state)));
        let key = |name: &str| Target::Key(name.to_owned());
        if is_overdue {
            query.filter.push(Condition::new(key("due"), Test::Before(Period::day(self.today))));
        } else if let Some(period) = self.periods.first().map(|found| found.period) {
            let name = if is_done {
                "done"
            } else if is_scheduled {
                "scheduled"
            } else {
                "due"
            };
            query.filter.push(Condition::new(key(name), Test::Within(period)));
        }
        let is_next = names_tasks && is_due && !is_done && self.take("next,nachstes,nachste");
        if is_next && self.periods.is_empty() && !is_overdue {
            let coming = Period { first: self.today, last: Date::MAX };
            query.filter.push(Condition::new(key("due"), Test::Within(coming)));
            query.limit = Some(1);
        }
        if is_undated {
            query.filter.push(Condition { target: key("due"), test: Test::Exists, negated: true });
        }
        query.filter.extend(self.named_folder());
        let notes = self.notes_of_tasks()?;
        self.take_count(&mut query);
        if self.take("lowest in priority,lowest priority,lowest,niedrigste prioritat,niedrigste") {
            query.sort.push(Sort { key: "priority".to_owned(), descending: true });
        } else if self.take("highest in priority,highest priority,most important,most urgent,highest,wichtigste,hochste prioritat") {
            query.sort.push(Sort { key: "priority".to_owned(), descending: false });
        }
        if let Some(condition) = self.priority_condition() {
            query.filter.push(condition);
        }
        self.take("priority,prioritat,prio,or above,or higher,oder hoher,ones,stuff");
        self.take("tagged,getaggt,with the tag,mit dem tag");
        let tags = self.marked_tags(question);
        for tag in tags
            .iter()
            .filter_map(|it| match &it.test {
                Test::Is(tags) => Some(tags),
                _ => None,
            })
            .flatten()
        {
            for word in &mut self.words {
                // The noun that the tag explains.
                word.used |= word.folded.starts_with(&**tag);
            }
        }
        query.filter.extend(tags);
        if let Some(conditions) = notes {
            query.filter.extend(conditions);
            query.aggregate = Some(Aggregate::COUNT);
            query.sort = vec![Sort { key: records::COUNT.to_owned(), descending: true }];
            query.group = Some(records::NAME.to_owned());
            return Ok((self.left().is_empty() && self.index.count(&query)? > 0).then_some(query));
        }
        let all = query.clone();
        if !self.about(&mut query, question)? {
            self.is_doubtful = true;
            self.nearly.get_or_insert(all);
            return Ok(None);
        }
        self.keep_extreme(&mut query)?;
        let found = self.index.count(&query)?;
        if found == 0 && is_scheduled {
            // Many people write the day on which they want to do something as due.
            for condition in query.filter.iter_mut().filter(|it| it.target == key("scheduled")) {
                condition.target = key("due");
            }
            return Ok((self.index.count(&query)? > 0).then_some(query));
        }
        let all_is_done = found == 0 && is_open && query.filter.len() > 1;
        if all_is_done {
            // “Is anything left to do?” is answered by the finished tasks.
            query.filter.retain(|it| it.target != Target::State);
            query.columns = vec!["state".to_owned(), "due".to_owned()];
            return Ok((self.index.count(&query)? > 0).then_some(query));
        }
        let mut columns = vec!["due".to_owned()];
        columns.extend(query.shown().into_iter().filter(|key| key != "due"));
        query.columns = columns;
        if query.sort.is_empty() && !is_done {
            query.sort.push(Sort { key: "due".to_owned(), descending: false });
        }
        // “Which tasks are due next week?” is also answered by none.
        let is_of_task = |it: &Condition| matches!(it.target, Target::State | Target::Key(_));
        let is_timed = query.filter.iter().any(|it| it.target == key("due"));
        let may_be_none = names_tasks && is_timed && query.filter.iter().all(is_of_task);
        Ok((found > 0 || may_be_none).then_some(query))
    }

    /// Whether the question is about what was done.
    pub(super) fn says_done(&self) -> bool {
        const VERBS: &str =
            "finish,delivered,deliver,submitted,handed in,abgegeben,geliefert,beendet,gemacht";
        self.says(DONE) || self.says(VERBS)
    }

    /// Limits tasks in the order of their priority to the first one that any of them has.
    fn keep_extreme(&self, query: &mut Query) -> Result<()> {
        const LEVELS: [&str; 5] = ["highest", "high", "medium", "low", "lowest"];
        let key = Target::Key("priority".to_owned());
        let sort = query.sort.first().filter(|sort| sort.key == "priority");
        let Some(descending) = sort.map(|sort| sort.descending) else { return Ok(()) };
        let mut levels = LEVELS;
        if descending {
            levels.reverse();
        }
        for level in levels {
            let of_level = query.clone().with(key.clone(), Test::Is(vec![level.to_owned()]));
            if self.index.count(&of_level)? > 0 {
                *query = of_level;
                break;
            }
        }
        Ok(())
    }

    /// “Was hätte ich längst machen sollen?”, “What should I have finished by now?”: what is overdue. The words are used.
    fn takes_reproach(&mut self) -> bool {
        const VERBS: &str =
            "erledigen,erledigt,machen,gemacht,tun,abgeben,fertig,done,finished,completed,handled";
        let is_german = self.says("hatte ich,hatten wir") && self.says("sollen,mussen");
        let is_english = self.says("should i have,should we have,i should have,we should have");
        // “Anders machen sollen” is no task.
        let is_late = self.says("langst,schon,bereits,by now,already");
        let is_said =
            is_late && (is_german || is_english) && self.says(VERBS) && self.periods.is_empty();
        if is_said {
            self.take(VERBS);
            self.take("hatte,hatten,sollen,mussen,should,have,langst,schon,bereits,eigentlich,by now,already");
        }
        is_said
    }

    /// True if the question is for notes that have a date themselves: “Which projects are due in May?”
    fn asks_for_notes(&mut self) -> Result<bool> {
        let is_dated =
            self.says(DUE) && !self.periods.is_empty() || self.says(OVERDUE) || self.says(UNDATED);
        let is_open = self.open_is_asked();
        if self.says(TASKS) || !(is_dated || is_open) {
            return Ok(false);
        }
        let before = self.words.clone();
        let class = self.class()?;
        self.words = before;
        Ok(class.is_some_and(|class| {
            let is_due = |key: &KeyEntry| key.dates > 0 && is_like(key, "due");
            let has_date = || class.keys.iter().any(|key| key.notes > 0 && is_due(key));
            let has_state = || not_done(&class.keys).is_some();
            class.words.start <= 1 && (is_dated && has_date() || is_open && has_state())
        }))
    }

    /// The kind of notes in “which notes have the most tasks” and “tasks per project”, whose tasks are counted.
    fn notes_of_tasks(&mut self) -> Result<Option<Vec<Condition>>> {
        let is_of_tasks = |words: &[Word]| {
            let mut all = TASKS.split(',').chain(OPEN.split(','));
            words.first().is_some_and(|word| all.any(|it| it == word.folded))
        };
        let most = self.place_of("most,meisten").filter(|it| is_of_tasks(&self.words[it.end..]));
        let asked = most.as_ref().and_then(|_| {
            (0..self.words.len().min(3)).find(|at| self.words[*at].is("which what welche welcher"))
        });
        let each = self.place_of("per,for each,in each,by,pro,je").map(|it| it.end);
        let Some(at) = asked.map(|at| at + 1).or(each) else { return Ok(None) };
        if at >= self.words.len() {
            return Ok(None);
        }
        let is_note = self.words[at].is("note notes notiz notizen page pages file files");
        let class = if is_note { None } else { self.class_of(at, 1)? };
        if !is_note && class.is_none() {
            return Ok(None);
        }
        self.use_words(at..at + 1);
        self.use_words(most.unwrap_or_default());
        self.take("has,have,hat,haben,contains,contain,number,many");
        Ok(Some(class.into_iter().map(|(_, condition)| condition).collect()))
    }

    /// “Jobs” are tasks, unless they are a kind of notes.
    fn takes_jobs(&mut self) -> Result<bool> {
        const JOBS: &str = "job jobs chore chores";
        let Some(at) = self.words.iter().position(|word| !word.used && word.is(JOBS)) else {
            return Ok(false);
        };
        let are_tasks = self.class_of(at, 1)?.is_none()
            && !self.vocabulary.keys.iter().any(|key| self.names_key(&self.words[at], key));
        if are_tasks {
            self.use_words(at..at + 1);
        }
        Ok(are_tasks)
    }

    /// A word for tasks may name the note with them: “What is open in the checklist?”
    fn free_list(&mut self) {
        for at in 1..self.words.len() {
            let is_place =
                self.words[at.saturating_sub(2)..at].iter().any(|word| word.is("in on im auf"));
            let name = &self.words[at].folded;
            let is_list = TASKS.split(',').any(|it| it == name);
            if is_place && is_list && self.vocabulary.names.contains_key(name) {
                self.words[at].used = false;
            }
        }
    }

    /// Phrases that ask for open tasks even if no word names tasks.
    fn open_is_asked(&self) -> bool {
        self.says(
            "steht noch an,fehlt noch,still open,still to do,left to do,still have to do,still need to do,have to do,got to do,got to get done,have i to do,need to do,still has to be \
             done,has to be done,to be done,get done,noch offen,noch zu tun,zu tun,zu erledigen,noch erledigen,still \
             want to do,noch machen,todo,stehen noch aus,steht noch aus,still pending,what's still open,what is still open,muss ich noch,still outstanding,未完成",
        )
    }

    /// “What is coming up next week?”, “Was steht morgen an?”
    fn asks_what_comes(&self) -> bool {
        let stands = self.says("steht,stehen") && self.words.last().is_some_and(|it| it.is("an"));
        let is_ahead = self.periods.iter().any(|found| found.period.last >= self.today);
        is_ahead && (stands || self.says("coming up,anything down for,is down for"))
    }

    /// True if what comes is a kind of notes with dates, or a day under a key: “Whose birthday is coming up?”
    fn names_dated(&mut self) -> Result<bool> {
        let Some(period) = self.periods.first().map(|found| found.period) else { return Ok(false) };
        let is_small =
            |word: &Word| is_filler(&word.folded) || language::is_function_word(&word.folded);
        let is_date = |key: &&KeyEntry| key.notes > 0 && key.dates * 2 >= key.total();
        let mut dates = self.vocabulary.keys.iter().filter(is_date);
        let topics = || self.words.iter().filter(|word| !word.used && !is_small(word));
        if dates.any(|key| is_anniversary(key) && topics().any(|it| self.names_key(it, key))) {
            return Ok(true);
        }
        let before = self.words.clone();
        let class = self.class()?;
        self.words = before;
        let Some(class) = class else { return Ok(false) };
        let condition = date_condition(self.date_key(&class), period);
        let filter = [&class.conditions[..], &[condition]].concat();
        Ok(self.index.count(&Query { filter, ..Query::of(RecordKind::Note) })? > 0)
    }

    /// “with high priority”, “urgent”.
    pub(super) fn priority_condition(&mut self) -> Option<Condition> {
        const LEVELS: [(&str, &[&str]); 3] =
            [("high", &["highest", "high"]), ("medium", &["medium"]), ("low", &["low", "lowest"])];
        let names = self.says(URGENT);
        for at in 0..self.words.len() {
            let word = &self.words[at];
            let found = LEVELS
                .iter()
                .find(|(level, _)| LEXICON.groups(&word.folded, Kind::Value).contains(level));
            if let Some((_, values)) = found.filter(|_| names && !word.used) {
                self.use_words(at..at + 1);
                let values = values.iter().map(|it| (*it).to_owned()).collect();
                return Some(Condition::new(Target::Key("priority".to_owned()), Test::Is(values)));
            }
        }
        None
    }

    /// Adds a condition for what the remaining words name. False if they name nothing.
    fn about(&mut self, query: &mut Query, question: &str) -> Result<bool> {
        if self.left().is_empty() {
            return Ok(true);
        }
        if let Some(start) = question.find("[[") {
            let name = question[start + 2..].split([']', '|', '#']).next().unwrap_or_default();
            query.filter.push(about(fold(name)));
            return Ok(true);
        }
        let before = self.words.clone();
        if let Some((name, _)) = self.longest_name() {
            self.take("project,projekt,note,meeting,app,according,laut");
            let mut left = self.left();
            // “The handover sheet” is the note “Ward handover sheet”.
            left.retain(|at| !name.split(' ').any(|part| self.words[*at].stem_is(part)));
            if left.len() <= 2 {
                query.filter.push(about(name));
                query.filter.extend(self.contained(&left));
                if left.is_empty() || self.index.count(query)? > 0 {
                    return Ok(true);
                }
                query.filter.truncate(query.filter.len() - left.len() - 1);
            }
        }
        self.words = before;
        if let Some(name) = self.name_with_words() {
            query.filter.push(about(name));
            return Ok(true);
        }
        let before = self.words.clone();
        if let Some(class) = self.class()? {
            self.use_class_words();
            if self.left().is_empty() {
                query.filter.extend(class.conditions);
                return Ok(true);
            }
            // “The exam fee” is no fee of any kind.
            let read = std::mem::replace(&mut self.words, before);
            let all = self.left();
            let mut whole = query.clone();
            whole.filter.extend(self.contained(&all));
            if all.len() <= MOST_WORDS && self.index.count(&whole)? > 0 {
                *query = whole;
                return Ok(true);
            }
            self.words = read;
        }
        let left = self.left();
        if left.iter().all(|at| self.words[*at].number().is_some()) {
            return Ok(false);
        }
        if let [only] = left[..] {
            query.filter.push(about(self.words[only].folded.clone()));
            return Ok(true);
        }
        query.filter.extend(self.contained(&left));
        Ok(left.len() <= MOST_WORDS)
    }

    /// A condition for each of these words: the text contains it.
    fn contained(&self, words: &[usize]) -> impl Iterator<Item = Condition> {
        words.iter().map(|at| {
            Condition::new(Target::Text, Test::Contains(vec![self.words[*at].folded.clone()]))
        })
    }

    /// The note whose name has the remaining words, in any order: “the garden on the balcony”.
    pub(super) fn name_with_words(&self) -> Option<String> {
        let left: Vec<[String; 2]> = self
            .left()
            .iter()
            .map(|at| stemmed(&self.words[*at].folded.replace('-', " ")))
            .collect();
        let mut best: Option<(usize, &String)> = None;
        for name in self.vocabulary.names.keys().filter(|name| name.len() <= LONGEST_NAME) {
            let stems = stemmed(name);
            let count = name.split(' ').count();
            let has = |word: &[String; 2]| {
                stems.iter().zip(word).any(|(name, word)| name.split(' ').any(|part| part == word))
            };
            let is_close = left.iter().all(has) && count <= left.len() + 2;
            if is_close && best.is_none_or(|(known, other)| (count, name) < (known, other)) {
                best = Some((count, name));
            }
        }
        best.map(|(_, name)| name.clone())
    }
}

fn about(name: String) -> Condition {
    Condition::new(Target::About, Test::Is(vec![name]))
}
