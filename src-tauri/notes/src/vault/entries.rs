//! Lists a folder. On Linux with as few system calls as possible: a vault has thousands of folders, and every search in
//! a terminal lists them first.

use std::{ffi::OsStr, io};

use cap_std::fs::{Dir, FileType, Metadata};

pub(super) struct Item<'a> {
    pub(super) name: &'a OsStr,
    pub(super) kind: Kind,
    pub(super) metadata: &'a dyn Fn() -> io::Result<Metadata>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Folder,
    File,
    Link,
    Other,
}

impl From<FileType> for Kind {
    fn from(kind: FileType) -> Self {
        if kind.is_dir() {
            Self::Folder
        } else if kind.is_file() {
            Self::File
        } else if kind.is_symlink() {
            Self::Link
        } else {
            Self::Other
        }
    }
}

/// Follows no link. The handle works only for one call of [`list`].
#[cfg(target_os = "linux")]
pub(super) fn open(parent: &Dir, name: &OsStr) -> io::Result<Dir> {
    use rustix::fs::{Mode, OFlags, openat};

    // cap-std would take two calls: it opens a folder without read access, and opens it again to read it.
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    Ok(Dir::from_std_file(openat(parent, name, flags, Mode::empty())?.into()))
}

#[cfg(not(target_os = "linux"))]
pub(super) fn open(parent: &Dir, name: &OsStr) -> io::Result<Dir> {
    use cap_fs_ext::DirExt;

    parent.open_dir_nofollow(name)
}

#[cfg(target_os = "linux")]
pub(super) fn list(dir: &Dir, each: &mut dyn FnMut(Item<'_>)) -> io::Result<()> {
    use std::os::unix::ffi::OsStrExt;

    use rustix::fs::{FileType as Type, RawDir};

    /// Bytes of one system call's answer. The longest name has 255 bytes.
    const ANSWER: usize = 32 * 1024;

    let mut answer = Vec::with_capacity(ANSWER);
    let mut entries = RawDir::new(dir, answer.spare_capacity_mut());
    while let Some(entry) = entries.next() {
        let entry = entry?;
        let name = OsStr::from_bytes(entry.file_name().to_bytes());
        if name == "." || name == ".." {
            continue;
        }
        let metadata = || dir.symlink_metadata(name);
        let kind = match entry.file_type() {
            Type::Directory => Kind::Folder,
            Type::RegularFile => Kind::File,
            Type::Symlink => Kind::Link,
            // Some file systems don't report the kind.
            Type::Unknown => match metadata() {
                Ok(found) => found.file_type().into(),
                Err(_) => continue,
            },
            _ => Kind::Other,
        };
        each(Item { name, kind, metadata: &metadata });
    }
    Ok(())
}

#[cfg(not(target_os = "linux"))]
pub(super) fn list(dir: &Dir, each: &mut dyn FnMut(Item<'_>)) -> io::Result<()> {
    for entry in dir.entries()? {
        let entry = entry?;
        let kind = entry.file_type()?.into();
        each(Item { name: &entry.file_name(), kind, metadata: &|| entry.metadata() });
    }
    Ok(())
}
