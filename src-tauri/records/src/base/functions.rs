//! The functions of expressions. `if`, `filter`, `map` and `reduce` are in `eval`, which decides what they evaluate.

mod arguments;
mod date;
mod file;
mod list;
mod number;
mod text;

use self::arguments::flat;
use language::say;

use super::{
    dates::Moment,
    item::{Fault, Item},
    length::Length,
    vault::Vault,
};

type Value<'a> = Result<Item<'a>, Fault>;

pub(super) const GLOBAL: &str = "if now today date duration number min max sum list link file icon image html \
     escapeHTML not empty";
pub(super) const METHODS: &str = "isTruthy isType toString isEmpty contains containsAll containsAny startsWith \
     endsWith lower upper title trim replace repeat split slice reverse abs ceil floor round toFixed filter map \
     reduce flat join sort unique format relative date time linksTo asFile asLink hasTag hasLink hasProperty \
     inFolder keys values";

pub(super) fn call<'a>(vault: &Vault<'a>, name: &str, arguments: &[Item<'a>]) -> Value<'a> {
    let first = arguments.first().unwrap_or(&Item::Empty);
    let now = Moment::timed(vault.now);
    Ok(match name {
        "now" => Item::Date(now),
        "today" => Item::Date(now.without_time()),
        "date" => match first.as_date() {
            Some(date) => Item::Date(date),
            None if first.is_empty() => Item::Empty,
            None => {
                let shown = shortened(&first.shown());
                return Err(Fault::Wrong(say! {
                    en: "“{shown}” isn't a date", de: "„{shown}“ ist kein Datum",
                }));
            }
        },
        "duration" => match first.single() {
            Item::Length(length) => Item::Length(*length),
            other => Length::read(&other.shown()).map_or(Item::Empty, Item::Length),
        },
        "number" => match first.single() {
            Item::Date(date) => date.millis().map_or(Item::Empty, Item::Number),
            other => other.as_number().map_or(Item::Empty, Item::number),
        },
        "min" | "max" | "sum" => {
            let numbers = flat(arguments).filter_map(Item::as_number);
            let found = match name {
                "min" => numbers.reduce(f64::min),
                "max" => numbers.reduce(f64::max),
                _ => numbers.reduce(|a, b| a + b),
            };
            found.map_or(Item::Empty, Item::number)
        }
        "list" => match first {
            Item::List(_) => first.clone(),
            Item::Empty => Item::list(Vec::new())?,
            other => Item::list(vec![other.clone()])?,
        },
        "link" => {
            let shown = arguments.get(1).map(Item::shown);
            match first.single() {
                Item::Empty => Item::Empty,
                Item::File(note) | Item::Note(note) => vault.link(&note.path, shown),
                Item::Link(link) => vault.link(&link.target, shown.or(Some(link.shown.clone()))),
                other => vault.link(&other.shown(), shown),
            }
        }
        "file" => file::of(vault, first).map_or(Item::Empty, Item::File),
        "icon" | "image" => Item::text(first.shown()),
        "html" => Item::text(text::without_markup(&first.shown())),
        "escapeHTML" => Item::long_text(text::escaped(&first.shown()))?,
        "not" => Item::Bool(!first.is_true()),
        "empty" => Item::Bool(first.is_empty()),
        _ => return Err(unknown(name)),
    })
}

pub(super) fn method<'a>(
    vault: &Vault<'a>,
    of: &Item<'a>,
    name: &str,
    arguments: &[Item<'a>],
) -> Value<'a> {
    let arguments_size = arguments.iter().map(Item::size).sum::<usize>();
    let size = if name == "unique" { of.size() } else { arguments_size };
    vault.charge(of.size() * size.max(1))?;
    let first = arguments.first().unwrap_or(&Item::Empty);
    match name {
        "isTruthy" => return Ok(Item::Bool(of.is_true())),
        "isEmpty" => return Ok(Item::Bool(of.is_empty())),
        "toString" => return Ok(Item::text(of.shown())),
        "isType" => {
            let (asked, known) = (first.shown(), of.type_name());
            let is_type = asked.eq_ignore_ascii_case(known)
                || (matches!(of, Item::List(_)) && asked == "array")
                || (matches!(of, Item::Tag(_)) && asked == "string");
            return Ok(Item::Bool(is_type));
        }
        _ => {}
    }
    if matches!(of, Item::Empty) {
        return Ok(of_nothing(name));
    }
    if let Item::List(list) = of {
        if let Some(value) = list::method(list, name, arguments)? {
            return Ok(value);
        }
        if list.items.is_empty() {
            return Ok(of_nothing(name));
        }
    }
    let single = of.single();
    let own = match single {
        Item::Text(_) | Item::Tag(_) | Item::Bool(_) => None,
        Item::Number(number) => number::method(*number, name, arguments)?,
        Item::Date(date) => date::method(*date, vault.now, name, arguments)?,
        Item::Length(length) => number::method(length.total(), name, arguments)?,
        Item::Link(_) | Item::File(_) => file::method(vault, single, name, arguments)?,
        Item::Note(_) | Item::Object(..) => object(vault, single, name)?,
        Item::Empty | Item::List(_) => return Err(doesnt_fit(name, of)),
    };
    if let Some(value) = own {
        return Ok(value);
    }
    // Texts of notes stand for dates and numbers too.
    if let Item::Text(text) = single {
        let date = || Moment::read_any(text).map(|it| date::method(it, vault.now, name, arguments));
        let number = || single.as_number().map(|it| number::method(it, name, arguments));
        if let Some(value) = text::method(single, name, arguments)? {
            return Ok(value);
        }
        if let Some(value) = date().transpose()?.flatten() {
            return Ok(value);
        }
        if let Some(value) = number().transpose()?.flatten() {
            return Ok(value);
        }
    } else if let Some(value) = text::method(single, name, arguments)? {
        return Ok(value);
    }
    // A property with one value may be a list of one.
    let alone = super::item::List::new(vec![single.clone()])?;
    list::method(&alone, name, arguments)?.ok_or_else(|| doesnt_fit(name, of))
}

/// Calls on missing values find nothing.
fn of_nothing<'a>(name: &str) -> Item<'a> {
    match name {
        "contains" | "containsAll" | "containsAny" | "startsWith" | "endsWith" | "hasTag"
        | "hasLink" | "hasProperty" | "inFolder" | "linksTo" => Item::Bool(false),
        _ => Item::Empty,
    }
}

fn object<'a>(vault: &Vault<'a>, of: &Item<'a>, name: &str) -> Result<Option<Item<'a>>, Fault> {
    Ok(match (of, name) {
        (Item::Note(note), "keys") => {
            Some(Item::list(note.properties.iter().map(|(key, _)| Item::text(key)).collect())?)
        }
        (Item::Note(note), "values") => Some(Item::list(vault.properties(note)?)?),
        (Item::Object(keys, _), "keys") => Some(Item::list(keys.iter().map(Item::text).collect())?),
        (Item::Object(_, values), "values") => Some(Item::List(values.clone())),
        (Item::Note(note), _) => return file_of(vault, note, name),
        _ => None,
    })
}

/// `this` without arguments behaves as its file.
fn file_of<'a>(
    vault: &Vault<'a>,
    note: &'a super::BaseNote,
    name: &str,
) -> Result<Option<Item<'a>>, Fault> {
    if name == "asLink" { Ok(Some(vault.link(&note.path, None))) } else { Ok(None) }
}

/// The arguments, with lists replaced by their values.
fn unknown(name: &str) -> Fault {
    Fault::Wrong(say! {
        en: "there is no function “{name}”", de: "es gibt keine Funktion „{name}“",
    })
}

fn doesnt_fit(name: &str, of: &Item<'_>) -> Fault {
    let kind = match of.single() {
        Item::Bool(_) => say! { en: "true or false", de: "wahr oder falsch" },
        Item::Number(_) => say! { en: "a number", de: "eine Zahl" },
        Item::Date(_) => say! { en: "a date", de: "ein Datum" },
        Item::Length(_) => say! { en: "a duration", de: "eine Dauer" },
        Item::Link(_) => say! { en: "a link", de: "einen Link" },
        Item::File(_) => say! { en: "a file", de: "eine Datei" },
        Item::Note(_) | Item::Object(..) => say! { en: "properties", de: "Eigenschaften" },
        Item::List(_) => say! { en: "a list", de: "eine Liste" },
        Item::Empty | Item::Text(_) | Item::Tag(_) => say! { en: "a text", de: "einen Text" },
    };
    Fault::Wrong(say! {
        en: "“{name}” doesn't work for {kind}", de: "„{name}“ geht nicht für {kind}",
    })
}

fn shortened(text: &str) -> String {
    if text.chars().count() <= 40 {
        return text.to_owned();
    }
    text.chars().take(40).chain(['…']).collect()
}
