//! Months, years, numbered weeks, quarters, seasons and feasts.

use super::{
    calendar::{self, Pick, Unit, is_year},
    names::{self, is_any},
    reader::{Kind, Lead, NamedPeriod, Reader},
};
use crate::Period;

/// Month names that are first names too.
const FIRST_NAMES: &str = "april june august jan may";
/// Words beside which a German question names a year without a preposition: “die ich 2025 gelesen habe”, “2025 war
/// ich …”.
const BESIDE_YEAR: &str = "ich wir er sie es man mir mich uns du ihr habe haben hat hatte hatten war waren bin wurde \
     wurden gab";

impl<'a> Reader<'a> {
    /// The year after a month or feast: “2025”, “of last year”, “letzten Jahres”, and the place after it.
    pub(super) fn pick_of_year(&self, at: usize) -> Option<(Pick, usize)> {
        let next = self.skip_any(at, ", of in im des vom").unwrap_or(at);
        let next = self.skip(next, "the des dem").unwrap_or(next);
        if let Some(pick) = names::pick(self.word(next)) {
            pick.distance()
                .filter(|_| names::single_unit(self.word(next + 1)) == Some(Unit::Year))?;
            return Some((Pick::Of(self.year_of(pick)?), next + 2));
        }
        let next = self.skip(next, "year jahr jahre jahres").unwrap_or(next);
        let year = self.digits(next, 4).and_then(is_year)?;
        Some((Pick::Of(year), next + 1))
    }

    fn year_of(&self, pick: Pick) -> Option<i16> {
        self.clock.today.year().checked_add(i16::try_from(pick.distance()?).ok()?)
    }

    /// The year at the end of “March to May 2025”, for the first month.
    pub(super) fn shared_year(&self, at: usize) -> Option<Pick> {
        let mut next = self.skip_any(at, "and und or oder to bis until till through - – — &")?;
        next = self.skip(next, "the dem den zum im in on am").unwrap_or(next);
        let skip_day = |next: usize| {
            let is_day =
                self.text(next).len() <= 2 && self.text(next).bytes().all(|it| it.is_ascii_digit());
            let next = if is_day && !self.text(next).is_empty() { next + 1 } else { next };
            self.skip_any(next, "st nd rd th .").unwrap_or(next)
        };
        next = skip_day(next);
        names::month(self.word(next))?;
        self.pick_of_year(skip_day(next + 1)).map(|it| it.0)
    }

    /// “May 2025”, “in March”, “January”.
    pub(super) fn month(&self, at: usize, lead: Lead<'a>) -> Option<NamedPeriod> {
        let name = self.word(at);
        let month = names::month(name)?;
        let year = self.pick_of_year(at + 1);
        let shared = self.shared_year(at + 1);
        let is_named = year.is_some()
            || shared.is_some() && self.is_capital(at)
            || names::is_plain_month(name)
            || self.is_coordinated(at)
            || self.is_month_marked(at, lead);
        if !is_named {
            return None;
        }
        let (pick, end) =
            year.or_else(|| Some((shared?, at + 1))).unwrap_or((Pick::Default, at + 1));
        let period = self.clock.yearly(pick, |year| Period::month(year, month))?;
        Some(NamedPeriod { period, end, kind: Kind::Other, is_exact: matches!(pick, Pick::Of(_)) })
    }

    fn is_month_marked(&self, at: usize, lead: Lead<'a>) -> bool {
        let name = self.word(at);
        if !lead.is_marked() {
            return lead.has_the
                && self.is_capital(at)
                && name.len() > 2
                && self.text(at.saturating_sub(1)) == "the";
        }
        let is_short = name.len() <= 3 && !is_any(name, "may mai");
        let is_person = is_any(name, FIRST_NAMES) && lead.is_weak() && self.is_capital(at + 1);
        let is_person = is_person || name == "jan" && lead.is_weak();
        !lead.is("on at an am zu zur uber")
            && (!is_short || self.is_capital(at) || lead.is("in im since seit"))
            && !is_person
    }

    /// “in 2025”, “the year 2025”, “die ich 2025 …”.
    pub(super) fn year(&self, at: usize, lead: Lead<'a>) -> Option<NamedPeriod> {
        let number = self.skip(at, "year jahr jahre jahres");
        let next = number.unwrap_or(at);
        let year = self.digits(next, 4).and_then(is_year)?;
        let end = next + 1;
        let is_said = |at: usize| is_any(self.word(at), BESIDE_YEAR);
        let before = at.checked_sub(1);
        // German nouns have capitals: no noun follows in “vor 2020 gelesen”.
        let is_german = lead.is("vor nach bis ab von aus fur fuer zwischen")
            && !self.is_capital(end)
            && !is_any(self.word(end), "km m kg g l ml kcal h min");
        let is_marked = if lead.is_marked() {
            !lead.is("on at am an zu zum zur")
                && (!lead.is_weak() || self.is_free(end) || is_german)
        } else {
            self.is_coordinated(at)
                || before.is_some_and(is_said)
                || before.is_none() && is_said(end)
        };
        let period = Period::year(year).filter(|_| is_marked || number.is_some())?;
        Some(NamedPeriod { period, end, kind: Kind::Year, is_exact: true })
    }

    /// “week 47”, “KW 47/2025”, “calendar week 9 of 2026”.
    pub(super) fn week_number(&self, at: usize, _lead: Lead<'a>) -> Option<NamedPeriod> {
        let next = self.skip(at, "calendar").unwrap_or(at);
        let next = self.skip(next, "week kw woche kalenderwoche cw")?;
        let next = self.skip(next, "number no nr").unwrap_or(next);
        let token = self.tokens.get(next).filter(|it| it.text.len() <= 2)?;
        let week: i8 = token.text.parse().ok()?;
        self.yearly(next + 1, |year| Period::week(year, week))
            .map(|it| NamedPeriod { kind: Kind::Week, ..it })
    }

    /// “Q1”, “first quarter of 2025”, “1. Quartal”.
    pub(super) fn quarter(&self, at: usize, _lead: Lead<'a>) -> Option<NamedPeriod> {
        let digit = |at: usize| self.tokens.get(at)?.text.parse::<i8>().ok();
        let (quarter, next) = if self.word(at) == "q" && self.is_glued(at + 1) {
            (digit(at + 1)?, at + 2)
        } else if let Some(quarter) = names::ordinal(self.word(at)) {
            (quarter, at + 1)
        } else {
            (digit(at)?, self.skip_any(at + 1, ". st nd rd th")?)
        };
        let is_short = self.word(at) == "q";
        let is_unit = names::single_unit(self.word(next)) == Some(Unit::Quarter);
        if !is_short && !is_unit || !(1..=4).contains(&quarter) {
            return None;
        }
        self.yearly(next + usize::from(!is_short), |year| calendar::quarter(year, quarter))
    }

    /// A period of each year, with the year that may follow.
    fn yearly(&self, at: usize, make: impl Fn(i16) -> Option<Period>) -> Option<NamedPeriod> {
        let slash = Some(at + 1).filter(|_| self.text(at) == "/");
        let slashed =
            slash.and_then(|next| Some((is_year(self.text(next).parse().ok()?)?, next + 1)));
        let year =
            slashed.map(|(year, end)| (Pick::Of(year), end)).or_else(|| self.pick_of_year(at));
        let (pick, end) = year.unwrap_or((Pick::Default, at));
        let period = self.clock.yearly(pick, make)?;
        Some(NamedPeriod { period, end, kind: Kind::Other, is_exact: matches!(pick, Pick::Of(_)) })
    }

    /// “in spring”, “im Sommer 2025”.
    pub(super) fn season(&self, at: usize, lead: Lead<'a>) -> Option<NamedPeriod> {
        let season = names::season(self.word(at))?;
        let year = self.pick_of_year(at + 1);
        let is_name = self.is_capital(at) && self.is_capital(at + 1) && self.word(at + 1).len() > 1;
        let leads = match self.word(at) {
            "fall" => "in during since until by",
            _ => {
                "in im since seit before vor until till bis during after nach uber ubers over throughout by vom"
            }
        };
        if year.is_none() && (!lead.is(leads) || is_name) {
            return None;
        }
        let (pick, mut end) = year.unwrap_or((Pick::Default, at + 1));
        // “Winter 2025/26”
        let is_split = self.is_glued(end) && self.text(end) == "/" && self.text(end + 1).len() == 2;
        if year.is_some() && is_split && self.text(end + 1).parse::<u8>().is_ok() {
            end += 2;
        }
        let period = self.clock.season(season, pick)?;
        Some(NamedPeriod { period, end, kind: Kind::Other, is_exact: year.is_some() })
    }

    /// “at Easter”, “Silvester 2024”.
    pub(super) fn feast(&self, at: usize, lead: Lead<'a>) -> Option<NamedPeriod> {
        let (feast, name_end) = self.feast_name(at)?;
        let year = self.pick_of_year(name_end);
        let is_new_year = self.phrase(at, "new year").is_some()
            || self.text(name_end.saturating_sub(1)) == "year's";
        let is_marked = if is_new_year {
            lead.is("at since before after over by until till around between zwischen from von")
        } else if lead.is_marked() {
            // “The Christmas party” is no time, “the Christmas holidays” are one.
            let is_time =
                is_any(self.word(name_end - 1), "holidays holiday break vacation weekend");
            let has_english_the =
                lead.has_the && self.text(at.saturating_sub(1)) == "the" && !is_time;
            !lead.is("of about") && !has_english_the
        } else {
            self.is_at_end(name_end)
        };
        if year.is_none() && !is_marked {
            return None;
        }
        let (pick, end) = year.unwrap_or((Pick::Default, name_end));
        let period = self.clock.feast(feast, pick)?;
        Some(NamedPeriod { period, end, kind: Kind::Day, is_exact: year.is_some() })
    }

    /// The longest name of a feast, and the place after it.
    pub(super) fn feast_name(&self, at: usize) -> Option<(calendar::Feast, usize)> {
        let apostrophes = |at: usize| self.skip_any(at, "' ’").unwrap_or(at);
        let found = names::FEASTS.iter().filter_map(|(name, feast)| {
            let mut next = at;
            for part in name.split(' ') {
                next = if let Some(bare) = part.strip_suffix('\'') {
                    (self.text(next) == bare).then(|| apostrophes(next + 1))?
                } else {
                    let is_word =
                        self.text(next) == part || self.word(next) == part && part != "year";
                    is_word.then_some(next + 1)?
                };
            }
            Some((*feast, next))
        });
        found.reduce(|a, b| if b.1 > a.1 { b } else { a })
    }

    /// Picks “last March”, “this summer”, “next Christmas” for a name at `at`.
    pub(super) fn picked_name(&self, at: usize, pick: Pick) -> Option<NamedPeriod> {
        let word = self.word(at);
        let (period, end) = if let Some(month) = names::month(word) {
            if pick == Pick::This && word == "may" && !self.is_capital(at) {
                return None;
            }
            (self.clock.yearly(pick, |year| Period::month(year, month))?, at + 1)
        } else if let Some(season) = names::season(word) {
            (self.clock.season(season, pick)?, at + 1)
        } else {
            let (feast, end) = self.feast_name(at)?;
            (self.clock.feast(feast, pick)?, end)
        };
        Some(NamedPeriod { period, end, kind: Kind::Other, is_exact: true })
    }

    /// The month, season or feast after “last year”: “letztes Jahr im März”.
    pub(super) fn within_year(&self, at: usize, pick: Pick) -> Option<NamedPeriod> {
        let next = self.skip(at, "in im at an zu on")?;
        let next = self.skip(next, "the").unwrap_or(next);
        let named = self.picked_name(next, Pick::Of(self.year_of(pick)?))?;
        // Another year may follow.
        self.pick_of_year(named.end).is_none().then_some(named)
    }
}
