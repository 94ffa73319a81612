//! Reads periods and their prepositions at each word of a question.

use jiff::civil::Date;

use super::found::FoundPeriod;
use super::{
    ahead,
    calendar::{self, Clock, Feast, Pick, Unit},
    names::{self, is_any},
    tokens::{Kind as TokenKind, Token},
};
use crate::Period;

#[derive(Debug, Clone, Copy)]
pub(super) struct Reader<'a> {
    pub(super) question: &'a str,
    pub(super) tokens: &'a [Token],
    pub(super) clock: Clock,
    depth: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Day,
    Weekday,
    Week,
    Year,
    Other,
}

/// A period, without its preposition.
#[derive(Debug, Clone, Copy)]
pub(super) struct NamedPeriod {
    pub(super) period: Period,
    /// The token after it.
    pub(super) end: usize,
    pub(super) kind: Kind,
    /// Whether its year is certain.
    pub(super) is_exact: bool,
}

/// The preposition before a period, empty if there is none, and whether “the” comes between.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Lead<'a> {
    pub(super) word: &'a str,
    pub(super) has_the: bool,
}

impl Lead<'_> {
    /// A preposition that any period may follow.
    pub(super) const SURE: Lead<'static> = Lead { word: "since", has_the: false };

    pub(super) fn is(&self, words: &str) -> bool {
        is_any(self.word, words)
    }

    pub(super) fn is_marked(&self) -> bool {
        !self.word.is_empty()
    }

    /// Prepositions that also come before amounts, people and things.
    pub(super) fn is_weak(&self) -> bool {
        !self.is("in im since seit during wahrend waehrend on am before until till")
    }
}

const PREPOSITIONS: &str = "in on at during over throughout of for from im am an zu zum zur wahrend waehrend uber \
     ubers von vom aus fur fuer since seit until till bis by before vor after nach ab between zwischen around um \
     within innerhalb binnen";
pub(super) const WITHIN: &str = "within innerhalb binnen";
/// Days before and after “around Christmas”.
const AROUND: i64 = 7;
const ARTICLES: &str = "the der den dem das die des";
/// Between a preposition and its date: “bis zum 3. März”.
const INNER: &str = "zum zur zu am im in an on at vom";
const TO: &str = "to until till through bis - – —";
/// Words that may follow a year or weekday which isn't part of an amount or name.
const FUNCTION: &str = "and und or oder to bis till until through did do does have has had i we he she they you was \
     were is are in on at by with ich wir er sie es habe haben hat hatte war waren wurde gab ist sind mit so that \
     which who when my our the";

impl<'a> Reader<'a> {
    pub(super) fn new(question: &'a str, tokens: &'a [Token], clock: Clock) -> Self {
        Self { question, tokens, clock, depth: 0 }
    }

    /// The longest period at each word.
    pub(super) fn all(&self) -> Vec<FoundPeriod> {
        (0..self.tokens.len())
            .filter_map(|at| {
                let (period, end) = self.find(at)?;
                let range = self.tokens.get(at)?.range.start
                    ..self.tokens.get(end.checked_sub(1)?)?.range.end;
                Some(FoundPeriod { period, range })
            })
            .collect()
    }

    fn find(&self, at: usize) -> Option<(Period, usize)> {
        if !self.is_clean_start(at) {
            return None;
        }
        let so_far = self
            .phrase(at, "so far")
            .or_else(|| self.phrase(at, "bisher"))
            .or_else(|| self.phrase(at, "bislang"));
        if let Some(next) = so_far {
            let next = self.skip(next, "in im on").unwrap_or(next);
            let named = self.unit(self.skip(next, ARTICLES).unwrap_or(next), Lead::SURE)?;
            return Some((self.until_today(named.period)?, named.end));
        }
        let (period, end) = self.related(at)?;
        let after = self
            .phrase(end, "so far")
            .or_else(|| self.phrase(end, "bisher"))
            .or_else(|| self.phrase(end, "bislang"));
        match after.and_then(|after| Some((self.until_today(period)?, after))) {
            Some(clipped) => Some(clipped),
            None => Some((period, end)),
        }
    }

    fn until_today(&self, period: Period) -> Option<Period> {
        Period::days(period.first, period.last.min(self.clock.today))
    }

    /// A period with or without a preposition.
    fn related(&self, at: usize) -> Option<(Period, usize)> {
        if let Some(end) = self.phrase(at, "zwischen den jahren") {
            return Some((self.clock.feast(Feast::Fixed(12, 27, 31), Pick::Default)?, end));
        }
        let word = self.word(at);
        if !is_any(word, PREPOSITIONS) {
            let has_the = is_any(word, ARTICLES);
            let lead = Lead { word: "", has_the };
            return self.span(at + usize::from(has_the), lead, TO).map(|it| (it.period, it.end));
        }
        let next = at + 1;
        if let Some(amount) = self.distance(word, next) {
            return Some(amount);
        }
        let has_inner = is_any(word, "until bis since seit from von before vor after nach till");
        let inner = self.skip(next, INNER).filter(|_| has_inner).unwrap_or(next);
        let has_the = is_any(self.word(inner), ARTICLES);
        let next = inner + usize::from(has_the);
        let lead = Lead { word, has_the };
        let today = self.clock.today;
        if is_any(word, "until till bis by") {
            let named = Self {
                clock: Clock { ahead: !ahead::is_past(self.tokens), ..self.clock },
                ..*self
            }
            .span(next, lead, TO)?;
            return Some((Period::days(Date::MIN, named.period.last)?, named.end));
        }
        let connectors = if is_any(word, "between zwischen") { "and und" } else { TO };
        let named = self.span(next, lead, connectors)?;
        // In “in Monday's meeting” the preposition belongs to the meeting.
        let is_genitive =
            self.text(named.end - 1).ends_with("'s") && self.text(named.end - 1) != "year's";
        let Period { first, last } = named.period;
        let period = match word {
            "since" | "seit" => Period::days(first, today)?,
            "before" | "vor" if is_any(self.word(next), "end ende") => {
                Period::days(Date::MIN, last)?
            }
            "before" | "vor" => Period::days(Date::MIN, calendar::days(first, -1)?)?,
            "after" | "nach" => Period::days(calendar::days(last, 1)?, Date::MAX)?,
            "from" | "von" | "vom" | "ab" if self.is_onward(named.end) => {
                return Some((Period::days(first, Date::MAX)?, named.end + 1));
            }
            "ab" => Period::days(first, Date::MAX)?,
            "around" | "um" if named.kind == Kind::Day => {
                Period::days(calendar::days(first, -AROUND)?, calendar::days(last, AROUND)?)?
            }
            "between" | "zwischen" if named.kind != Kind::Other => return None,
            _ if is_genitive => return None,
            _ => named.period,
        };
        Some((period, named.end))
    }

    /// The last word of “from March on”, “von März an”.
    fn is_onward(&self, at: usize) -> bool {
        match self.word(at) {
            "onward" | "onwards" => true,
            "on" => self.word(at + 1).is_empty(),
            "an" => !is_any(self.word(at + 1), ARTICLES),
            _ => false,
        }
    }

    /// The day that “two Sundays” ago was.
    pub(super) fn counted_weekday(&self, at: usize) -> Option<(Date, usize)> {
        let (count, next) = self.count(at)?;
        let weekday = names::weekdays(self.word(next))?;
        let latest = self.clock.weekday(weekday, Pick::Last)?;
        Some((calendar::shift(latest, Unit::Week, 1_i64.checked_sub(count)?)?, next + 1))
    }

    /// “vor zwei Wochen”, “seit drei Tagen”, “in zwei Wochen”.
    fn distance(&self, word: &str, at: usize) -> Option<(Period, usize)> {
        if let Some((day, end)) = self.counted_weekday(at).filter(|_| word == "vor") {
            return Some((Period::day(day), end));
        }
        let (unit, count, end) = self.amount(at)?;
        match word {
            "vor" => {
                let period = self.clock.relative(unit, count.checked_neg()?)?;
                let kind = if unit == Unit::Week { Kind::Week } else { Kind::Other };
                let named = self.then_weekday(NamedPeriod { period, end, kind, is_exact: true });
                Some((named.period, named.end))
            }
            "since" | "seit" if self.word(end) != "ago" => {
                Some((self.clock.past(unit, count)?, end))
            }
            "in" if self.clock.ahead => Some((self.clock.relative(unit, count)?, end)),
            _ if is_any(word, WITHIN) && self.clock.ahead => {
                Some((self.clock.coming(unit, count)?, end))
            }
            _ => None,
        }
    }

    pub(super) fn then_weekday(&self, week: NamedPeriod) -> NamedPeriod {
        let next = self.skip(week.end, "on am").unwrap_or(week.end);
        let day = (week.kind == Kind::Week)
            .then(|| names::weekday(self.word(next)))
            .flatten()
            .filter(|_| self.word(next).len() > 5)
            .and_then(|it| self.clock.weekday_in(week.period, it));
        match day {
            Some(day) => {
                let end = self.part_of_day(next + 1).unwrap_or(next + 1);
                NamedPeriod { period: Period::day(day), end, kind: Kind::Day, is_exact: true }
            }
            None => week,
        }
    }

    pub(super) fn part_of_day(&self, at: usize) -> Option<usize> {
        let next = self.phrase(at, "in the").unwrap_or(at);
        let end = self.skip(next, names::PARTS_OF_DAY)?;
        // “früh am Morgen”
        Some(self.skip(end, names::PARTS_OF_DAY).unwrap_or(end))
    }

    /// “three weeks”, “einem halben Jahr”, “half a year”, “a fortnight”.
    pub(super) fn amount(&self, at: usize) -> Option<(Unit, i64, usize)> {
        let couple = ["a couple of", "couple of"].iter().find_map(|it| self.phrase(at, it));
        let counted = couple.map(|next| (2, next)).or_else(|| self.count(at));
        let half =
            self.phrase(at, "half a").or_else(|| self.skip(counted?.1, "halben halbes half"));
        if let Some(next) = half {
            let is_year = names::single_unit(self.word(next)) == Some(Unit::Year);
            return is_year.then_some((Unit::Month, 6, next + 1));
        }
        let (count, next) = counted?;
        if let Some(end) = self.skip(next, "fortnight fortnights") {
            return Some((Unit::Week, count.checked_mul(2)?, end));
        }
        Some((names::unit(self.word(next))?, count, next + 1))
    }

    /// A period, or two with a connecting word as in “March to May”.
    fn span(&self, at: usize, lead: Lead<'a>, connectors: &str) -> Option<NamedPeriod> {
        let one = self.unit(at, lead)?;
        Some(self.range(one, connectors).unwrap_or(one))
    }

    fn range(&self, one: NamedPeriod, connectors: &str) -> Option<NamedPeriod> {
        let next = self.skip_any(one.end, connectors)?;
        let next = self.skip(next, INNER).unwrap_or(next);
        let next = self.skip(next, ARTICLES).unwrap_or(next);
        let today = Period::day(self.clock.today);
        let now = self.skip(next, "now jetzt").map(|end| NamedPeriod {
            period: today,
            end,
            kind: Kind::Day,
            is_exact: true,
        });
        let two = now.or_else(|| self.unit(next, Lead::SURE))?;
        if (one.kind == Kind::Year) != (two.kind == Kind::Year) {
            return None;
        }
        let (mut first, mut last) = (one.period.first, two.period.last);
        if first > last && !one.is_exact {
            let unit = if one.kind == Kind::Weekday { Unit::Week } else { Unit::Year };
            first = calendar::shift(first, unit, -1)?;
        } else if !two.is_exact && one.is_exact && two.kind != Kind::Weekday {
            let years = i64::from(first.year()) - i64::from(last.year());
            last = calendar::shift(last, Unit::Year, years)?;
            if last < first {
                last = calendar::shift(last, Unit::Year, 1)?;
            }
        }
        let is_exact = one.is_exact && two.is_exact;
        Some(NamedPeriod {
            period: Period::days(first, last)?,
            end: two.end,
            kind: Kind::Other,
            is_exact,
        })
    }

    /// The longest period that begins at a word.
    pub(super) fn unit(&self, at: usize, lead: Lead<'a>) -> Option<NamedPeriod> {
        const MAXIMUM_DEPTH: u8 = 4;
        type Try<'a> = fn(&Reader<'a>, usize, Lead<'a>) -> Option<NamedPeriod>;
        let inner = Self { depth: self.depth + 1, ..*self };
        if inner.depth > MAXIMUM_DEPTH || at >= self.tokens.len() {
            return None;
        }
        let tries: [Try<'a>; 20] = [
            Self::numeric,
            Self::dotted,
            Self::day_month,
            Self::month_day,
            Self::day_of_month,
            Self::month,
            Self::year,
            Self::week_number,
            Self::quarter,
            Self::season,
            Self::feast,
            Self::weekday,
            Self::spoken,
            Self::picked,
            Self::ago,
            Self::beside,
            Self::edge,
            Self::rest,
            Self::part,
            Self::romance,
        ];
        let found = tries.iter().filter_map(|read| read(&inner, at, lead));
        found
            .filter(|it| self.is_clean_end(it.end))
            .reduce(|a, b| if b.end > a.end { b } else { a })
    }

    /// The folded word without a genitive “'s”, empty for other tokens.
    pub(super) fn word(&self, at: usize) -> &'a str {
        let text = self
            .tokens
            .get(at)
            .filter(|it| it.kind == TokenKind::Word)
            .map_or("", |it| it.text.as_str());
        match text {
            "yesterdays" => "yesterday",
            "todays" => "today",
            _ => text.strip_suffix("'s").unwrap_or(text),
        }
    }

    /// The folded text of any token.
    pub(super) fn text(&self, at: usize) -> &'a str {
        self.tokens.get(at).map_or("", |it| it.text.as_str())
    }

    pub(super) fn is_capital(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|it| it.is_capital)
    }

    pub(super) fn is_glued(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|it| it.is_glued)
    }

    /// A number of at most so many digits, and its digits.
    pub(super) fn digits(&self, at: usize, maximum: usize) -> Option<i64> {
        let token = self.tokens.get(at).filter(|it| it.kind == TokenKind::Number)?;
        if token.text.len() > maximum || !self.is_clean_start(at) {
            return None;
        }
        token.text.parse().ok()
    }

    /// A count in digits or words.
    pub(super) fn count(&self, at: usize) -> Option<(i64, usize)> {
        let count = self.digits(at, 4).or_else(|| names::number(self.word(at)))?;
        Some((count, at + 1)).filter(|it| it.0 > 0)
    }

    pub(super) fn phrase(&self, at: usize, words: &str) -> Option<usize> {
        let mut next = at;
        for word in words.split(' ') {
            if self.text(next) != word {
                return None;
            }
            next += 1;
        }
        Some(next)
    }

    /// The place after one of `words`.
    pub(super) fn skip(&self, at: usize, words: &str) -> Option<usize> {
        is_any(self.word(at), words).then_some(at + 1)
    }

    pub(super) fn skip_any(&self, at: usize, texts: &str) -> Option<usize> {
        is_any(self.text(at), texts).then_some(at + 1)
    }

    pub(super) fn is_at_end(&self, at: usize) -> bool {
        self.tokens.iter().skip(at).all(|it| it.kind == TokenKind::Other)
    }

    /// Whether no noun or name follows, of which the words before would be a part.
    pub(super) fn is_free(&self, at: usize) -> bool {
        match self.tokens.get(at) {
            Some(token) if token.kind == TokenKind::Word => is_any(&token.text, FUNCTION),
            Some(token) => token.kind == TokenKind::Other && !is_any(&token.text, "% € $ £ °"),
            None => true,
        }
    }

    fn is_clean_start(&self, at: usize) -> bool {
        let has_length = |at: usize| {
            self.tokens.get(at).is_some_and(|it| it.kind == TokenKind::Number && it.text.len() == 4)
        };
        // “2020-2024”
        if self.text(at.saturating_sub(1)) == "-"
            && has_length(at)
            && at.checked_sub(2).is_some_and(has_length)
        {
            return true;
        }
        let before = at.checked_sub(1).and_then(|it| self.tokens.get(it));
        match before {
            Some(before) if self.is_glued(at) => {
                before.kind == TokenKind::Other
                    && !is_any(&before.text, ". : / _ # @ + - & = \u{fffc} , $ € £")
            }
            _ => true,
        }
    }

    fn is_clean_end(&self, at: usize) -> bool {
        let Some(after) = self.tokens.get(at).filter(|it| it.is_glued) else { return true };
        if after.kind != TokenKind::Other {
            return false;
        }
        let is_inside =
            self.tokens.get(at + 1).is_some_and(|it| it.is_glued && it.kind != TokenKind::Other);
        let is_number =
            self.tokens.get(at + 1).is_some_and(|it| it.is_glued && it.kind == TokenKind::Number);
        match after.text.as_str() {
            "%" | "°" | "\u{fffc}" => false,
            // A hyphen may join the two ends of a period.
            "-" => !is_inside || is_number || names::month(self.word(at + 1)).is_some(),
            "_" | "/" | ":" | "@" | "." | "," => !is_inside,
            _ => true,
        }
    }

    /// Whether the word comes after “and” and a date: the preposition of the first holds for both.
    pub(super) fn is_coordinated(&self, at: usize) -> bool {
        let Some(before) = at.checked_sub(2) else { return false };
        let is_year = || self.digits(before, 4).and_then(calendar::is_year).is_some();
        is_any(self.text(at - 1), "and und or oder &")
            && (names::month(self.word(before)).is_some()
                || names::weekday(self.word(before)).is_some()
                || is_year())
    }
}
