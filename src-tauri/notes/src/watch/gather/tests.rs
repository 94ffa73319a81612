use notify::event::{DataChange, Flag, MetadataKind};
use notify_debouncer_full::{FileIdMap, NoCache};

use super::*;

const DATA: EventKind = EventKind::Modify(ModifyKind::Data(DataChange::Any));
const CLOSED: EventKind = EventKind::Access(AccessKind::Close(AccessMode::Write));
const AWAY: EventKind = name(RenameMode::From);
const MADE: EventKind = EventKind::Create(CreateKind::File);

const fn name(mode: RenameMode) -> EventKind {
    EventKind::Modify(ModifyKind::Name(mode))
}

fn gather(root: &str) -> Gather<NoCache> {
    Gather::new(root.into(), NoCache::new())
}

fn event(kind: EventKind, paths: &[&str]) -> Event {
    paths
        .iter()
        .fold(Event::new(kind), |event, path| event.add_path(Path::new("/vault").join(path)))
}

fn path(path: &str) -> NotePath {
    NotePath::new(path).unwrap()
}

#[test]
fn a_change_is_due_when_it_has_settled() {
    type Case = (&'static str, &'static [(u64, EventKind, &'static str)], bool, Duration);
    let ms = Duration::from_millis;
    // Events with their times in milliseconds; whether the file exists; the time at which the change is due.
    let cases: &[Case] = &[
        ("written and closed", &[(0, DATA, "a.md"), (1, CLOSED, "a.md")], true, ms(1) + WHOLE),
        ("written only", &[(0, DATA, "a.md"), (9, DATA, "a.md")], true, ms(9) + WRITTEN),
        ("written in two pieces", &[(0, CLOSED, "a.md"), (5, DATA, "a.md")], true, ms(5) + WRITTEN),
        ("made, not yet written", &[(0, MADE, "a.md")], true, WRITTEN),
        ("another kind of file", &[(0, DATA, "a.log")], true, WHOLE),
        ("gone", &[(0, EventKind::Remove(RemoveKind::File), "a.md")], false, VANISHED),
        ("moved away", &[(0, AWAY, "a.md")], false, VANISHED),
        (
            "permissions, while it is written",
            &[
                (0, DATA, "a.md"),
                (1, EventKind::Modify(ModifyKind::Metadata(MetadataKind::Any)), "a.md"),
            ],
            true,
            ms(1) + WRITTEN,
        ),
        ("a folder", &[(0, EventKind::Create(CreateKind::Folder), "d")], true, STORM_OVER),
        (
            "two files, the later one counts",
            &[(0, CLOSED, "a.md"), (2, DATA, "b.md"), (8, CLOSED, "a.md")],
            true,
            ms(2) + WRITTEN,
        ),
        (
            "written without end",
            &[(0, DATA, "a.md"), (400, DATA, "a.md"), (950, DATA, "a.md")],
            true,
            LONGEST,
        ),
    ];
    for (what, events, there, due) in cases {
        let start = Instant::now();
        let mut gather = gather("/vault");
        for (at, kind, path) in *events {
            gather.see(&event(*kind, &[path]), start + ms(*at));
        }
        assert_eq!(gather.due(|_| *there), Some(start + *due), "{what}");
        assert!(gather.take().is_some(), "{what}");
        assert_eq!((gather.due(|_| true), gather.take()), (None, None), "{what}");
    }
}

#[test]
fn events_become_changes() {
    let start = Instant::now();
    let mut gather = gather("/vault");
    let mut change = |events: &[Event]| {
        for event in events {
            gather.see(event, start);
        }
        gather.take()
    };
    let paths = |paths: &[&str]| {
        let paths = paths.iter().map(|text| path(text)).collect();
        Some(Change { places: Places::Paths(paths), renames: Vec::new() })
    };
    assert_eq!(change(&[event(MADE, &["b.md"]), event(MADE, &["a.md"])]), paths(&["a.md", "b.md"]));
    for quiet in ["", ".obsidian/x", "a/.b/c.md", "../other.md"] {
        assert_eq!(change(&[event(MADE, &[quiet])]), None, "{quiet}");
    }
    let many: Vec<_> = (0..=STORM).map(|number| event(MADE, &[&format!("{number}.md")])).collect();
    assert_eq!(change(&many), Some(Change::everything()));
    let fewer = change(&many[1..]);
    assert!(
        matches!(fewer, Some(Change { places: Places::Paths(paths), .. }) if paths.len() == STORM)
    );
    let lost = Event::new(EventKind::Other).set_flag(Flag::Rescan);
    assert_eq!(change(&[event(MADE, &["a.md"]), lost]), Some(Change::everything()));
    let folder = event(EventKind::Remove(RemoveKind::Folder), &["a/b"]);
    assert_eq!(change(&[folder]), Some(Change::everything()));
    let root = event(EventKind::Remove(RemoveKind::Folder), &[""]);
    assert_eq!(change(&[root]), Some(Change::everything()));
    for kind in [AccessKind::Open(AccessMode::Any), AccessKind::Close(AccessMode::Read)] {
        assert!(!Gather::<NoCache>::is_relevant(EventKind::Access(kind)), "{kind:?}");
    }
    assert!(Gather::<NoCache>::is_relevant(CLOSED));
}

#[test]
fn renames_are_kept_in_order_unless_some_were_lost() {
    let rename = |from: &str, to: &str| {
        [
            event(name(RenameMode::From), &[from]).set_tracker(1),
            event(name(RenameMode::To), &[to]).set_tracker(1),
            event(name(RenameMode::Both), &[from, to]).set_tracker(1),
        ]
    };
    let told = |change: Option<Change>| -> Vec<String> {
        let renames = change.map(|change| change.renames).unwrap_or_default();
        renames.iter().map(|rename| format!("{}>{}", rename.from, rename.to)).collect()
    };
    let mut gather = gather("/vault");
    let start = Instant::now();
    let mut see = |events: Vec<Event>| {
        for event in events {
            gather.see(&event, start);
        }
        told(gather.take())
    };
    let swap = [rename("a.md", "t.md"), rename("b.md", "a.md"), rename("t.md", "b.md")].concat();
    assert_eq!(see(swap), ["a.md>t.md", "b.md>a.md", "t.md>b.md"]);
    // An editor's own file is no note.
    assert_eq!(see(rename(".a.md.swp", "a.md").to_vec()), [""; 0]);
    assert_eq!(see(rename("a.md", ".trash/a.md").to_vec()), [""; 0]);
    // Renames survive a storm, but not lost events.
    let storm = (0..=STORM).map(|number| event(MADE, &[&format!("{number}.md")]));
    assert_eq!(see(rename("a.md", "b.md").into_iter().chain(storm).collect()), ["a.md>b.md"]);
    let lost = Event::new(EventKind::Other).set_flag(Flag::Rescan);
    let events = [rename("a.md", "b.md").to_vec(), vec![lost], rename("b.md", "c.md").to_vec()];
    assert_eq!(see(events.concat()), [""; 0]);
    assert_eq!(see(rename("c.md", "d.md").to_vec()), ["c.md>d.md"]);
}

/// Windows reports the halves of a rename one by one, macOS only that each name was renamed.
#[test]
fn halves_are_paired_by_the_files_ids() {
    for modes in [(RenameMode::From, RenameMode::To), (RenameMode::Any, RenameMode::Any)] {
        let dir = tempfile::tempdir().unwrap();
        let outside = dir.path().join("d.md");
        std::fs::write(&outside, "d").unwrap();
        let root = dir.path().canonicalize().unwrap().join("vault");
        std::fs::create_dir(&root).unwrap();
        let at = |name: &str| root.join(name);
        for note in ["a.md", "b.md"] {
            std::fs::write(at(note), note).unwrap();
        }
        let mut gather = Gather::new(root.clone(), FileIdMap::new());
        let mut see = |kind, path: &str| {
            gather.see(&Event::new(name(kind)).add_path(at(path)), Instant::now());
        };
        std::fs::rename(at("a.md"), at("c.md")).unwrap();
        see(modes.0, "a.md");
        see(modes.1, "c.md");
        // A file that left the vault and one that came in aren't a pair. The second one existed before: a new file
        // could get the id that has just become free.
        std::fs::remove_file(at("b.md")).unwrap();
        std::fs::rename(&outside, at("d.md")).unwrap();
        see(modes.0, "b.md");
        see(modes.1, "d.md");
        let change = gather.take().unwrap();
        assert_eq!(change.renames, [Rename { from: path("a.md"), to: path("c.md") }], "{modes:?}");
        let Places::Paths(paths) = change.places else { panic!("{change:?}") };
        assert_eq!(paths, ["a.md", "b.md", "c.md", "d.md"].map(path));
    }
}
