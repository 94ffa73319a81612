//! Writes notes, for tests that kill the process, revoke its permissions or fill its disk.
//!
//! - `child write versions DATA VAULT NAME`: changes the note through the app again and again, each time to the next
//!   of [`tests::versions`]. Prints `ready`, then each written number.
//! - `child write read|edit|create VAULT NAME BYTES`, `child write scan VAULT`: one operation through the guard.
//!   Prints `ok`, or the raw error and its message.

use std::{
    error::Error,
    io::{Write, stdout},
    path::Path,
};

use app::{App, Changes};
use conversation::Wish;
use notes::{ContentHash, NotePath, ScanOptions, Vault};

pub async fn write(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let mut out = stdout().lock();
    let told = |result: notes::Result<()>| match result {
        Ok(()) => "ok".to_owned(),
        Err(error) => format!("{error:?}\n{error}"),
    };
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["versions", data, vault, name] => {
            let app = App::open(Path::new(data)).await?;
            app.vaults.open(Path::new(vault)).await?;
            let (vault, path) = (Vault::open(Path::new(vault))?, NotePath::new(name)?);
            let note = vault.read_note(&path)?;
            let mut number = tests::versions::number(&note.text).ok_or("a torn note")?;
            let mut said = "ready".to_owned();
            loop {
                number += 1;
                let (path, text) = (path.clone(), tests::versions::text(number));
                let wish = Wish::Rewrite { path, text };
                let change = app.changes.propose(wish, Changes::by_hand()).await?;
                // The next write follows immediately.
                writeln!(out, "{said}")?;
                out.flush()?;
                app.changes.apply(change.id, change.revision, change.all()).await?;
                said = number.to_string();
            }
        }
        ["scan", vault] => {
            let scan = Vault::open(Path::new(vault))?.scan(&ScanOptions::default())?;
            for problem in scan.problems {
                writeln!(out, "{}: {}", problem.path, problem.reason)?;
            }
        }
        [deed, vault, name, bytes] => {
            let (vault, name) = (Vault::open(Path::new(vault))?, NotePath::new(name)?);
            let text = "x".repeat(bytes.parse()?);
            let result = match deed {
                "read" => vault.read_note(&name).map(drop),
                "edit" => vault
                    .read(&name, Vault::MAX_NOTE_BYTES)
                    .and_then(|old| vault.plan_edit(&name, ContentHash::of(old), |_| Ok(text)))
                    .and_then(|change| vault.write(&change).map(drop)),
                "create" => {
                    vault.plan_note(&name, &text).and_then(|change| vault.write(&change).map(drop))
                }
                _ => return Err("read, edit or create".into()),
            };
            writeln!(out, "{}", told(result))?;
        }
        _ => return Err("versions, read, edit, create or scan".into()),
    }
    Ok(())
}
