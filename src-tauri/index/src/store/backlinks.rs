use notes::NotePath;
use rusqlite::{Connection, OptionalExtension};
use serde::Serialize;

use super::{Index, packed::unpack};
use crate::Result;

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct LinkingLine {
    pub source: NotePath,
    pub title: String,
    pub line: u32,
    pub text: String,
}

impl Index {
    /// The indexed lines of other notes that link to `path`, in path and line order. Reads no file.
    pub fn linking_lines(&self, path: &NotePath) -> Result<Vec<LinkingLine>> {
        let catalog = self.catalog();
        self.shared.readers.with(|connection| {
            let mut found = Vec::new();
            // Links come in path order, so each text is unpacked once.
            for links in catalog.backlinks(path).chunk_by(|a, b| a.source == b.source) {
                let Some(source) = links.first().map(|link| &link.source) else { continue };
                let (text, title) = (text_at(connection, source)?, catalog.title(source));
                let lines: Vec<&str> = text.lines().collect();
                for backlink in links {
                    let link = &backlink.link;
                    let line = lines.get(link.line.saturating_sub(1) as usize);
                    let line = line.filter(|line| line.contains(&link.raw));
                    found.push(LinkingLine {
                        source: source.clone(),
                        title: title.clone(),
                        line: link.line,
                        text: line.map_or(link.raw.as_str(), |line| line).trim().to_owned(),
                    });
                }
            }
            Ok(found)
        })
    }
}

fn text_at(connection: &Connection, path: &NotePath) -> rusqlite::Result<String> {
    let packed: Option<Vec<u8>> = connection
        .prepare_cached("SELECT text FROM texts JOIN notes ON id = note WHERE path = ?1")?
        .query_row([path.as_str()], |row| row.get(0))
        .optional()?;
    packed.map_or(Ok(String::new()), |packed| unpack(&packed))
}
