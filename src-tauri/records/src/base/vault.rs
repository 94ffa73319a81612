//! The notes that a base is evaluated over: links, properties and file fields, and the budget of steps.

use std::{
    cell::{Cell, RefCell},
    collections::{HashMap, HashSet},
    rc::Rc,
};

use jiff::civil::DateTime;

use super::{
    BaseNote,
    dates::Moment,
    item::{Fault, Item, Link, file_name, target_name},
};
use crate::{Value, fold};

/// Maximum steps for a table: about a second.
pub(super) const MAX_STEPS: u64 = 40_000_000;

/// Obsidian always reads these as lists.
const LISTS: [&str; 3] = ["tags", "aliases", "cssclasses"];

pub(super) struct Vault<'a> {
    pub(super) now: DateTime,
    by_path: HashMap<String, &'a BaseNote>,
    by_name: HashMap<String, &'a BaseNote>,
    /// Folded property names, and whether some note has several values for it.
    properties: HashMap<String, bool>,
    lists: RefCell<HashMap<(&'a str, &'static str), Item<'a>>>,
    steps: Cell<u64>,
}

/// A path without `.md`, folded.
fn folded_path(path: &str) -> String {
    let folded = fold(path.trim_start_matches("./"));
    folded.strip_suffix(".md").map(str::to_owned).unwrap_or(folded)
}

impl<'a> Vault<'a> {
    pub(super) fn new(
        notes: &'a [BaseNote],
        this: Option<&'a BaseNote>,
        now: DateTime,
        max_steps: u64,
    ) -> Self {
        let (mut by_path, mut by_name) = (HashMap::new(), HashMap::<String, &BaseNote>::new());
        let mut properties = HashMap::new();
        for note in notes.iter().chain(this) {
            by_path.entry(folded_path(&note.path)).or_insert(note);
            let known = by_name.entry(target_name(&file_name(note))).or_insert(note);
            if note.path.len() < known.path.len() {
                *known = note;
            }
            for (key, values) in &note.properties {
                *properties.entry(fold(key)).or_default() |= values.len() > 1;
            }
        }
        for name in LISTS {
            properties.entry(name.to_owned()).and_modify(|it| *it = true);
        }
        Self {
            now,
            by_path,
            by_name,
            properties,
            lists: RefCell::default(),
            steps: Cell::new(max_steps),
        }
    }

    pub(super) fn charge(&self, steps: usize) -> Result<(), Fault> {
        let steps = u64::try_from(steps).unwrap_or(u64::MAX);
        let left = self.steps.get().saturating_sub(steps);
        self.steps.set(left);
        if left == 0 { Err(Fault::Stopped) } else { Ok(()) }
    }

    pub(super) fn is_spent(&self) -> bool {
        self.steps.get() == 0
    }

    pub(super) fn has_key(&self, key: &str) -> bool {
        self.properties.contains_key(&fold(key))
    }

    pub(super) fn find(&self, target: &str) -> Option<&'a BaseNote> {
        let target = target.split('#').next().unwrap_or(target).trim();
        let path = target.trim_start_matches('/');
        let found = self.by_path.get(&folded_path(path));
        found.or_else(|| self.by_name.get(&target_name(target))).copied()
    }

    /// A link to `target`, which may be written in brackets.
    pub(super) fn link(&self, target: &str, shown: Option<String>) -> Item<'a> {
        let target = target.trim();
        let inner = target.strip_prefix("[[").and_then(|it| it.strip_suffix("]]"));
        let inner = inner.unwrap_or(target);
        let (target, label) = match inner.split_once('|') {
            Some((target, label)) => (target, Some(label.to_owned())),
            None => (inner, None),
        };
        let is_web = target.contains("://");
        let note = if is_web { None } else { self.find(target) };
        let last = target.split('#').next().unwrap_or(target).rsplit('/').next().unwrap_or(target);
        let plain = if is_web { target } else { last.strip_suffix(".md").unwrap_or(last) };
        Item::Link(Rc::new(Link {
            target: target.to_owned(),
            shown: shown.or(label).unwrap_or_else(|| plain.to_owned()),
            note,
            name: note.map_or_else(|| target_name(target), |it| target_name(&file_name(it))),
        }))
    }

    fn value(&self, value: &Value) -> Item<'a> {
        if let Some(target) = &value.link {
            return self.link(target, Some(value.text.clone()));
        }
        let text = value.text.trim();
        match text {
            "" => return Item::Empty,
            "true" => return Item::Bool(true),
            "false" => return Item::Bool(false),
            _ => {}
        }
        if let Some(moment) = Moment::read(text) {
            return Item::Date(moment);
        }
        let digits = text.strip_prefix('-').unwrap_or(text);
        // `007` is a name, and so are `inf` and `nan`.
        let leading = digits.len() > 1 && digits.starts_with('0') && !digits.starts_with("0.");
        let is_number = digits.starts_with(|it: char| it.is_ascii_digit()) && !leading;
        match text.parse::<f64>() {
            Ok(number) if is_number && number.is_finite() => Item::Number(number),
            _ => Item::text(text),
        }
    }

    pub(super) fn property(&self, note: &'a BaseNote, key: &str) -> Result<Item<'a>, Fault> {
        let find = |same: &dyn Fn(&str) -> bool| note.properties.iter().find(|it| same(&it.0));
        let found = find(&|it| it == key).or_else(|| find(&|it| same_case(it, key)));
        let Some((_, values)) = found else { return Ok(Item::Empty) };
        let is_list = self.properties.get(&fold(key)).copied().unwrap_or_default();
        self.charge(values.len())?;
        match values.as_slice() {
            [] => Ok(Item::Empty),
            [value] if !is_list => Ok(self.value(value)),
            values => {
                let items = values.iter().map(|it| self.value(it));
                Item::list(items.filter(|it| !matches!(it, Item::Empty)).collect())
            }
        }
    }

    pub(super) fn properties(&self, note: &'a BaseNote) -> Result<Vec<Item<'a>>, Fault> {
        note.properties.iter().map(|(key, _)| self.property(note, key)).collect()
    }

    /// `file.name`; `None` for an unknown field.
    pub(super) fn field(&self, note: &'a BaseNote, name: &str) -> Option<Result<Item<'a>, Fault>> {
        let time =
            |time: Option<DateTime>| time.map_or(Item::Empty, |it| Item::Date(Moment::timed(it)));
        Some(Ok(match name {
            "name" => Item::text(file_name(note)),
            "basename" => Item::text(&note.stem),
            "path" => Item::text(&note.path),
            "folder" => Item::text(&note.folder),
            "ext" | "extension" => Item::text(&note.ext),
            "size" => Item::Number(note.size as f64),
            "ctime" | "created" => time(note.created),
            "mtime" | "modified" => time(note.modified),
            "file" => Item::File(note),
            "properties" => Item::Note(note),
            "tags" => return Some(self.cached(note, "tags")),
            "links" => return Some(self.cached(note, "links")),
            "backlinks" => return Some(self.cached(note, "backlinks")),
            "embeds" => return Some(self.cached(note, "embeds")),
            "aliases" => return Some(self.property(note, "aliases")),
            _ => return None,
        }))
    }

    fn cached(&self, note: &'a BaseNote, name: &'static str) -> Result<Item<'a>, Fault> {
        let key = (note.path.as_str(), name);
        if let Some(known) = self.lists.borrow().get(&key) {
            return Ok(known.clone());
        }
        let links = |targets: &[String]| targets.iter().map(|it| self.link(it, None)).collect();
        let items: Vec<Item<'a>> = match name {
            "tags" => {
                let mut known = HashSet::new();
                let tags = note.tags.iter().map(|it| it.trim_start_matches('#'));
                tags.filter(|it| known.insert(fold(it))).map(|it| Item::Tag(it.into())).collect()
            }
            "links" => links(&note.links),
            "backlinks" => links(&note.backlinks),
            _ => links(&note.embeds),
        };
        self.charge(items.len() * 4)?;
        let list = Item::list(items)?;
        self.lists.borrow_mut().insert(key, list.clone());
        Ok(list)
    }
}

fn same_case(a: &str, b: &str) -> bool {
    let lower = |text: &'_ str| text.chars().flat_map(char::to_lowercase).collect::<String>();
    a.len() == b.len() && lower(a) == lower(b)
}
