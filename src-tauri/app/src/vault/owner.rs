//! What the threads of an open vault ask of those who opened it.

use std::{path::PathBuf, sync::Arc};

use conversation::FileGroup;
use library::Library;

use super::{embedder::EmbedderCache, state::State};
use crate::recognition::Recognition;

/// Whoever opened a vault. Its threads hold it weakly.
pub(crate) trait Owner: Send + Sync {
    /// What must know of notes that were moved before the index forgets their old paths.
    fn library(&self) -> Library;

    /// What makes vectors now, if anything does.
    fn embedder(&self) -> Option<EmbedderCache>;

    /// The kinds of files besides notes that are read; pictures are among them if text in them can be recognised.
    fn documents(&self) -> Vec<FileGroup>;

    /// What recognises text in pictures, if it came with the app.
    fn recognition(&self) -> Option<Recognition>;

    /// Begins to open the folder `root` again, which was away and is back, unless the vault of which
    /// `before` is the state was closed meanwhile.
    fn open_again(self: Arc<Self>, root: PathBuf, before: Arc<State>);
}
