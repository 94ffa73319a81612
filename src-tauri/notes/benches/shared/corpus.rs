//! 10,000 notes on disk and in memory.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::{Arc, OnceLock},
};

use notes::{Catalog, NotePath, ScanOptions, Vault, parse};

const NOTES: usize = 10_000;

pub struct Corpus {
    pub folder: PathBuf,
    /// The files in full.
    pub files: Vec<PathBuf>,
    pub texts: Vec<(NotePath, String)>,
}

static CORPUS: OnceLock<Corpus> = OnceLock::new();

/// Writes the notes to a temporary folder, runs `measure`, and removes them.
pub fn with(measure: fn()) {
    match tempfile::tempdir().and_then(|folder| write(folder.path()).map(|made| (folder, made))) {
        Ok((_folder, made)) => {
            CORPUS.get_or_init(|| made);
            measure();
        }
        Err(error) => {
            std::panic::panic_any(format!("the notes to measure with can't be written: {error}"))
        }
    }
}

pub fn corpus() -> &'static Corpus {
    static NONE: Corpus = Corpus { folder: PathBuf::new(), files: Vec::new(), texts: Vec::new() };
    CORPUS.get().unwrap_or(&NONE)
}

/// All of the notes, parsed.
pub fn catalog() -> Catalog {
    let notes = corpus().texts.iter().map(|(path, text)| (path.clone(), Arc::new(parse(text))));
    Catalog::new(notes, [])
}

fn write(folder: &Path) -> io::Result<Corpus> {
    let mut texts: Vec<(NotePath, String)> = Vec::new();
    let real = real_notes();
    for copy in 0.. {
        if real.is_empty() || texts.len() == NOTES {
            break;
        }
        let named = |(name, text): &(String, String)| {
            Some((NotePath::new(&format!("copy {copy}/{name}")).ok()?, text.clone()))
        };
        texts.extend(real.iter().filter_map(named).take(NOTES - texts.len()));
    }
    if texts.is_empty() {
        let path = |number: usize| format!("folder {}/note {number}.md", number % 20);
        texts.extend(
            (0..NOTES).filter_map(|at| Some((NotePath::new(&path(at)).ok()?, made_up(at)))),
        );
    }
    let mut files = Vec::new();
    for (path, text) in &texts {
        let full = folder.join(path.as_str());
        fs::create_dir_all(full.parent().unwrap_or(folder))?;
        fs::write(&full, text)?;
        files.push(full);
    }
    Ok(Corpus { folder: folder.to_owned(), files, texts })
}

/// The notes of the real vaults, by vault and path.
fn real_notes() -> Vec<(String, String)> {
    let vaults = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/vaults");
    let mut notes = Vec::new();
    let folders = fs::read_dir(vaults).into_iter().flatten().flatten().map(|entry| entry.path());
    for folder in folders {
        let Ok(vault) = Vault::open(&folder) else { continue };
        let Ok(scan) = vault.scan(&ScanOptions::default()) else { continue };
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        for entry in scan.notes {
            if let Ok(note) = vault.read_note(&entry.path) {
                notes.push((format!("{name}/{}", entry.path), note.text.to_string()));
            }
        }
    }
    notes.sort();
    notes
}

/// A note as people write them, about 3 KB: headings, prose with links, tasks, a table, code.
pub fn made_up(number: usize) -> String {
    let mut text = format!("---\ntitle: Note {number}\ntags: [bench, t{}]\n---\n", number % 17);
    for section in 0..6 {
        text += &format!("\n## Section {section} of {number}\n\n");
        for line in 0..6 {
            let other = (number * 31 + section * 7 + line) % NOTES;
            text += &format!(
                "Some *plain* words before [[note {other}|a link]] and `code`, then more words that \
                 say little; see also [that](note%20{other}.md#Section%202).\n"
            );
        }
        text += "\n- [ ] a task #todo\n- [x] another one\n\n```\nlet a = \"[[none]]\";\n```\n";
    }
    text + "\n| a | b |\n|---|---|\n| [[note 1\\|one]] | two |\n"
}
