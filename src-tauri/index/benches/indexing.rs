//! Times to index and embed a vault and to find a saved note, and the disk space, beside reading and hashing the
//! same files and the bare model.
#![allow(clippy::unwrap_used, clippy::print_stderr)]

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{
        OnceLock,
        atomic::{AtomicUsize, Ordering},
        mpsc::channel,
    },
};

use divan::{Bencher, counter::ItemsCount};
use index::{Control, Index, SearchOptions, SyncScope};
use models::{Embedder, EmbeddingModel, Languages, LocalEmbedder, LocalModel, Purpose, Resources};
use notes::{Change, FollowMode, NotePath, Places, ScanOptions, Vault, Watch};
use tempfile::TempDir;

const NOTES: usize = 10_000;

fn main() {
    divan::main();
    let asked: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    if asked.is_empty() || asked.iter().any(|name| "disk".contains(name.as_str())) {
        disk();
    }
}

/// The same random numbers in every run.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }

    /// A word of some ten thousand; short ones are common, as in real text.
    fn word(&mut self) -> String {
        const PARTS: [&str; 22] = [
            "ba", "ker", "lo", "sal", "ter", "wind", "ri", "mo", "na", "stone", "fi", "ver", "tan",
            "gle", "ho", "use", "sha", "den", "pre", "sti", "or", "ly",
        ];
        let parts = 1 + self.below(3) * self.below(2);
        // The product of two uniform numbers makes small ones common and large ones rare.
        let part = |chance: &mut Self| PARTS[(chance.below(22) * chance.below(22) / 22) as usize];
        (0..=parts).map(|_| part(self)).collect()
    }
}

/// A realistic note: front matter, three sections, a list, links, about 1.5 KB.
fn note(number: usize) -> String {
    let mut chance = Chance(0x2545_f491_4f6c_dd1d ^ (number as u64 + 1).wrapping_mul(0x9e37_79b9));
    let mut text = format!("---\ntags: [t{}]\n---\n# Note {number}\n", number % 40);
    for section in 0..3 {
        text.push_str(&format!("\n## {} {section}\n\n", chance.word()));
        for _ in 0..4 {
            for _ in 0..14 {
                text.push_str(&chance.word());
                text.push(' ');
            }
            text.push_str(&format!("[[Note {}]].\n", chance.below(NOTES as u64)));
        }
        text.push_str(&format!("\n- {}\n- [ ] {}\n", chance.word(), chance.word()));
    }
    text
}

struct Fixture {
    folder: TempDir,
    vault: Vault,
}

impl Fixture {
    fn new(count: usize) -> Self {
        let folder = TempDir::new().unwrap();
        let root = folder.path().join("vault");
        for number in 0..count {
            let path = root.join(format!("{:02}/Note {number}.md", number % 50));
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, note(number)).unwrap();
        }
        Self { vault: Vault::open(&root).unwrap(), folder }
    }

    fn file(&self) -> PathBuf {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        self.folder.path().join(format!("{number}.db"))
    }

    fn index(&self) -> Index {
        let index = Index::open(&self.file(), self.vault.clone(), ScanOptions::default()).unwrap();
        index.sync(SyncScope::All, &mut |_| {}).unwrap();
        index
    }

    fn read_and_hash(&self) -> u64 {
        let scan = self.vault.scan(&ScanOptions::default()).unwrap();
        scan.notes.iter().map(|entry| self.vault.read_note(&entry.path).unwrap().bytes).sum()
    }
}

#[divan::bench_group(sample_count = 3, sample_size = 1)]
mod keywords {
    use super::*;

    fn notes() -> &'static Fixture {
        static FIXTURE: OnceLock<Fixture> = OnceLock::new();
        FIXTURE.get_or_init(|| Fixture::new(NOTES))
    }

    #[divan::bench]
    fn baseline_read_and_hash(bencher: Bencher<'_, '_>) {
        bencher.counter(ItemsCount::new(NOTES)).bench_local(|| notes().read_and_hash());
    }

    #[divan::bench]
    fn index_ten_thousand_notes(bencher: Bencher<'_, '_>) {
        notes();
        bencher.counter(ItemsCount::new(NOTES)).bench_local(|| notes().index());
    }
}

/// From the end of writing a note until a search finds it, as in the app: by the watcher and a sync.
#[divan::bench_group(sample_count = 20, sample_size = 1)]
mod saved {
    use super::*;

    const VAULT: usize = 2_000;

    /// The minimum: listing the folder once.
    #[divan::bench]
    fn baseline_list(bencher: Bencher<'_, '_>) {
        let fixture = Fixture::new(VAULT);
        bencher.bench_local(|| fixture.vault.scan(&ScanOptions::default()).unwrap().notes.len());
    }

    /// Without the watcher, which waits until a save is over.
    #[divan::bench]
    fn saved_note_is_indexed(bencher: Bencher<'_, '_>) {
        let fixture = Fixture::new(VAULT);
        let index = fixture.index();
        let name = "00/Note 50.md";
        let mut turn = 0;
        bencher.bench_local(|| {
            turn += 1;
            fs::write(fixture.vault.root().join(name), format!("# Note\n\nturn {turn}\n")).unwrap();
            let places = Places::Paths(vec![NotePath::new(name).unwrap()]);
            let change = Change { places, renames: Vec::new() };
            index.sync(SyncScope::Changed(change), &mut |_| {}).unwrap().changed.len()
        });
    }

    #[divan::bench]
    fn saved_note_is_found(bencher: Bencher<'_, '_>) {
        let fixture = Fixture::new(VAULT);
        let index = fixture.index();
        let (told, changes) = channel();
        let on_change = move |change| drop(told.send(change));
        let following = FollowMode::default();
        let scan = ScanOptions::default();
        let _watch = Watch::start(&fixture.vault, &scan, following, on_change).unwrap();
        let mut turn = 0;
        bencher.bench_local(|| {
            turn += 1;
            let word = format!("quixotic{turn}");
            let path = fixture.vault.root().join("00/Note 50.md");
            fs::write(path, format!("# Note\n\n{word}\n")).unwrap();
            while index.search(&word, &SearchOptions::default()).unwrap().hits.is_empty() {
                let change = changes.recv().unwrap();
                index.sync(SyncScope::Changed(change), &mut |_| {}).unwrap();
            }
        });
    }
}

/// The built-in model on some notes' passages, in one call and in the index's own pass. Skipped without the model's
/// files.
#[divan::bench_group(sample_count = 3, sample_size = 1)]
mod embedding {
    use super::*;

    const VAULT: usize = 60;

    fn model() -> Option<&'static LocalEmbedder> {
        static MODEL: OnceLock<Option<LocalEmbedder>> = OnceLock::new();
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../resources");
        MODEL
            .get_or_init(|| {
                LocalEmbedder::load(LocalModel::Multilingual, &Resources::under(&folder)).ok()
            })
            .as_ref()
    }

    fn texts(index: &Index) -> Vec<String> {
        let catalog = index.catalog();
        let of_note = |path| {
            let title = catalog.title(path);
            let chunks = index.chunks(path).unwrap().into_iter();
            chunks.map(move |chunk| index::vectors::embedded_text(&title, &chunk).into_owned())
        };
        catalog.notes().flat_map(|(path, _)| of_note(path)).collect()
    }

    #[divan::bench]
    fn baseline_bare_model(bencher: Bencher<'_, '_>) {
        let Some(model) = model() else { return };
        let texts = texts(&Fixture::new(VAULT).index());
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        bencher
            .counter(ItemsCount::new(texts.len()))
            .bench_local(|| model.embed(&texts, Purpose::Passage).unwrap());
    }

    #[divan::bench]
    fn embed_passages(bencher: Bencher<'_, '_>) {
        let Some(model) = model() else { return };
        let fixture = Fixture::new(VAULT);
        let count = texts(&fixture.index()).len();
        bencher.counter(ItemsCount::new(count)).with_inputs(|| fixture.index()).bench_local_refs(
            |index| {
                let store = index.vectors(model.model());
                let control = Control::default();
                index.embed_with(model, &*store, &control, &mut |_| {}).unwrap().embedded
            },
        );
    }
}

/// A model of the built-in one's size with noise for vectors.
#[derive(Debug)]
struct Noise(EmbeddingModel);

impl Embedder for Noise {
    fn model(&self) -> &EmbeddingModel {
        &self.0
    }

    fn embed(&self, texts: &[&str], _: Purpose) -> Result<Vec<Vec<f32>>, models::Error> {
        let vector = |text: &&str| {
            let mut chance = Chance(text.len() as u64 + 0x2545_f491_4f6c_dd1d);
            (0..self.0.dimensions)
                .map(|_| (chance.below(2_000) as f32 - 1_000.0) / 11_300.0)
                .collect()
        };
        Ok(texts.iter().map(vector).collect())
    }
}

/// The index's size relative to the notes: of real vaults, if they are beside the repository, and of generated
/// notes.
fn disk() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let data = std::env::var_os("MARGINALIA_DATA").map_or(data, PathBuf::from);
    let mut vaults: Vec<PathBuf> = ["vaults", "retrieval"]
        .iter()
        .filter_map(|folder| fs::read_dir(data.join(folder)).ok())
        .flat_map(|entries| entries.flatten().map(|entry| entry.path()))
        .filter(|path| path.is_dir())
        .collect();
    vaults.sort();
    let made_up = Fixture::new(2_000);
    vaults.push(made_up.vault.root().to_owned());
    eprintln!("\nDisk, as a ratio to the notes' size: without vectors, with them:\n");
    for root in vaults {
        let folder = TempDir::new().unwrap();
        let file = folder.path().join("index.db");
        let vault = Vault::open(&root).unwrap();
        let open = || Index::open(&file, vault.clone(), ScanOptions::default()).unwrap();
        let size = || fs::metadata(&file).unwrap().len() as f64;
        let index = open();
        index.sync(SyncScope::All, &mut |_| {}).unwrap();
        let status = index.status().unwrap();
        drop(index);
        let words = size();
        let index = open();
        let model = Noise(EmbeddingModel {
            id: "all-MiniLM-L6-v2/int8".to_owned(),
            dimensions: 384,
            max_tokens: 512,
            languages: Languages::English,
        });
        index.embed(&model).unwrap();
        drop(index);
        let notes = status.note_bytes as f64;
        eprintln!(
            "  {}: {:.2}, {:.2} ({} notes, {} passages, {:.0} KB)",
            root.file_name().unwrap_or_default().display(),
            words / notes,
            size() / notes,
            status.indexed,
            status.chunks,
            notes / 1e3
        );
    }
}
