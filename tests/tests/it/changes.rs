//! Changes to many notes are all written or not at all, whenever the app is killed.

#[cfg(test)]
mod killed {
    use std::{
        collections::BTreeMap,
        fs,
        io::{BufRead, BufReader},
        path::Path,
        process::{Command, Stdio},
        time::{Duration, Instant},
    };

    use conversation::ChangeState;

    use crate::fixture::Place;

    /// Every file of the vault with its bytes, including hidden files, except the trash.
    fn files(root: &Path) -> BTreeMap<String, Vec<u8>> {
        let mut found = BTreeMap::new();
        let mut folders = vec![root.to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                let name = path.strip_prefix(root).unwrap().to_str().unwrap().to_owned();
                match path.is_dir() {
                    true if name == ".trash" => {}
                    true => folders.push(path),
                    false => drop(found.insert(name, fs::read(&path).unwrap())),
                }
            }
        }
        found
    }

    /// Renames in a child process, killed `wait` after the first write. Returns the time spent writing.
    fn rename(place: &Place, wait: Option<Duration>) -> Duration {
        let mut child = Command::new(env!("CARGO_BIN_EXE_child"))
            .arg("change")
            .env(models::discover::DISCOVER, "")
            .args([place.data(), place.vault()])
            .args(["Salt.md", "Stores/Sea salt.md"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        assert_eq!(lines.next().unwrap().unwrap(), "ready");
        let begun = Instant::now();
        match wait {
            Some(wait) => {
                std::thread::sleep(wait);
                child.kill().unwrap();
            }
            None => assert_eq!(lines.next().unwrap().unwrap(), "done"),
        }
        let took = begun.elapsed();
        child.wait().unwrap();
        took
    }

    // B88
    #[tokio::test]
    async fn a_renaming_killed_at_any_moment_is_done_wholly_or_not_at_all() {
        let (kills, backlinks) = if tests::all_kills() { (50, 1_000) } else { (25, 300) };
        let place = Place::with(&[("Salt.md", "# Salt\n\nOf [[note 3]].\n")]);
        for number in 0..backlinks {
            let text =
                format!("# Note {number}\r\n\r\nAs [[Salt#Salt|salt]] and [s](Salt.md).\r\n");
            place.write(&format!("folder {}/note {number}.md", number % 7), &text);
        }
        let old = files(&place.vault());
        let app = place.opened().await;
        let took = rename(&place, None);
        let new = files(&place.vault());
        assert_eq!(new.len(), old.len());
        assert!(new.values().all(|text| !String::from_utf8_lossy(text).contains("[[Salt")));
        let done = app.changes.list().await.unwrap().remove(0);
        app.changes.undo(done.id).await.unwrap();
        assert_eq!(files(&place.vault()), old);
        drop(app);

        let mut seed = 7u64;
        let (mut ends, mut midway) = ([0; 2], 0);
        for round in 0.. {
            // On a fast disk the app writes notes for a small part of the time, which a few kills may miss.
            if round >= kills && (midway > 0 || round >= 4 * kills) {
                break;
            }
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let wait = took.mul_f64((seed >> 40) as f64 / (1u64 << 24) as f64);
            rename(&place, Some(wait));
            let left = files(&place.vault());
            midway += usize::from(left != old && left != new);
            let app = place.app().await;
            app.vaults.open(&place.vault()).await.unwrap();
            let found = files(&place.vault());
            let change = app.changes.list().await.unwrap().remove(0);
            if found == old {
                ends[0] += 1;
                assert_eq!(change.state, ChangeState::Proposed, "round {round}");
                app.changes.refuse(change.id).await.unwrap();
            } else {
                ends[1] += 1;
                let differs = |name: &&String| found.get(*name) != new.get(*name);
                let odd: Vec<_> = found.keys().chain(new.keys()).filter(differs).collect();
                assert!(odd.is_empty(), "round {round}, after {wait:?}: {odd:?}");
                assert_eq!(change.state, ChangeState::Applied, "round {round}");
                app.changes.undo(change.id).await.unwrap();
                assert_eq!(files(&place.vault()), old, "round {round}");
            }
        }
        println!(
            "{} ended as before, {} changed; {midway} were killed in between",
            ends[0], ends[1]
        );
        assert!(midway > 0, "no kill came while it was writing");
    }
}

#[cfg(test)]
mod there_and_back {
    use std::{fs, path::Path};

    use proptest::prelude::*;
    use tests::there_and_back::{altered, files, rewrite};

    use crate::fixture::{Place, path};

    fn copy(from: &Path, to: &Path) {
        fs::create_dir_all(to).unwrap();
        for entry in fs::read_dir(from).unwrap() {
            let entry = entry.unwrap();
            let to = to.join(entry.file_name());
            match entry.file_type().unwrap().is_dir() {
                true => copy(&entry.path(), &to),
                false => drop(fs::copy(entry.path(), to).unwrap()),
            }
        }
    }

    fn utf16(text: &str, big: bool) -> Vec<u8> {
        let bytes = |unit: u16| if big { unit.to_be_bytes() } else { unit.to_le_bytes() };
        std::iter::once(0xfeff).chain(text.encode_utf16()).flat_map(bytes).collect()
    }

    // B86
    #[tokio::test]
    async fn every_note_of_the_sample_vault_and_odd_ones_is_changed_and_comes_back_byte_for_byte() {
        let place = Place::with(&[]);
        copy(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../sample-vault")), &place.vault());
        let text = "---\r\ntags: [a]\r\n---\r\n# Salt\r\n\r\nTwo per cent.\n\n| a |\n|---|\n| 盐 |";
        for (name, bytes) in [
            ("Mark.md", format!("\u{feff}{text}").into_bytes()),
            ("Little.md", utf16(text, false)),
            ("Big.md", utf16(text, true)),
            ("Lone.md", b"a\rb\r\nc\n\n\n".to_vec()),
            ("Empty.md", Vec::new()),
            ("Latin.md", b"caf\xe9\n".to_vec()),
        ] {
            fs::write(place.vault().join(name), bytes).unwrap();
        }
        let before = files(&place.vault()).unwrap();
        let app = place.opened().await;
        let mut changed = 0;
        for (seed, name) in (0..).zip(before.keys()) {
            let relative = Path::new(name).strip_prefix(place.vault()).unwrap();
            let note = path(relative.to_str().unwrap());
            let Ok(text) = fs::read(name).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
            else {
                continue;
            };
            if !note.is_note() || note.is_hidden() {
                continue;
            }
            let Some(change) = rewrite(&app, &note, altered(&text, seed)).await.unwrap() else {
                continue;
            };
            changed += 1;
            assert_ne!(files(&place.vault()).unwrap(), before, "{name}");
            app.changes.undo(change.id).await.unwrap();
            assert_eq!(files(&place.vault()).unwrap(), before, "{name}");
        }
        assert!(changed > 8, "only {changed} notes could be changed");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        /// Any text in a note, and any new text.
        #[test]
        fn any_text_comes_back_byte_for_byte(
            text in "(---\n(a: b\n)?---\n)?([-|#> ]{0,2}[a-c盐 ]{0,6}[.]?\r?\n?){0,8}",
            seed in any::<u64>(),
            encoding in 0..4usize,
        ) {
            let place = Place::with(&[]);
            let bytes = match encoding {
                0 => text.clone().into_bytes(),
                1 => format!("\u{feff}{text}").into_bytes(),
                2 => utf16(&text, false),
                _ => utf16(&text, true),
            };
            fs::write(place.vault().join("n.md"), &bytes).unwrap();
            let runtime = tokio::runtime::Runtime::new().unwrap();
            runtime.block_on(async {
                let app = place.opened().await;
                let Some(change) = rewrite(&app, &path("n.md"), altered(&text, seed)).await.unwrap()
                else {
                    return;
                };
                app.changes.undo(change.id).await.unwrap();
                assert_eq!(fs::read(place.vault().join("n.md")).unwrap(), bytes);
            });
        }
    }
}
