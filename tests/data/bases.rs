//! The views of the vaults' `.base` files.

use std::{fs, path::Path, sync::Arc};

use app::{App, BaseView, TableSource, keys::InMemory};
use notes::{NotePath, ScanOptions, Vault};
use tempfile::TempDir;

use crate::{agreement, folders};

/// The part of the file that a sentence about it quotes.
fn quoted(problem: &str) -> Option<&str> {
    Some(problem.split_once('“')?.1.split_once('”')?.0)
}

async fn opened(vault: &Path) -> (TempDir, App) {
    let data = TempDir::new().unwrap();
    let app = App::open_with(data.path(), Arc::new(InMemory::default())).await.unwrap();
    app.models.set_places(Vec::new());
    app.vaults.open(vault).await.unwrap();
    app.vaults.synced().await.unwrap();
    (data, app)
}

// B130
#[tokio::test]
async fn every_view_of_a_base_is_understood_or_names_the_unknown_part() {
    const KNOWN: [(&str, &str); 0] = [];
    let (mut views, mut rows, mut differing) = (0, 0, Vec::new());
    for folder in folders("vaults") {
        let scan = Vault::open(&folder).unwrap().scan(&ScanOptions::default()).unwrap();
        let is_base = |path: &NotePath| path.extension() == Some("base");
        let bases: Vec<NotePath> =
            scan.files.into_iter().map(|entry| entry.path).filter(is_base).collect();
        if bases.is_empty() {
            continue;
        }
        // Some views depend on the note that embeds them.
        let this = scan.notes.into_iter().next().map(|entry| entry.path);
        let (_data, app) = opened(&folder).await;
        for path in &bases {
            let text = fs::read_to_string(folder.join(path.as_str())).unwrap();
            let source = || TableSource::Base { path: path.clone() };
            let show = |view| app.retrieval.base_table(source(), view, this.clone(), 0);
            let names = show(None).await.unwrap().views;
            assert!(!names.is_empty(), "{path}");
            for name in names {
                let BaseView { table, problems, .. } = show(Some(name.clone())).await.unwrap();
                (views, rows) = (views + 1, rows + table.rows.len());
                let at = format!("{path}#{name}");
                for problem in problems {
                    let part = quoted(&problem);
                    assert!(part.is_none_or(|part| text.contains(part)), "{at}: {problem}");
                    if ["isn't understood", "isn't known"].iter().any(|it| problem.contains(it)) {
                        differing.push((at.clone(), problem));
                    } else {
                        println!("  {at}: {problem}");
                    }
                }
                let has_filter = text.contains("filters:");
                assert!(has_filter || !table.rows.is_empty(), "{at} has no rows");
            }
        }
    }
    println!("{views} views of bases with {rows} rows");
    assert!(rows > 0);
    agreement("views of bases", views, &differing, &KNOWN);
}
