mod expressions;
mod views;

use jiff::civil::{DateTime, date};

use super::{Base, BaseNote, BaseTable, evaluate};
use crate::Value;

fn now() -> DateTime {
    date(2026, 11, 17).at(12, 0, 0, 0)
}

fn note(path: &str, properties: &[(&str, &[&str])]) -> BaseNote {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let (stem, ext) = name.rsplit_once('.').unwrap();
    let values = |values: &&[&str]| values.iter().map(|it| Value::new(it)).collect();
    BaseNote {
        path: path.to_owned(),
        stem: stem.to_owned(),
        folder: folder.to_owned(),
        ext: ext.to_owned(),
        size: 1200,
        created: Some(date(2026, 1, 2).at(8, 30, 0, 0)),
        modified: Some(date(2026, 11, 14).at(12, 0, 0, 0)),
        tags: Vec::new(),
        links: Vec::new(),
        backlinks: Vec::new(),
        embeds: Vec::new(),
        properties: properties.iter().map(|(key, it)| ((*key).to_owned(), values(it))).collect(),
    }
}

/// Evaluates the first view, shown in `this`.
fn table(yaml: &str, notes: &[BaseNote], this: Option<&BaseNote>) -> BaseTable {
    let base = Base::read(yaml).unwrap_or_else(|error| panic!("{error}\n{yaml}"));
    evaluate(&base, base.view(None).unwrap(), notes, this, now())
}
