use std::{path::PathBuf, sync::Arc};

use conversation::FileGroup;
use library::Library;

use super::{embedder::EmbedderCache, state::State};
use crate::recognition::Recognition;

/// The app's state that a vault's threads use. They have weak references to it, so that they don't keep an ending app
/// alive.
pub(crate) trait Owner: Send + Sync {
    /// Must know moved notes before the index forgets their old paths.
    fn library(&self) -> Library;

    fn embedder(&self) -> Option<EmbedderCache>;

    /// The kinds of files to read besides notes. Includes pictures if their text can be recognised.
    fn documents(&self) -> Vec<FileGroup>;

    fn recognition(&self) -> Option<Recognition>;

    /// Opens the folder `root`, which is back, unless the vault with the state `before` was closed meanwhile.
    fn open_again(self: Arc<Self>, root: PathBuf, before: Arc<State>);
}
