//! Questions about views of `.base` files: “What is in my Movies base?”, “Show the Favorites view.”

use std::{cmp::Reverse, sync::Arc};

use index::Index;
use notes::{Catalog, NotePath};
use records::fold;

use super::{
    reader::is_filler,
    words::{Kind, LEXICON, same_stem, words},
};

const BASES: [&str; 2] = ["base", "bases"];
const VIEWS: [&str; 4] = ["view", "views", "ansicht", "ansichten"];

/// Words about showing a table that have no topic.
const SHOWING: [&str; 19] = [
    "open", "display", "content", "contents", "contain", "contains", "inside", "row", "rows",
    "file", "folder", "inhalt", "enthalt", "zeile", "zeilen", "datei", "ordner", "offne",
    "anzeigen",
];

/// Maximum files whose views are read to find a view by its name.
const FILES: usize = 100;

/// The words of a question, folded. `None` for those that a name uses.
type Words = Vec<Option<String>>;

/// A view that the question may mean, and how well its words name it.
struct Candidate {
    path: NotePath,
    view: String,
    names_both: bool,
    /// Number of the question's words that name the file, and the number of exact words among them.
    file: (usize, usize),
    /// Number of words that name the view.
    view_words: usize,
    /// Number of its folders that the question names.
    folders: usize,
}

impl Candidate {
    /// The best is the smallest. Of views that are named equally well, it is one near the vault's root with a short
    /// path; the answer shows which one it is.
    fn rank(&self) -> impl Ord + use<> {
        let named = (self.names_both, self.file, self.view_words, self.folders);
        let path = self.path.as_str();
        (Reverse(named), path.matches('/').count(), path.len(), path.to_owned())
    }
}

/// The view that a question means, as `Films.base#Favorites`. If it names only the file, this is the first view. A
/// question with other words that have a topic is none about a view.
pub(super) fn asked_view(
    question: &str,
    index: &Index,
    catalog: impl FnOnce() -> Arc<Catalog>,
) -> Option<String> {
    let asked: Words =
        words(question, &[]).iter().flat_map(|word| tokens(&word.text)).map(Some).collect();
    let says = |list: &[&str]| asked.iter().flatten().any(|word| list.contains(&word.as_str()));
    let (names_base, names_view) = (says(&BASES), says(&VIEWS));
    if !names_base && !names_view {
        return None;
    }
    let catalog = catalog();
    let is_base = |path: &&NotePath| {
        path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("base"))
    };
    let mut unnamed = 0;
    let candidates = catalog.files().filter(is_base).filter_map(|path| {
        let name = tokens(path.stem());
        let place = place_of(&asked, &name);
        if place.is_none() {
            unnamed += 1;
            if !names_view || unnamed > FILES {
                return None;
            }
        }
        let file = place.map_or((0, 0), |at| {
            let both = asked[at..].iter().zip(&name);
            (name.len(), both.filter(|(word, part)| word.as_ref() == Some(*part)).count())
        });
        let rest = without(&asked, &name);
        let views = index.base(path).ok().map(|base| base.views).unwrap_or_default();
        let views: Vec<String> = views.into_iter().map(|view| view.name).collect();
        let view = named_view(&rest, &views);
        let view_words = view.map_or(0, |view| tokens(view).len());
        let mut rest = match view {
            Some(view) => without(&rest, &tokens(view)),
            None => rest,
        };
        let mut folders = 0;
        for folder in path.folder().rsplit('/').map(tokens) {
            if place_of(&rest, &folder).is_some() {
                rest = without(&rest, &folder);
                folders += 1;
            }
        }
        // “What is my view of trips?” is no question about the base “Trips”.
        let is_asked = view.is_some() || (names_base && place.is_some());
        (is_asked && has_no_topic(&rest)).then(|| Candidate {
            path: path.clone(),
            view: view.or_else(|| views.first()).cloned().unwrap_or_default(),
            names_both: place.is_some() && view.is_some(),
            file,
            view_words,
            folders,
        })
    });
    let Candidate { path, view, .. } = candidates.min_by_key(Candidate::rank)?;
    Some(if view.is_empty() { path.to_string() } else { format!("{path}#{view}") })
}

fn has_no_topic(words: &[Option<String>]) -> bool {
    let known = [&BASES[..], &VIEWS, &SHOWING];
    words.iter().flatten().all(|word| {
        known.iter().any(|list| list.contains(&word.as_str()))
            || is_filler(word)
            || language::is_function_word(word)
    })
}

/// The longest name of one of the views in the words.
fn named_view<'a>(asked: &[Option<String>], views: &'a [String]) -> Option<&'a String> {
    views
        .iter()
        .filter(|view| place_of(asked, &tokens(view)).is_some())
        .min_by_key(|view| Reverse(tokens(view).len()))
}

fn tokens(text: &str) -> Vec<String> {
    let folded = fold(text);
    let words = folded.split(|char: char| !char.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Where the words are a name, if possible exactly.
fn place_of(asked: &[Option<String>], name: &[String]) -> Option<usize> {
    if name.is_empty() {
        return None;
    }
    let place = |is_part: fn(&str, &str) -> bool| {
        let is_it = |window: &[Option<String>]| {
            let mut both = window.iter().zip(name);
            both.all(|(word, part)| word.as_ref().is_some_and(|word| is_part(word, part)))
        };
        asked.windows(name.len()).position(is_it)
    };
    place(|word, part| word == part).or_else(|| place(means))
}

/// “Movie” and “film” are “Movies”, but “show” isn't the base “Shows”.
fn means(word: &str, part: &str) -> bool {
    let has_topic = || !is_filler(word) && !language::is_function_word(word);
    word == part || has_topic() && (same_stem(word, part) || LEXICON.same(word, part, Kind::Class))
}

/// The words without the first place of the name.
fn without(asked: &[Option<String>], name: &[String]) -> Words {
    let mut rest = asked.to_vec();
    if let Some(at) = place_of(asked, name) {
        rest[at..at + name.len()].fill(None);
    }
    rest
}

#[cfg(test)]
mod tests {
    use std::fs;

    use index::{Index, SyncScope};
    use notes::{ScanOptions, Vault};
    use tempfile::TempDir;

    use super::asked_view;

    const FILMS: &str = "views: [{type: table, name: All}, {type: table, name: Last rating}]\n";
    const TRIPS: &str = "views: [{type: table, name: All}, {type: cards, name: Favorites}]\n";
    const TABLE: &str = "views: [{type: table, name: Table}]\n";

    /// Questions with the view that each means, over these files.
    fn check(files: &[(&str, &str)], questions: &[(&str, &str)]) {
        let folder = TempDir::new().unwrap();
        let root = folder.path().join("vault");
        for (name, text) in files {
            let path = root.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let vault = Vault::open(&root).unwrap();
        let file = folder.path().join("index.db");
        let index = Index::open(&file, vault, ScanOptions::default()).unwrap();
        index.sync(SyncScope::All, &mut |_| {}).unwrap();
        for (question, expected) in questions {
            let view = asked_view(question, &index, || index.catalog()).unwrap_or_default();
            assert_eq!(view, *expected, "{question}");
        }
    }

    // B125, B130
    #[test]
    fn a_question_that_names_a_base_or_a_view_means_its_rows() {
        let files = [
            ("Films.base", FILMS),
            ("Films I own.base", FILMS),
            ("Trips.base", TRIPS),
            ("Shelf.base", "views: [{type: table, name: Films}]\n"),
            ("Shows.base", "views: [{type: table, name: Seasons}]\n"),
            ("Broken.base", "views: ["),
        ];
        check(
            &files,
            &[
                ("What is in my Films base?", "Films.base#All"),
                ("What's in Films.base?", "Films.base#All"),
                ("What is in my film base?", "Films.base#All"),
                ("What's in the movie base?", "Films.base#All"),
                ("Show me the base Films I own", "Films I own.base#All"),
                ("Show the last rating view of Films", "Films.base#Last rating"),
                ("Show the Films view of Shelf", "Shelf.base#Films"),
                ("Show the seasons view", "Shows.base#Seasons"),
                ("Open the Favorites view", "Trips.base#Favorites"),
                ("Was steht in meiner Films-Base?", "Films.base#All"),
                ("Zeig mir die Ansicht Favorites!", "Trips.base#Favorites"),
                ("Was steht in der Base Reisen?", "Trips.base#All"),
                ("What does the Broken base contain?", "Broken.base"),
                ("Which films did I like?", ""),
                ("What is the base of a good soup?", ""),
                ("What is my view of trips?", ""),
                ("Who directed the oldest film in my Films base?", ""),
                ("Show the Someday view of Films", ""),
                ("base", ""),
                ("", ""),
            ],
        );
    }

    // B130
    #[test]
    fn of_views_with_one_name_the_words_of_the_question_choose() {
        let files = [
            ("Work/Projects.base", TABLE),
            ("Work/Clients.base", TABLE),
            ("Home/Projects.base", TABLE),
            ("Archive/2024/Projects.base", TABLE),
        ];
        check(
            &files,
            &[
                ("Show the table view of clients", "Work/Clients.base#Table"),
                ("Show the table view of my customers", "Work/Clients.base#Table"),
                ("What is in my Home projects base?", "Home/Projects.base#Table"),
                ("What is in the Projects base in the Work folder?", "Work/Projects.base#Table"),
                (
                    "Zeig mir die Projekte-Base im Ordner Archive",
                    "Archive/2024/Projects.base#Table",
                ),
                // In doubt the answer says which one it shows.
                ("What is in my projects base?", "Home/Projects.base#Table"),
                ("Show the Table view", "Work/Clients.base#Table"),
                ("Show the Table view of my budget", ""),
            ],
        );
    }
}
