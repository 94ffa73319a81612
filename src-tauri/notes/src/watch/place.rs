#[cfg(test)]
mod tests;

use std::path::Path;

/// File systems that other machines change without events, by their names in Linux's mount table and macOS's `mount`;
/// for `fuse.`, the part after the dot counts.
const REMOTE: [&str; 36] = [
    "9p",
    "acfs",
    "afpfs",
    "afs",
    "auristorfs",
    "beegfs",
    "ceph",
    "cifs",
    "coda",
    "curlftpfs",
    "davfs",
    "davfs2",
    "drvfs",
    "fuse.vmhgfs-fuse",
    "gcsfuse",
    "glusterfs",
    "google-drive-ocamlfuse",
    "gpfs",
    "gvfsd-fuse",
    "httpfs",
    "lustre",
    "ncpfs",
    "nfs",
    "nfs4",
    "onedriver",
    "osxfuse",
    "prl_fs",
    "rclone",
    "s3fs",
    "smb3",
    "smbfs",
    "sshfs",
    "vboxsf",
    "virtiofs",
    "vmhgfs-fuse",
    "webdav",
];

/// The kind of network folder, as the system names it; `None` for a local disk, and if unknown.
pub(super) fn remote_kind(root: &Path) -> Option<String> {
    if cfg!(target_os = "linux") {
        linux(root, &std::fs::read_to_string("/proc/self/mountinfo").ok()?)
    } else if cfg!(target_os = "macos") {
        let mounts = std::process::Command::new("/sbin/mount").output().ok()?;
        macos(root, &String::from_utf8_lossy(&mounts.stdout))
    } else {
        windows(&root.to_string_lossy())
    }
}

fn is_remote(kind: &str) -> bool {
    REMOTE.contains(&kind) || kind.strip_prefix("fuse.").is_some_and(|kind| REMOTE.contains(&kind))
}

/// Reads `/proc/self/mountinfo`: `36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw`. The deepest mount
/// over `root` counts, and the last one at a place.
fn linux(root: &Path, mounts: &str) -> Option<String> {
    let mut found: Option<(usize, &str)> = None;
    for line in mounts.lines() {
        let Some((place, kind)) = line.split_once(" - ") else { continue };
        let Some(point) = place.split(' ').nth(4) else { continue };
        let Some(kind) = kind.split(' ').next() else { continue };
        let point = unescaped(point);
        let depth = Path::new(&point).components().count();
        if root.starts_with(&point) && found.is_none_or(|(deepest, _)| depth >= deepest) {
            found = Some((depth, kind));
        }
    }
    found.map(|(_, kind)| kind).filter(|kind| is_remote(kind)).map(str::to_owned)
}

/// The mount table writes space, tab, line feed and backslash as three octal digits.
fn unescaped(point: &str) -> String {
    [("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\134", "\\")]
        .iter()
        .fold(point.to_owned(), |point, (code, plain)| point.replace(code, plain))
}

/// Reads the output of `mount`: `//ann@nas/notes on /Volumes/notes (smbfs, nodev, mounted by ann)`.
fn macos(root: &Path, mounts: &str) -> Option<String> {
    let mut found: Option<(usize, &str)> = None;
    for line in mounts.lines() {
        let Some((place, flags)) = line.rsplit_once(" (") else { continue };
        let Some((_, point)) = place.split_once(" on ") else { continue };
        let Some(kind) = flags.trim_end_matches(')').split(',').next() else { continue };
        let depth = Path::new(point).components().count();
        if root.starts_with(point) && found.is_none_or(|(deepest, _)| depth >= deepest) {
            found = Some((depth, kind));
        }
    }
    found.map(|(_, kind)| kind).filter(|kind| is_remote(kind)).map(str::to_owned)
}

/// Windows names a folder on a share or a mapped drive `\\?\UNC\server\share\…`; a WSL folder is such a share, too.
fn windows(root: &str) -> Option<String> {
    let bare = root.strip_prefix(r"\\?\").unwrap_or(root);
    (bare.starts_with(r"UNC\") || bare.starts_with(r"\\")).then(|| "share".to_owned())
}
