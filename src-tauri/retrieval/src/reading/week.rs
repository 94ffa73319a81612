//! The first day of the user's weeks.

use jiff::civil::Weekday;
use serde::Deserialize;

use crate::VaultHandle;

#[derive(Deserialize)]
struct Calendar {
    #[serde(rename = "weekStart")]
    week_start: Option<String>,
}

/// As set in Obsidian's calendar, else as usual where the user lives.
pub(super) fn first_day(vault: &VaultHandle) -> Weekday {
    let setting = vault.vault.obsidian_setting("plugins/calendar/data.json");
    let calendar = setting.and_then(|text| serde_json::from_str::<Calendar>(&text).ok());
    let named =
        calendar.and_then(|it| it.week_start).and_then(|name| match &*name.to_lowercase() {
            "monday" => Some(Weekday::Monday),
            "saturday" => Some(Weekday::Saturday),
            "sunday" => Some(Weekday::Sunday),
            _ => None,
        });
    named.unwrap_or_else(|| {
        let variables = ["LC_ALL", "LC_TIME", "LANG"];
        let locale = variables.iter().filter_map(|name| std::env::var(name).ok());
        of_locale(&locale.into_iter().find(|it| !it.is_empty()).unwrap_or_default())
    })
}

/// By the Unicode locale data, for the countries with most people.
fn of_locale(locale: &str) -> Weekday {
    let country = locale.split(['.', '@']).next().and_then(|it| it.split(['_', '-']).nth(1));
    match country.unwrap_or_default() {
        "US" | "CA" | "MX" | "BR" | "CO" | "PE" | "JP" | "KR" | "TW" | "HK" | "IL" | "IN"
        | "TH" | "PH" | "ID" | "PK" | "ZA" | "SA" => Weekday::Sunday,
        "EG" | "AE" | "IR" | "IQ" | "DZ" | "AF" => Weekday::Saturday,
        _ => Weekday::Monday,
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::Weekday;

    use super::of_locale;

    #[test]
    fn the_country_decides() {
        for (locale, day) in [
            ("en_US.UTF-8", Weekday::Sunday),
            ("en_GB.UTF-8", Weekday::Monday),
            ("de_DE", Weekday::Monday),
            ("ar-EG", Weekday::Saturday),
            ("C", Weekday::Monday),
            ("", Weekday::Monday),
        ] {
            assert_eq!(of_locale(locale), day, "{locale}");
        }
    }
}
