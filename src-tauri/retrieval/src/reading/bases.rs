//! Questions about views of `.base` files: “What is in my Movies base?”, “Show the Favorites view.”

use std::{cmp::Reverse, sync::Arc};

use notes::{Catalog, NotePath, Vault};
use records::fold;

use super::{reader::is_filler, words::words};
use crate::bases::base;

const BASES: [&str; 2] = ["base", "bases"];
const VIEWS: [&str; 4] = ["view", "views", "ansicht", "ansichten"];

/// Words about showing a table that have no topic.
const SHOWING: [&str; 17] = [
    "open", "display", "content", "contents", "contain", "contains", "inside", "row", "rows",
    "file", "inhalt", "enthalt", "zeile", "zeilen", "datei", "offne", "anzeigen",
];

/// Maximum files whose views are read to find a view by its name.
const FILES: usize = 100;

/// The `.base` file and the view that a question names; `None` for the view if it names only the file. A question
/// with other words that have a topic is none about a view.
pub(super) fn asked_view(
    question: &str,
    vault: &Vault,
    catalog: impl FnOnce() -> Arc<Catalog>,
) -> Option<(NotePath, Option<String>)> {
    let asked: Vec<Option<String>> =
        words(question).iter().flat_map(|word| tokens(&word.text)).map(Some).collect();
    let says = |list: &[&str]| asked.iter().flatten().any(|word| list.contains(&word.as_str()));
    let (names_base, names_view) = (says(&BASES), says(&VIEWS));
    if !names_base && !names_view {
        return None;
    }
    let catalog = catalog();
    let is_base = |path: &&NotePath| {
        path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("base"))
    };
    let files: Vec<&NotePath> = catalog.files().filter(is_base).collect();
    let names = files.iter().map(|path| (tokens(path.stem()), *path));
    let mut named: Vec<_> = names.filter(|(name, _)| place_of(&asked, name).is_some()).collect();
    named.sort_by_key(|(name, _)| Reverse(name.len()));
    for (name, path) in named {
        let rest = without(&asked, &name);
        let view = named_view(&rest, vault, path);
        let is_read = match &view {
            Some(view) => has_no_topic(&without(&rest, &tokens(view))),
            // “What is my view of trips?” is no question about the base “Trips”.
            None => names_base && has_no_topic(&rest),
        };
        if is_read {
            return Some((path.clone(), view));
        }
    }
    if !names_view {
        return None;
    }
    let views = files.iter().take(FILES);
    let mut views: Vec<(&NotePath, String)> =
        views.filter_map(|path| Some((*path, named_view(&asked, vault, path)?))).collect();
    let longest = views.iter().map(|(_, view)| tokens(view).len()).max()?;
    views.retain(|(_, view)| tokens(view).len() == longest);
    // Of two files with such a view, the question means neither more than the other.
    let [(path, view)] = &views[..] else { return None };
    let is_read = has_no_topic(&without(&asked, &tokens(view)));
    is_read.then(|| ((*path).clone(), Some(view.clone())))
}

fn has_no_topic(words: &[Option<String>]) -> bool {
    let known = [&BASES[..], &VIEWS, &SHOWING];
    words.iter().flatten().all(|word| {
        known.iter().any(|list| list.contains(&word.as_str()))
            || is_filler(word)
            || language::is_function_word(word)
    })
}

/// The longest name of one of the file's views in the words.
fn named_view(asked: &[Option<String>], vault: &Vault, path: &NotePath) -> Option<String> {
    let views = base(vault, path).ok()?.views.into_iter().map(|view| view.name);
    views
        .filter(|view| place_of(asked, &tokens(view)).is_some())
        .min_by_key(|view| Reverse(tokens(view).len()))
}

fn tokens(text: &str) -> Vec<String> {
    let folded = fold(text);
    let words = folded.split(|char: char| !char.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

fn place_of(asked: &[Option<String>], name: &[String]) -> Option<usize> {
    if name.is_empty() {
        return None;
    }
    let is_it = |window: &[Option<String>]| {
        window.iter().zip(name).all(|(word, part)| word.as_ref() == Some(part))
    };
    asked.windows(name.len()).position(is_it)
}

/// The words without the first place of the name.
fn without(asked: &[Option<String>], name: &[String]) -> Vec<Option<String>> {
    let mut rest = asked.to_vec();
    if let Some(at) = place_of(asked, name) {
        rest[at..at + name.len()].fill(None);
    }
    rest
}

#[cfg(test)]
mod tests {
    use std::fs;

    use notes::NotePath;
    use tempfile::TempDir;

    use super::*;

    const FILMS: &str = "views: [{type: table, name: All}, {type: table, name: Last rating}]\n";
    const TRIPS: &str = "views: [{type: table, name: All}, {type: cards, name: Favorites}]\n";

    // B125, B130
    #[test]
    fn a_question_that_names_a_base_or_a_view_means_its_rows() {
        let folder = TempDir::new().unwrap();
        let files = [
            ("Films.base", FILMS),
            ("Films I own.base", FILMS),
            ("Trips.base", TRIPS),
            ("Shelf.base", "views: [{type: table, name: Films}]\n"),
            ("Broken.base", "views: ["),
        ];
        for (name, text) in files {
            fs::write(folder.path().join(name), text).unwrap();
        }
        let vault = Vault::open(folder.path()).unwrap();
        let paths = files.map(|(name, _)| NotePath::new(name).unwrap());
        let catalog = Arc::new(Catalog::new([], paths));
        let read = |question: &str| {
            let (path, view) = asked_view(question, &vault, || catalog.clone())?;
            Some(format!("{}#{}", path.stem(), view.unwrap_or_default()))
        };
        for (question, expected) in [
            ("What is in my Films base?", "Films#"),
            ("What's in Films.base?", "Films#"),
            ("Show me the base Films I own", "Films I own#"),
            ("Show the last rating view of Films", "Films#Last rating"),
            ("Show the Films view of Shelf", "Shelf#Films"),
            ("Open the Favorites view", "Trips#Favorites"),
            ("Was steht in meiner Films-Base?", "Films#"),
            ("Zeig mir die Ansicht Favorites!", "Trips#Favorites"),
            ("What does the Broken base contain?", "Broken#"),
        ] {
            assert_eq!(read(question).as_deref(), Some(expected), "{question}");
        }
        for question in [
            "Which films did I like?",
            "What is the base of a good soup?",
            "What is my view of trips?",
            "Who directed the oldest film in my Films base?",
            // Three files have such a view.
            "Show the view All",
            "Show the Someday view of Films",
            "base",
            "",
        ] {
            assert_eq!(read(question), None, "{question}");
        }
    }
}
