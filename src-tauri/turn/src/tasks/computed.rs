//! States the table that answers a question about data, without a model. The table is exact and complete; small
//! models give such answers wrongly (docs/inside/search.md has the figures).

use language::{Language, NaturalLanguage};
use models::{Model, Server};
use records::{AggregateKind, Query, RecordKind};

use crate::{
    event::Way,
    gather::Material,
    intent::Intent,
    references::offered,
    sentences,
    stop::Outcome,
    task::{Job, report_sent, store_references},
    turn::Turn,
};
use conversation::{
    Error,
    reference::{Reference, State, Table, TableRow},
};
use grounding::{context::reply_language, references::Piece};

/// Maximum rows that are named in the text. The whole table stands below it.
const NAMED: usize = 25;

/// Whether the table answers the question by itself. A large model words it, and sees attached files and the web.
pub(crate) fn answers(
    turn: &Turn,
    material: &Material,
    chosen: Option<&Result<(Server, Model), Error>>,
) -> bool {
    may_answer(turn, &material.intent)
        && material.has_table()
        && is_better_than_model(material, chosen)
}

/// Whether the app's own answer is better than that of the chosen model, if there is one.
pub(super) fn is_better_than_model(
    material: &Material,
    chosen: Option<&Result<(Server, Model), Error>>,
) -> bool {
    let basis = &material.basis;
    chosen.is_some_and(|chosen| match chosen {
        Err(_) => true,
        Ok((_, model)) => model.is_small() && basis.attachments.is_empty() && !basis.mode.has_web(),
    })
}

/// The language of the app's own answer: that of the question, if the app speaks it.
pub(super) fn spoken_language(material: &Material) -> Language {
    match reply_language(&material.basis, &material.progress.earlier) {
        Some(NaturalLanguage::German) => Language::German,
        Some(NaturalLanguage::English) => Language::English,
        _ => language::current(),
    }
}

/// A table can be the whole answer only to a plain question.
pub(crate) fn may_answer(turn: &Turn, intent: &Intent) -> bool {
    turn.request.way == Way::Answer && *intent == Intent::Answer
}

pub(crate) async fn computed(job: Job<'_>) -> Outcome {
    let Job { turn, material, writer, .. } = job;
    report_sent(turn, &material, writer);
    let mut references = offered(&material);
    let mut used = Vec::new();
    for reference in &mut references {
        if reference.table.is_some() {
            used.push(reference.clone());
        } else if reference.state == State::Used {
            reference.state = State::Considered;
        }
    }
    store_references(turn, references, writer).await?;
    let language = spoken_language(&material);
    for Reference { number, table, .. } in &used {
        let (Some(number), Some(table)) = (number, table) else { continue };
        let text = language::speaking(language, || statement(table));
        writer.show(Piece::Text(format!("{text} ")));
        writer.show(Piece::Citation(*number));
    }
    writer.cite().await?;
    Ok(())
}

/// The table in one sentence: its result, or the names of its rows.
fn statement(table: &Table) -> String {
    let query = Query::read(&table.query).ok();
    // With a limit, nobody asked for the others.
    let has_limit = query.as_ref().is_some_and(|query| query.limit.is_some());
    let total = if has_limit { table.rows.len() } else { table.total as usize };
    let is_of_notes = query.as_ref().is_some_and(|query| query.of == RecordKind::Note);
    let is_grouped = query.as_ref().is_some_and(|query| query.group.is_some());
    let kind = query.and_then(|query| query.aggregate).map(|aggregate| aggregate.kind);
    match (&table.result, kind) {
        (_, kind) if table.rows.len() == 1 && kind != Some(AggregateKind::Count) => {
            let rows = table.rows.iter().map(|row| with_keys(row, &table.columns));
            format!("{}.", rows.collect::<String>())
        }
        (Some(result), Some(AggregateKind::Sum | AggregateKind::Mean | AggregateKind::Common))
            if !is_grouped =>
        {
            format!("{}: **{}**.", capitalised(&result.label), result.value)
        }
        (Some(result), Some(AggregateKind::Min | AggregateKind::Max | AggregateKind::Latest))
            if !is_grouped =>
        {
            let best = table.rows.iter().filter(|row| row.values.contains(&result.value));
            let names: Vec<String> = best.take(NAMED).map(name).collect();
            let names = match names.is_empty() {
                true => String::new(),
                false => format!(" ({})", names.join(", ")),
            };
            format!("{}: **{}**{names}.", capitalised(&result.label), result.value)
        }
        (Some(result), _) if !is_grouped => {
            format!("**{}**: {}.", result.value, listed(&table.rows, total, name))
        }
        _ => {
            let found = sentences::rows_found(total);
            // A value that all rows have is in the question.
            let differs = |column: usize| {
                let mut values = table.rows.iter().map(|row| row.values.get(column));
                let first = values.next();
                values.any(|value| Some(value) != first)
            };
            let columns: Vec<usize> = (1..table.columns.len()).filter(|at| differs(*at)).collect();
            format!(
                "{found}: {}.",
                listed(&table.rows, total, |row| {
                    let file = file_name(row).filter(|_| is_of_notes && !is_grouped);
                    with_values(row, &columns, file)
                })
            )
        }
    }
}

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// The first rows, and the number of the others.
fn listed(rows: &[TableRow], total: usize, row_text: impl Fn(&TableRow) -> String) -> String {
    let rows: Vec<String> = rows.iter().take(NAMED).map(row_text).collect();
    let between = if rows.iter().any(|row| row.contains(',')) { "; " } else { ", " };
    let others = total.saturating_sub(rows.len());
    let mut text = rows.join(between);
    if others > 0 {
        text.push_str(between);
        text.push_str(&sentences::other_rows(others));
    }
    text
}

fn name(row: &TableRow) -> String {
    row.values.first().cloned().unwrap_or_default()
}

/// The name of a note's file if its title doesn't contain it: links and Obsidian's lists have that name.
fn file_name(row: &TableRow) -> Option<&str> {
    let (name, title) = (row.path.stem(), row.values.first()?);
    (!title.to_lowercase().contains(&name.to_lowercase())).then_some(name)
}

/// “Blade Runner (8, 2025-06-01)”
fn with_values(row: &TableRow, columns: &[usize], file: Option<&str>) -> String {
    let values = columns.iter().filter_map(|at| row.values.get(*at)).map(String::as_str);
    let mut more: Vec<&str> = values.filter(|value| !value.is_empty()).collect();
    if let Some(file) = file.filter(|file| !more.contains(file)) {
        more.insert(0, file);
    }
    match more.is_empty() {
        true => name(row),
        false => format!("{} ({})", name(row), more.join(", ")),
    }
}

/// “Nightjar: budget 84000, status active”
fn with_keys(row: &TableRow, columns: &[String]) -> String {
    let more = row.values.iter().zip(columns).skip(1).filter(|(value, _)| !value.is_empty());
    let more: Vec<String> = more.map(|(value, column)| format!("{column} {value}")).collect();
    match more.is_empty() {
        true => name(row),
        false => format!("{}: {}", name(row), more.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use conversation::reference::TableResult;
    use notes::NotePath;

    use super::*;

    fn table(query: &str, rows: &[&[&str]], result: Option<(&str, &str)>) -> Table {
        let row = |values: &&[&str]| TableRow {
            path: NotePath::new(&format!("Films/{}.md", values[0].replace("Rye", "2026 rye")))
                .unwrap(),
            line: 1,
            values: values.iter().map(|value| (*value).to_owned()).collect(),
        };
        Table {
            query: query.to_owned(),
            columns: ["Note", "rating", "seen"].map(str::to_owned).to_vec(),
            rows: rows.iter().map(row).collect(),
            total: u32::try_from(rows.len()).unwrap(),
            result: result.map(|(label, value)| TableResult {
                label: label.to_owned(),
                value: value.to_owned(),
                of: 2,
            }),
        }
    }

    // B127
    #[test]
    fn a_table_is_stated_in_a_sentence() {
        let films: [&[&str]; 2] = [&["Solaris", "9", "2025-05-02"], &["Vertigo", "7", ""]];
        let cases = [
            (table("tag:film", &films, None), "2 found: Solaris (9, 2025-05-02); Vertigo (7)."),
            (table("tag:film", &films[..1], None), "Solaris: rating 9, seen 2025-05-02."),
            (table("tag:film count", &films, Some(("count", "2"))), "**2**: Solaris, Vertigo."),
            (
                table("tag:film average:rating", &films, Some(("average of rating", "8"))),
                "Average of rating: **8**.",
            ),
            (
                table("tag:film max:rating", &films, Some(("highest rating", "9"))),
                "Highest rating: **9** (Solaris).",
            ),
        ];
        for (table, expected) in cases {
            assert_eq!(statement(&table), expected, "{}", table.query);
        }
        let same: [&[&str]; 2] = [&["Solaris", "9", "2025-05-02"], &["Vertigo", "9", "2025-05-03"]];
        let same = statement(&table("tag:film rating=9", &same, None));
        assert_eq!(same, "2 found: Solaris (2025-05-02), Vertigo (2025-05-03).");
        let bread: [&[&str]; 2] = [&["Rye", "4", ""], &["Spelt", "5", ""]];
        let bread = statement(&table("tag:bake", &bread, None));
        assert_eq!(bread, "2 found: Rye (2026 rye, 4); Spelt (5).");
        let best = Table { total: 3, ..table("tag:film sort:-rating limit:1", &films[..1], None) };
        assert_eq!(statement(&best), "Solaris: rating 9, seen 2025-05-02.");
        let best = Table { total: 3, ..table("tag:film sort:-rating limit:2", &films, None) };
        assert_eq!(statement(&best), "2 found: Solaris (9, 2025-05-02); Vertigo (7).");
        let in_german =
            language::speaking(Language::German, || statement(&table("tag:film", &films, None)));
        assert_eq!(in_german, "2 gefunden: Solaris (9, 2025-05-02); Vertigo (7).");
        let many = vec![films[1]; NAMED + 3];
        let many = statement(&table("tag:film count", &many, Some(("count", "28"))));
        assert!(
            many.starts_with("**28**: Vertigo, ") && many.ends_with(", and 3 others."),
            "{many}"
        );
    }
}
