//! Conditions of a query as SQL. Names and links are resolved here, the rest in the database.

use jiff::{civil::Date, tz::TimeZone};
use notes::{Catalog, LinkTarget, NotePath, Resolution};
use records::{Comparison, Condition, MODIFIED, Period, RecordKind, Target, Test, fold};
use rusqlite::types::Value;

use crate::{vocabulary::Vocabulary, words};

pub(super) struct Names<'a> {
    pub(super) vocabulary: &'a Vocabulary,
    pub(super) catalog: &'a Catalog,
    /// The notes of the query's views.
    pub(super) views: &'a [(String, Vec<NotePath>)],
}

/// A condition on `n`, the note, and `r`, the task or row.
pub(super) struct Sql {
    pub(super) text: String,
    pub(super) values: Vec<Value>,
}

impl Sql {
    fn new(text: impl Into<String>, values: Vec<Value>) -> Self {
        Self { text: text.into(), values }
    }
}

/// Notes with one of these names, or with a name that contains one of these texts.
fn with_name(test: &Test, names: &Names<'_>) -> Vec<NotePath> {
    match test {
        Test::Contains(texts) => {
            let all = names.vocabulary.names.iter();
            let found =
                all.filter(|(name, _)| texts.iter().any(|text| name.contains(text.as_str())));
            found.flat_map(|(_, paths)| paths.clone()).collect()
        }
        _ => texts(test).iter().flat_map(|name| names.vocabulary.named(name)).collect(),
    }
}

/// Spellings of yes and no.
const YES: [&str; 4] = ["true", "yes", "ja", "1"];
const NO: [&str; 4] = ["false", "no", "nein", "0"];

pub(super) fn sql(condition: &Condition, kind: RecordKind, names: &Names<'_>) -> Sql {
    let mut found = match &condition.target {
        Target::Key(key) if fold(key) == MODIFIED => of_modified(&condition.test),
        Target::Key(key) => of_key(key, &condition.test, kind),
        Target::State => of_key("state", &condition.test, kind),
        Target::Date => of_date(&condition.test, kind),
        Target::Tag => of_tag(texts(&condition.test), kind, names.vocabulary),
        Target::NoteTag => of_tag(texts(&condition.test), RecordKind::Note, names.vocabulary),
        Target::Text => of_text(texts(&condition.test), kind),
        Target::Path if matches!(condition.test, Test::Is(_)) => {
            any(texts(&condition.test).iter().map(|place| of_place(place, names)))
        }
        Target::Path => any(texts(&condition.test).iter().map(|part| in_path(part, names))),
        Target::Folder => any(texts(&condition.test).iter().map(|name| of_folder(name, names))),
        Target::Name => in_notes(with_name(&condition.test, names)),
        Target::LinksTo => links_to(&condition.test, names),
        Target::LinkedFrom if condition.test == Test::Exists => {
            let is_linked = |path: &&NotePath| {
                names.catalog.backlinks(path).iter().any(|link| link.source != **path)
            };
            let notes = names.catalog.notes().map(|(path, _)| path);
            in_notes(notes.filter(is_linked).cloned().collect())
        }
        Target::LinkedFrom => {
            let sources = texts(&condition.test).iter().flat_map(|it| names.vocabulary.named(it));
            in_notes(sources.flat_map(|source| linked_from(&source, names.catalog)).collect())
        }
        Target::View => {
            let is_named = |name: &String| texts(&condition.test).contains(name);
            let views = names.views.iter().filter(|(name, _)| is_named(name));
            in_notes(views.flat_map(|(_, notes)| notes.clone()).collect())
        }
        Target::About => {
            any(texts(&condition.test).iter().map(|about| of_about(about, kind, names)))
        }
    };
    if condition.negated {
        found.text = format!("NOT ({})", found.text);
    }
    found
}

fn texts(test: &Test) -> &[String] {
    match test {
        Test::Is(texts) | Test::Contains(texts) => texts,
        _ => &[],
    }
}

pub(super) fn any(all: impl Iterator<Item = Sql>) -> Sql {
    let mut values = Vec::new();
    let texts: Vec<String> = all
        .map(|sql| {
            values.extend(sql.values);
            format!("({})", sql.text)
        })
        .collect();
    let text = if texts.is_empty() { "0".to_owned() } else { texts.join(" OR ") };
    Sql { text, values }
}

fn json(list: &[impl AsRef<str>]) -> Value {
    let list: Vec<&str> = list.iter().map(AsRef::as_ref).collect();
    serde_json::json!(list).to_string().into()
}

fn in_notes(paths: Vec<NotePath>) -> Sql {
    let paths: Vec<&str> = paths.iter().map(NotePath::as_str).collect();
    Sql::new("n.path IN (SELECT value FROM json_each(?))", vec![json(&paths)])
}

/// A task or row has its own values and those of its note.
fn owned(kind: RecordKind, select: &str, values: &[Value]) -> Sql {
    match kind {
        RecordKind::Note => Sql::new(format!("-n.id IN ({select})"), values.to_vec()),
        RecordKind::Task | RecordKind::Row => Sql::new(
            format!("(r.id IN ({select}) OR -n.id IN ({select}))"),
            [values, values].concat(),
        ),
    }
}

/// Fields of tasks, which mean something else in a note's properties.
const OF_TASKS: [&str; 8] =
    ["state", "due", "scheduled", "start", "done", "cancelled", "created", "priority"];

fn of_key(key: &str, test: &Test, kind: RecordKind) -> Sql {
    let key = fold(key);
    let is_own = kind == RecordKind::Task && OF_TASKS.contains(&key.as_str());
    if let Test::Against(comparison, other) = test {
        let values = [fold(other).into(), key.into()];
        return match is_own {
            true => Sql::new(format!("r.id IN ({})", against(*comparison)), values.to_vec()),
            false => owned(kind, &against(*comparison), &values),
        };
    }
    let mut values = vec![Value::from(key)];
    let test = tested(test, &mut values);
    if is_own {
        return Sql::new(
            format!("r.id IN (SELECT owner FROM cells WHERE key = ? AND {test})"),
            values,
        );
    }
    owned(kind, &format!("SELECT owner FROM cells WHERE key = ? AND {test}"), &values)
}

/// The owners of a value that compares so with their value under another key.
fn against(comparison: Comparison) -> String {
    let sign = sign(comparison);
    // Of longer values, all days count: a month isn't before a day in it.
    let (own, other) = match comparison {
        Comparison::Less => ("last", "first"),
        Comparison::AtMost => ("last", "last"),
        Comparison::More => ("first", "last"),
        Comparison::AtLeast => ("first", "first"),
    };
    format!(
        "SELECT one.owner FROM cells AS other JOIN cells AS one ON one.owner = other.owner
         WHERE other.key = ? AND one.key = ?
         AND (one.{own} {sign} other.{other} OR one.number {sign} other.number)"
    )
}

fn tested(test: &Test, values: &mut Vec<Value>) -> String {
    match test {
        Test::Exists => "folded != ''".to_owned(),
        Test::True => "folded NOT IN ('', 'false', '0')".to_owned(),
        Test::Is(texts) => {
            let mut all = texts.clone();
            for same in [YES, NO] {
                if texts.iter().any(|text| same.contains(&text.as_str())) {
                    all.extend(same.map(str::to_owned));
                }
            }
            values.extend([json(&all), json(&all)]);
            let mut sql = "(folded IN (SELECT value FROM json_each(?)) \
                           OR link IN (SELECT value FROM json_each(?))"
                .to_owned();
            for number in texts.iter().filter_map(|text| records::Value::new(text).number) {
                sql.push_str(" OR number = ?");
                values.push(number.into());
            }
            for period in texts.iter().filter_map(|text| Period::read(text)) {
                sql.push_str(" OR (first <= ? AND last >= ?)");
                values.extend(days(&Period { first: period.last, last: period.first }));
            }
            sql + ")"
        }
        Test::Contains(texts) => {
            values.push(json(texts));
            "EXISTS (SELECT 1 FROM json_each(?) AS part WHERE instr(folded, part.value) > 0)"
                .to_owned()
        }
        Test::Compare(comparison, number) => {
            values.push((*number).into());
            format!("number {} ?", sign(*comparison))
        }
        // Only a key has another one beside it.
        Test::Against(..) => "0".to_owned(),
        Test::Within(period) => {
            values.extend(days(&Period { first: period.last, last: period.first }));
            "first <= ? AND last >= ?".to_owned()
        }
        Test::Before(period) => {
            values.push(period.first.to_string().into());
            "last < ?".to_owned()
        }
        Test::After(period) => {
            values.push(period.last.to_string().into());
            "first > ?".to_owned()
        }
        Test::Yearly(period) => {
            let day = |day: jiff::civil::Date| Value::from(day.strftime("%m-%d").to_string());
            values.extend([day(period.first), day(period.last)]);
            let is_within = if period.first.year() == period.last.year() { "AND" } else { "OR" };
            format!("(substr(first, 6) >= ? {is_within} substr(first, 6) <= ?)")
        }
    }
}

/// The bounds as SQL compares them. Years outside 0 to 9999 have signs, which would sort wrongly.
fn days(period: &Period) -> [Value; 2] {
    [period.first, period.last].map(|day| match day.year() {
        ..0 => "0000-01-01".to_owned().into(),
        _ => day.to_string().into(),
    })
}

fn sign(comparison: Comparison) -> &'static str {
    comparison.sign()
}

/// The last change of the note's file, by local days.
fn of_modified(test: &Test) -> Sql {
    let nanos = |day: Date| {
        let begin = day.to_zoned(TimeZone::system()).ok()?.timestamp();
        i64::try_from(begin.as_nanosecond()).ok()
    };
    let begin = |period: &Period| nanos(period.first).unwrap_or(i64::MIN);
    let end = |period: &Period| period.last.tomorrow().ok().and_then(nanos).unwrap_or(i64::MAX);
    let (from, until) = match test {
        Test::Within(period) => (begin(period), end(period)),
        Test::Before(period) => (i64::MIN, begin(period)),
        Test::After(period) => (end(period), i64::MAX),
        Test::Exists | Test::True => (i64::MIN, i64::MAX),
        Test::Is(_)
        | Test::Contains(_)
        | Test::Compare(..)
        | Test::Against(..)
        | Test::Yearly(_) => (0, 0),
    };
    // The time of a file that changed a moment ago isn't stored yet.
    let modified = "coalesce(n.modified, unixepoch() * 1000000000)";
    Sql::new(format!("{modified} >= ? AND {modified} < ?"), vec![from.into(), until.into()])
}

/// The note's own date; for a row, the first date in it.
fn of_date(test: &Test, kind: RecordKind) -> Sql {
    let mut values = Vec::new();
    let tested = match test {
        Test::Exists | Test::True => "first IS NOT NULL".to_owned(),
        _ => tested(test, &mut values),
    };
    let note = format!(
        "EXISTS (SELECT 1 FROM (SELECT n.dated AS first, n.dated_until AS last, '' AS folded,
             NULL AS link, NULL AS number) WHERE {tested})"
    );
    if kind == RecordKind::Note {
        return Sql::new(note, values);
    }
    let text = format!(
        "CASE WHEN EXISTS (SELECT 1 FROM cells WHERE owner = r.id AND first IS NOT NULL)
         THEN EXISTS (SELECT 1 FROM cells WHERE owner = r.id AND {tested}) ELSE {note} END"
    );
    Sql::new(text, [values.clone(), values].concat())
}

/// A tag or one below it: `#a` is also `#a/b`. A task or row has its own tags and those of its note's properties; a
/// note's text has the tags of all its tasks.
fn of_tag(tags: &[String], kind: RecordKind, vocabulary: &Vocabulary) -> Sql {
    any(tags.iter().map(|tag| {
        if kind == RecordKind::Note {
            // The database has tags with their accents.
            let select = "SELECT note FROM tags WHERE tag IN (SELECT value FROM json_each(?))";
            return Sql::new(format!("n.id IN ({select})"), vec![json(&vocabulary.tagged(tag))]);
        }
        let values: Vec<Value> = vec![tag.clone().into(), format!("{tag}/*").into()];
        let is_tag = "key IN ('tag', 'tags') AND (folded = ? OR folded GLOB ?)";
        owned(kind, &format!("SELECT owner FROM cells WHERE {is_tag}"), &values)
    }))
}

fn of_text(texts: &[String], kind: RecordKind) -> Sql {
    any(texts.iter().map(|text| {
        let phrase = format!("\"{}\"", words::indexed(text).replace('"', " "));
        let passages = "n.id IN (SELECT note FROM chunks WHERE id IN
             (SELECT rowid FROM passages WHERE passages MATCH ?))";
        match kind {
            RecordKind::Note => Sql::new(passages, vec![phrase.into()]),
            // A short word is also a part of many others: “fee” of “feedback”.
            RecordKind::Task | RecordKind::Row if is_short_word(text) => Sql::new(
                "' ' || r.folded || ' ' GLOB ?",
                vec![format!("*[^a-z0-9]{text}[^a-z0-9]*").into()],
            ),
            RecordKind::Task | RecordKind::Row => {
                Sql::new("instr(r.folded, ?) > 0", vec![text.clone().into()])
            }
        }
    }))
}

fn is_short_word(text: &str) -> bool {
    const LONGEST: usize = 3;
    text.len() <= LONGEST && text.bytes().all(|it| it.is_ascii_lowercase() || it.is_ascii_digit())
}

fn of_folder(name: &str, names: &Names<'_>) -> Sql {
    let last = name.rsplit('/').next().unwrap_or(name);
    let folders = names.vocabulary.folders.get(last).into_iter().flatten();
    let folders = folders.filter(|folder| !name.contains('/') || fold(folder) == name);
    any(folders.map(|folder| Sql::new(IN_FOLDER, folder_range(folder))))
}

/// Notes with this text in their path. The database has paths with their accents.
fn in_path(part: &str, names: &Names<'_>) -> Sql {
    let paths = names.catalog.notes().map(|(path, _)| path.as_str());
    let accented = paths.filter(|path| !path.is_ascii() && fold(path).contains(part));
    let accented: Vec<&str> = accented.collect();
    let text = "instr(n.path_folded, ?) > 0 OR n.path IN (SELECT value FROM json_each(?))";
    Sql::new(text, vec![part.to_owned().into(), json(&accented)])
}

/// The note or folder with this whole path. Without one of exactly this name, case and accents don't count, and a
/// note's path may lack `.md`; of a folder and a note, the folder is meant then.
fn of_place(place: &str, names: &Names<'_>) -> Sql {
    let folded = fold(place);
    let last = folded.rsplit('/').next().unwrap_or(&folded);
    let folders = || names.vocabulary.folders.get(last).into_iter().flatten();
    let is_note = NotePath::new(place).is_ok_and(|path| names.catalog.note(&path).is_some());
    if is_note || folders().any(|folder| folder == place) {
        let values = [vec![place.to_owned().into()], folder_range(place)].concat();
        return Sql::new(format!("n.path = ? OR ({IN_FOLDER})"), values);
    }
    let folders: Vec<&String> = folders().filter(|folder| fold(folder) == folded).collect();
    if folders.is_empty() {
        let is_it = |path: &NotePath| {
            let path = fold(path.as_str());
            path == folded || path.strip_suffix(".md") == Some(folded.as_str())
        };
        let name = last.strip_suffix(".md").unwrap_or(last);
        let notes = names.vocabulary.names.get(name).into_iter().flatten();
        return in_notes(notes.filter(|path| is_it(path)).cloned().collect());
    }
    any(folders.into_iter().map(|folder| Sql::new(IN_FOLDER, folder_range(folder))))
}

/// With the values of [`folder_range`].
const IN_FOLDER: &str = "n.path > ? AND n.path < ?";

/// `0` follows `/` in ASCII, so the range is the folder's contents.
fn folder_range(folder: &str) -> Vec<Value> {
    vec![format!("{folder}/").into(), format!("{folder}0").into()]
}

/// Notes with a link to one of these notes. A name without a note counts as well; without names, any link that leads
/// nowhere counts.
fn links_to(test: &Test, names: &Names<'_>) -> Sql {
    let catalog = names.catalog;
    let mut found: Vec<NotePath> = Vec::new();
    if *test == Test::Exists {
        for (path, note) in catalog.notes() {
            let is_broken = |target: &LinkTarget| {
                !target.path.is_empty()
                    && matches!(catalog.resolve(Some(path), target), Resolution::Broken { .. })
            };
            if note.links.iter().any(|link| is_broken(&link.target)) {
                found.push(path.clone());
            }
        }
        return in_notes(found);
    }
    for name in texts(test) {
        let targets = names.vocabulary.named(name);
        for target in &targets {
            let sources = catalog.backlinks(target).iter().map(|link| link.source.clone());
            found.extend(sources.filter(|source| source != target));
        }
        if targets.is_empty() {
            let is_named = |target: &LinkTarget| {
                let last = target.path.rsplit('/').next().unwrap_or_default();
                fold(last.strip_suffix(".md").unwrap_or(last)) == *name
            };
            let sources = catalog.notes();
            let sources =
                sources.filter(|(_, note)| note.links.iter().any(|it| is_named(&it.target)));
            found.extend(sources.map(|(path, _)| path.clone()));
        }
    }
    in_notes(found)
}

fn linked_from(source: &NotePath, catalog: &Catalog) -> Vec<NotePath> {
    let links = catalog.note(source).map(|note| note.links.as_slice()).unwrap_or_default();
    let targets = links.iter().filter_map(|link| {
        let found = catalog.resolve(Some(source), &link.target);
        found.path().filter(|path| path.is_note()).cloned()
    });
    targets.collect()
}

/// The note itself, notes and tasks that name it in a value or a tag, and tasks and titles with its words.
fn of_about(about: &str, kind: RecordKind, names: &Names<'_>) -> Sql {
    let itself = in_notes(names.vocabulary.named(about));
    let text: Value = about.to_owned().into();
    let by_value = owned(
        kind,
        "SELECT owner FROM cells WHERE (folded = ? OR link = ?)",
        &[text.clone(), text],
    );
    let tag = about.replace(' ', "-");
    let tags = [tag.clone(), tag.replace('-', ""), tag.replace('-', "_")];
    let all = [
        itself,
        by_value,
        of_tag(&tags, kind, names.vocabulary),
        of_text(&[about.to_owned()], kind),
    ];
    any(all.into_iter().chain([in_path(about, names)]))
}
