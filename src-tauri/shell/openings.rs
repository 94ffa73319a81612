//! Counts starts that ended while a vault was opening, so that a crashing vault isn't reopened every time.

#[cfg(test)]
mod tests;

use parking_lot::{Mutex, MutexGuard};
use std::{
    fs, io,
    io::Write as _,
    path::{Path, PathBuf},
    sync::Arc,
};

use app::{VaultInfo, Vaults};

/// After this many such starts in a row, the last vault isn't reopened automatically.
const MAX_EARLY_ENDS: u32 = 2;

/// The count in a file, which exists from before a vault opens until its index is ready.
pub struct Openings {
    file: PathBuf,
    run: Mutex<Run>,
}

#[derive(Default)]
struct Run {
    /// Early ends counted before this run opened its first vault; `None` if no vault is being opened.
    before: Option<u32>,
    opened: u64,
}

impl Openings {
    pub fn new(data: &Path) -> Self {
        Self { file: data.join("opening"), run: Mutex::default() }
    }

    pub fn may_reopen(&self) -> bool {
        self.ended_early() < MAX_EARLY_ENDS
    }

    /// Opens a vault and counts this start until the vault's index is ready.
    pub async fn open(
        self: &Arc<Self>,
        vaults: &Vaults,
        folder: &Path,
    ) -> conversation::Result<VaultInfo> {
        let number = self.begin();
        let opened = vaults.open(folder).await;
        if opened.is_err() {
            self.end(number, false);
            return opened;
        }
        let (openings, vaults) = (self.clone(), vaults.clone());
        tauri::async_runtime::spawn(async move {
            let is_ready = vaults.synced().await.is_ok();
            openings.end(number, is_ready);
        });
        opened
    }

    /// The user quits: a vault that is still opening doesn't count as a crash.
    pub fn quit(&self) {
        let number = self.run().opened;
        self.end(number, false);
    }

    /// Counts this start until [`Openings::end`] is called with the returned number.
    fn begin(&self) -> u64 {
        let mut run = self.run();
        let before = *run.before.get_or_insert_with(|| self.ended_early());
        run.opened += 1;
        self.keep(before.saturating_add(1));
        run.opened
    }

    /// Ends the count for this vault: resets it if the index is ready, else restores it, as the vault isn't at fault.
    fn end(&self, number: u64, is_ready: bool) {
        let mut run = self.run();
        if run.opened == number
            && let Some(before) = run.before.take()
        {
            self.keep(if is_ready { 0 } else { before });
        }
    }

    fn ended_early(&self) -> u32 {
        fs::read_to_string(&self.file).ok().and_then(|text| text.trim().parse().ok()).unwrap_or(0)
    }

    /// A failure is only logged: without the file, the app starts as usual.
    fn keep(&self, count: u32) {
        let kept = match count {
            0 => fs::remove_file(&self.file),
            count => notes::private::options()
                .create(true)
                .write(true)
                .truncate(true)
                .open(&self.file)
                .and_then(|mut file| file.write_all(count.to_string().as_bytes())),
        };
        if let Err(error) = kept
            && error.kind() != io::ErrorKind::NotFound
        {
            tracing::warn!(%error, "that a vault is being opened can't be remembered");
        }
    }

    fn run(&self) -> MutexGuard<'_, Run> {
        self.run.lock()
    }
}
