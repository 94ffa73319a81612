//! The keys, values and names of a vault, by which questions are read.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use notes::{Catalog, NotePath};
use records::fold;
use rusqlite::Connection;

/// Maximum distinct values of a key, the most frequent first. A key with more is free text, which no question names.
const VALUES: usize = 3_000;

/// Maximum bytes of a value that is divided at its capitals.
const LONGEST_WORD: usize = 40;

/// What a query's word may begin with, beside the vault's keys.
const OPERATORS: [&str; 14] = [
    "task:open",
    "tag:",
    "folder:",
    "links:",
    "linked-from:",
    "about:",
    "has:",
    "date:",
    "sort:",
    "group:",
    "count",
    "sum:",
    "average:",
    "prop:",
];

/// Kinds of files that a search for passages knows, as its filter `type:` names them.
const FILE_KINDS: [&str; 7] = ["books", "note", "office", "pdf", "pictures", "text", "web"];

#[derive(Debug, Default)]
pub struct Vocabulary {
    pub(crate) revision: i64,
    /// The keys of notes, tasks and rows, in the order of their folded names.
    pub keys: Vec<KeyEntry>,
    /// Folded titles, file names and aliases, with their notes.
    pub names: HashMap<String, Vec<NotePath>>,
    /// Folded, with the number of notes.
    pub tags: Vec<(String, u32)>,
    /// The same tags as the database has them.
    stored_tags: Vec<String>,
    /// Folded last names of folders, with the folders.
    pub folders: BTreeMap<String, BTreeSet<String>>,
}

#[derive(Debug, Clone, Default)]
pub struct KeyEntry {
    /// Folded.
    pub key: String,
    /// As notes write it; of several spellings, the first in the order of letters.
    pub name: String,
    /// Number of notes, tasks and rows that have the key.
    pub notes: u32,
    pub tasks: u32,
    pub rows: u32,
    /// Number of values that are numbers, dates, links.
    pub numbers: u32,
    pub dates: u32,
    pub links: u32,
    pub values: Vec<ValueEntry>,
}

#[derive(Debug, Clone)]
pub struct ValueEntry {
    pub folded: String,
    /// Its folded words, without pictograms and punctuation: “finished” for “✅ finished”, “on hold” for “onHold”.
    pub spoken: String,
    pub text: String,
    pub count: u32,
    /// The folded name of the target if the value is a link, which may be shown by another text.
    pub link: Option<String>,
    pub is_number: bool,
}

impl KeyEntry {
    pub fn total(&self) -> u32 {
        self.values.iter().map(|value| value.count).sum()
    }
}

impl Vocabulary {
    pub(crate) fn load(
        connection: &Connection,
        catalog: &Catalog,
        revision: i64,
    ) -> rusqlite::Result<Self> {
        let mut names: HashMap<String, Vec<NotePath>> = HashMap::new();
        let mut folders: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (path, note) in catalog.notes() {
            let mut own: BTreeSet<String> = BTreeSet::new();
            own.extend(note.title.as_deref().map(fold));
            own.insert(fold(path.stem()));
            own.extend(note.aliases.iter().map(|alias| fold(alias)));
            for name in own.into_iter().filter(|name| !name.is_empty()) {
                names.entry(name).or_default().push(path.clone());
            }
            let folder = path.folder();
            for (end, _) in folder.match_indices('/').chain([(folder.len(), "")]) {
                let folder = &folder[..end];
                let name = folder.rsplit('/').next().unwrap_or(folder);
                if !name.is_empty() {
                    folders.entry(fold(name)).or_default().insert(folder.to_owned());
                }
            }
        }
        let mut tags = connection.prepare_cached(
            "SELECT tag, count(*) FROM tags JOIN notes ON notes.id = note
             WHERE role IS NOT 'template' GROUP BY tag ORDER BY tag",
        )?;
        let tags =
            tags.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, u32>(1)?)))?;
        let tags = tags.collect::<rusqlite::Result<Vec<(String, u32)>>>()?;
        let (stored_tags, counts): (Vec<String>, Vec<u32>) = tags.into_iter().unzip();
        let tags = stored_tags.iter().map(|tag| fold(tag)).zip(counts).collect();
        let keys = keys(connection, None)?;
        Ok(Self { revision, keys, names, tags, stored_tags, folders })
    }

    /// A folded tag and those below it, as the database has them.
    pub(crate) fn tagged(&self, folded: &str) -> Vec<&str> {
        let is_below = |tag: &str| tag.strip_prefix(folded).is_some_and(|it| it.starts_with('/'));
        let all = self.tags.iter().zip(&self.stored_tags);
        let found = all.filter(|((tag, _), _)| tag == folded || is_below(tag));
        found.map(|(_, stored)| stored.as_str()).collect()
    }

    /// The query with its last word completed in different ways: by an operator, a key, or a value.
    pub fn completions(&self, query: &str) -> Vec<String> {
        const MOST: usize = 12;
        let start = query.rfind(char::is_whitespace).map_or(0, |at| at + 1);
        let (before, word) = query.split_at(start);
        let whole = |word: String| format!("{before}{word}");
        let quoted = |text: &str| match text.contains(char::is_whitespace) {
            true => format!("\"{text}\""),
            false => text.to_owned(),
        };
        let (sign, word) = match word.strip_prefix('-') {
            Some(rest) => ("-", rest),
            None => ("", word),
        };
        let operator = ["!=", ">=", "<=", "=", ">", "<", ":"]
            .into_iter()
            .filter_map(|it| Some((word.find(it)?, it)))
            .min_by_key(|(at, it)| (*at, usize::MAX - it.len()));
        let Some((at, operator)) = operator else {
            let typed = fold(word);
            let words = OPERATORS.iter().map(|it| (*it).to_owned());
            let keys = self.keys.iter().filter(|key| !key.name.contains(char::is_whitespace));
            let all = words.chain(keys.map(|key| format!("{}=", key.name)));
            let found = all.filter(|it| fold(it).starts_with(&typed));
            return found.take(MOST).map(|it| whole(format!("{sign}{it}"))).collect();
        };
        let (name, typed) = (&word[..at], fold(word[at + operator.len()..].trim_matches('"')));
        let starts = |text: &&str| fold(text).starts_with(&typed);
        let key_names = || self.keys.iter().map(|key| key.name.as_str());
        let own_values = || -> Vec<&str> {
            let key = self.key(name);
            key.map(|key| key.values.iter().map(|it| it.text.as_str()).collect())
                .unwrap_or_default()
        };
        let names: Vec<&str> = match &*fold(name) {
            "task" => vec!["open", "done", "cancelled", "\"in progress\"", "any"],
            "tag" => self.tags.iter().map(|(tag, _)| tag.as_str()).collect(),
            "folder" | "path" => self.folders.keys().map(String::as_str).collect(),
            "type" => FILE_KINDS.into_iter().chain(own_values()).collect(),
            "links" | "linked-from" | "name" | "about" => {
                self.names.keys().map(String::as_str).collect()
            }
            "sort" | "group" | "has" | "sum" | "average" | "min" | "max" | "columns" => {
                key_names().collect()
            }
            "prop" => {
                let found = key_names().filter(starts);
                let found = found.map(|key| whole(format!("{sign}prop:{}=", quoted(key))));
                return found.take(MOST).collect();
            }
            _ => own_values(),
        };
        let mut found: Vec<&str> = names.into_iter().filter(starts).collect();
        found.sort_by_key(|text| fold(text));
        found.dedup();
        found.truncate(MOST);
        found
            .into_iter()
            .map(|text| whole(format!("{sign}{name}{operator}{}", quoted(text))))
            .collect()
    }

    /// A note by one of its names: the folded title, file name, alias or path.
    pub(crate) fn named(&self, name: &str) -> Vec<NotePath> {
        let last = name.rsplit('/').next().unwrap_or(name);
        let found = self.names.get(name).or_else(|| self.names.get(last));
        let mut found = found.cloned().unwrap_or_default();
        if name.contains('/') {
            let is_there = |path: &NotePath| {
                let path = fold(path.as_str());
                path == name || path.strip_suffix(".md") == Some(name)
            };
            if found.iter().any(is_there) {
                found.retain(is_there);
            }
        }
        found
    }

    pub fn key(&self, name: &str) -> Option<&KeyEntry> {
        let folded = fold(name);
        self.keys.iter().find(|key| key.key == folded)
    }
}

/// The keys of some notes.
#[derive(Debug, Clone, Default)]
pub struct Scope {
    pub notes: u32,
    /// Number of notes with a date of their own.
    pub dated: u32,
    pub keys: Vec<KeyEntry>,
}

/// The keys of all notes, tasks and rows; with `owners`, of these notes.
pub(crate) fn keys(
    connection: &Connection,
    owners: Option<&[i64]>,
) -> rusqlite::Result<Vec<KeyEntry>> {
    let mut names = HashMap::new();
    let mut select = connection.prepare_cached("SELECT key, name FROM key_names")?;
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        names.insert(row.get::<_, String>(0)?, row.get::<_, String>(1)?);
    }
    let within = match owners {
        Some(_) => "owner IN (SELECT value FROM json_each(?1))",
        None => "?1 IS NULL",
    };
    let mut select = connection.prepare_cached(&format!(
        "SELECT key, cells.folded, min(cells.text), count(*), count(number), count(first),
                count(link), max(link), sum(owner < 0), sum(records.kind = 'task'), sum(records.kind = 'row')
         FROM cells LEFT JOIN records ON records.id = owner
         JOIN notes ON notes.id = coalesce(records.note, -owner)
         WHERE role IS NOT 'template' AND {within} GROUP BY key, cells.folded"
    ))?;
    let mut rows = select.query([owners.map(|it| serde_json::json!(it).to_string())])?;
    let mut keys: BTreeMap<String, KeyEntry> = BTreeMap::new();
    while let Some(row) = rows.next()? {
        let key: String = row.get(0)?;
        let entry = keys.entry(key).or_default();
        let (count, numbers, dates, links): (u32, u32, u32, u32) =
            (row.get(3)?, row.get(4)?, row.get(5)?, row.get(6)?);
        let of = |at| row.get::<_, Option<u32>>(at).map(Option::unwrap_or_default);
        entry.notes += of(8)?;
        entry.tasks += of(9)?;
        entry.rows += of(10)?;
        entry.numbers += numbers;
        entry.dates += dates;
        entry.links += links;
        let (folded, text): (String, String) = (row.get(1)?, row.get(2)?);
        entry.values.push(ValueEntry {
            spoken: spoken(&folded, &text),
            folded,
            text,
            count,
            link: row.get(7)?,
            is_number: numbers > 0,
        });
    }
    let named = keys.into_iter().map(|(key, mut entry)| {
        entry.name = names.get(&key).cloned().unwrap_or_else(|| key.clone());
        entry.values.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.folded.cmp(&b.folded)));
        entry.values.truncate(VALUES);
        KeyEntry { key, ..entry }
    });
    Ok(named.collect())
}

/// The folded words of a single one such as “onHold”. `None` of another text.
fn by_capitals(text: &str) -> Option<String> {
    let is_one = text.chars().all(char::is_alphabetic) && text.starts_with(char::is_lowercase);
    let has_capital = text.chars().any(char::is_uppercase);
    if !is_one || !has_capital || text.len() > LONGEST_WORD {
        return None;
    }
    let mut words = String::new();
    for char in text.chars() {
        if char.is_uppercase() {
            words.push(' ');
        }
        words.push(char);
    }
    Some(fold(&words))
}

fn spoken(folded: &str, text: &str) -> String {
    let words = by_capitals(text);
    let folded = words.as_deref().unwrap_or(folded);
    let words =
        folded.split(|it: char| !(it.is_alphanumeric() || matches!(it, '-' | '\'' | '&' | '.')));
    let words = words.map(|word| word.trim_end_matches('.'));
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}
