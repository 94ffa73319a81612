//! Spanish, French and Italian times, whose adjective follows: “el sábado pasado”, “la semaine dernière”.

use jiff::civil::Weekday;

use super::{
    calendar::{self, Pick, Unit, is_year},
    names::is_any,
    reader::{Kind, Lead, NamedPeriod, Reader},
};
use crate::Period;

const WEEKDAYS: [&str; 7] = [
    "lunes lundi lunedi",
    "martes mardi martedi",
    "miercoles mercredi mercoledi",
    "jueves jeudi giovedi",
    "viernes vendredi venerdi",
    "sabado samedi sabato",
    "domingo dimanche domenica",
];

/// Months behind “en”, and the Italian ones behind “a” or “in”.
const MONTHS: [(&str, &str); 12] = [
    ("enero janvier", "gennaio"),
    ("febrero fevrier", "febbraio"),
    ("marzo mars", "marzo"),
    ("abril avril", "aprile"),
    ("mayo mai", "maggio"),
    ("junio juin", "giugno"),
    ("julio juillet", "luglio"),
    ("agosto aout", "agosto"),
    ("septiembre septembre", "settembre"),
    ("octubre octobre", "ottobre"),
    ("noviembre novembre", "novembre"),
    ("diciembre decembre", "dicembre"),
];

const UNITS: [(Unit, &str); 3] = [
    (Unit::Week, "semana semaine settimana"),
    (Unit::Month, "mes mois mese"),
    (Unit::Year, "ano annee an anno"),
];

/// Units behind a number.
const COUNTED: [(Unit, &str); 4] = [
    (Unit::Day, "dia dias jour jours giorno giorni"),
    (Unit::Week, "semana semanas semaine semaines settimana settimane"),
    (Unit::Month, "mes meses mois mese mesi"),
    (Unit::Year, "ano anos an ans anno anni"),
];

const NUMBERS: [&str; 10] = [
    "un una une uno",
    "dos deux due",
    "tres trois tre",
    "cuatro quatre quattro",
    "cinco cinq cinque",
    "seis six sei",
    "siete sept sette",
    "ocho huit otto",
    "nueve neuf nove",
    "diez dix dieci",
];

const THIS: &str = "este esta ce cette questo questa";

impl<'a> Reader<'a> {
    pub(super) fn romance(&self, at: usize, _lead: Lead<'a>) -> Option<NamedPeriod> {
        let distance = match self.word(at) {
            "hoy" | "oggi" | "aujourd'hui" => Some(0),
            "ayer" | "ieri" => Some(-1),
            "anteayer" => Some(-2),
            "hier" if self.is_french() => Some(-1),
            _ => None,
        };
        let other = |period: Period, end: usize, kind: Kind| {
            Some(NamedPeriod { period, end, kind, is_exact: true })
        };
        if let Some(distance) = distance {
            let day = calendar::days(self.clock.today, distance)?;
            return other(Period::day(day), at + 1, Kind::Day);
        }
        if let Some(end) = self.phrase(at, "avant - hier") {
            return other(Period::day(calendar::days(self.clock.today, -2)?), end, Kind::Day);
        }
        if let Some(found) = self.romance_month(at).or_else(|| self.romance_ago(at)) {
            return Some(found);
        }
        let noun = self.skip(at, "el la le il").or_else(|| self.skip(at, THIS)).unwrap_or(at);
        let is_weekend = self.phrase(noun, "fin de semana").is_some();
        let end = if is_weekend { noun + 3 } else { noun + 1 };
        let (pick, after) = match self.word(end) {
            "pasado" | "pasada" | "dernier" | "derniere" | "scorso" | "scorsa" => {
                (Pick::Last, end + 1)
            }
            "proximo" | "proxima" | "prochain" | "prochaine" | "prossimo" | "prossima" => {
                (Pick::Next, end + 1)
            }
            _ if is_any(self.word(at), THIS) => (Pick::This, end),
            _ => return None,
        };
        let word = self.word(noun);
        if let Some(place) = WEEKDAYS.iter().position(|names| is_any(word, names)) {
            let weekday = Weekday::from_monday_zero_offset(i8::try_from(place).ok()?).ok()?;
            return other(Period::day(self.clock.weekday(weekday, pick)?), after, Kind::Day);
        }
        // “L'année” and “l'anno” are one word.
        let word = word.strip_prefix("l'").unwrap_or(word);
        let named = UNITS.iter().find(|(_, names)| is_any(word, names)).map(|(unit, _)| *unit);
        let unit = named.or(is_weekend.then_some(Unit::Weekend))?;
        let kind = if unit == Unit::Week { Kind::Week } else { Kind::Other };
        other(self.clock.relative(unit, pick.distance()?)?, after, kind)
    }

    /// “hace dos semanas”, “il y a deux semaines”, “due settimane fa”.
    fn romance_ago(&self, at: usize) -> Option<NamedPeriod> {
        let lead = self.skip(at, "hace").or_else(|| self.phrase(at, "il y a"));
        let begin = lead.unwrap_or(at);
        let spoken = || {
            let place = NUMBERS.iter().position(|names| is_any(self.word(begin), names))?;
            i64::try_from(place).ok()?.checked_add(1)
        };
        let count = self.digits(begin, 3).or_else(spoken)?;
        let word = self.word(begin + 1);
        let unit = COUNTED.iter().find(|(_, names)| is_any(word, names))?.0;
        let end = match lead {
            Some(_) => begin + 2,
            None => self.skip(begin + 2, "fa")?,
        };
        let period = self.clock.relative(unit, count.checked_neg()?)?;
        Some(NamedPeriod { period, end, kind: Kind::Other, is_exact: true })
    }

    /// In German, “hier” is a place.
    fn is_french(&self) -> bool {
        const FRENCH: &str = "j'ai ai qu'ai qu'est est a avons ont etait quel quelle quels quelles qui quand ou combien";
        self.tokens.iter().any(|token| is_any(&token.text, FRENCH))
    }

    /// “en marzo”, “en mars 2025”, “a maggio del 2025”.
    fn romance_month(&self, at: usize) -> Option<NamedPeriod> {
        let name = self.word(at + 1);
        let is_it = |(behind_en, italian): &(&str, &str)| match self.word(at) {
            "en" => is_any(name, behind_en),
            "a" | "in" => is_any(name, italian),
            _ => false,
        };
        let month = i8::try_from(MONTHS.iter().position(is_it)?).ok()?.checked_add(1)?;
        let next = self.skip(at + 2, "de del").unwrap_or(at + 2);
        let year = self.digits(next, 4).and_then(is_year);
        let (pick, end) = year.map_or((Pick::Default, at + 2), |year| (Pick::Of(year), next + 1));
        let period = self.clock.yearly(pick, |year| Period::month(year, month))?;
        Some(NamedPeriod { period, end, kind: Kind::Other, is_exact: year.is_some() })
    }
}
