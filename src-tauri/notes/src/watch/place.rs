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

#[cfg(test)]
mod tests {
    use super::*;

    const LINUX: &str = "\
22 27 0:21 / /proc rw,relatime - proc proc rw
27 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw
40 27 0:50 / /mnt/nas rw,relatime shared:9 - cifs //nas/notes rw,vers=3.1.1
41 40 8:1 / /mnt/nas/usb rw - ext4 /dev/sda1 rw
42 27 0:51 / /home/ann/My\\040server rw,nosuid - fuse.sshfs ann@host:/srv rw
43 27 0:52 / /home/ann/crypt rw - fuse.gocryptfs /x rw
44 27 0:53 / /srv rw - nfs4 host:/srv rw
45 27 8:2 / /srv rw - ext4 /dev/sdb1 rw
46 27 0:54 / /run/user/1000/gvfs rw - fuse.gvfsd-fuse gvfsd-fuse rw
47 27 0:55 / /mnt/c rw - 9p C:\\134 rw
";

    const MACOS: &str = "\
/dev/disk3s1s1 on / (apfs, sealed, local, read-only, journaled)
/dev/disk3s5 on /System/Volumes/Data (apfs, local, journaled, nobrowse)
//ann@nas._smb._tcp.local/notes on /Volumes/My notes (smbfs, nodev, nosuid, mounted by ann)
/dev/disk4s1 on /Volumes/Stick (exfat, local, nodev, nosuid, noowners)
host:/export on /Volumes/export (nfs, nodev, nosuid)
";

    #[test]
    fn a_folder_is_remote_by_the_deepest_mount_over_it() {
        let cases = [
            ("/home/ann/notes", None),
            ("/mnt/nas", Some("cifs")),
            ("/mnt/nas/notes", Some("cifs")),
            ("/mnt/nasty", None),
            ("/mnt/nas/usb/notes", None),
            ("/home/ann/My server/vault", Some("fuse.sshfs")),
            ("/home/ann/crypt/vault", None),
            // A disk was mounted over the share.
            ("/srv/vault", None),
            ("/run/user/1000/gvfs/smb-share/notes", Some("fuse.gvfsd-fuse")),
            ("/mnt/c/Users/ann/notes", Some("9p")),
        ];
        for (root, expect) in cases {
            assert_eq!(linux(Path::new(root), LINUX).as_deref(), expect, "{root}");
        }
    }

    #[test]
    fn other_systems_name_their_shares_too() {
        let cases = [
            ("/Users/ann/notes", None),
            ("/Volumes/My notes/vault", Some("smbfs")),
            ("/Volumes/Stick/vault", None),
            ("/Volumes/export", Some("nfs")),
        ];
        for (root, expect) in cases {
            assert_eq!(macos(Path::new(root), MACOS).as_deref(), expect, "{root}");
        }
        let cases = [
            (r"C:\Users\ann\notes", None),
            (r"\\?\C:\Users\ann\notes", None),
            (r"\\?\UNC\nas\notes\vault", Some("share")),
            (r"\\nas\notes", Some("share")),
        ];
        for (root, expect) in cases {
            assert_eq!(windows(root).as_deref(), expect, "{root}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_folder_of_this_machine_is_not_remote() {
        assert_eq!(remote_kind(Path::new("/proc/self")), None);
    }
}
