//! Obsidian's settings that decide about notes' dates and templates.

use ::records::{DateFormats, template_folders};
use notes::{NotePath, Vault};
use rusqlite::{Connection, OptionalExtension, Transaction};

const FILES: [&str; 4] = [
    "daily-notes.json",
    "plugins/periodic-notes/data.json",
    "templates.json",
    "plugins/templater-obsidian/data.json",
];

pub(super) struct VaultSettings {
    pub(super) formats: DateFormats,
    /// Folders of templates.
    pub(super) templates: Vec<NotePath>,
    /// The files' texts, to recognise changes. Empty without settings.
    pub(super) text: String,
}

impl VaultSettings {
    pub(super) fn read(vault: &Vault) -> Self {
        let files = FILES.map(|name| vault.obsidian_setting(name));
        let [daily, periodic, core, templater] = files.each_ref().map(Option::as_deref);
        Self {
            formats: DateFormats::read(daily, periodic),
            templates: template_folders(core, templater),
            text: files.into_iter().flatten().collect::<Vec<_>>().join("\n"),
        }
    }

    /// Whether the notes were indexed with these settings.
    pub(super) fn are_indexed(&self, connection: &Connection) -> rusqlite::Result<bool> {
        let indexed: Option<String> =
            connection.query_row("SELECT text FROM formats", [], |row| row.get(0)).optional()?;
        Ok(indexed.unwrap_or_default() == self.text)
    }
}

pub(super) fn store(transaction: &Transaction<'_>, text: &str) -> rusqlite::Result<()> {
    transaction.execute("DELETE FROM formats", [])?;
    transaction.execute("INSERT INTO formats VALUES (?1)", [text])?;
    Ok(())
}
