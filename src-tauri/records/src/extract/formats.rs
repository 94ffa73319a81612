//! The names of periodic notes in the vault's settings.

use notes::NotePath;
use serde_json::Value as Json;

use super::moment::{self, Part};
use crate::Period;

/// The formats of the vault's daily, weekly, monthly, quarterly and yearly notes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DateFormats {
    formats: Vec<Format>,
    templates: Vec<NotePath>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Format {
    /// Without slashes at its ends; empty for the whole vault.
    folder: String,
    parts: Vec<Part>,
    /// The format's last part, if it has folders. Matches notes that were moved.
    name: Option<Vec<Part>>,
}

/// Names in the old and new settings of Periodic Notes, and its default formats.
const UNITS: [(&str, &str, &str); 5] = [
    ("daily", "day", "YYYY-MM-DD"),
    ("weekly", "week", "gggg-[W]ww"),
    ("monthly", "month", "YYYY-MM"),
    ("quarterly", "quarter", "YYYY-[Q]Q"),
    ("yearly", "year", "YYYY"),
];

impl Default for DateFormats {
    fn default() -> Self {
        Self::read(None, None)
    }
}

impl DateFormats {
    /// Reads `.obsidian/daily-notes.json` and `.obsidian/plugins/periodic-notes/data.json`. Missing or
    /// broken settings have their defaults.
    pub fn read(daily: Option<&str>, periodic: Option<&str>) -> Self {
        let mut formats = Self { formats: Vec::new(), templates: Vec::new() };
        let parse = |text: &str| serde_json::from_str(text).unwrap_or(Json::Null);
        let periodic = periodic.map_or(Json::Null, parse);
        formats.units(&periodic);
        if let Some(sets) = periodic.get("calendarSets").and_then(Json::as_array) {
            sets.iter().for_each(|set| formats.units(set));
        }
        formats.add(&daily.map_or(Json::Null, parse), UNITS[0].2);
        formats
    }

    fn units(&mut self, settings: &Json) {
        for (old, new, default) in UNITS {
            let unit = settings.get(old).or_else(|| settings.get(new));
            let enabled = |it: &&Json| it.get("enabled").and_then(Json::as_bool) == Some(true);
            if let Some(unit) = unit.filter(enabled) {
                self.add(unit, default);
            }
        }
    }

    fn add(&mut self, settings: &Json, default: &str) {
        let text = |key: &str| settings.get(key).and_then(Json::as_str).map(str::trim);
        let template = text("template").or_else(|| text("templatePath")).unwrap_or_default();
        let template = template.trim_start_matches('/');
        let extension = if template.to_ascii_lowercase().ends_with(".md") { "" } else { ".md" };
        if !template.is_empty()
            && let Ok(path) = NotePath::try_from(format!("{template}{extension}"))
        {
            self.templates.push(path);
        }
        let folder = text("folder").unwrap_or_default().trim_matches('/').to_owned();
        let written = text("format").filter(|it| !it.is_empty()).unwrap_or(default);
        let Some(parts) = moment::parts(written) else { return };
        let name = written.rsplit_once('/').and_then(|(_, name)| moment::parts(name));
        self.formats.push(Format { folder, parts, name });
    }

    /// The templates of periodic notes, which may lie outside the templates folder.
    pub fn templates(&self) -> &[NotePath] {
        &self.templates
    }

    pub(super) fn period(&self, path: &NotePath) -> Option<Period> {
        let whole = path.as_str();
        let whole = path.extension().map_or(whole, |it| &whole[..whole.len() - it.len() - 1]);
        self.formats.iter().find_map(|format| {
            let inside = match format.folder.as_str() {
                "" => whole,
                folder => whole.strip_prefix(folder)?.strip_prefix('/')?,
            };
            let name = || moment::read(format.name.as_ref()?, path.stem());
            moment::read(&format.parts, inside).or_else(name)
        })
    }
}
