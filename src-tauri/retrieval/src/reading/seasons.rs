//! “This season”, “letzte Saison”: the time in which the notes of a kind lie close together.

use index::{KeyEntry, Result};
use jiff::civil::Date;
use records::{Condition, DATE, FoundPeriod, Period, Query, RecordKind, Target, Test};

use super::{classes::Class, reader::Reader};

const THIS: &str = "this season,the current season,the season so far,diese saison,dieser saison,die aktuelle saison,\
    der aktuellen saison,der laufenden saison";
const LAST: &str = "last season,the previous season,letzte saison,letzten saison,vergangene saison,vergangenen saison,\
    vorige saison,vorigen saison";

/// Days without a note that divide two seasons.
const GAP: i32 = 75;

/// Minimum notes of a season, and its maximum days.
const LEAST: usize = 3;
const LONGEST: i32 = 330;

impl Reader<'_> {
    /// Adds the period of the season that the question names, if the notes of the class have seasons.
    pub(super) fn find_season(&mut self, class: &Class, key: Option<&KeyEntry>) -> Result<()> {
        if !self.periods.is_empty() {
            return Ok(());
        }
        let place = self.place_of(THIS).map(|place| (place, false));
        let Some((place, is_last)) = place.or_else(|| Some((self.place_of(LAST)?, true))) else {
            return Ok(());
        };
        let days = self.days_of(class, key)?;
        let Some(period) = season(&days, self.today, is_last) else { return Ok(()) };
        let (Some(first), Some(last)) =
            (self.words.get(place.start), self.words.get(place.end.saturating_sub(1)))
        else {
            return Ok(());
        };
        self.periods.push(FoundPeriod { period, range: first.range.start..last.range.end });
        self.use_words(place);
        self.take("so far,bisher,bislang");
        Ok(())
    }

    /// The days of the class's notes until today, in order.
    fn days_of(&self, class: &Class, key: Option<&KeyEntry>) -> Result<Vec<Date>> {
        let name = key.map_or_else(|| DATE.to_owned(), |key| key.name.clone());
        let target = if name == DATE { Target::Date } else { Target::Key(name.clone()) };
        let mut query = Query::of(RecordKind::Note);
        query.filter.extend(class.conditions.iter().cloned());
        query.filter.push(Condition::new(target, Test::Exists));
        query.columns = vec![name];
        let rows = self.index.table(&query)?.rows;
        let days = rows.iter().filter_map(|row| Period::read(row.values.get(1)?));
        let mut days: Vec<Date> =
            days.map(|day| day.first).filter(|day| *day <= self.today).collect();
        days.sort_unstable();
        Ok(days)
    }
}

/// The season of today, or the one before. `None` if the days have no seasons.
fn season(days: &[Date], today: Date, is_last: bool) -> Option<Period> {
    let between = |one: Date, other: Date| one.until(other).map_or(0, |span| span.get_days());
    let mut seasons: Vec<&[Date]> =
        days.chunk_by(|one, other| between(*one, *other) < GAP).collect();
    let end = |season: &[Date]| season.last().copied();
    let is_current = |season: &[Date]| end(season).is_some_and(|last| between(last, today) < GAP);
    let current = seasons.pop_if(|season| is_current(season));
    let found = if is_last { seasons.pop() } else { current }?;
    let (first, last) = (*found.first()?, end(found)?);
    let last = if is_last { last } else { today };
    (found.len() >= LEAST && between(first, last) <= LONGEST)
        .then(|| Period::days(first, last))
        .flatten()
}
