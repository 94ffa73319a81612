//! Files and folders that only their user may read. The app's state contains questions and parts of notes, also of
//! notes that nobody else may read. On Unix, its folders have mode 0700 and its files 0600; other systems rely on the
//! user's own folder.

#[cfg(test)]
#[cfg(unix)]
mod tests;

use std::fs::{self, OpenOptions};
use std::io;
use std::path::Path;

#[cfg(unix)]
mod unix {
    use std::sync::OnceLock;

    /// Mode bits that new files lacked before the program restricted them.
    pub(super) static USUAL: OnceLock<u32> = OnceLock::new();
}

/// Call once before starting threads: libraries create files, too, and don't know [`options`].
pub fn restrict_new_files() {
    #[cfg(unix)]
    {
        use rustix::{fs::Mode, process::umask};
        let before = umask(Mode::from_raw_mode(0o077));
        let _ = unix::USUAL.set(before.as_raw_mode());
    }
}

/// The usual mode, because notes are the user's, not the app's; `None` if this program restricts nothing.
#[cfg(unix)]
pub(crate) fn usual_mode(mode: u32) -> Option<u32> {
    unix::USUAL.get().map(|lacking| mode & !lacking)
}

pub fn options() -> OpenOptions {
    #[cfg_attr(not(unix), expect(unused_mut, reason = "only Unix has modes"))]
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options
}

pub fn folder(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt;
        builder.mode(0o700);
    }
    builder.create(path)?;
    restrict(path, 0o700);
    Ok(())
}

/// Also restricts a file that exists. SQLite's files beside a database get the database's mode.
pub fn file(path: &Path) -> io::Result<()> {
    options().append(true).create(true).open(path)?;
    restrict(path, 0o600);
    Ok(())
}

/// An earlier version or another program may have created the files.
pub fn restrict_files(folder: &Path, beginning: &str) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_file && entry.file_name().to_string_lossy().starts_with(beginning) {
            restrict(&entry.path(), 0o600);
        }
    }
}

/// Removes the mode bits beyond `most`. Ignored without modes, and for files of other users.
#[cfg(unix)]
fn restrict(path: &Path, most: u32) {
    use std::os::unix::fs::PermissionsExt;
    let Ok(about) = path.metadata() else { return };
    let mut permissions = about.permissions();
    if permissions.mode() & 0o777 & !most == 0 {
        return;
    }
    permissions.set_mode(permissions.mode() & most);
    if let Err(error) = fs::set_permissions(path, permissions) {
        // No warning: the user named somebody else's folder, and the app's own files in it stay private.
        tracing::debug!(path = %path.display(), %error, "others may read the app's files");
    }
}

#[cfg(not(unix))]
fn restrict(_path: &Path, _most: u32) {}
