//! Moved notes, detected by a watcher or by content.

use super::*;

const APPLE: &str = "# Apple\n\nApples with cinnamon and sourdough.\n";
const PLUM: &str = "# Plum\n\nPlums rest in the oven.\n";
const OTHER: &str = "Something else with rye.\n";

enum Do {
    Rename(&'static str, &'static str),
    Write(&'static str, &'static str),
    Remove(&'static str),
}
use Do::{Remove, Rename as Move, Write};

/// Changes to a vault of `a.md` (apples), `b.md` (plums) and `d/c.md`.
struct Case {
    name: &'static str,
    happens: &'static [Do],
    /// The moves that are detected with a watcher.
    watched: &'static [(&'static str, &'static str)],
    /// The moves that are detected if the app was closed.
    closed: &'static [(&'static str, &'static str)],
}

const CASES: &[Case] = &[
    Case {
        name: "renamed",
        happens: &[Move("a.md", "x.md")],
        watched: &[("a.md", "x.md")],
        closed: &[("a.md", "x.md")],
    },
    Case {
        name: "renamed and edited",
        happens: &[Move("a.md", "x.md"), Write("x.md", OTHER)],
        watched: &[("a.md", "x.md")],
        closed: &[],
    },
    Case {
        name: "only the case of its name",
        happens: &[Move("a.md", "A.md"), Write("A.md", OTHER)],
        watched: &[("a.md", "A.md")],
        closed: &[],
    },
    Case {
        name: "two notes swapped",
        happens: &[Move("a.md", "t.md"), Move("b.md", "a.md"), Move("t.md", "b.md")],
        watched: &[("a.md", "b.md"), ("b.md", "a.md")],
        // Both paths have other contents, and no path is new.
        closed: &[],
    },
    Case {
        name: "a chain, and an edit",
        happens: &[Move("a.md", "x.md"), Move("x.md", "y.md"), Write("y.md", OTHER)],
        watched: &[("a.md", "y.md")],
        closed: &[],
    },
    Case {
        name: "each moves up by one",
        happens: &[Move("b.md", "x.md"), Move("a.md", "b.md")],
        watched: &[("a.md", "b.md"), ("b.md", "x.md")],
        closed: &[("b.md", "x.md")],
    },
    Case {
        name: "over an existing note",
        happens: &[Move("a.md", "b.md")],
        watched: &[("a.md", "b.md")],
        closed: &[],
    },
    Case {
        name: "saved beside and renamed",
        happens: &[Write("a.tmp", OTHER), Move("a.tmp", "a.md")],
        watched: &[],
        closed: &[],
    },
    Case {
        name: "saved with a backup",
        happens: &[Move("a.md", "a.md~"), Write("a.md", OTHER), Remove("a.md~")],
        watched: &[],
        closed: &[],
    },
    Case {
        name: "saved with a backup that stays",
        happens: &[Move("a.md", "a.md~"), Write("a.md", OTHER)],
        watched: &[],
        closed: &[],
    },
    Case {
        name: "the old path has a new note",
        happens: &[Move("a.md", "x.md"), Write("a.md", OTHER)],
        watched: &[("a.md", "x.md")],
        closed: &[("a.md", "x.md")],
    },
    Case {
        name: "the old path has a copy",
        happens: &[Move("a.md", "x.md"), Write("a.md", APPLE)],
        watched: &[("a.md", "x.md")],
        closed: &[],
    },
    Case {
        name: "a folder, and an edit in it",
        happens: &[Move("d", "e/f"), Write("e/f/c.md", OTHER)],
        watched: &[("d/c.md", "e/f/c.md")],
        closed: &[],
    },
    Case {
        name: "there and back",
        happens: &[Move("a.md", "x.md"), Move("x.md", "a.md")],
        watched: &[],
        closed: &[],
    },
    Case {
        name: "renamed and deleted",
        happens: &[Move("a.md", "x.md"), Remove("x.md")],
        watched: &[],
        closed: &[],
    },
];

fn bench() -> Bench {
    Bench::new(&[("a.md", APPLE), ("b.md", PLUM), ("d/c.md", "The oven is hot.\n")])
}

/// Applies the changes; returns the renames as a watcher reports them.
fn happen(bench: &Bench, case: &Case) -> Vec<(&'static str, &'static str)> {
    let mut renames = Vec::new();
    for (at, step) in case.happens.iter().enumerate() {
        match step {
            Move(from, to) => {
                let to_path = bench.root().join(to);
                fs::create_dir_all(to_path.parent().unwrap()).unwrap();
                fs::rename(bench.root().join(from), to_path).unwrap();
                renames.push((*from, *to));
            }
            Write(path, text) => bench.write_at(path, text, 2_000_000 + at as u64),
            Remove(path) => bench.remove(path),
        }
    }
    renames
}

fn moved(expect: &[(&str, &str)]) -> Vec<(NotePath, NotePath)> {
    expect.iter().map(|(from, to)| (path(from), path(to))).collect()
}

// B41
#[test]
fn identity_is_kept_and_the_index_is_as_if_made_anew() {
    for case in CASES {
        let Case { name, watched, closed, .. } = case;
        for is_watched in [true, false] {
            let bench = bench();
            let index = bench.synced();
            let renames = happen(&bench, case);
            let (scope, expect) = match is_watched {
                true => {
                    let names: Vec<_> = renames.iter().flat_map(|&(a, b)| [a, b]).collect();
                    (told(&names, &renames), watched)
                }
                false => (SyncScope::All, closed),
            };
            let report = sync_scope(&index, scope);
            assert_eq!(report.moved, moved(expect), "{name}, watched: {is_watched}");
            let left: Vec<_> = report.moved.iter().map(|(from, _)| from).collect();
            assert!(!report.removed.iter().any(|path| left.contains(&path)), "{name}: {report:?}");

            let fresh = Vault::open(&bench.root()).unwrap();
            let file = bench.folder().join("fresh/index.db");
            let fresh = Index::open(&file, fresh, ScanOptions::default()).unwrap();
            sync(&fresh);
            assert_eq!(dump(&index), dump(&fresh), "{name}, watched: {is_watched}");
            // A restart finds the same names.
            drop(index);
            assert_eq!(dump(&bench.open()), dump(&fresh), "{name}, watched: {is_watched}");
        }
    }
}

#[test]
fn a_rename_that_was_watched_reads_nothing_again() {
    let bench = bench();
    let index = bench.synced();
    fs::rename(bench.root().join("d"), bench.root().join("e")).unwrap();
    let report = sync_scope(&index, told(&[], &[("d", "e")]));
    assert_eq!(report.moved, moved(&[("d/c.md", "e/c.md")]));
    assert!(report.changed.is_empty() && report.removed.is_empty(), "{report:?}");
}

#[test]
fn a_rename_that_is_known_only_after_a_sync_is_followed() {
    let bench = bench();
    let index = bench.synced();
    happen(&bench, &Case { happens: &[Move("a.md", "x.md"), Move("d", "e")], ..CASES[0] });
    bench.write_at("x.md", OTHER, 2_000_000);
    let report = sync_scope(&index, told(&["a.md", "d/c.md"], &[]));
    assert_eq!(report.removed, [path("a.md"), path("d/c.md")]);
    let report = sync_scope(&index, told(&["x.md"], &[("a.md", "x.md"), ("d", "e")]));
    assert_eq!(report.moved, moved(&[("a.md", "x.md"), ("d/c.md", "e/c.md")]));
}

#[test]
fn a_move_is_reported_before_the_index_changes() {
    let bench = bench();
    let index = bench.synced();
    happen(&bench, &CASES[0]);
    // The caller dies during the report.
    let cut = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        index.sync(SyncScope::All, &mut |event| {
            if let SyncEvent::Moved(_) = event {
                panic!("cut");
            }
        })
    }));
    assert!(cut.is_err());
    drop(index);
    // The next sync reports it again.
    assert_eq!(sync(&bench.open()).moved, moved(&[("a.md", "x.md")]));
}

#[test]
fn a_folder_that_came_back_empty_deletes_nothing() {
    let bench = bench();
    let index = bench.synced();
    fs::rename(bench.root(), bench.folder().join("aside")).unwrap();
    fs::create_dir(bench.root()).unwrap();
    let result = index.sync(SyncScope::All, &mut |_| {});
    assert!(result.unwrap_err().to_string().contains("isn't the folder that was opened"));
    assert_eq!(index.status().unwrap().indexed, 3);
    fs::remove_dir(bench.root()).unwrap();
    fs::rename(bench.folder().join("aside"), bench.root()).unwrap();
    assert!(sync(&index).removed.is_empty());
}
