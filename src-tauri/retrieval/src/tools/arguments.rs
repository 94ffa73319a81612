use jiff::civil::Date;
use serde_json::{Map, Value};

use super::{page::shown, result::Refusal};

/// Maximum bytes of parsed arguments.
const LONGEST: usize = 64 * 1024;

pub(super) struct Arguments {
    tool: String,
    map: Map<String, Value>,
    /// A value sent instead of an object; used as the tool's required argument.
    bare: Option<Value>,
}

impl Arguments {
    pub(super) fn parse(tool: &str, text: &str) -> Result<Self, Refusal> {
        let of = |map, bare| Ok(Self { tool: tool.to_owned(), map, bare });
        if text.len() > LONGEST {
            return Err(Refusal::new(format!(
                "The arguments of {tool} are too long: {} bytes, at most {LONGEST} are read.",
                text.len()
            )));
        }
        let text = text.trim();
        if text.is_empty() {
            return of(Map::new(), None);
        }
        let value = serde_json::from_str(text).map_err(|error| {
            Refusal::new(format!("The arguments of {tool} aren't JSON: {error}."))
                .hint("Send one JSON object, with all quotes closed.")
        })?;
        match value {
            Value::Object(map) => of(map, None),
            Value::Null => of(Map::new(), None),
            // Some servers quote the object twice.
            Value::String(inner) => match serde_json::from_str(&inner) {
                Ok(Value::Object(map)) => of(map, None),
                _ => of(Map::new(), Some(Value::String(inner))),
            },
            other => of(Map::new(), Some(other)),
        }
    }

    /// The argument under any of its names; `null` and empty values count as missing.
    fn get(&self, names: &[&str]) -> Option<&Value> {
        self.find(names).filter(|value| match value {
            Value::Null => false,
            Value::String(text) => !text.trim().is_empty(),
            Value::Array(all) => !all.is_empty(),
            _ => true,
        })
    }

    pub(super) fn value(&self, names: &[&str]) -> Option<Value> {
        self.find(names).filter(|value| !value.is_null()).cloned()
    }

    fn find(&self, names: &[&str]) -> Option<&Value> {
        let matches = |key: &str, name: &str| {
            let bare = |text: &str| text.replace(['_', '-', ' '], "").to_lowercase();
            bare(key) == bare(name)
        };
        names.iter().find_map(|name| {
            let exact = self.map.get(*name);
            exact.or_else(|| {
                self.map.iter().find(|(key, _)| matches(key, name)).map(|(_, value)| value)
            })
        })
    }

    pub(super) fn text(&self, names: &[&str]) -> Result<Option<String>, Refusal> {
        match self.get(names) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.trim().to_owned())),
            Some(Value::Number(number)) => Ok(Some(number.to_string())),
            // A list with one element means that element.
            Some(Value::Array(all)) => match &all[..] {
                [Value::String(text)] => Ok(Some(text.trim().to_owned())),
                _ => Err(self.wrong(names[0], "is one text, not a list")),
            },
            Some(_) => Err(self.wrong(names[0], "is a text")),
        }
    }

    pub(super) fn required(&self, names: &[&str], example: &str) -> Result<String, Refusal> {
        if let Some(text) = self.text(names)? {
            return Ok(text);
        }
        if let Some(Value::String(text)) = &self.bare
            && !text.trim().is_empty()
        {
            return Ok(text.trim().to_owned());
        }
        let name = names[0];
        Err(Refusal::new(format!("{} was called without “{name}”.", self.tool))
            .hint(format!("Send {{\"{name}\": {}}}.", Value::from(example))))
    }

    pub(super) fn number(&self, names: &[&str], most: u32) -> Result<Option<u32>, Refusal> {
        let number = match self.get(names) {
            None => return Ok(None),
            Some(Value::Number(number)) => number.as_f64(),
            Some(Value::String(text)) => text.trim().parse().ok(),
            Some(_) => None,
        };
        match number {
            // Within these bounds, the cast drops only the fraction.
            Some(number) if number >= 0.0 => {
                Ok(Some(if number >= f64::from(most) { most } else { number as u32 }))
            }
            _ => Err(self.wrong(names[0], "is a whole number from 0")),
        }
    }

    /// An optional day, month or year: `2026-03-01`, `2026-03` or `2026`.
    pub(super) fn date(&self, names: &[&str]) -> Result<Option<String>, Refusal> {
        let Some(text) = self.text(names)? else { return Ok(None) };
        let first = match text.len() {
            4 => format!("{text}-01-01"),
            7 => format!("{text}-01"),
            _ => text.clone(),
        };
        match first.parse::<Date>() {
            Ok(day) if day.year() >= 0 => Ok(Some(match text.len() {
                4 | 7 => text,
                _ => day.to_string(),
            })),
            _ => {
                Err(self.wrong(names[0], "is a day, a month or a year: 2026-03-01, 2026-03, 2026"))
            }
        }
    }

    pub(super) fn word<'a>(
        &self,
        names: &[&str],
        words: &[&'a str],
    ) -> Result<Option<&'a str>, Refusal> {
        let Some(text) = self.text(names)? else { return Ok(None) };
        let found = words.iter().find(|word| text.eq_ignore_ascii_case(word));
        match found {
            Some(word) => Ok(Some(word)),
            None => Err(self.wrong(names[0], &format!("is one of: {}", words.join(", ")))),
        }
    }

    pub(super) fn wrong(&self, name: &str, right: &str) -> Refusal {
        let sent = self.get(&[name]).map(|value| shown(&value.to_string())).unwrap_or_default();
        Refusal::new(format!("{} can't use {sent} as “{name}”.", self.tool))
            .hint(format!("“{name}” {right}."))
    }
}
