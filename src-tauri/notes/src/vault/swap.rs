//! Writes a file beside a note and swaps the two.
//!
//! A new text goes whole into a hidden file in the note's folder. Then the two swap in one step, which brings out the
//! note's last content: if it isn't the text that the change was made from, they swap back, and nothing is lost.
//!
//! A crash leaves at most one such file. `….part` is an unfinished text. `….swap` is one of the two texts whose hashes
//! are in its name, unless another program wrote to the note at that very moment; then it is the only copy of that
//! text.

use std::{
    fs::TryLockError,
    hash::{BuildHasher, Hasher, RandomState},
    io::{self, ErrorKind, Write},
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::{Duration, Instant},
};

use cap_fs_ext::{FollowSymlinks, OpenOptionsFollowExt, OpenOptionsSyncExt};
use cap_std::fs::{Dir, File, Metadata, OpenOptions};

use crate::ContentHash;

/// Prefix of our files. They are hidden, so no scan takes them for notes.
const PREFIX: &str = ".marginalia-";
const PART: &str = ".part";
const SWAP: &str = ".swap";

pub(super) struct SiblingFile<'a> {
    dir: &'a Dir,
    name: String,
    detached: bool,
}

impl<'a> SiblingFile<'a> {
    /// Creates and locks the file; the lock lasts while its writer works. Only this user can read a `secret` one.
    pub(super) fn new(dir: &'a Dir, secret: bool) -> io::Result<(Self, std::fs::File)> {
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        if secret {
            use cap_std::fs::OpenOptionsExt;
            options.mode(0o600);
        }
        let name = format!("{PREFIX}{:016x}{PART}", RandomState::new().build_hasher().finish());
        let file = dir.open_with(&name, &options)?.into_std();
        #[cfg(unix)]
        if let Some(mode) = crate::private::usual_mode(0o666).filter(|_| !secret) {
            use rustix::fs::{Mode, fchmod};
            fchmod(&file, Mode::from_raw_mode(mode))?;
        }
        let beside = Self { dir, name, detached: false };
        // Some network file systems have no locks; a leftover there is never removed.
        let _ = file.try_lock();
        Ok((beside, file))
    }

    pub(super) fn name_for_swap(
        &mut self,
        before: ContentHash,
        after: ContentHash,
    ) -> io::Result<()> {
        let random = self.name.trim_start_matches(PREFIX).trim_end_matches(PART);
        let name = format!("{PREFIX}{random}-{}-{}{SWAP}", short(before), short(after));
        self.dir.rename(&self.name, self.dir, &name)?;
        self.name = name;
        Ok(())
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn place(mut self, name: &str) -> io::Result<()> {
        rename_to_free(self.dir, &self.name, self.dir, name)?;
        self.detached = true;
        Ok(())
    }

    pub(super) fn replace(mut self, name: &str) -> io::Result<()> {
        self.dir.rename(&self.name, self.dir, name)?;
        self.detached = true;
        Ok(())
    }

    /// Gives the file a visible name beside the note. It is the only copy of another program's text.
    pub(super) fn show(mut self, note: &str) -> io::Result<()> {
        // If this fails, the file stays hidden until the next sweep.
        self.detached = true;
        show(self.dir, &self.name, note)
    }
}

impl Drop for SiblingFile<'_> {
    fn drop(&mut self) {
        if !self.detached
            && let Err(error) = self.dir.remove_file(&self.name)
            && error.kind() != ErrorKind::NotFound
        {
            tracing::warn!(name = self.name, %error, "a file beside a note couldn't be removed");
        }
    }
}

/// Maximum wait for a folder's lock while no writer of this process gets it. Ours hold it for a few system calls,
/// so a longer lock is another program's.
const PATIENCE: Duration = Duration::from_secs(if cfg!(test) { 2 } else { 5 });

/// Pause between two attempts to lock; a swap takes less.
const PAUSE: Duration = Duration::from_millis(2);

/// Number of folder locks that this process's writers got, so that many of them don't look like a foreign lock.
static LOCKS_TAKEN: AtomicUsize = AtomicUsize::new(0);

/// Waits until no other writer of ours, in any process, swaps files in `dir`, and locks it until the result is dropped
/// or the process ends; `None` without folder locks. [`ErrorKind::WouldBlock`] if another program keeps the folder
/// locked.
pub(super) fn folder_lock(dir: &Dir) -> io::Result<Option<std::fs::File>> {
    let Ok(folder) = dir.open(".").map(File::into_std) else { return Ok(None) };
    let (mut locks, mut since) = (LOCKS_TAKEN.load(Ordering::Relaxed), Instant::now());
    loop {
        match folder.try_lock() {
            Ok(()) => {
                LOCKS_TAKEN.fetch_add(1, Ordering::Relaxed);
                return Ok(Some(folder));
            }
            Err(TryLockError::Error(_)) => return Ok(None),
            Err(TryLockError::WouldBlock) => {}
        }
        let now = LOCKS_TAKEN.load(Ordering::Relaxed);
        if now != locks {
            (locks, since) = (now, Instant::now());
        } else if since.elapsed() >= PATIENCE {
            return Err(ErrorKind::WouldBlock.into());
        }
        thread::sleep(PAUSE);
    }
}

/// Swaps two files in one step. `Ok(false)` if the system or the disk can't.
pub(super) fn exchange(dir: &Dir, one: &str, other: &str) -> io::Result<bool> {
    #[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
    {
        use rustix::fs::{RenameFlags, renameat_with};
        match renameat_with(dir, one, dir, other, RenameFlags::EXCHANGE) {
            Ok(()) => Ok(true),
            Err(error) if is_missing_step(error) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }
    #[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
    {
        let _ = (dir, one, other);
        Ok(false)
    }
}

pub(super) fn rename_to_free(from: &Dir, name: &str, to: &Dir, new: &str) -> io::Result<()> {
    #[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
    {
        use rustix::fs::{RenameFlags, renameat_with};
        match renameat_with(from, name, to, new, RenameFlags::NOREPLACE) {
            Ok(()) => return Ok(()),
            Err(error) if is_missing_step(error) => {}
            Err(error) => return Err(error.into()),
        }
    }
    // First creates an empty file, which fails if the name exists, and then replaces it.
    drop(to.open_with(new, OpenOptions::new().write(true).create_new(true))?);
    from.rename(name, to, new).inspect_err(|_| {
        let _ = to.remove_file(new);
    })
}

#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
fn is_missing_step(error: rustix::io::Errno) -> bool {
    use rustix::io::Errno;
    [Errno::INVAL, Errno::NOSYS, Errno::NOTSUP, Errno::OPNOTSUPP].contains(&error)
}

/// Follows no link and waits for no pipe.
pub(super) fn open(dir: &Dir, name: &str, write: bool) -> io::Result<(File, Metadata)> {
    let mut options = OpenOptions::new();
    options.read(!write).write(write).nonblock(true).follow(FollowSymlinks::No);
    let file = dir.open_with(name, &options)?;
    let metadata = file.metadata()?;
    Ok((file, metadata))
}

pub(super) fn hash(dir: &Dir, name: &str) -> io::Result<Option<ContentHash>> {
    // Opening some devices has effects.
    if !dir.symlink_metadata(name)?.is_file() {
        return Ok(None);
    }
    let (file, metadata) = open(dir, name, false)?;
    if !metadata.is_file() {
        return Ok(None);
    }
    ContentHash::of_reader(file.into_std()).map(Some)
}

/// Writes `bytes` and flushes them to the disk, with the rights of the file `like`.
pub(super) fn fill(file: &std::fs::File, bytes: &[u8], like: Option<&File>) -> io::Result<()> {
    let mut writer = file;
    writer.write_all(bytes)?;
    if let Some(like) = like {
        keep_rights(like, file)?;
    }
    file.sync_all()
}

/// Copies the mode, and the owner and extended attributes as far as this user may.
#[cfg(unix)]
fn keep_rights(from: &File, to: &std::fs::File) -> io::Result<()> {
    use rustix::fs::{Gid, Mode, Uid, fchmod, fchown, fstat};
    let (was, is) = (fstat(from)?, fstat(to)?);
    if was.st_uid != is.st_uid {
        let _ = fchown(to, Some(Uid::from_raw(was.st_uid)), None);
    }
    if was.st_gid != is.st_gid {
        let _ = fchown(to, None, Some(Gid::from_raw(was.st_gid)));
    }
    keep_attributes(from, to);
    let mut mode = was.st_mode & 0o777;
    if fstat(to)?.st_gid != was.st_gid {
        // The new group gets no more rights than others have.
        mode &= !0o070 | (mode & 0o007) << 3;
    }
    fchmod(to, Mode::from_raw_mode(mode))?;
    Ok(())
}

#[cfg(not(unix))]
fn keep_rights(_from: &File, _to: &std::fs::File) -> io::Result<()> {
    Ok(())
}

/// Copies extended attributes, such as tags, comments and access lists.
#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
fn keep_attributes(from: &File, to: &std::fs::File) {
    use rustix::fs::{XattrFlags, fgetxattr, flistxattr, fsetxattr};
    let mut names = [0; 16 * 1024];
    let Ok(length) = flistxattr(from, &mut names) else { return };
    let mut value = vec![0; 64 * 1024];
    for name in names[..length].split(|byte| *byte == 0).filter(|name| !name.is_empty()) {
        if let Ok(length) = fgetxattr(from, name, &mut value) {
            let _ = fsetxattr(to, name, &value[..length], XattrFlags::empty());
        }
    }
}

#[cfg(all(unix, not(any(target_os = "linux", target_os = "android", target_vendor = "apple"))))]
fn keep_attributes(_from: &File, _to: &std::fs::File) {}

/// Flushes a folder's names to the disk. A failure is only logged: the change is made.
pub(super) fn sync_folder(dir: &Dir) {
    if cfg!(unix)
        && let Err(error) = dir.open(".").and_then(|dir| dir.sync_all())
    {
        tracing::warn!(%error, "a folder couldn't be written out to the disk");
    }
}

/// Removes files that a crash left beside `note`. A text that isn't known from the file's name is made visible
/// instead.
pub(super) fn sweep(dir: &Dir, note: &str) -> io::Result<()> {
    let mut result = Ok(());
    for entry in dir.entries()? {
        let name = entry?.file_name();
        let Some(name) = name.to_str() else { continue };
        let Some(rest) = name.strip_prefix(PREFIX) else { continue };
        // A file that can't be read doesn't keep the others.
        if let Err(error) = sweep_file(dir, name, rest, note) {
            result = Err(error);
        }
    }
    result
}

/// `rest` is the file's name without [`PREFIX`].
fn sweep_file(dir: &Dir, name: &str, rest: &str, note: &str) -> io::Result<()> {
    let (file, _) = open(dir, name, false)?;
    if file.into_std().try_lock().is_err() {
        return Ok(());
    }
    if rest.ends_with(PART) {
        return dir.remove_file(name);
    }
    let Some(rest) = rest.strip_suffix(SWAP) else { return Ok(()) };
    let Some(found) = hash(dir, name)? else { return Ok(()) };
    match rest.split('-').skip(1).any(|known| known == short(found)) {
        true => dir.remove_file(name),
        false => show(dir, name, note),
    }
}

fn show(dir: &Dir, name: &str, note: &str) -> io::Result<()> {
    let note = note.strip_suffix(".md").unwrap_or(note);
    let mut number = 1;
    loop {
        let shown = match number {
            1 => format!("{note} (other version).md"),
            number => format!("{note} (other version {number}).md"),
        };
        match rename_to_free(dir, name, dir, &shown) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
            shown => return shown,
        }
    }
}

/// Enough of a hash to tell a few texts apart.
fn short(hash: ContentHash) -> String {
    hash.to_string()[..16].to_owned()
}
