//! 10,000 notes on disk and in memory.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::{Arc, OnceLock},
};

use notes::{Catalog, NotePath, ScanOptions, Vault, parse};

const NOTES: usize = 10_000;

#[derive(Default)]
#[allow(dead_code, reason = "not every benchmark looks at the files")]
pub struct Corpus {
    pub folder: PathBuf,
    pub files: Vec<PathBuf>,
    pub texts: Vec<(NotePath, String)>,
    /// The vaults' files other than notes.
    pub others: Vec<NotePath>,
}

static CORPUS: OnceLock<Corpus> = OnceLock::new();

/// Writes the notes to a temporary folder, runs `measure`, and removes them.
pub fn with(measure: fn()) -> io::Result<()> {
    let folder = tempfile::tempdir()?;
    let made = write(folder.path())?;
    CORPUS.get_or_init(|| made);
    measure();
    folder.close()
}

pub fn corpus() -> &'static Corpus {
    CORPUS.get_or_init(Corpus::default)
}

/// All of the notes, parsed, and the names of the other files.
#[allow(dead_code, reason = "not every benchmark looks at the links")]
pub fn catalog() -> Catalog {
    let Corpus { texts, others, .. } = corpus();
    let notes = texts.iter().map(|(path, text)| (path.clone(), Arc::new(parse(text))));
    Catalog::new(notes, others.iter().cloned())
}

fn write(folder: &Path) -> io::Result<Corpus> {
    let mut made = Corpus { folder: folder.to_owned(), ..Corpus::default() };
    let real = real_vaults();
    for copy in 0.. {
        let before = made.texts.len();
        let place = |path: &str| NotePath::new(&format!("copy {copy}/{path}")).ok();
        for (path, text) in &real.notes {
            if made.texts.len() < NOTES {
                made.texts.extend(place(path).map(|path| (path, text.clone())));
            }
        }
        if made.texts.len() == before {
            break;
        }
        made.others.extend(real.others.iter().filter_map(|path| place(path)));
    }
    if made.texts.is_empty() {
        let path = |number: usize| format!("folder {}/note {number}.md", number % 20);
        let note = |at| Some((NotePath::new(&path(at)).ok()?, made_up(at)));
        made.texts.extend((0..NOTES).filter_map(note));
    }
    for (path, text) in &made.texts {
        let full = folder.join(path.as_str());
        fs::create_dir_all(full.parent().unwrap_or(folder))?;
        fs::write(&full, text)?;
        made.files.push(full);
    }
    Ok(made)
}

/// Content of the real vaults, by vault and path.
#[derive(Default)]
struct Real {
    notes: Vec<(String, String)>,
    others: Vec<String>,
}

fn real_vaults() -> Real {
    let vaults = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/vaults");
    let mut real = Real::default();
    let folders = fs::read_dir(vaults).into_iter().flatten().flatten().map(|entry| entry.path());
    for folder in folders {
        let Ok(vault) = Vault::open(&folder) else { continue };
        let Ok(scan) = vault.scan(&ScanOptions::default()) else { continue };
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        for entry in scan.notes {
            if let Ok(note) = vault.read_note(&entry.path) {
                real.notes.push((format!("{name}/{}", entry.path), note.text.to_string()));
            }
        }
        real.others.extend(scan.files.iter().map(|entry| format!("{name}/{}", entry.path)));
    }
    real.notes.sort();
    real
}

/// A note as people write them, about 3 KB: headings, prose with links, tasks, a table, code.
fn made_up(number: usize) -> String {
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
