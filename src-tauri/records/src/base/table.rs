//! Evaluates a view to a table.

use std::cmp::{Ordering, Reverse};

use jiff::civil::DateTime;
use language::say;

use super::{
    Base, BaseNote, BaseRow, BaseTable, Column, Filter, SortBy, View,
    check::{Check, is_file_field},
    eval::Row,
    item::{Fault, Item, SortKey, file_name, natural},
    vault::{MAX_STEPS, Vault},
};
use crate::fold;

pub fn evaluate(
    base: &Base,
    view: &View,
    notes: &[BaseNote],
    this: Option<&BaseNote>,
    now: DateTime,
) -> BaseTable {
    let vault = Vault::new(notes, this, now, MAX_STEPS);
    let check = Check::new(base);
    let name_only = [Column::File("name".to_owned())];
    let columns = if view.order.is_empty() { &name_only[..] } else { &view.order };
    let mut table = BaseTable {
        columns: columns.iter().map(|it| base.display_name(it)).collect(),
        problems: base.problems.iter().chain(&view.problems).cloned().collect(),
        ..BaseTable::default()
    };
    let filters: Vec<&Filter> = base.filters.iter().chain(&view.filters).collect();
    let mut problems = Vec::new();
    filters.iter().for_each(|it| check.filter(it, &mut problems));
    let is_understood = problems.is_empty();
    for (text, reason) in problems {
        table.problems.push(say! {
            en: "The filter “{text}” isn't understood, so no rows are shown: {reason}.",
            de: "Der Filter „{text}“ wird nicht verstanden, deshalb werden keine Zeilen gezeigt: {reason}.",
        });
    }
    let sorts: Vec<&SortBy> = view.group_by.iter().chain(&view.sort).collect();
    let mut checked: Vec<&Column> = Vec::new();
    for column in columns.iter().chain(sorts.iter().map(|it| &it.column)) {
        if checked.contains(&column) {
            continue;
        }
        checked.push(column);
        let unknown = match column {
            Column::Formula(name) => {
                if let Err(reason) = check.formula(name) {
                    table.problems.push(say! {
                        en: "The formula “{name}” isn't understood, so it has no values: {reason}.",
                        de: "Die Formel „{name}“ wird nicht verstanden, deshalb hat sie keine Werte: {reason}.",
                    });
                }
                continue;
            }
            Column::File(field) if !is_file_field(field) => format!("file.{field}"),
            // A property of a plugin, such as `tasknotes.due`.
            Column::Note(key) if key.contains('.') && !vault.has_key(key) => key.clone(),
            Column::File(_) | Column::Note(_) => continue,
        };
        table.problems.push(say! {
            en: "The property “{unknown}” isn't known, so it has no values.",
            de: "Die Eigenschaft „{unknown}“ ist nicht bekannt, deshalb hat sie keine Werte.",
        });
    }
    if this.is_none() && check.uses_this() {
        table.problems.push(say! {
            en: "The view refers to the note that it is shown in, and there is none.",
            de: "Die Ansicht bezieht sich auf die Notiz, in der sie steht, und es gibt keine.",
        });
    }
    if !is_understood {
        return table;
    }
    let mut faults = Faults::default();
    let mut found: Vec<FoundRow<'_, '_>> = Vec::new();
    for note in notes {
        let row = Row::new(base, &vault, note, this);
        if !filters.iter().all(|it| passes(&row, it, &mut faults) == Some(true)) {
            continue;
        }
        let keys = sorts.iter().map(|it| row.cell(&it.column, &check, &mut faults).sort_key());
        let keys = keys.collect();
        found.push(FoundRow { note, row, keys, name: fold(&file_name(note)) });
    }
    found.sort_by(|a, b| order(a, b, &sorts));
    table.total = found.len();
    for found in found.iter().take(view.limit.unwrap_or(usize::MAX)) {
        let mut shown = |column: &Column| found.row.cell(column, &check, &mut faults).shown();
        table.rows.push(BaseRow {
            path: found.note.path.clone(),
            values: columns.iter().map(&mut shown).collect(),
            group: view.group_by.as_ref().map(|it| shown(&it.column)),
        });
    }
    table.problems.extend(faults.said());
    if vault.is_spent() {
        table.problems.push(say! {
            en: "The view takes too long to compute, so rows or values are missing.",
            de: "Die Ansicht braucht zu lange, deshalb fehlen Zeilen oder Werte.",
        });
    }
    table
}

/// Maximum sentences about values.
const MAX_FAULTS: usize = 20;

struct FoundRow<'r, 'a> {
    note: &'a BaseNote,
    row: Row<'r, 'a>,
    keys: Vec<SortKey>,
    /// Folded.
    name: String,
}

fn order(a: &FoundRow<'_, '_>, b: &FoundRow<'_, '_>, sorts: &[&SortBy]) -> Ordering {
    for ((a, b), sort) in a.keys.iter().zip(&b.keys).zip(sorts) {
        let has_both = *a != SortKey::Empty && *b != SortKey::Empty;
        let order =
            if sort.descending && has_both { Reverse(a).cmp(&Reverse(b)) } else { a.cmp(b) };
        if order != Ordering::Equal {
            return order;
        }
    }
    natural(&a.name, &b.name).then_with(|| a.note.path.cmp(&b.note.path))
}

/// `None` if the filter has no result, which excludes the note unless another part decides.
fn passes<'a>(row: &Row<'_, 'a>, filter: &'a Filter, faults: &mut Faults) -> Option<bool> {
    let mut decide = |parts: &'a [Filter], decisive: bool| {
        let mut known = true;
        for part in parts {
            match passes(row, part, faults) {
                Some(result) if result == decisive => return Some(decisive),
                Some(_) => {}
                None => known = false,
            }
        }
        known.then_some(!decisive)
    };
    match filter {
        Filter::All(parts) => decide(parts, false),
        Filter::Any(parts) => decide(parts, true),
        Filter::None(parts) => decide(parts, true).map(|it| !it),
        Filter::Is(written) => match row.value(written.parsed.as_ref().ok()?) {
            Ok(value) => Some(value.is_true()),
            Err(fault) => {
                let text = &written.text;
                let place = say! { en: "The filter “{text}”", de: "Der Filter „{text}“" };
                faults.add(place, &fault);
                None
            }
        },
    }
}

impl<'a> Row<'_, 'a> {
    fn cell(&self, column: &Column, check: &Check<'_>, faults: &mut Faults) -> Item<'a> {
        let (value, place) = match column {
            Column::File(field) => {
                (self.file_field(field), say! { en: "“{field}”", de: "„{field}“" })
            }
            Column::Note(key) => (self.property(key), say! { en: "“{key}”", de: "„{key}“" }),
            Column::Formula(name) if check.formula(name).is_err() => return Item::Empty,
            Column::Formula(name) => {
                let place = say! { en: "The formula “{name}”", de: "Die Formel „{name}“" };
                (self.formula(name), place)
            }
        };
        value.unwrap_or_else(|fault| {
            faults.add(place, &fault);
            Item::Empty
        })
    }
}

/// Faults with the number of values that they affect.
#[derive(Default)]
struct Faults(Vec<(String, String, usize)>);

impl Faults {
    fn add(&mut self, place: String, fault: &Fault) {
        if matches!(fault, Fault::Stopped) {
            return;
        }
        let reason = fault.reason();
        let known = self.0.iter_mut().find(|it| it.0 == place && it.1 == reason);
        if let Some((_, _, count)) = known {
            *count += 1;
        } else if self.0.len() < MAX_FAULTS {
            self.0.push((place, reason, 1));
        }
    }

    fn said(self) -> impl Iterator<Item = String> {
        self.0.into_iter().map(|(place, reason, count)| {
            say! {
                en: "{place} has no result for some notes ({count}): {reason}.",
                de: "{place} hat für manche Notizen kein Ergebnis ({count}): {reason}.",
            }
        })
    }
}

impl Base {
    fn display_name(&self, column: &Column) -> String {
        if let Some((_, name)) = self.display_names.iter().find(|(known, _)| known == column) {
            return name.clone();
        }
        match column {
            Column::Note(name) | Column::Formula(name) => name.clone(),
            Column::File(field) => match field.as_str() {
                "name" | "basename" | "file" => say! { en: "file name", de: "Dateiname" },
                "path" => say! { en: "file path", de: "Pfad" },
                "folder" => say! { en: "folder", de: "Ordner" },
                "ext" => say! { en: "file extension", de: "Dateiendung" },
                "size" => say! { en: "file size", de: "Dateigröße" },
                "ctime" => say! { en: "created time", de: "Erstellt" },
                "mtime" => say! { en: "modified time", de: "Geändert" },
                "tags" => say! { en: "file tags", de: "Tags" },
                "links" => say! { en: "links", de: "Links" },
                "backlinks" => say! { en: "backlinks", de: "Rückverweise" },
                "embeds" => say! { en: "embeds", de: "Einbettungen" },
                other => other.to_owned(),
            },
        }
    }
}
