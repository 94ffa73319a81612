//! What differs from run to run, in a form that doesn't: ids, times, folders and ports.

use std::path::Path;

use jiff::{Zoned, civil::Date};
use serde_json::{Value, json};

/// Where the model's server is, in a recording.
pub const MODEL: &str = "http://127.0.0.1:11434";

/// The folder with the vault, in a recording.
const HOME: &str = "/home/you";

const NOW: &str = "2026-04-11T09:30:00Z";

/// The length of a month, `2026-04`.
const MONTH: usize = 7;

/// Figures that depend on the computer, with those that stand for them.
const MEASURED: [(&str, u64); 8] = [
    ("seconds", 2),
    ("first", 340),
    ("whole", 910),
    ("per_second", 40),
    ("bytes", 412_000),
    ("first_word", 20),
    ("writing", 8),
    ("memory", 1_781),
];

/// The ids of one recording, in the order in which the app told them, and its places.
pub struct Stable {
    ids: Vec<String>,
    places: [(String, &'static str); 2],
    /// When the files of the vault were written, and each later day until now.
    days: Vec<Date>,
}

impl Stable {
    pub fn new(folder: &Path, server: &str) -> Self {
        Self {
            ids: Vec::new(),
            places: [(folder.display().to_string(), HOME), (server.to_owned(), MODEL)],
            days: vec![Zoned::now().date()],
        }
    }

    fn id(&mut self, id: &str) -> String {
        let known = self.ids.iter().position(|known| known == id).unwrap_or_else(|| {
            self.ids.push(id.to_owned());
            self.ids.len() - 1
        });
        format!("id-{}", known + 1)
    }

    /// What the app told.
    pub fn stable(&mut self, mut value: Value) -> Value {
        match &mut value {
            Value::String(text) => *text = self.text(text),
            Value::Array(items) => {
                for item in items {
                    *item = self.stable(item.take());
                }
            }
            Value::Object(fields) => {
                // What a model of our own needs is held against this computer.
                if fields.contains_key("offers") {
                    fields.insert("free".to_owned(), json!(58_000));
                }
                if fields.contains_key("first_word") {
                    fields.insert("fits".to_owned(), json!(true));
                    fields.insert("advised".to_owned(), json!(false));
                    fields.insert("limits".to_owned(), json!("It answers from a few passages."));
                }
                // The app gives calls of tools short ids, which stand in what is sent, too.
                if let (Some(Value::String(id)), Some(_)) =
                    (fields.get("id"), fields.get("arguments"))
                    && !self.ids.contains(id)
                {
                    self.ids.push(id.clone());
                }
                for (name, field) in fields {
                    let measured = MEASURED.iter().find(|(measured, _)| measured == name);
                    *field = match (measured, field.take()) {
                        (Some((_, figure)), Value::Number(_)) => json!(figure),
                        (_, field) => self.stable(field),
                    };
                }
            }
            _ => {}
        }
        value
    }

    fn text(&mut self, text: &str) -> String {
        if text.len() >= NOW.len() && text.ends_with('Z') && text.as_bytes()[10] == b'T' {
            return NOW.to_owned();
        }
        let today = Zoned::now().date();
        if !self.days.contains(&today) {
            self.days.push(today);
        }
        if self.days.iter().any(|day| month(*day) == text) {
            return NOW[..text.len()].to_owned();
        }
        let mut text = self.days.iter().fold(text.to_owned(), |text, day| without_day(text, *day));
        for (at, id) in self.ids.iter().enumerate().filter(|(_, id)| id.len() < ID) {
            text = text.replace(id, &format!("id-{}", at + 1));
        }
        for (real, stable) in &self.places {
            text = text.replace(real.as_str(), stable);
        }
        let mut made = String::new();
        let mut rest = text.as_str();
        while let Some(at) = (0..rest.len()).find(|at| rest.get(*at..).is_some_and(begins_with_id))
        {
            let (before, found) = rest.split_at(at);
            let (id, after) = found.split_at(ID);
            made.push_str(before);
            made.push_str(&self.id(id));
            rest = after;
        }
        made + rest
    }

    /// What is asked of the app, as the app knows it.
    pub fn real(&self, value: &Value) -> Value {
        match value {
            Value::String(text) if *text == NOW[..MONTH] => json!(month(self.days[0])),
            Value::String(text) => {
                let number =
                    text.strip_prefix("id-").and_then(|number| number.parse::<usize>().ok());
                let id = number.and_then(|number| self.ids.get(number.checked_sub(1)?));
                let places = |text: &str| {
                    let places = self.places.iter();
                    places.fold(text.to_owned(), |text, (real, stable)| text.replace(stable, real))
                };
                json!(id.cloned().unwrap_or_else(|| places(text)))
            }
            Value::Array(items) => items.iter().map(|item| self.real(item)).collect(),
            Value::Object(fields) => {
                fields.iter().map(|(name, field)| (name.clone(), self.real(field))).collect()
            }
            other => other.clone(),
        }
    }
}

/// As `2026-04`.
fn month(day: Date) -> String {
    day.strftime("%Y-%m").to_string()
}

/// The text with the stable day in place of `day`.
fn without_day(text: String, day: Date) -> String {
    let short = day.strftime("%Y-%m-%d").to_string();
    let mut text = text.replace(&short, &NOW[..short.len()]);
    let long = day.strftime("%A, %-d %B %Y").to_string();
    // With the time behind it, “, 17:29”.
    while let Some(at) = text.find(&long) {
        let end = at + long.len();
        let has_time = text
            .get(end..)
            .is_some_and(|rest| rest.starts_with(", ") && rest.as_bytes().get(4) == Some(&b':'));
        let end = if has_time { end + ", 17:29".len() } else { end };
        let time = if has_time { ", 09:30" } else { "" };
        text.replace_range(at..end, &format!("Saturday, 11 April 2026{time}"));
    }
    text
}

/// The length of an id.
const ID: usize = 36;

fn begins_with_id(text: &str) -> bool {
    let Some(id) = text.as_bytes().get(..ID) else { return false };
    id.iter().enumerate().all(|(at, byte)| match at {
        8 | 13 | 18 | 23 => *byte == b'-',
        _ => byte.is_ascii_hexdigit(),
    })
}

/// Events without what depends on how fast the computer is: how the text of an answer was cut into
/// pieces on its way, and how much of a question the model had read by then.
pub fn joined(events: Vec<Value>) -> Vec<Value> {
    let mut all: Vec<Value> = Vec::new();
    for mut event in events {
        match event["type"].as_str() {
            Some("reading") => continue,
            Some("thinking") => {
                if let Some(last) = all.last_mut().filter(|last| last["type"] == "thinking") {
                    let said = [&last["text"], &event["text"]].map(|text| text.as_str().unwrap());
                    last["text"] = json!(said.concat());
                    continue;
                }
            }
            Some("blocks") => {
                let from = usize::try_from(event["from"].as_u64().unwrap()).unwrap();
                // A block that is sent once more takes its own place.
                while all.last().is_some_and(|last| {
                    last["type"] == "blocks" && last["from"].as_u64() >= event["from"].as_u64()
                }) {
                    all.pop();
                }
                let Value::Array(blocks) = event["blocks"].take() else { continue };
                all.extend(blocks.into_iter().enumerate().map(
                    |(at, block)| json!({ "type": "blocks", "from": from + at, "blocks": [block] }),
                ));
                continue;
            }
            _ => {}
        }
        all.push(event);
    }
    all
}
