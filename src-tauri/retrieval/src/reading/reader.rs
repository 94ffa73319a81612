//! A question in the course of being read.

use std::{
    collections::HashSet,
    ops::Range,
    sync::{Arc, LazyLock},
};

use index::{Index, KeyEntry, Vocabulary};
use jiff::civil::Date;
use records::{Aggregate, FoundPeriod, Query, WeekStart};

use super::{
    agents::names_agent,
    keys::{parts, without_scale},
    phrases::{COUNT, HAPPENED, LATEST},
    words::{Kind, Word},
};

/// A question in the course of being read.
pub(super) struct Reader<'a> {
    pub(super) index: &'a Index,
    pub(super) vocabulary: Arc<Vocabulary>,
    pub(super) words: Vec<Word>,
    pub(super) periods: Vec<FoundPeriod>,
    /// The same times before “and” joins any of them.
    pub(super) times: Vec<FoundPeriod>,
    /// Whether a period is of several, with a time between them that none has.
    pub(super) has_gap: bool,
    pub(super) today: Date,
    pub(super) week: WeekStart,
    pub(super) is_english: bool,
    /// A way of reading found notes, tasks or rows, but left words of the question.
    pub(super) is_doubtful: bool,
    /// The first query that leaves words of the question unread.
    pub(super) nearly: Option<Query>,
    /// The groups that the question compares.
    pub(super) groups: Option<Groups>,
}

/// What a question compares.
#[derive(Debug, Clone, Copy)]
pub(super) struct Groups {
    pub(super) by: By,
    pub(super) wish: Wish,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum By {
    /// The key that this word names.
    Word(usize),
    People,
    Category,
    Month,
    Year,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wish {
    /// The group with the most, or the least.
    Extreme { is_most: bool, is_mean: bool },
    /// The number of groups.
    Different,
}

impl Reader<'_> {
    pub(super) fn names_key(&self, word: &Word, key: &KeyEntry) -> bool {
        if matches!(&*key.key, "tag" | "tags") {
            // A German “Tag” is a day.
            return word.is("tags tagged") || self.is_english && word.is("tag");
        }
        // Cakes are no kitchen.
        if word.is("kuchen") && !word.text.contains(['ü', 'Ü']) && key.key == "kuche" {
            return false;
        }
        // “Sternezahl” are “sterne”, “Gesamtbudget” is the “budget”.
        const LEAST: usize = 5;
        // “Ungelesen” is the opposite of “gelesen”.
        let is_compound = key.key.chars().count() >= LEAST
            && word.folded.strip_prefix("un") != Some(&*key.key)
            && (word.folded.starts_with(&key.key) || word.folded.ends_with(&key.key));
        let is_part =
            |part: &String| (part.len() > 3 && word.stem_is(part)) || word.means(part, Kind::Key);
        word.stem_is(&key.key)
            || is_compound
            || word.means(&key.key, Kind::Key)
            || parts(key).iter().any(is_part)
            || self.names_without_scale(word, key)
            || names_agent(&self.words, self.is_english, word, key)
    }

    /// “Note” names the key “Note10”, unless there is also a “Note5”.
    fn names_without_scale(&self, word: &Word, key: &KeyEntry) -> bool {
        let Some(name) = without_scale(&key.key) else { return false };
        let is_same = |it: &&KeyEntry| it.key == name || without_scale(&it.key) == Some(name);
        (word.stem_is(name) || word.means(name, Kind::Key))
            && self.vocabulary.keys.iter().filter(is_same).count() == 1
    }

    /// The words that no part of the reading uses and that have a topic.
    pub(super) fn left(&self) -> Vec<usize> {
        let has_topic = |(_, word): &(usize, &Word)| {
            !word.used
                && (!is_filler(&word.folded) || self.is_own_kind(word))
                && !language::is_function_word(&word.folded)
        };
        self.words.iter().enumerate().filter(has_topic).map(|(at, _)| at).collect()
    }

    /// Whether a word such as “records”, which other vaults have for anything, names a folder or tag of this one.
    pub(super) fn is_own_kind(&self, word: &Word) -> bool {
        let is_it = |name: &str| word.stem_is(name);
        let mut tags = self.vocabulary.tags.iter().flat_map(|(tag, _)| tag.split('/'));
        word.is("record records log logs")
            && (self.vocabulary.folders.keys().any(|name| is_it(name)) || tags.any(is_it))
    }

    pub(super) fn use_words(&mut self, range: Range<usize>) {
        for word in self.words.get_mut(range).into_iter().flatten() {
            word.used = true;
        }
    }

    /// Marks the words in this range of the question as used.
    pub(super) fn use_text(&mut self, range: Range<usize>) {
        for word in &mut self.words {
            word.used |= range.start <= word.range.start && word.range.end <= range.end;
        }
    }

    pub(super) fn use_class_words(&mut self) {
        for word in &mut self.words {
            word.used |= word.is_of_kind(Kind::Class);
        }
    }

    /// Whether the folded words contain one of these phrases.
    pub(super) fn says(&self, phrases: &str) -> bool {
        self.place_of(phrases).is_some()
    }

    /// The same, of words that no part of the reading uses.
    pub(super) fn says_free(&self, phrases: &str) -> bool {
        phrases.split(',').any(|phrase| {
            self.place_of(phrase).is_some_and(|place| self.words[place].iter().all(|it| !it.used))
        })
    }

    /// The first place of one of these phrases, which are divided by commas.
    pub(super) fn place_of(&self, phrases: &str) -> Option<Range<usize>> {
        phrases.split(',').find_map(|phrase| {
            let phrase: Vec<&str> = phrase.split_whitespace().collect();
            let at = self.words.windows(phrase.len()).position(|window| {
                window.iter().zip(&phrase).all(|(word, part)| word.folded == **part)
            })?;
            Some(at..at + phrase.len())
        })
    }

    /// Whether the question has no capitals, so that names have none.
    pub(super) fn is_lower(&self) -> bool {
        !self.words.iter().skip(1).any(Word::is_capitalised)
    }

    /// “When did I last run?”
    pub(super) fn asks_last(&self) -> bool {
        self.words.first().is_some_and(|word| word.is("when wann")) && self.says(LATEST)
    }

    /// Whether a word names a time: “year” in “this year”.
    pub(super) fn is_in_time(&self, word: &Word) -> bool {
        let mut times = self.periods.iter().map(|found| &found.range);
        times.any(|time| time.start <= word.range.start && word.range.end <= time.end)
    }

    /// Whether the words beside those of a time ask only what happened.
    pub(super) fn is_open(&self) -> bool {
        self.words.iter().all(|word| word.used || word.is(HAPPENED))
    }

    /// Marks the words of these phrases as used, and says whether there are any.
    pub(super) fn take(&mut self, phrases: &str) -> bool {
        let mut found = false;
        for phrase in phrases.split(',') {
            if let Some(place) = self.place_of(phrase) {
                self.use_words(place);
                found = true;
            }
        }
        found
    }

    /// Counts the records of a query if the question asks for their number.
    pub(super) fn take_count(&mut self, query: &mut Query) {
        if self.take(COUNT) {
            query.aggregate = Some(Aggregate::COUNT);
        }
    }
}

/// Words of questions about data that have no topic themselves.
pub(super) fn is_filler(word: &str) -> bool {
    static WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| FILLER.split_whitespace().collect());
    WORDS.contains(word)
}

const FILLER: &str = "aller alltogether stuff title giving gives kann man geht denn place wurde laut according application applications note notes vault list lists show find give gave given get got make made making have has had all \
    every each any everything anything there please total altogether overall far still ever yet already also now \
    currently records recorded record logged log noted entries entry many much often how which what who whom whose \
    when where kind kinds sort sorts number amount number count counted together both one ones thing things mine our \
    tell know known own owned take takes took taken put set do did done go went gone come came name names named called let \
    like liked think thought time times day days night nights was were been see say said says whole complete exactly \
    number long ago of them me i up new please into from back made right atm moment quid bucks pounds bottle bottles \
    glass piece copy drink drank drunk eat ate eaten bought buy been add adds never i've i'd i'm live lives cost costs \
    need needs folder folders \
    notiz notizen liste zeig zeige zeigen finde gib alle alles jede jeder jedes jeden welche welcher welches welchen \
    wieviele wieviel viele viel oft insgesamt zusammen gesamt bisher schon noch gerade jetzt je mal bitte habe haben \
    hab hast habt hatte hatten gibt gab es bin war waren ist sind wurde wurden mir mich meine meinen meiner meinem mein \
    bringen bringt gebracht dauern dauert brauchen braucht gehen ordner \
    uberhaupt uberall eingetragen notiert steht stehen stand anzahl kam kommen machen gemacht mache macht wer wann wo \
    wie was das die der den dem des ein eine einen einer von vom zu zum zur im in am an auf mit bei furs fur und oder \
    nicht kein keine lang lange tag tage tagen nacht nachte nachten auflisten r u worth getrunken gegessen gekauft gelassen getan \
    remind pls plz thanks thank hi hey hello actually really again quick quickly maybe wondering kindly hourly sink sunk gegeben vergeben kenne kennen kenn kommt stammt stammen \
    fall falls fallen fallt liegt liegen rum herum eigentlich danke hallo ungefahr ai-je ai j'ai nous avons combien \
    irgendeine irgendeinen irgendein irgendwelche irgendwas samtliche samtlichen zusammengerechnet aufgelistet besides except apart excluding ausser beide beiden dabei sein muss flasche flaschen stuck also sowie sowohl als auch hin her davon darin drin jeweils \
     whats quelles quels quelle quel notas nota sont estan 笔记 一起 看 \
     请 帮 呢 吧 告诉 上 家 间 位 篇 条 些 我 的 得 了 吗 给 哪里 有 多少 哪些 哪 什么 几 个 部 本 次 步 公里 是 在 过 我的";
