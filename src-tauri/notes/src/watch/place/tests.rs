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
