//! The vault is followed on disk: renames, bursts of events, changes without events, a folder that disappears.

use std::{
    fs,
    io::Write,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU32, AtomicUsize, Ordering},
    },
};

use crate::fixture::{
    Place, ask, bread, collect, conversation, finished, found, path, pieces, server, until,
};
use app::{App, Broadcast, OpenedReference, Standing, SyncState};
use conversation::{Mode, reference::Reference};
use index::{Index, SyncScope};
use notes::{FollowMode, ScanOptions, Vault};
use tests::model_server::{Rule, Script};
use turn::{At, Way};

const SALT: &str = "# Salt\n\nUse two per cent of the weight of the flour in salt.\n";
const SALT_EDITED: &str =
    "A new beginning.\n\n# Salt\n\nUse two per cent of the weight of the flour in salt.\n";
const OTHER: &str = "# Weather\n\nIt rains on most days of November.\n";

enum Do {
    Rename(&'static str, &'static str),
    Write(&'static str, &'static str),
    Remove(&'static str),
}
use Do::{Remove, Rename, Write as Put};

/// The target of an old reference, and the state of its passage.
type Leads = (&'static str, Standing);

/// An event in a vault with `in/Salt.md`, to which an old answer refers, and `Rye.md`.
struct Case {
    name: &'static str,
    happens: &'static [Do],
    /// Result while the app was open.
    watched: Leads,
    /// Result while the app was closed.
    closed: Leads,
}

const fn both(name: &'static str, happens: &'static [Do], leads: Leads) -> Case {
    Case { name, happens, watched: leads, closed: leads }
}

const CASES: &[Case] = &[
    both("renamed", &[Rename("in/Salt.md", "Sea.md")], ("Sea.md", Standing::Unchanged)),
    both("its folder renamed", &[Rename("in", "out")], ("out/Salt.md", Standing::Unchanged)),
    both(
        "the case of its name",
        &[Rename("in/Salt.md", "in/salt.md")],
        ("in/salt.md", Standing::Unchanged),
    ),
    both(
        "a chain",
        &[Rename("in/Salt.md", "in/b.md"), Rename("in/b.md", "c.md")],
        ("c.md", Standing::Unchanged),
    ),
    both(
        "a new note at the old path",
        &[Rename("in/Salt.md", "Sea.md"), Put("in/Salt.md", OTHER)],
        ("Sea.md", Standing::Unchanged),
    ),
    Case {
        name: "renamed and edited at once",
        happens: &[Rename("in/Salt.md", "Sea.md"), Put("Sea.md", SALT_EDITED)],
        watched: ("Sea.md", Standing::Moved),
        // Nothing identifies this as the same note.
        closed: ("in/Salt.md", Standing::NoteGone),
    },
    Case {
        name: "swapped with another",
        happens: &[
            Rename("in/Salt.md", "t.md"),
            Rename("Rye.md", "in/Salt.md"),
            Rename("t.md", "Rye.md"),
        ],
        watched: ("Rye.md", Standing::Unchanged),
        closed: ("in/Salt.md", Standing::PassageGone),
    },
    Case {
        name: "over another note",
        happens: &[Rename("in/Salt.md", "Rye.md")],
        watched: ("Rye.md", Standing::Unchanged),
        closed: ("in/Salt.md", Standing::NoteGone),
    },
    both(
        "saved by an editor that writes beside and renames",
        &[Put("in/Salt.tmp", SALT_EDITED), Rename("in/Salt.tmp", "in/Salt.md")],
        ("in/Salt.md", Standing::Moved),
    ),
    both(
        "saved by an editor that moves the old note away first",
        &[
            Rename("in/Salt.md", "in/Salt.md~"),
            Put("in/Salt.md", SALT_EDITED),
            Remove("in/Salt.md~"),
        ],
        ("in/Salt.md", Standing::Moved),
    ),
    both(
        "the old path has the passage, what was renamed hasn't",
        &[
            Rename("in/Salt.md", "in/Draft.md"),
            Put("in/Draft.md", OTHER),
            Put("in/Salt.md", SALT_EDITED),
        ],
        ("in/Salt.md", Standing::Moved),
    ),
    both("deleted", &[Remove("in/Salt.md")], ("in/Salt.md", Standing::NoteGone)),
];

fn happen(root: &Path, steps: &[Do]) {
    for step in steps {
        match step {
            Rename(from, to) => fs::rename(root.join(from), root.join(to)).unwrap(),
            Put(path, text) => fs::write(root.join(path), text).unwrap(),
            Remove(path) => fs::remove_file(root.join(path)).unwrap(),
        }
    }
}

fn salted() -> Place {
    Place::with(&[("in/Salt.md", SALT), ("Rye.md", "# Rye\n\nRye dough is sticky.\n")])
}

/// Asks for passages only, and returns the one about salt.
async fn cited(app: &App) -> Reference {
    let mut request = ask("How much of the weight of the flour in salt?", Mode::Notes);
    request.way = Way::Passages;
    let answer = finished(&collect(app.turns.ask(request)).await);
    let has_salt = |one: &Reference| {
        one.passage.as_ref().is_some_and(|passage| passage.text.contains("two per cent"))
    };
    answer.head.references.into_iter().find(has_salt).unwrap()
}

/// Waits until the earlier app has ended, shortly after its last handle drops.
async fn ended(place: &Place) {
    let lock = fs::File::open(place.data().join("library.db-lock")).unwrap();
    until(async || lock.try_lock().is_ok()).await;
}

/// Waits until the app has seen all changes on disk so far.
async fn seen(app: &App, place: &Place) {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let word = format!("sentinel{}", COUNT.fetch_add(1, Ordering::Relaxed));
    place.write("zz.md", &word);
    until_found(app, &word).await;
}

async fn until_found(app: &App, word: &str) {
    until(async || !found(app, word, 5).await.unwrap().is_empty()).await;
}

fn leads(opened: &OpenedReference) -> (String, Standing) {
    (opened.reference.path.as_ref().unwrap().to_string(), opened.standing)
}

// B20
#[tokio::test]
async fn an_old_reference_follows_its_note() {
    for Case { name, happens, watched, closed } in CASES {
        for (is_watched, expect) in [(true, watched), (false, closed)] {
            let place = salted();
            let mut app = place.opened().await;
            let reference = cited(&app).await;
            if is_watched {
                happen(&place.vault(), happens);
                seen(&app, &place).await;
            } else {
                drop(app);
                ended(&place).await;
                happen(&place.vault(), happens);
                app = place.opened().await;
            }
            let opened = app.reader.open_reference(reference.id, Vec::new()).await.unwrap();
            let expect = (expect.0.to_owned(), expect.1);
            assert_eq!(leads(&opened), expect, "{name}, watched: {is_watched}");
            let is_marked = opened.note.as_ref().is_some_and(|note| note.target.is_some());
            let is_there = matches!(expect.1, Standing::Unchanged | Standing::Moved);
            assert_eq!(is_marked, is_there, "{name}, watched: {is_watched}");
            // The stored reference doesn't change.
            assert_eq!(opened.reference.wikilink, reference.wikilink, "{name}");
            assert_eq!(opened.reference.passage, reference.passage, "{name}");
        }
    }
}

// B15
#[tokio::test]
async fn a_passage_keeps_its_number_when_its_note_is_moved() {
    let place = salted();
    let app = place.opened().await;
    let mut request = ask("How much of the weight of the flour in salt?", Mode::Notes);
    request.way = Way::Passages;
    let events = collect(app.turns.ask(request.clone())).await;
    let number = |events: &[turn::TurnEvent], path: &str| {
        let references = finished(events).head.references;
        let one = references.into_iter().find(|one| one.path.as_ref().unwrap().as_str() == path);
        one.and_then(|one| one.number).unwrap()
    };
    let before = number(&events, "in/Salt.md");
    happen(&place.vault(), &[Rename("in/Salt.md", "Sea.md")]);
    seen(&app, &place).await;
    request.at = At::End(Some(conversation(&events)));
    let events = collect(app.turns.ask(request)).await;
    assert_eq!(number(&events, "Sea.md"), before);
}

// B20
#[tokio::test]
async fn a_note_that_is_moved_while_the_model_answers_is_followed() {
    let place = bread();
    let rule = Rule { hold_after: Some(1), ..pieces(&["Two", " per cent [1]."]) };
    let server = server(Script::always(rule)).await;
    let app = place.asking(&server.url()).await;
    let turn = tokio::spawn(collect(app.turns.ask(ask("How much salt?", Mode::Notes))));
    until(async || !server.requests().is_empty()).await;
    happen(&place.vault(), &[Rename("Salt.md", "Sea.md")]);
    seen(&app, &place).await;
    server.release();
    let answer = finished(&turn.await.unwrap());
    let reference = answer.references.iter().find(|one| one.wikilink.contains("Salt")).unwrap();
    let opened = app.reader.open_reference(reference.id, Vec::new()).await.unwrap();
    assert_eq!(leads(&opened), ("Sea.md".to_owned(), Standing::Unchanged));
}

#[tokio::test]
async fn moves_are_announced_before_changes() {
    let place = salted();
    let app = place.opened().await;
    let mut news = app.news();
    happen(&place.vault(), &[Rename("in/Salt.md", "Sea.md")]);
    let moved = loop {
        match news.next().await.unwrap() {
            Broadcast::Moved(moved) => break moved,
            Broadcast::Notes(paths) => panic!("{paths:?} was told first"),
            Broadcast::Changes | Broadcast::Index(_) | Broadcast::Missed(_) => {}
        }
    };
    assert_eq!(moved, [(path("in/Salt.md"), path("Sea.md"))]);
    loop {
        if let Broadcast::Notes(paths) = news.next().await.unwrap() {
            assert_eq!(paths, [path("Sea.md"), path("in/Salt.md")]);
            break;
        }
    }
}

/// Waits until the app's index equals a rebuilt one.
async fn becomes_as_fresh(app: &App, place: &Place) {
    let vault = Vault::open(&place.vault()).unwrap();
    let file = place.folder().join("fresh.db");
    let fresh = Index::open(&file, vault, ScanOptions::default()).unwrap();
    let report = fresh.sync(SyncScope::All, &mut |_| {}).unwrap();
    let names = fresh.catalog();
    until(async || {
        let (status, catalog) =
            (app.vaults.current().unwrap().index, app.vaults.catalog().unwrap());
        (status.indexed, status.chunks) == (report.indexed, report.chunks)
            && status.failed == report.failed
            && catalog.notes().eq(names.notes())
    })
    .await;
}

#[tokio::test]
async fn thousands_of_changes_at_once_end_in_the_same_index_as_a_fresh_one() {
    const FILES: usize = 4_000;
    let place = Place::with(&[("first.md", "# First")]);
    let app = place.opened().await;
    let mut news = app.news();
    let told = Arc::new(AtomicUsize::new(0));
    let counted = told.clone();
    let counting = tokio::spawn(async move {
        while let Some(news) = news.next().await {
            if matches!(news, Broadcast::Notes(_) | Broadcast::Missed(_)) {
                counted.fetch_add(1, Ordering::Relaxed);
            }
        }
    });
    let write = |number: usize, text: &str| {
        place.write(&format!("folder {}/note {number}.md", number % 40), text);
    };
    for number in 0..FILES {
        write(number, &format!("# Note {number}\n\nIt links to [[note {}]].\n", number / 2));
    }
    // During the indexing: an edit, a move and a deletion.
    write(7, "# Seven\n\nNow with paprika.\n");
    fs::rename(place.vault().join("folder 1/note 1.md"), place.vault().join("one.md")).unwrap();
    fs::remove_dir_all(place.vault().join("folder 2")).unwrap();
    seen(&app, &place).await;
    until_found(&app, "paprika").await;
    becomes_as_fresh(&app, &place).await;
    counting.abort();
    let told = told.load(Ordering::Relaxed);
    assert!(told < FILES / 40, "the window was told {told} times");
}

/// Changes a note without causing an event, through a hard link outside the vault.
#[cfg(unix)]
fn change_unseen(place: &Place, note: &str, words: &str) {
    let outside = place.folder().join(format!("{words}.link"));
    fs::hard_link(place.vault().join(note), &outside).unwrap();
    let mut file = fs::File::options().append(true).open(outside).unwrap();
    writeln!(file, "\n{words}").unwrap();
}

#[cfg(unix)]
#[tokio::test]
async fn unannounced_changes_are_found_by_looking_again() {
    for following in [FollowMode::Auto, FollowMode::Off] {
        let place = bread();
        let app = place.app().await;
        app.vaults.set_following(following);
        app.vaults.open(&place.vault()).await.unwrap();
        app.vaults.synced().await.unwrap();
        change_unseen(&place, "Salt.md", "caraway");
        assert!(found(&app, "caraway", 5).await.unwrap().is_empty());
        // As often as a window can get focus.
        for _ in 0..50 {
            app.vaults.rescan();
        }
        until_found(&app, "caraway").await;
        change_unseen(&place, "Salt.md", "fennel");
        app.vaults.rescan();
        until_found(&app, "fennel").await;
    }
}

#[tokio::test]
async fn a_folder_that_has_to_be_listed_is_followed_too() {
    let place = salted();
    let app = place.app().await;
    app.vaults.set_following(FollowMode::Listing);
    app.vaults.open(&place.vault()).await.unwrap();
    app.vaults.synced().await.unwrap();
    let notice = app.vaults.current().unwrap().index.notice.unwrap();
    assert!(notice.contains("looks for changes every few seconds"), "{notice}");
    let reference = cited(&app).await;
    seen(&app, &place).await;
    happen(&place.vault(), &[Rename("in/Salt.md", "Sea.md")]);
    seen(&app, &place).await;
    let opened = app.reader.open_reference(reference.id, Vec::new()).await.unwrap();
    assert_eq!(leads(&opened), ("Sea.md".to_owned(), Standing::Unchanged));
    app.vaults.set_hidden(true);
    place.write("Hidden.md", "cardamom");
    app.vaults.set_hidden(false);
    until_found(&app, "cardamom").await;
}

/// Waits for this state of the index.
async fn stands(app: &App, wanted: impl Fn(&SyncState) -> bool) {
    until(async || app.vaults.current().is_some_and(|vault| wanted(&vault.index.state))).await;
}

#[tokio::test]
async fn a_folder_that_goes_away_keeps_its_index_and_is_found_again() {
    let place = bread();
    let app = place.opened().await;
    let aside = place.folder().join("aside");
    let is_away = |state: &SyncState| matches!(state, SyncState::Away(_));
    let is_synced = |state: &SyncState| *state == SyncState::Synced;

    fs::rename(place.vault(), &aside).unwrap();
    app.vaults.rescan();
    stands(&app, is_away).await;
    let index = app.vaults.current().unwrap().index;
    assert_eq!(index.indexed, 2);
    let SyncState::Away(told) = index.state else { panic!("{index:?}") };
    assert!(told.contains("isn't there at the moment"), "{told}");
    assert!(!found(&app, "sticky", 5).await.unwrap().is_empty());

    // An empty folder in its place, such as a mount point, doesn't mean that the notes were deleted.
    fs::rename(&aside, place.vault()).unwrap();
    stands(&app, is_synced).await;
    place.write("Back.md", "turmeric");
    until_found(&app, "turmeric").await;

    // Another folder with the same notes, such as a restored backup.
    fs::create_dir(&aside).unwrap();
    for note in ["Salt.md", "Rye.md", "Back.md"] {
        fs::copy(place.vault().join(note), aside.join(note)).unwrap();
    }
    fs::rename(place.vault(), place.folder().join("gone")).unwrap();
    app.vaults.rescan();
    stands(&app, is_away).await;
    assert_eq!(app.vaults.current().unwrap().index.indexed, 3);
    fs::rename(&aside, place.vault()).unwrap();
    stands(&app, is_synced).await;
    place.write("Again.md", "saffron");
    until_found(&app, "saffron").await;
    until(async || app.vaults.current().unwrap().index.indexed == 4).await;
}

#[cfg(unix)]
#[tokio::test]
async fn a_note_that_is_a_link_changes_with_its_target() {
    let place = bread();
    std::os::unix::fs::symlink("Salt.md", place.vault().join("link.md")).unwrap();
    let app = place.opened().await;
    place.write("Salt.md", "# Salt\n\nNow with juniper.\n");
    let both = async || {
        let hits = found(&app, "juniper", 5).await.unwrap();
        ["Salt.md", "link.md"].iter().all(|note| hits.iter().any(|hit| hit.path == path(note)))
    };
    until(both).await;
}
