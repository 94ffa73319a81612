//! Unlinked mentions of the open note: its words that name another note without a link, and such words of other notes
//! that name it. The reader lists them, and a click makes each a link.

use conversation::{MentionPlace, Result};
use notes::{ByteRange, Catalog, Mention, NotePath};
use retrieval::{VaultHandle, blocking};
use serde::Serialize;

use super::Changes;

/// Maximum other notes read to find mentions of the open one.
const MOST_READ: usize = 60;

/// Maximum mentions shown in each direction.
const MOST: usize = 30;

/// Maximum bytes of the line shown before the words, and after them.
const AROUND: usize = 80;

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct UnlinkedMention {
    pub place: MentionPlace,
    pub source_title: String,
    pub target_title: String,
    /// From 1.
    pub line: u32,
    /// The text of the line before `words`, cut with `…`.
    pub before: String,
    pub words: String,
    /// The text of the line after `words`, cut with `…`.
    pub behind: String,
}

impl Changes {
    /// The first mention of each other note in the note at `path`, then the first mention of it in each other note.
    /// Skips other notes that can't be read.
    pub async fn mentions(&self, path: &NotePath) -> Result<Vec<UnlinkedMention>> {
        let (vault, path) = (self.vaults.vault()?.handle(), path.clone());
        blocking(move || {
            let catalog = vault.catalog();
            let text = vault.vault.read_note(&path)?.text;
            let own = catalog.mentions(&path, &text).into_iter();
            let mut found: Vec<_> =
                own.take(MOST).map(|mention| shown(&catalog, &path, &text, mention)).collect();
            let own = found.len();
            for source in candidates(&vault, &catalog, &path)? {
                let Ok(note) = vault.vault.read_note(&source) else { continue };
                let mentions = catalog.mentions(&source, &note.text).into_iter();
                let of_it = mentions.filter(|mention| mention.target == path);
                found.extend(of_it.map(|mention| shown(&catalog, &source, &note.text, mention)));
                if found.len() - own >= MOST {
                    break;
                }
            }
            Ok(found)
        })
        .await
    }
}

/// The other notes with a name of the note in their indexed text. Some have it only in a link, in code or in a longer
/// name; [`Catalog::mentions`] leaves those out.
fn candidates(vault: &VaultHandle, catalog: &Catalog, path: &NotePath) -> Result<Vec<NotePath>> {
    let aliases = catalog.note(path).map_or(&[][..], |note| note.aliases.as_slice());
    let title = catalog.title(path);
    let mut names = vec![path.stem().to_owned()];
    names.extend([title].into_iter().chain(aliases.iter().cloned()));
    names.dedup_by(|a, b| a.to_lowercase() == b.to_lowercase());
    let mut found: Vec<NotePath> = Vec::new();
    for name in names {
        let new = vault.having(&name, MOST_READ)?;
        let new: Vec<_> = new.into_iter().filter(|it| it != path && !found.contains(it)).collect();
        found.extend(new);
    }
    found.truncate(MOST_READ);
    Ok(found)
}

fn shown(catalog: &Catalog, source: &NotePath, text: &str, mention: Mention) -> UnlinkedMention {
    let Mention { target, range, line, .. } = mention;
    let ByteRange { start, end } = range;
    let first = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let last = text[end..].find('\n').map_or(text.len(), |at| end + at);
    let from = text.ceil_char_boundary(first.max(start.saturating_sub(AROUND)));
    let to = text.floor_char_boundary(last.min(end + AROUND));
    let cut = |is_cut: bool| if is_cut { "…" } else { "" };
    UnlinkedMention {
        source_title: catalog.title(source),
        target_title: catalog.title(&target),
        before: format!("{}{}", cut(from > first), &text[from..start]),
        words: text[start..end].to_owned(),
        behind: format!("{}{}", &text[end..to], cut(to < last)),
        place: MentionPlace { source: source.clone(), target, range },
        line,
    }
}
