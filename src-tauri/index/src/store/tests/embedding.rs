use parking_lot::Mutex;
use std::{
    collections::HashMap,
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
};

use models::{Code, Embedder, EmbeddingModel, Languages, Purpose};

use super::*;
use crate::{
    Control, EmbedEvent, EmbedReport, Error, TextKey,
    store::unneeded::{self, REST},
};

/// A model with a distinct vector for each text, which can be made to fail.
#[derive(Debug)]
pub(super) struct Fake {
    model: EmbeddingModel,
    texts: Mutex<Vec<String>>,
    /// Refuses texts that contain this.
    refuses: Option<&'static str>,
    down: AtomicBool,
}

/// Large enough that the vectors of some hundred notes fill several pages.
const DIMENSIONS: usize = 96;

impl Fake {
    pub(super) fn new() -> Self {
        Self::of("fake")
    }

    pub(super) fn of(id: &str) -> Self {
        Self {
            model: EmbeddingModel {
                id: id.to_owned(),
                dimensions: DIMENSIONS,
                max_tokens: 512,
                languages: Languages::Many,
            },
            texts: Mutex::default(),
            refuses: None,
            down: AtomicBool::new(false),
        }
    }

    fn refusing(word: &'static str) -> Self {
        Self { refuses: Some(word), ..Self::new() }
    }

    /// The texts embedded since the last call.
    fn taken(&self) -> Vec<String> {
        std::mem::take(&mut self.texts.lock())
    }

    pub(super) fn vector(text: &str) -> Vec<f32> {
        let mut bytes = [0; DIMENSIONS];
        blake3::Hasher::new().update(text.as_bytes()).finalize_xof().fill(&mut bytes);
        let numbers: Vec<f32> = bytes.iter().map(|&byte| f32::from(byte) - 127.5).collect();
        let length = numbers.iter().map(|number| number * number).sum::<f32>().sqrt();
        numbers.iter().map(|number| number / length).collect()
    }
}

fn error(code: Code, message: &str) -> models::Error {
    models::Error::new(code, message)
}

impl Embedder for Fake {
    fn model(&self) -> &EmbeddingModel {
        &self.model
    }

    fn embed(&self, texts: &[&str], _: Purpose) -> Result<Vec<Vec<f32>>, models::Error> {
        if self.down.load(Ordering::Relaxed) {
            return Err(error(Code::Refused, "Nothing listens there."));
        }
        if texts.iter().any(|text| self.refuses.is_some_and(|word| text.contains(word))) {
            return Err(error(Code::BadRequest, "A text is bad."));
        }
        self.texts.lock().extend(texts.iter().map(|text| (*text).to_owned()));
        Ok(texts.iter().map(|text| Self::vector(text)).collect())
    }
}

/// Runs a pass and checks that only the last event ends it and agrees with the result.
fn pass_with(
    index: &Index,
    fake: &Fake,
    control: &Control,
    told: &mut dyn FnMut(&EmbedEvent),
) -> crate::Result<EmbedReport> {
    let store = index.vectors(fake.model());
    let mut events = Vec::new();
    let result = index.embed_with(fake, &*store, control, &mut |event| {
        told(&event);
        events.push(event);
    });
    let (last, before) = events.split_last().unwrap();
    let ends = |event: &&EmbedEvent| {
        matches!(event, EmbedEvent::Done(_) | EmbedEvent::Cancelled | EmbedEvent::Failed(_))
    };
    assert_eq!(before.iter().find(ends), None);
    match (&result, last) {
        (Ok(report), EmbedEvent::Done(told)) => assert_eq!(report, told),
        (Err(Error::Cancelled), EmbedEvent::Cancelled) => {}
        (Err(error), EmbedEvent::Failed(told)) => assert_eq!(&error.to_string(), told),
        other => panic!("{other:?}"),
    }
    let steps = before.iter().filter_map(|event| match event {
        EmbedEvent::Found { done, total } | EmbedEvent::Progress { done, total } => {
            Some((*done, *total))
        }
        _ => None,
    });
    let steps: Vec<_> = steps.collect();
    assert!(steps.iter().all(|(done, total)| done <= total), "{steps:?}");
    if let Ok(report) = &result {
        let end = steps.last().unwrap();
        assert_eq!((end.0, report.done), (end.1, end.0));
    }
    result
}

fn pass(index: &Index, fake: &Fake) -> EmbedReport {
    pass_with(index, fake, &Control::default(), &mut |_| {}).unwrap()
}

fn embedded(index: &Index, fake: &Fake) -> (u32, u32) {
    let store = index.vectors(fake.model());
    let now = index.embedded(fake.model(), &*store).unwrap();
    (now.embedded, now.chunks)
}

fn sections(count: usize) -> String {
    (0..count).map(|at| format!("# Part {at}\n\n{}\n\n", section(at))).collect()
}

/// A text so long that two of them can't share a chunk.
fn section(at: usize) -> String {
    format!("{at} sourdough rests near the oven. ").repeat(40)
}

// B41
#[test]
fn only_passages_that_changed_are_embedded_again() {
    let text = sections(5);
    let bench = Bench::new(&[("Long.md", &text), ("Rye.md", "Rye and rest.\n")]);
    let index = bench.synced();
    let fake = Fake::new();
    let chunks = index.status().unwrap().chunks;
    assert!(chunks >= 6, "{chunks}");
    assert_eq!(pass(&index, &fake).embedded, chunks);
    assert_eq!(fake.taken().len(), chunks as usize);
    assert_eq!(embedded(&index, &fake), (chunks, chunks));

    assert_eq!(pass(&index, &fake).embedded, 0);
    bench.write_at("Long.md", text.replace("3 sourdough", "3 rye"), 2_000_000);
    sync(&index);
    assert_eq!(embedded(&index, &fake), (chunks - 1, chunks));
    assert_eq!(pass(&index, &fake).embedded, 1);
    let again = fake.taken();
    assert!(again.len() == 1 && again[0].contains("3 rye"), "{again:?}");

    // Notes that are moved or copied to another folder have the same texts.
    fs::create_dir(bench.root().join("grain")).unwrap();
    fs::rename(bench.root().join("Rye.md"), bench.root().join("grain/Rye.md")).unwrap();
    fs::copy(bench.root().join("Long.md"), bench.root().join("grain/Long.md")).unwrap();
    sync(&index);
    assert_eq!(pass(&index, &fake).embedded, 0);
    assert_eq!(fake.taken(), <[String; 0]>::default());
    assert_eq!(embedded(&index, &fake), (2 * chunks - 1, 2 * chunks - 1));

    // After undoing the edit, the old vector is still there.
    bench.write_at("Long.md", &text, 3_000_000);
    sync(&index);
    assert_eq!(pass(&index, &fake).embedded, 0);
}

#[test]
fn the_newest_and_the_most_linked_notes_come_first_and_data_never() {
    let notes: Vec<(String, String)> =
        (0..600).map(|at| (format!("n{at:03}.md"), format!("Number {at}.\n"))).collect();
    let bench = Bench::new(&[]);
    for (at, (path, text)) in notes.iter().enumerate() {
        bench.write_at(path, text, 1_000_000 + at as u64);
    }
    let base64 = "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZnaGlqa2xtbm9wcXJzdHV2d3h5eg0123";
    let drawing =
        format!("Read me, and [[n001]].\n\n![](data:image/png;base64,{})\n", base64.repeat(8));
    bench.write_at("drawing.md", drawing, 9_000_000);
    let index = bench.synced();
    let fake = Fake::new();
    assert_eq!(pass(&index, &fake).embedded, 601);
    let order = fake.taken();
    let place =
        |wanted: &str| order.iter().position(|text| text.lines().last() == Some(wanted)).unwrap();
    assert!(place("Number 599.") < place("Number 0."));
    assert!(place("Number 1.") < place("Number 300."));
    assert!(place("Number 400.") < place("Number 300."));
    assert!(order.iter().all(|text| !text.contains("QUJD")));
    assert!(order.iter().any(|text| text.contains("Read me,")));
}

// B42
#[test]
fn a_text_that_the_model_refuses_stops_nothing_else() {
    let bench = Bench::new(BREAD);
    bench.write("Bad.md", "# Bad\n\nWith poison in it.\n");
    let index = bench.synced();
    let fake = Fake::refusing("poison");
    let mut refused = Vec::new();
    let report = pass_with(&index, &fake, &Control::default(), &mut |event| {
        if let EmbedEvent::Refused(refusal) = event {
            refused.push(refusal.clone());
        }
    });
    let report = report.unwrap();
    assert_eq!((report.embedded, report.done, report.refused), (3, 3, 1));
    let now = index.embedded(fake.model(), &*index.vectors(fake.model())).unwrap();
    assert_eq!((now.embedded, now.chunks), (3, 4));
    assert_eq!(now.refused, refused);
    let [refusal] = &refused[..] else { panic!("{refused:?}") };
    assert_eq!((refusal.path.as_str(), refusal.lines.start), ("Bad.md", 1));
    assert_eq!(refusal.reason, "A text is bad.");

    // It isn't tried again until requested, or until its text changes.
    assert_eq!(pass(&index, &fake).refused, 1);
    let other = Fake::new();
    assert_eq!(pass(&index, &other).embedded, 0);
    index.try_refused_again(other.model()).unwrap();
    assert_eq!(pass(&index, &other).embedded, 1);
    assert_eq!(embedded(&index, &other), (4, 4));
}

// B42
#[test]
fn a_model_that_fails_ends_the_pass_and_words_are_still_found() {
    let bench = Bench::new(BREAD);
    let index = bench.synced();
    let fake = Fake::new();
    fake.down.store(true, Ordering::Relaxed);
    let error = pass_with(&index, &fake, &Control::default(), &mut |_| {}).unwrap_err();
    assert_eq!(error.to_string(), "Nothing listens there.");
    assert_eq!(embedded(&index, &fake), (0, 3));
    assert_eq!(found(&index, "oven").len(), 2);
    fake.down.store(false, Ordering::Relaxed);
    assert_eq!(pass(&index, &fake).embedded, 3);

    // A model that refuses everything is broken; no passage is to blame.
    let broken = Fake { model: Fake::of("broken").model, ..Fake::refusing("") };
    let error = pass_with(&index, &broken, &Control::default(), &mut |_| {}).unwrap_err();
    assert_eq!(error.to_string(), "A text is bad.");
    let now = index.embedded(broken.model(), &*index.vectors(broken.model())).unwrap();
    assert_eq!((now.embedded, now.refused.len()), (0, 0));
}

/// A model with invalid vectors.
#[derive(Debug)]
struct Odd(EmbeddingModel, Vec<f32>);

impl Embedder for Odd {
    fn model(&self) -> &EmbeddingModel {
        &self.0
    }

    fn embed(&self, texts: &[&str], _: Purpose) -> Result<Vec<Vec<f32>>, models::Error> {
        Ok(vec![self.1.clone(); texts.len()])
    }
}

#[test]
fn an_invalid_vector_is_not_stored() {
    let bench = Bench::new(BREAD);
    let index = bench.synced();
    let model = Fake::new().model;
    let check = |vector: Vec<f32>, expect: &str| {
        let odd = Odd(model.clone(), vector);
        let told = match index.embed(&odd) {
            Ok(count) => {
                let now = index.embedded(&model, &*index.vectors(&model)).unwrap();
                index.try_refused_again(&model).unwrap();
                format!("{count} and {} refused", now.refused.len())
            }
            Err(error) => error.to_string(),
        };
        assert_eq!(told, expect);
    };
    check(vec![f32::NAN; DIMENSIONS], "0 and 3 refused");
    check(vec![0.0; DIMENSIONS], "0 and 3 refused");
    check(vec![f32::INFINITY; DIMENSIONS], "0 and 3 refused");
    check(
        vec![1.0; 7],
        &format!("a vector has 7 numbers, but those of the index have {DIMENSIONS}"),
    );
    assert_eq!(embedded(&index, &Fake::new()), (0, 3));
}

fn many(count: usize) -> Bench {
    let bench = Bench::new(&[]);
    for at in 0..count {
        bench.write(&format!("n{at:03}.md"), format!("# Note {at}\n\nsourdough {at} oven\n"));
    }
    bench
}

#[test]
fn a_pass_is_paused_and_given_up_within_a_batch() {
    let bench = many(200);
    let index = bench.synced();
    let fake = Fake::new();
    let control = Control::default();
    let batches = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let work = scope.spawn(|| {
            pass_with(&index, &fake, &control, &mut |event| {
                if let EmbedEvent::Progress { .. } = event
                    && batches.fetch_add(1, Ordering::SeqCst) == 0
                {
                    control.pause();
                    // Another thread resumes it; otherwise it would never end.
                    scope.spawn(|| {
                        assert!(control.is_paused());
                        assert_eq!(batches.load(Ordering::SeqCst), 1);
                        control.resume();
                    });
                }
            })
        });
        let report = work.join().unwrap().unwrap();
        assert_eq!(report.embedded, 200);
    });

    // Paused work can be cancelled, however it was paused.
    let other = Fake::of("other");
    for hold in [false, true] {
        let control = Control::default();
        let first = AtomicBool::new(true);
        let mut kept = None;
        std::thread::scope(|scope| {
            let told = pass_with(&index, &other, &control, &mut |event| {
                if matches!(event, EmbedEvent::Progress { .. })
                    && first.swap(false, Ordering::SeqCst)
                {
                    if hold {
                        kept = Some(control.hold());
                    } else {
                        control.pause();
                    }
                    scope.spawn(|| control.cancel());
                }
            });
            assert!(matches!(told, Err(Error::Cancelled)));
        });
        assert!(control.is_cancelled());
        drop(kept);
    }
    // The two written batches remain.
    let there = embedded(&index, &other);
    assert!(there.0 > 0 && there.0 < 200, "{there:?}");
    assert_eq!(pass(&index, &other).embedded, 200 - there.0);
}

#[test]
fn a_sync_is_given_up_and_goes_on() {
    let whole = dump(&many(450).synced());
    let bench = many(450);
    let index = bench.open();
    let control = Control::default();
    let mut events = Vec::new();
    let result = index.sync_with(SyncScope::All, &control, &mut |event| {
        if let SyncEvent::Progress { done: 300, .. } = event {
            control.cancel();
        }
        events.push(event);
    });
    assert!(matches!(result, Err(Error::Cancelled)));
    assert!(matches!(events.last(), Some(SyncEvent::Cancelled)));
    // Edits passed to the writer are still written, at the latest when the index closes.
    drop(index);
    let index = bench.open();
    let had = index.status().unwrap().indexed;
    assert!(had > 0 && had < 450, "{had}");
    assert_eq!(sync(&index).changed.len() + had as usize, 450);
    assert_eq!(dump(&index), whole);
}

// B42
#[test]
fn passages_are_embedded_while_a_sync_runs() {
    let bench = many(400);
    let index = bench.synced();
    for at in 400..800 {
        bench.write(&format!("n{at}.md"), format!("New note {at}.\n"));
    }
    let fake = Fake::new();
    std::thread::scope(|scope| {
        let embedding = scope.spawn(|| pass(&index, &fake));
        sync(&index);
        assert!(embedding.join().unwrap().embedded >= 400);
    });
    pass(&index, &fake);
    assert_eq!(embedded(&index, &fake), (800, 800));
    assert_eq!(fake.taken().len(), 800);
}

#[test]
fn another_model_is_built_beside_the_old_one() {
    let bench = many(100);
    let index = bench.synced();
    let (old, new) = (Fake::of("old"), Fake::of("new"));
    pass(&index, &old);
    let control = Control::default();
    let cut = pass_with(&index, &new, &control, &mut |event| {
        if matches!(event, EmbedEvent::Progress { .. }) {
            control.cancel();
        }
    });
    assert!(cut.is_err());
    assert_eq!(embedded(&index, &old), (100, 100));
    assert_eq!(pass(&index, &new).swept, 100);
    assert_eq!(embedded(&index, &new), (100, 100));
    // A new index, since this one has the old vectors in memory.
    assert_eq!(embedded(&bench.open(), &old), (0, 100));
}

#[test]
fn many_vectors_without_a_text_go_after_a_week() {
    let bench = many(1_300);
    let index = bench.synced();
    let fake = Fake::new();
    pass(&index, &fake);
    for at in 100..1_300 {
        bench.remove(&format!("n{at:03}.md"));
    }
    sync(&index);
    let model = fake.model();
    let store = index.vectors(model);
    let keys: Vec<TextKey> = index
        .catalog()
        .notes()
        .flat_map(|(path, note)| {
            let title = note.title.clone().unwrap_or_else(|| path.stem().to_owned());
            let chunks = index.chunks(path).unwrap().into_iter();
            chunks.map(move |chunk| TextKey::of(&crate::vectors::embedded_text(&title, &chunk)))
        })
        .collect();
    let start = SystemTime::UNIX_EPOCH + Duration::from_secs(2_000_000_000);
    let sweep_at = |keys: &[TextKey], days: u64| {
        let now = start + Duration::from_secs(days * REST.unsigned_abs() / 7);
        let swept = unneeded::run(&index.shared, &*store, model, keys, now).unwrap();
        (swept, store.len().unwrap())
    };
    assert_eq!(sweep_at(&keys, 0), (0, 1_300));
    assert_eq!(sweep_at(&keys, 6), (0, 1_300));
    // The texts came back briefly: the week restarts.
    let all: HashMap<TextKey, ()> = (0..1_300)
        .map(|at| (TextKey::of(&format!("# Note {at}\n\nsourdough {at} oven")), ()))
        .collect();
    let all: Vec<TextKey> = all.into_keys().collect();
    assert!(store.missing(&all).unwrap().is_empty());
    assert_eq!(sweep_at(&all, 6), (0, 1_300));
    assert_eq!(sweep_at(&keys, 8), (0, 1_300));
    assert_eq!(sweep_at(&keys, 14), (0, 1_300));
    // An empty or missing vault keeps its vectors.
    assert_eq!(sweep_at(&[], 30), (0, 1_300));
    let aside = bench.folder().join("aside");
    fs::rename(bench.root(), &aside).unwrap();
    assert_eq!(sweep_at(&keys, 30), (0, 1_300));
    fs::rename(&aside, bench.root()).unwrap();
    assert_eq!(sweep_at(&keys, 15), (1_200, 100));
    assert!(store.missing(&keys).unwrap().is_empty());
}

#[test]
fn a_renamed_note_is_embedded_under_its_new_title() {
    let bench = many(2);
    bench.write("Old.md", "It keeps for a week.\n");
    let index = bench.synced();
    let fake = Fake::new();
    pass(&index, &fake);
    assert!(fake.taken().contains(&"Old\nIt keeps for a week.".to_owned()));
    fs::rename(bench.root().join("Old.md"), bench.root().join("New.md")).unwrap();
    sync(&index);
    pass(&index, &fake);
    assert_eq!(fake.taken(), ["New\nIt keeps for a week."]);
    assert_eq!(embedded(&index, &fake), (3, 3));
    // To another folder, it keeps its vectors.
    fs::create_dir(bench.root().join("Folder")).unwrap();
    fs::rename(bench.root().join("New.md"), bench.root().join("Folder/New.md")).unwrap();
    sync(&index);
    pass(&index, &fake);
    assert_eq!(fake.taken(), [""; 0]);
}
