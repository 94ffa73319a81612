//! States the table that answers a question about data, without a model. The table is exact and complete; small
//! models give such answers wrongly (docs/inside/search.md has the figures).

use std::sync::Arc;

use jiff::civil::Date;
use language::{Language, NaturalLanguage};
use models::{Model, Server};
use records::{AggregateKind, Period, Query, RecordKind, fold, spoken_day};

use crate::{
    closest::closest,
    event::Way,
    gather::Material,
    intent::Intent,
    newer::changed_since,
    references::offered,
    sentences::{self, stated::Phrases},
    stop::Outcome,
    task::{Job, report_sent, store_references},
    turn::Turn,
};
use conversation::{
    Error,
    reference::{Kind, Number, Reference, State, Table, TableResult, TableRow},
};
use grounding::{context::reply_language, references::Piece};
use retrieval::blocking;

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
    let Job { turn, mut material, writer, .. } = job;
    report_sent(turn, &material, writer);
    let of_row = sentence_of_row(turn, &material).await;
    if let Some((passage, _)) = &of_row {
        let hits = &mut Arc::make_mut(&mut material.progress).hits;
        let behind = hits.iter().position(|hit| hit.table.is_some()).map_or(0, |at| at + 1);
        hits.insert(behind, passage.clone());
    }
    let language = spoken_language(&material);
    let quoted = language::speaking(language, || match of_row {
        Some((passage, sentence)) => Some((passage, sentences::quoted(&sentence))),
        None => {
            let (passage, line) = changed_since(&material.progress.hits, &material.basis.question)?;
            let day: Date = passage.own_date()?.parse().ok()?;
            let day = format!("{} {}", spoken_day(day), day.year());
            Some((passage, sentences::note_of_day(&day, &line)))
        }
    });
    let mut references = offered(&material);
    let mut used = Vec::new();
    let mut shown = None;
    for reference in &mut references {
        let quoted = quoted.as_ref().filter(|(passage, _)| passage.key() == reference.key());
        if reference.table.is_some() {
            used.push(reference.clone());
        } else if let (Some((_, text)), Some(number)) = (quoted, reference.number) {
            shown = Some((text, number));
        } else if reference.state == State::Used {
            reference.state = State::Considered;
        }
    }
    store_references(turn, references, writer).await?;
    let phrases = Phrases::of(reply_language(&material.basis, &material.progress.earlier));
    for Reference { number, table, .. } in &used {
        let (Some(number), Some(table)) = (number, table) else { continue };
        let text = statement(table, phrases);
        // The number stands before the full stop, as in a model's answer.
        let (said, stop) = text.strip_suffix('.').map_or((&*text, ""), |said| (said, "."));
        writer.show(Piece::Text(format!("{said} ")));
        writer.show(Piece::Citation(*number));
        writer.show(Piece::Text(stop.to_owned()));
    }
    if let Some((text, number)) = shown {
        writer.show(Piece::Text(format!(" {text} ")));
        writer.show(Piece::Citation(number));
    }
    writer.cite().await?;
    Ok(())
}

/// The sentence closest to the question in the table's only note, with its passage, if the table itself has no more
/// than the day that the question names: “What did I bake last Saturday?”
async fn sentence_of_row(turn: &Turn, material: &Material) -> Option<(Reference, String)> {
    let table = material.progress.hits.iter().find_map(|hit| hit.table.as_ref())?;
    let path = only_row_of_a_day(table)?.path.clone();
    let sources = turn.quick_sources();
    let reason = sentences::OF_THE_PERIOD.text();
    let passages = blocking(move || Ok(sources.all_of(&path, Kind::Search, reason)?)).await.ok()?;
    let numbered = passages
        .into_iter()
        .zip(1..)
        .map(|(passage, number)| Reference { number: Some(Number(number)), ..passage });
    let numbered: Vec<Reference> = numbered.collect();
    let question = material.basis.question.clone();
    let (span, sentence) = closest(turn, numbered.clone(), question).await?;
    let passage = numbered.into_iter().find(|passage| passage.number == Some(span.number))?;
    Some((Reference { number: None, ..passage }, language::one_line(&sentence)))
}

/// The only row of a table of notes, if its values are days that the query's conditions name.
fn only_row_of_a_day(table: &Table) -> Option<&TableRow> {
    let [row] = &table.rows[..] else { return None };
    let query = Query::read(&table.query).ok()?;
    let is_plain = query.of == RecordKind::Note
        && query.aggregate.is_none()
        && query.sort.is_empty()
        && query.group.is_none();
    let conditions = Query { columns: Vec::new(), ..query }.shown();
    let values = row.values.iter().zip(&table.columns).skip(1);
    let mut values = values.filter(|(value, _)| !value.is_empty()).peekable();
    let has_values = values.peek().is_some();
    let are_days = values.all(|(value, column)| conditions.contains(column) && is_date(value));
    (is_plain && has_values && are_days).then_some(row)
}

fn is_date(value: &str) -> bool {
    Period::read(value).is_some()
}

/// True for the date in a column that the name already has.
fn says(name: &str, value: &str) -> bool {
    is_date(value) && name.contains(value)
}

/// The table in one sentence: its result, or the names of its rows.
fn statement(table: &Table, phrases: &Phrases) -> String {
    let query = Query::read(&table.query).ok();
    let is_grouped = query.as_ref().is_some_and(|query| query.group.is_some());
    // With a limit, nobody asked for the others. Groups are fewer than their notes.
    let is_all = is_grouped || query.as_ref().is_some_and(|query| query.limit.is_some());
    let total = if is_all { table.rows.len() } else { table.total as usize };
    let is_of_notes = query.as_ref().is_some_and(|query| query.of == RecordKind::Note);
    let file: fn(&TableRow) -> Option<&str> =
        if is_of_notes && !is_grouped { file_name } else { |_| None };
    let full_name = |row: &TableRow| match file(row) {
        Some(file) => format!("{} ({file})", name(row)),
        None => name(row),
    };
    let aggregate = query.and_then(|query| query.aggregate);
    let kind = aggregate.as_ref().map(|aggregate| aggregate.kind);
    // The table's own label is in the window's language.
    let label = |result: &TableResult| {
        let label = aggregate.as_ref().and_then(|aggregate| phrases.label(aggregate));
        capitalised(label.as_deref().unwrap_or(&result.label))
    };
    match (&table.result, kind) {
        _ if table.rows.is_empty() => format!("{}.", capitalised(&phrases.rows_found(0))),
        (_, kind)
            if table.rows.len() == 1
                && !matches!(kind, Some(AggregateKind::Count | AggregateKind::Share)) =>
        {
            let rows = table.rows.iter().map(|row| with_keys(row, full_name(row), &table.columns));
            format!("{}.", rows.collect::<String>())
        }
        (
            Some(result),
            Some(
                AggregateKind::Sum
                | AggregateKind::Mean
                | AggregateKind::Median
                | AggregateKind::Common
                | AggregateKind::Share,
            ),
        ) if !is_grouped => {
            format!("{}: **{}**.", label(result), result.value)
        }
        (Some(result), Some(AggregateKind::Min | AggregateKind::Max | AggregateKind::Latest))
            if !is_grouped =>
        {
            let best = table.rows.iter().filter(|row| row.values.contains(&result.value));
            let names: Vec<String> = best.take(NAMED).map(full_name).collect();
            let names = match names.is_empty() {
                true => String::new(),
                false => format!(" ({})", names.join(", ")),
            };
            format!("{}: **{}**{names}.", label(result), result.value)
        }
        (Some(result), Some(AggregateKind::Distinct)) => {
            let groups = listed(&table.rows, total, phrases, |row| with_values(row, &[1], None));
            format!("**{}**: {groups}.", result.value)
        }
        (Some(result), Some(AggregateKind::MeanOfSums)) => {
            let groups = listed(&table.rows, total, phrases, |row| with_values(row, &[1], None));
            format!("{}: **{}** ({groups}).", label(result), result.value)
        }
        (Some(result), _) if !is_grouped => {
            format!("**{}**: {}.", result.value, listed(&table.rows, total, phrases, full_name))
        }
        // Only a table of groups that its figures sort has no result.
        (None, Some(_)) if is_grouped && table.rows.len() > 1 => {
            let (first, others) = table.rows.split_at(1);
            let text = |row: &TableRow| with_values(row, &[1], None);
            let first: String = first.iter().map(text).collect();
            let others = listed(others, total.saturating_sub(1), phrases, text);
            format!("**{first}**; {others}.")
        }
        _ => {
            let found = capitalised(&phrases.rows_found(total));
            // A value that all rows have is in the question.
            let differs = |column: usize| {
                let mut values = table.rows.iter().map(|row| row.values.get(column));
                let first = values.next();
                values.any(|value| Some(value) != first)
            };
            let columns: Vec<usize> = (1..table.columns.len()).filter(|at| differs(*at)).collect();
            format!(
                "{found}: {}.",
                listed(&table.rows, total, phrases, |row| with_values(row, &columns, file(row)))
            )
        }
    }
}

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// The first rows, and the number of the others.
fn listed(
    rows: &[TableRow],
    total: usize,
    phrases: &Phrases,
    row_text: impl Fn(&TableRow) -> String,
) -> String {
    let rows: Vec<String> = rows.iter().take(NAMED).map(row_text).collect();
    let between = if rows.iter().any(|row| row.contains(',')) { "; " } else { ", " };
    let others = total.saturating_sub(rows.len());
    let mut text = rows.join(between);
    if others > 0 {
        text.push_str(between);
        text.push_str(&phrases.other_rows(others));
    }
    text
}

fn name(row: &TableRow) -> String {
    row.values.first().cloned().unwrap_or_default()
}

/// The name of a note's file if its title lacks words of it, as “Saturday 4 April” lacks those of “2026-04-04 Easter
/// brioche”. Links and Obsidian's lists have that name. Where both have numbers, they usually are the same date.
fn file_name(row: &TableRow) -> Option<&str> {
    // macOS may have taken the letters of the file's name and their accents apart.
    let (name, title) = (row.path.stem(), fold(row.values.first()?));
    let has_digit = |text: &str| text.contains(|char: char| char.is_ascii_digit());
    let is_missing = |word: &str| {
        let is_number = has_digit(word) && has_digit(&title);
        !is_number && !title.contains(word)
    };
    fold(name).split(|char: char| !char.is_alphanumeric()).any(is_missing).then_some(name)
}

/// “Blade Runner (8, 2025-06-01)”
fn with_values(row: &TableRow, columns: &[usize], file: Option<&str>) -> String {
    let values = columns.iter().filter_map(|at| row.values.get(*at)).map(String::as_str);
    let is_said = |value: &str| file.into_iter().chain([&*name(row)]).any(|it| says(it, value));
    let mut more: Vec<&str> = values.filter(|value| !value.is_empty() && !is_said(value)).collect();
    if let Some(file) = file.filter(|file| !more.contains(file)) {
        more.insert(0, file);
    }
    if more.is_empty() { name(row) } else { format!("{} ({})", name(row), more.join(", ")) }
}

/// “Nightjar: budget 84000, status active”
fn with_keys(row: &TableRow, name: String, columns: &[String]) -> String {
    let more = row.values.iter().zip(columns).skip(1);
    let more = more.filter(|(value, _)| !value.is_empty() && !says(&name, value));
    let more: Vec<String> = more.map(|(value, column)| format!("{column} {value}")).collect();
    if more.is_empty() { name } else { format!("{name}: {}", more.join(", ")) }
}

#[cfg(test)]
mod tests {
    use language::NaturalLanguage::{self, Chinese, English, French, German, Russian, Spanish};
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

    #[test]
    fn a_file_is_named_where_the_title_lacks_its_words() {
        for (file, title, is_named) in [
            ("2026-04-04 Easter brioche", "Saturday 4 April", true),
            ("2026-04-04 Saturday", "Saturday 4 April", false),
            ("2026-03-19", "Thursday", true),
            ("2026-03-19", "2026-03-19", false),
            ("how-i-bake", "How I bake", false),
            ("draft-3", "How I bake", true),
            ("Ku\u{308}chenplan", "K\u{fc}chenplan", false),
            ("Ku\u{308}chenplan", "Kitchen", true),
        ] {
            let path = NotePath::new(&format!("{file}.md")).unwrap();
            let row = TableRow { path, line: 1, values: vec![title.to_owned()] };
            assert_eq!(file_name(&row), is_named.then_some(file), "{file}: {title}");
        }
    }

    // B127
    #[test]
    fn only_a_row_that_repeats_the_day_of_the_question_needs_its_note() {
        let row: [&[&str]; 1] = [&["Easter brioche", "3", "2026-04-04"]];
        let needs_note = |query: &str, columns: &[usize]| {
            let mut table = table(query, &row, None);
            table.columns = columns.iter().map(|at| table.columns[*at].clone()).collect();
            let of_row = |at: &usize| table.rows[0].values[*at].clone();
            table.rows[0].values = columns.iter().map(of_row).collect();
            only_row_of_a_day(&table).is_some()
        };
        assert!(needs_note("tag:bake seen=2026-04-04", &[0, 2]));
        // The rating, or the day, is the answer.
        assert!(!needs_note("tag:bake seen=2026-04-04", &[0, 1, 2]));
        assert!(!needs_note("name:brioche columns:seen", &[0, 2]));
        assert!(!needs_note("tag:bake sort:-seen limit:1", &[0, 2]));
        assert!(!needs_note("tag:bake", &[0]));
    }

    fn stated_in(language: NaturalLanguage, table: &Table) -> String {
        statement(table, Phrases::of(Some(language)))
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
            assert_eq!(stated_in(English, &table), expected, "{}", table.query);
        }
        let genres: [&[&str]; 3] = [&["Drama", "15"], &["Thriller", "11"], &["Comedy", "7"]];
        let most =
            Table { total: 33, ..table("tag:film sort:-count group:genre count", &genres, None) };
        assert_eq!(stated_in(English, &most), "**Drama (15)**; Thriller (11), Comedy (7).");
        let all = ("different values of genre", "3");
        let different =
            Table { total: 33, ..table("group:genre distinct:genre", &genres, Some(all)) };
        let stated = "**3**: Drama (15), Thriller (11), Comedy (7).";
        assert_eq!(stated_in(English, &different), stated);
        let same: [&[&str]; 2] = [&["Solaris", "9", "2025-05-02"], &["Vertigo", "9", "2025-05-03"]];
        let same = stated_in(English, &table("tag:film rating=9", &same, None));
        assert_eq!(same, "2 found: Solaris (2025-05-02), Vertigo (2025-05-03).");
        let bread: [&[&str]; 2] = [&["Rye", "4", ""], &["Spelt", "5", ""]];
        let bread = stated_in(English, &table("tag:bake", &bread, None));
        assert_eq!(bread, "2 found: Rye (2026 rye, 4); Spelt (5).");
        let best = Table { total: 3, ..table("tag:film sort:-rating limit:1", &films[..1], None) };
        assert_eq!(stated_in(English, &best), "Solaris: rating 9, seen 2025-05-02.");
        let best = Table { total: 3, ..table("tag:film sort:-rating limit:2", &films, None) };
        assert_eq!(stated_in(English, &best), "2 found: Solaris (9, 2025-05-02); Vertigo (7).");
        let loaf = "Saturday 4 April";
        let loaves: [&[&str]; 2] = [&[loaf, "3", "2026-04-04"], &["Rye", "5", "2026-04-11"]];
        let stated = |query: &str, result| {
            let mut table = table(query, &loaves, result);
            table.rows[0].path = NotePath::new("Log/2026-04-04 Easter brioche.md").unwrap();
            table.rows[1].path = NotePath::new("Log/11 April, rye.md").unwrap();
            stated_in(English, &table)
        };
        let (loaf, rye) = ("Saturday 4 April (2026-04-04 Easter brioche", "Rye (11 April, rye");
        let found = stated("tag:bake", None);
        assert_eq!(found, format!("2 found: {loaf}, 3); {rye}, 5, 2026-04-11)."));
        let count = stated("tag:bake count", Some(("count", "2")));
        assert_eq!(count, format!("**2**: {loaf}); {rye})."));
        let worst = stated("tag:bake min:rating", Some(("lowest rating", "3")));
        assert_eq!(worst, format!("Lowest rating: **3** ({loaf}))."));
        let many = vec![films[1]; NAMED + 3];
        let many = stated_in(English, &table("tag:film count", &many, Some(("count", "28"))));
        assert!(
            many.starts_with("**28**: Vertigo, ") && many.ends_with(", and 3 others."),
            "{many}"
        );
    }

    // B135
    #[test]
    fn a_table_is_stated_in_the_language_of_its_question() {
        let films: [&[&str]; 2] = [&["Solaris", "9", ""], &["Vertigo", "7", ""]];
        let list = table("tag:film", &films, None);
        // The label is in the window's language.
        let mean = Some(("average of rating", "8"));
        let mean = table("tag:film average:rating", &films, mean);
        for (language, found, average) in [
            (German, "2 gefunden", "Durchschnitt von rating"),
            (French, "2 trouvés", "Moyenne de rating"),
            (Spanish, "2 encontrados", "Media de rating"),
            (Russian, "Найдено 2", "Среднее значение rating"),
            (Chinese, "找到 2 个", "Rating 平均值"),
            (NaturalLanguage::Polish, "2 found", "Average of rating"),
        ] {
            assert_eq!(stated_in(language, &list), format!("{found}: Solaris (9), Vertigo (7)."));
            assert_eq!(stated_in(language, &mean), format!("{average}: **8**."));
        }
        let many = vec![films[1]; NAMED + 3];
        let many = stated_in(French, &table("tag:film", &many, None));
        assert!(many.ends_with(", et 3 de plus."), "{many}");
    }
}
