//! Checked arithmetic of days, weeks, months and feasts around today.

use jiff::{
    Span,
    civil::{Date, Weekday},
};

use crate::Period;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    Day,
    Week,
    Weekend,
    Month,
    Quarter,
    Year,
}

/// Which of the repeating days, weeks or seasons is named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pick {
    /// The latest that has begun; the coming one in a question about duties.
    Default,
    BeforeLast,
    Last,
    This,
    Next,
    AfterNext,
    Of(i16),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Season {
    Spring,
    Summer,
    Autumn,
    Winter,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Feast {
    /// Month, first and last day.
    Fixed(i8, i8, i8),
    /// First and last day as distances from Easter Sunday.
    Easter(i64, i64),
    /// The fourth Thursday of November.
    Thanksgiving,
    /// From Christmas Eve to New Year's Day.
    ChristmasHolidays,
}

impl Pick {
    /// The distance in weeks, months or years from the current one.
    pub(super) fn distance(self) -> Option<i64> {
        match self {
            Self::BeforeLast => Some(-2),
            Self::Last => Some(-1),
            Self::This => Some(0),
            Self::Next => Some(1),
            Self::AfterNext => Some(2),
            Self::Default | Self::Of(_) => None,
        }
    }
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Clock {
    pub(super) today: Date,
    pub(super) start: Weekday,
    /// Whether dates without a year are coming ones.
    pub(super) ahead: bool,
}

impl Clock {
    pub(super) fn relative(&self, unit: Unit, distance: i64) -> Option<Period> {
        self.around(unit, shift(self.today, unit, distance)?)
    }

    /// The calendar week, month or year with `day` in it.
    pub(super) fn around(&self, unit: Unit, day: Date) -> Option<Period> {
        match unit {
            Unit::Day => Some(Period::day(day)),
            Unit::Week => {
                let first = days(day, -i64::from(day.weekday().since(self.start)))?;
                Period::days(first, days(first, 6)?)
            }
            Unit::Weekend => {
                let monday = days(day, -i64::from(day.weekday().since(Weekday::Monday)))?;
                Period::days(days(monday, 5)?, days(monday, 6)?)
            }
            Unit::Month => Period::month(day.year(), day.month()),
            Unit::Quarter => quarter(day.year(), (day.month() - 1) / 3 + 1),
            Unit::Year => Period::year(day.year()),
        }
    }

    /// So many units that end today.
    pub(super) fn past(&self, unit: Unit, count: i64) -> Option<Period> {
        let first = days(shift(self.today, unit, count.checked_neg()?)?, 1)?;
        Period::days(first, self.today)
    }

    /// So many units from today on.
    pub(super) fn coming(&self, unit: Unit, count: i64) -> Option<Period> {
        Period::days(self.today, shift(self.today, unit, count)?)
    }

    pub(super) fn weekday(&self, weekday: Weekday, pick: Pick) -> Option<Date> {
        let latest = |day: Date| days(day, -i64::from(day.weekday().since(weekday)));
        let coming = |day: Date| days(day, i64::from(weekday.since(day.weekday())));
        match pick {
            Pick::Default if self.ahead => coming(self.today),
            Pick::Default | Pick::Of(_) => latest(self.today),
            Pick::Last => latest(days(self.today, -1)?),
            Pick::BeforeLast => latest(days(self.today, -8)?),
            Pick::This => self.weekday_in(self.relative(Unit::Week, 0)?, weekday),
            Pick::Next => coming(days(self.today, 1)?),
            Pick::AfterNext => coming(days(self.today, 8)?),
        }
    }

    pub(super) fn weekday_in(&self, week: Period, weekday: Weekday) -> Option<Date> {
        days(week.first, i64::from(weekday.since(week.first.weekday())))
    }

    /// Picks a period that `make` gives once a year.
    pub(super) fn yearly(
        &self,
        pick: Pick,
        make: impl Fn(i16) -> Option<Period>,
    ) -> Option<Period> {
        let year = self.today.year();
        // Leap days may be eight years apart.
        let mut past = (0..=9).filter_map(|back| make(year.checked_sub(back)?));
        let mut coming = (-1..=9).filter_map(|on| make(year.checked_add(on)?));
        match pick {
            Pick::Default if self.ahead => coming.find(|it| it.last >= self.today),
            Pick::Default => past.find(|it| it.first <= self.today),
            Pick::Last => past.find(|it| it.last < self.today),
            Pick::BeforeLast => past.filter(|it| it.last < self.today).nth(1),
            Pick::Next => coming.find(|it| it.first > self.today),
            Pick::AfterNext => coming.filter(|it| it.first > self.today).nth(1),
            // Until August, “this winter” began last year.
            Pick::This => match make(year.checked_sub(1)?) {
                Some(winter) if winter.last.year() == year && self.today.month() <= 8 => {
                    Some(winter)
                }
                _ => make(year),
            },
            Pick::Of(year) => make(year),
        }
    }

    pub(super) fn season(&self, season: Season, pick: Pick) -> Option<Period> {
        self.yearly(pick, |year| {
            let (month, last_year, last_month) = match season {
                Season::Spring => (3, year, 5),
                Season::Summer => (6, year, 8),
                Season::Autumn => (9, year, 11),
                Season::Winter => (12, year.checked_add(1)?, 2),
            };
            Period::days(
                Period::month(year, month)?.first,
                Period::month(last_year, last_month)?.last,
            )
        })
    }

    pub(super) fn feast(&self, feast: Feast, pick: Pick) -> Option<Period> {
        self.yearly(pick, |year| match feast {
            Feast::Fixed(month, first, last) => Period::days(
                Date::new(year, month, first).ok()?,
                Date::new(year, month, last).ok()?,
            ),
            Feast::Easter(first, last) => {
                let sunday = easter(year)?;
                Period::days(days(sunday, first)?, days(sunday, last)?)
            }
            Feast::Thanksgiving => {
                let day =
                    Date::new(year, 11, 1).ok()?.nth_weekday_of_month(4, Weekday::Thursday).ok()?;
                Some(Period::day(day))
            }
            Feast::ChristmasHolidays => Period::days(
                Date::new(year, 12, 24).ok()?,
                Date::new(year.checked_add(1)?, 1, 1).ok()?,
            ),
        })
    }
}

pub(super) fn days(day: Date, count: i64) -> Option<Date> {
    shift(day, Unit::Day, count)
}

pub(super) fn shift(day: Date, unit: Unit, count: i64) -> Option<Date> {
    let span = Span::new();
    let span = match unit {
        Unit::Day => span.try_days(count),
        Unit::Week | Unit::Weekend => span.try_weeks(count),
        Unit::Month => span.try_months(count),
        Unit::Quarter => span.try_months(count.checked_mul(3)?),
        Unit::Year => span.try_years(count),
    };
    day.checked_add(span.ok()?).ok()
}

pub(super) fn quarter(year: i16, quarter: i8) -> Option<Period> {
    let first = quarter.checked_sub(1)?.checked_mul(3)?.checked_add(1)?;
    Period::days(
        Period::month(year, first)?.first,
        Period::month(year, first.checked_add(2)?)?.last,
    )
}

pub(super) fn is_year(number: i64) -> Option<i16> {
    i16::try_from(number).ok().filter(|it| (1900..2100).contains(it))
}

/// Easter Sunday by the “anonymous Gregorian” rule (Meeus, Astronomical Algorithms, chapter 8).
fn easter(year: i16) -> Option<Date> {
    let year_number = i32::from(year);
    let golden = year_number.rem_euclid(19);
    let (century, of_century) = (year_number.div_euclid(100), year_number.rem_euclid(100));
    let shifted = (century - (century + 8) / 25 + 1) / 3;
    let epact = (19 * golden + century - century / 4 - shifted + 15).rem_euclid(30);
    let to_sunday =
        (32 + 2 * (century % 4) + 2 * (of_century / 4) - epact - of_century % 4).rem_euclid(7);
    let correction = (golden + 11 * epact + 22 * to_sunday) / 451;
    let sum = epact + to_sunday - 7 * correction + 114;
    Date::new(year, i8::try_from(sum / 31).ok()?, i8::try_from(sum % 31 + 1).ok()?).ok()
}
