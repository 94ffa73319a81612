//! Places in notes as Obsidian addresses them.

#[cfg(test)]
mod tests;

use notes::NotePath;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ObsidianPlace {
    pub vault: String,
    /// With the block or heading to show: `Bread/Rye#How much`.
    pub file: String,
}

/// Characters with a meaning in links, which Obsidian leaves out of headings.
const OF_LINKS: [char; 6] = ['#', '|', '^', '[', ']', ':'];

impl ObsidianPlace {
    /// Uses the named block that contains the line, else the heading above it.
    pub(super) fn of(vault: String, path: &NotePath, text: &str, line: Option<u32>) -> Self {
        let note = notes::parse(text);
        let place = line.and_then(|line| {
            let mut blocks = note.blocks.iter();
            let block = blocks.find(|block| block.lines.start <= line && line <= block.lines.end);
            let heading = || note.headings.iter().rfind(|heading| heading.line <= line);
            let named = block.map(|block| format!("#^{}", block.id));
            named.or_else(|| {
                let plain = heading()?.text.replace(OF_LINKS, " ");
                let words: Vec<&str> = plain.split_whitespace().collect();
                Some(format!("#{}", words.join(" ")))
            })
        });
        let name = path.as_str();
        let name = name.strip_suffix(".md").unwrap_or(name);
        Self { vault, file: format!("{name}{}", place.unwrap_or_default()) }
    }
}
