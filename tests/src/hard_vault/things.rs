//! Cases other than plain files with text.

use std::{
    fs::{self, Permissions},
    io,
    os::unix::{
        fs::{PermissionsExt, symlink},
        net::UnixListener,
    },
    path::Path,
    process::Command,
};

use super::table::{Fate, Table};

const LOCKED_FOLDER: &str = "things/locked";

/// Nested folders with names of 200 bytes that exceed the maximum path length.
const LONG_STEPS: usize = 22;

pub(super) fn add(table: &mut Table) {
    table.thing("a note of 200 megabytes", "things/huge.md", Fate::Named("too large"), |path| {
        fs::File::create(path)?.set_len(200 * 1024 * 1024)
    });
    table.thing("an empty folder called like a note", "things/empty.md", Fate::Left, |path| {
        fs::create_dir(path)
    });
    table.thing("a pipe", "things/pipe.md", Fate::Named("not a file"), |path| {
        done(Command::new("mkfifo").arg(path))
    });
    table.thing("a socket", "things/socket.md", Fate::Named("not a file"), |path| {
        UnixListener::bind(path).map(drop)
    });
    let mut link = |what: &str, name: &str, to: &'static str, fate| {
        let path = format!("things/links/{name}");
        table.thing(what, &path, fate, move |path| symlink(to, path));
    };
    link("a link to a device", "device.md", "/dev/zero", Fate::Named("out of the vault"));
    link("a link out of the vault", "out.md", "/etc/passwd", Fate::Named("out of the vault"));
    link("a link out by steps", "up.md", "../../../up.md", Fate::Named("out of the vault"));
    link("a link to nothing", "nothing.md", "none.md", Fate::Named("leads nowhere"));
    link("a link to itself", "itself.md", "itself.md", Fate::Named("leads nowhere"));
    link("two links to each other", "there.md", "back.md", Fate::Named("leads nowhere"));
    link("the other of the two", "back.md", "there.md", Fate::Named("leads nowhere"));
    link("a link to a folder", "folder", "../..", Fate::Named("folder"));
    link("a link to a folder, called like a note", "folder.md", "..", Fate::Named("folder"));
    table.thing("a link to a note", "things/links/good.md", Fate::Found, {
        let word = table.word();
        move |path| {
            fs::write(path.with_file_name("target.txt"), &word)?;
            symlink("target.txt", path)
        }
    });
    let word = table.word();
    table.thing("a folder that can't be written", "things/read-only/a.md", Fate::Found, {
        move |path| {
            fs::write(path, &word)?;
            fs::set_permissions(path, Permissions::from_mode(0o444))?;
            path.parent()
                .map_or(Ok(()), |folder| fs::set_permissions(folder, Permissions::from_mode(0o555)))
        }
    });
    table.thing("folders nested 200 deep", &vec!["e"; 129].join("/"), Fate::Named("too deep"), {
        |path| fs::create_dir_all(path.join(vec!["e"; 71].join("/")))
    });
    let nobody = |path: &Path| fs::set_permissions(path, Permissions::from_mode(0o000));
    let locked = Fate::Locked("ermission denied");
    table.thing("a note that may not be read", "things/locked.md", locked, move |path| {
        fs::write(path, "nobody")?;
        nobody(path)
    });
    table.thing("a folder that may not be read", LOCKED_FOLDER, locked, move |path| {
        fs::create_dir(path)?;
        fs::write(path.join("a.md"), "nobody")?;
        nobody(path)
    });
    table.thing("1,000 folders beside each other", "wide/500/a.md", Fate::Found, {
        let word = table.word();
        move |path| {
            let wide = path.parent().and_then(Path::parent).unwrap_or(path);
            for number in 0..1_000 {
                fs::create_dir_all(wide.join(number.to_string()))?;
            }
            fs::write(path, &word)
        }
    });
    let name = "p".repeat(200);
    let longer = format!("{}/a.md", vec![name.as_str(); LONG_STEPS].join("/"));
    table.thing("a path longer than a path may be", &longer, Fate::Named("too long"), {
        move |path| {
            // Such a long path can only be entered step by step.
            let root = path.ancestors().nth(LONG_STEPS + 1).unwrap_or(path);
            done(Command::new("sh").current_dir(root).arg("-c").arg(format!(
                "set -e; i=0; while [ $i -lt {LONG_STEPS} ]; do \
                 mkdir {name}; cd -P {name}; i=$((i+1)); done; echo nobody > a.md"
            )))
        }
    });
}

/// Restores permissions so that the vault can be removed.
pub(super) fn unlock(root: &Path) -> io::Result<()> {
    for folder in [LOCKED_FOLDER, "things/read-only"] {
        let folder = root.join(folder);
        if fs::symlink_metadata(&folder).is_ok() {
            fs::set_permissions(&folder, Permissions::from_mode(0o755))?;
        }
    }
    Ok(())
}

fn done(command: &mut Command) -> io::Result<()> {
    let output = command.output()?;
    match output.status.success() {
        true => Ok(()),
        false => Err(io::Error::other(String::from_utf8_lossy(&output.stderr).into_owned())),
    }
}
