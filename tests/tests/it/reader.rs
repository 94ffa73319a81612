//! The reader over a real vault: notes, links, images, and passages that changed.

use std::fs;

use crate::fixture::{Place, ask, collect, finished, found, path, until};
use app::{Broadcast, Standing, SyncState, When, answer::IMAGE_BASE};
use conversation::{
    Code, Mode,
    reference::{Kind, State},
};
use notes::Anchor;
use turn::Way;

#[tokio::test]
async fn a_vault_is_opened_and_counted() {
    let place = Place::with(&[
        ("Salt.md", "# Salt\n\nTwo per cent."),
        ("a/Rye.md", "---\naliases: [Secale]\n---\n# Rye bread\n\nRye likes [[Salt]]."),
        (".hidden/Secret.md", "# Secret"),
    ]);
    let app = place.app().await;
    let info = app.vaults.open(&place.vault()).await.unwrap();
    assert_eq!(info.name, "vault");
    // Names are available before the index is.
    assert_eq!(app.reader.notes().await.unwrap().len(), 2);
    let status = app.vaults.synced().await.unwrap();
    assert_eq!(status.state, SyncState::Synced);
    assert_eq!((status.indexed, status.failed.len()), (2, 0));
    assert!(status.chunks >= 2, "{status:?}");
    let notes = app.reader.notes().await.unwrap();
    let told: Vec<_> = notes.iter().map(|note| (note.path.as_str(), &*note.title)).collect();
    assert_eq!(told, [("Salt.md", "Salt"), ("a/Rye.md", "Rye bread")]);
    assert_eq!(notes[1].aliases, ["Secale"]);
    assert_eq!(app.vaults.recent().await.unwrap(), [info.root]);
}

#[tokio::test]
async fn an_edit_on_disk_is_announced_and_found() {
    let place = Place::with(&[("Salt.md", "# Salt\n\nTwo per cent.")]);
    let app = place.opened().await;
    let mut news = app.news();
    place.write("Rye.md", "# Rye\n\nSourdough lifts it.");
    loop {
        if let Broadcast::Notes(paths) = news.next().await.unwrap() {
            assert_eq!(paths, [path("Rye.md")]);
            break;
        }
    }
    // The first news may be of the empty file.
    until(async || !found(&app, "sourdough", 5).await.unwrap().is_empty()).await;
    let hits = found(&app, "sourdough", 5).await.unwrap();
    assert_eq!(hits[0].path, path("Rye.md"));
    assert_eq!(app.reader.notes().await.unwrap().len(), 2);
}

#[tokio::test]
async fn opening_another_vault_replaces_the_first() {
    let (first, second) =
        (Place::with(&[("A.md", "# A\n\none")]), Place::with(&[("B.md", "# B\n\ntwo")]));
    let app = first.opened().await;
    app.vaults.open(&second.vault()).await.unwrap();
    app.vaults.synced().await.unwrap();
    let mut news = app.news();
    first.write("C.md", "# C");
    second.write("D.md", "# D");
    loop {
        if let Broadcast::Notes(paths) = news.next().await.unwrap() {
            assert_eq!(paths, [path("D.md")]);
            break;
        }
    }
}

#[tokio::test]
async fn a_note_has_its_backlinks_and_the_place_that_was_asked_for() {
    let place = Place::with(&[
        ("Salt.md", "# Salt\n\nIntro.\n\n## How much\n\nTwo per cent.\n"),
        ("Rye.md", "# Rye\n\nFirst line.\n\nRye wants [[Salt#How much|salt]], too.\n"),
    ]);
    let app = place.opened().await;
    let heading = |text: &str| Anchor::Heading(vec![text.to_owned()]);
    let note = app.reader.note(&path("Salt.md"), Some(&heading("How much"))).await.unwrap();
    assert_eq!(note.title, "Salt");
    assert_eq!(note.target.unwrap().start, 5);
    assert_eq!(note.notice, None);
    let backlink = &note.backlinks[0];
    assert_eq!(
        (backlink.source.as_str(), &*backlink.title, backlink.line, &*backlink.text),
        ("Rye.md", "Rye", 5, "Rye wants [[Salt#How much|salt]], too.")
    );
    let note = app.reader.note(&path("Salt.md"), Some(&heading("Gone"))).await.unwrap();
    assert_eq!(note.target, None);
    assert!(note.notice.unwrap().contains("Gone"));
    let error = app.reader.note(&path("None.md"), None).await.unwrap_err();
    assert_eq!(error.code, Code::NotFound);
}

// B50
#[tokio::test]
async fn images_are_shown_and_nothing_else_is_served() {
    let place = Place::with(&[("Salt.md", "# Salt\n\n![[loaf.PNG]]"), ("loaf.PNG", "png bytes")]);
    let app = place.opened().await;
    let (bytes, kind) = app.reader.image(&path("loaf.PNG")).await.unwrap();
    assert_eq!((&*bytes, kind), (&b"png bytes"[..], "image/png"));
    let html = app.reader.note(&path("Salt.md"), None).await.unwrap().html;
    assert!(html.contains(&format!("{IMAGE_BASE}loaf.PNG")), "{html}");
    let error = app.reader.image(&path("Salt.md")).await.unwrap_err();
    assert_eq!(error.code, Code::UnsupportedFile);
    let error = app.reader.image(&path("none.png")).await.unwrap_err();
    assert_eq!(error.code, Code::NotFound);
    fs::write(place.folder().join("outside.png"), "secret").unwrap();
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("../outside.png", place.vault().join("link.png")).unwrap();
        let error = app.reader.image(&path("link.png")).await.unwrap_err();
        assert_eq!(error.code, Code::OutsideVault);
    }
}

const NOTE: &str = "# Salt\n\nIntro about bread.\n\n## How much\n\n\
                    Use two per cent of the weight of the flour in salt for a loaf of wheat.\n";

// B20
#[tokio::test]
async fn a_citation_finds_its_passage_or_says_what_became_of_it() {
    let place = Place::with(&[("Salt.md", NOTE)]);
    let app = place.opened().await;
    let (conversation, answer) = {
        let mut request = ask("How much salt for the flour?", Mode::Notes);
        request.way = Way::Passages;
        let events = collect(app.turns.ask(request)).await;
        (crate::fixture::conversation(&events), finished(&events))
    };
    let cited = answer
        .references
        .iter()
        .find(|one| one.passage.as_ref().is_some_and(|passage| passage.text.contains("two per")))
        .unwrap()
        .clone();
    assert_eq!((cited.kind, cited.state), (Kind::Search, State::Cited));
    let marked = |opened: &app::OpenedReference| {
        let note = opened.note.as_ref().unwrap();
        let text = fs::read_to_string(place.vault().join("Salt.md")).unwrap();
        note.target.map(|lines| {
            let lines = text
                .lines()
                .skip(lines.start as usize - 1)
                .take((lines.end + 1 - lines.start) as usize);
            lines.collect::<Vec<_>>().join("\n")
        })
    };
    let state_in_library = async || {
        let messages = app.conversations.get(conversation).await.unwrap().messages;
        messages[1].references.iter().find(|one| one.id == cited.id).unwrap().state
    };

    let opened = app.reader.open_reference(cited.id, Vec::new()).await.unwrap();
    assert_eq!(opened.standing, Standing::Unchanged);
    assert!(marked(&opened).unwrap().contains("two per cent"));
    assert_eq!(state_in_library().await, State::Cited);

    place.write("Salt.md", &NOTE.replace("Intro about bread.", "Intro.\n\nAnd more.\n\nAnd more."));
    let opened = app.reader.open_reference(cited.id, Vec::new()).await.unwrap();
    assert!(marked(&opened).unwrap().contains("two per cent"), "{opened:?}");

    place.write("Salt.md", &NOTE.replace("two per cent", "three per cent"));
    let opened = app.reader.open_reference(cited.id, Vec::new()).await.unwrap();
    assert_eq!(opened.standing, Standing::Changed);
    assert!(marked(&opened).unwrap().contains("three per cent"));
    assert!(opened.reference.passage.unwrap().text.contains("two per cent"));
    let changed = |when| opened.changes.iter().filter(move |change| change.when == when);
    assert_eq!(changed(When::Then).map(|change| change.text.trim()).collect::<Vec<_>>(), ["two"]);
    assert_eq!(changed(When::Now).map(|change| change.text.trim()).collect::<Vec<_>>(), ["three"]);
    assert!(opened.notice.unwrap().contains("changed"));
    assert_eq!(state_in_library().await, State::Changed);

    place.write("Salt.md", "# Other\n\nNothing of the kind stands here now, only weather.\n");
    let opened = app.reader.open_reference(cited.id, Vec::new()).await.unwrap();
    assert_eq!(opened.standing, Standing::PassageGone);
    assert_eq!(marked(&opened), None);
    assert!(opened.notice.unwrap().contains("any more"));
    assert_eq!(state_in_library().await, State::Gone);

    fs::remove_file(place.vault().join("Salt.md")).unwrap();
    let opened = app.reader.open_reference(cited.id, Vec::new()).await.unwrap();
    assert_eq!(opened.standing, Standing::NoteGone);
    assert!(opened.note.is_none());
    assert!(opened.notice.unwrap().contains("Salt.md"));
    assert_eq!(state_in_library().await, State::Gone);
}

#[tokio::test]
async fn a_heading_that_the_index_cuts_is_found_by_its_link_and_by_its_citation() {
    let heading = "What salt does to a dough ".repeat(16);
    let heading = heading.trim();
    let text = "Use two per cent of the weight of the flour in salt for a loaf of wheat.";
    let place = Place::with(&[
        ("Salt.md", &format!("## {heading}\n\n{text}\n")),
        ("Rye.md", &format!("# Rye\n\nSee [[Salt#{heading}]].\n")),
    ]);
    let app = place.opened().await;
    let mut request = ask(&format!("How much salt for the flour? [[Salt#{heading}]]"), Mode::Notes);
    request.way = Way::Passages;
    let events = collect(app.turns.ask(request)).await;
    let conversation = app.conversations.get(crate::fixture::conversation(&events)).await.unwrap();
    let references: Vec<_> =
        conversation.messages.iter().flat_map(|message| &message.references).collect();

    // The link finds the section, not the whole note.
    let linked = references.iter().find(|one| one.kind == Kind::Direct).unwrap();
    assert_ne!(linked.state, State::Broken);
    let anchor = Anchor::Heading(vec![heading.to_owned()]);
    assert_eq!(linked.anchor.as_ref(), Some(&anchor));
    let note = app.reader.note(&path("Salt.md"), Some(&anchor)).await.unwrap();
    assert_eq!((note.target.unwrap().start, note.notice), (1, None));
    assert_eq!(note.backlinks[0].source, path("Rye.md"));

    // The passage's heading is truncated, but finds the section too.
    let (cited, passage) = references
        .iter()
        .filter_map(|one| Some((one, one.passage.as_ref()?)))
        .find(|(_, passage)| passage.text.contains("two per cent"))
        .unwrap();
    let short = passage.heading_path.last().unwrap();
    assert!(short.len() < heading.len() && short.ends_with('…'), "{short}");
    let by_passage = Anchor::Heading(passage.heading_path.clone());
    let note = app.reader.note(&path("Salt.md"), Some(&by_passage)).await.unwrap();
    assert_eq!(note.target.unwrap().start, 1);
    let opened = app.reader.open_reference(cited.id, Vec::new()).await.unwrap();
    assert_eq!(opened.standing, Standing::Unchanged);
    let target = opened.note.unwrap().target.unwrap();
    assert!(target.start <= 3 && 3 <= target.end, "{target:?}");

    // The text is gone, but the heading remains.
    place.write("Salt.md", &format!("# Bread\n\n## {heading}\n\nOnly weather now.\n"));
    let opened = app.reader.open_reference(cited.id, Vec::new()).await.unwrap();
    assert_eq!(opened.note.unwrap().target.unwrap().start, 3);
}
