use conversation::{Code, settings::Embeddings};

use super::*;
use crate::{
    fixture::{Ground, path},
    vault::MeaningState,
};

#[tokio::test]
async fn passages_are_found_by_words() {
    let ground = Ground::new();
    let settings = ground.settings().await;
    let vaults = ground.vaults(&settings).await;
    let retrieval = ground.retrieval(&settings, &vaults).await;
    let error = retrieval.search("salt", Mode::Keyword, 5).await.unwrap_err();
    assert_eq!(error.code, Code::NoVault);
    vaults.open(&ground.root()).await.unwrap();
    vaults.synced().await.unwrap();
    let hits = retrieval.search("salt", Mode::Keyword, 5).await.unwrap().hits;
    assert_eq!(hits.iter().map(|hit| &hit.path).collect::<Vec<_>>(), [&path("Salt.md")]);
    let why = retrieval.why_not("salt", &path("Salt.md"), Mode::Keyword, 5).await.unwrap();
    assert!(matches!(why, WhyNot::Found { .. }));
    assert!(retrieval.web().is_none());
}

#[tokio::test]
async fn the_settings_say_what_makes_vectors() {
    let ground = Ground::new();
    let settings = ground.settings().await;
    let vaults = ground.opened(&settings).await;
    let retrieval = ground.retrieval(&settings, &vaults).await;
    // No built-in model is configured.
    retrieval.find_by_meaning(None);
    let is_failed = |meaning: &MeaningState| matches!(meaning, MeaningState::Failed(_));
    vaults.status_when(|status| is_failed(&status.meaning)).await.unwrap();
    let mut now = settings.get();
    now.search.embeddings = Embeddings::Off;
    settings.set(now).await.unwrap();
    vaults.status_when(|status| status.meaning == MeaningState::off()).await.unwrap();
    assert!(retrieval.meaning().is_none());
}

// B130
#[tokio::test]
async fn a_dataview_query_is_shown_as_its_result() {
    let ground = Ground::new();
    for folder in ["Films", "Old", "Old/Films"] {
        std::fs::create_dir(ground.root().join(folder)).unwrap();
    }
    ground.write("Films/Alien.md", "---\nrating: 7\nseen: 2026-01-03\n---\nIn #space alone.\n");
    ground.write("Films/Dune.md", "---\nrating: 4\ndraft: false\n---\nSee [[Alien]].\n");
    let solaris = "---\nrating: 9\ndraft: true\n---\nSlow #space\n\n- [ ] Watch it again\n";
    ground.write("Films/Solaris.md", solaris);
    ground.write("Old/Films/Metropolis.md", "---\nrating: 8\n---\n");
    ground.write("Plan.md", "- [x] Buy salt\n- [ ] Buy rye 📅 2026-01-02\n- [ ] Rest\n");
    let settings = ground.settings().await;
    let vaults = ground.opened(&settings).await;
    let retrieval = ground.retrieval(&settings, &vaults).await;
    let this = Some(path("Films/Dune.md"));
    let cases: [(&str, &str, &[&str]); 11] = [
        ("LIST FROM \"Films\"", "Note", &["Alien", "Dune", "Solaris"]),
        ("LIST FROM \"Films/Dune\"", "Note", &["Dune"]),
        ("LIST FROM \"Films\" and -#space", "Note", &["Dune"]),
        ("LIST FROM outgoing([[]])", "Note", &["Alien"]),
        ("LIST WHERE rating and !draft SORT rating", "Note", &["Dune", "Alien", "Metropolis"]),
        ("LIST WHERE rating = 9 or seen SORT file.name DESC", "Note", &["Solaris", "Alien"]),
        // As in Dataview, a note without a rating has less than any.
        ("LIST FROM -\"Old\" WHERE rating < 7", "Note", &["Dune", "Plan", "Rye", "Salt"]),
        ("LIST WHERE file.mtime > date(today) + dur(1 day)", "Note", &[]),
        (
            "TABLE WITHOUT ID file.name AS Film, rating, file.tags FROM #space SORT rating DESC",
            "Film rating file.tags",
            &["Solaris 9 #space", "Alien 7 #space"],
        ),
        (
            "TASK WHERE !completed SORT due LIMIT 1",
            "Task state due Note",
            &["Buy rye open 2026-01-02 Plan"],
        ),
        ("TASK FROM #space", "Task state Note", &["Watch it again open Solaris"]),
    ];
    for (text, columns, rows) in cases {
        let source = TableSource::Dataview { text: text.to_owned() };
        let table = retrieval.base_table(source, None, this.clone(), 0).await.unwrap().table;
        assert_eq!(table.columns.join(" "), columns, "{text}");
        let found: Vec<String> = table.rows.iter().map(|row| row.values.join(" ")).collect();
        assert_eq!(found, rows, "{text}");
    }
    let source = TableSource::Dataview { text: "TABLE file.ctime FROM #space".to_owned() };
    let error = retrieval.base_table(source, None, this, 0).await.unwrap_err();
    let said = "Shown as code: Marginalia doesn't evaluate “file.ctime” here.";
    assert_eq!((error.code, error.to_string().as_str()), (Code::BadInput, said));
}

// B125
#[tokio::test]
async fn a_large_table_comes_in_pages_with_exact_totals() {
    let ground = Ground::new();
    for note in 0..4 {
        let tasks: String = (0..400).map(|task| format!("- [ ] Task {note}.{task}\n")).collect();
        ground.write(&format!("Tasks {note}.md"), &tasks);
    }
    let settings = ground.settings().await;
    let vaults = ground.opened(&settings).await;
    let retrieval = ground.retrieval(&settings, &vaults).await;
    let all = retrieval.table("task:open").await.unwrap();
    assert_eq!(all.rows.len(), 1_600);
    let mut rows = Vec::new();
    for (from, expected) in [(0, 1_000), (1_000, 600), (1_600, 0), (u32::MAX, 0)] {
        let page = retrieval.table_of_search("task:open", from).await.unwrap().unwrap();
        assert_eq!((page.table.rows.len(), page.table.total, page.rows), (expected, 1_600, 1_600));
        rows.extend(page.table.rows);
        let source = TableSource::Dataview { text: "TASK WHERE !completed".to_owned() };
        let view = retrieval.base_table(source, None, None, from).await.unwrap();
        assert_eq!((view.table.rows.len(), view.table.total, view.rows), (expected, 1_600, 1_600));
    }
    assert_eq!(rows, all.rows);
    // A table that the query itself limits is whole.
    let first = retrieval.table_of_search("task:open limit:5", 0).await.unwrap().unwrap();
    assert_eq!((first.table.rows.len(), first.table.total, first.rows), (5, 1_600, 5));
    assert!(retrieval.table_of_search("salt", 0).await.unwrap().is_none());
}
