//! Renames a note and updates all links to it, for tests that kill the process midway: `child change DATA VAULT FROM
//! TO`. Prints `ready` before the first write and `done` after the last.

use std::{
    error::Error,
    io::{Write, stdout},
    path::Path,
};

use app::{App, Changes};
use conversation::Wish;
use notes::NotePath;

pub async fn rename(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let [data, vault, from, to] = arguments else {
        return Err("four arguments: DATA VAULT FROM TO".into());
    };
    let app = App::open(Path::new(data)).await?;
    app.vaults.open(Path::new(vault)).await?;
    app.vaults.synced().await?;
    let wish = Wish::Rename { path: NotePath::new(from)?, to: NotePath::new(to)? };
    let change = app.changes.propose(wish, Changes::by_hand()).await?;
    let mut out = stdout().lock();
    writeln!(out, "ready")?;
    out.flush()?;
    app.changes.apply(change.id, change.revision, change.all()).await?;
    writeln!(out, "done")?;
    out.flush()?;
    Ok(())
}
