//! Proposes, applies and undoes changes, for tests that compare the bytes before and after.

use std::{collections::BTreeMap, fs, io, path::Path};

use app::{App, Changes};
use conversation::{Change, Error, Wish};
use notes::NotePath;

/// A file's bytes, mode, and [`TAG`] attribute where the system supports it.
pub type Kept = (Vec<u8>, u32, Vec<u8>);

/// An extended attribute, such as other programs set.
pub const TAG: &str = "user.tags";

/// Every file under a folder, except the trash.
pub fn files(root: &Path) -> io::Result<BTreeMap<String, Kept>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let (path, kind) = (entry.path(), entry.file_type()?);
            if entry.file_name() == ".trash" || kind.is_symlink() {
                continue;
            }
            if kind.is_dir() {
                folders.push(path);
                continue;
            }
            #[cfg(unix)]
            let mode = std::os::unix::fs::PermissionsExt::mode(&entry.metadata()?.permissions());
            #[cfg(not(unix))]
            let mode = 0;
            let kept = (fs::read(&path)?, mode, tag(&path));
            found.insert(path.to_string_lossy().into_owned(), kept);
        }
    }
    Ok(found)
}

#[cfg(target_os = "linux")]
fn tag(path: &Path) -> Vec<u8> {
    let mut value = [0; 64];
    let length = rustix::fs::getxattr(path, TAG, &mut value[..]).unwrap_or(0);
    value[..length].to_vec()
}

#[cfg(not(target_os = "linux"))]
fn tag(_: &Path) -> Vec<u8> {
    Vec::new()
}

/// Sets a usual mode and a tag, chosen by `seed`. Returns false if the file system doesn't store tags.
#[cfg(target_os = "linux")]
pub fn mark(path: &Path, seed: u32) -> io::Result<bool> {
    use std::os::unix::fs::PermissionsExt;
    let mode = [0o600, 0o640, 0o644, 0o664, 0o755][seed as usize % 5];
    fs::set_permissions(path, fs::Permissions::from_mode(mode))?;
    let value = format!("tag {seed}");
    let flags = rustix::fs::XattrFlags::empty();
    Ok(rustix::fs::setxattr(path, TAG, value.as_bytes(), flags).is_ok())
}

/// A text with deleted, added and changed lines, chosen by `seed`.
pub fn altered(text: &str, seed: u64) -> String {
    let mut state = seed | 1;
    let mut next = move || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 33
    };
    let mut out = String::new();
    for line in text.split_inclusive('\n') {
        match next() % 9 {
            0 => {}
            1 => out.push_str(&format!("{line}More of it, 盐.\n")),
            2 => out.push_str(&line.replacen(' ', " rather ", 1)),
            3 => out.push_str(&line.replace("\r\n", "\n")),
            _ => out.push_str(line),
        }
    }
    if next() % 3 == 0 {
        out.push_str("The end");
    }
    out
}

/// Proposes and applies a new text for a note. `None` if it can't be proposed: the note isn't text, or nothing would
/// change.
pub async fn rewrite(app: &App, path: &NotePath, text: String) -> Result<Option<Change>, Error> {
    let wish = Wish::Rewrite { path: path.clone(), text };
    let Ok(change) = app.changes.propose(wish, Changes::by_hand()).await else { return Ok(None) };
    let written = app.changes.apply(change.id, change.revision, change.all()).await?;
    Ok(Some(written.change))
}
