//! What a tool is, as it is offered to a model.

use models::Tool;

/// What a tool may do without asking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Permission {
    Read,
    /// Looks through what is remembered, and proposes what else could be. It keeps nothing: only the user's
    /// word does.
    Remember,
    /// Asks the search service that the user chose, and reads pages.
    Web,
    /// Prepares changes to notes. It makes none: only the user's word on a change does.
    Propose,
}

/// What the model of a call can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Abilities {
    pub vision: bool,
    pub web: bool,
}

/// A tool, as it is offered to a model.
#[derive(Debug, Clone, PartialEq)]
pub struct Descriptor {
    /// Its name, description and arguments, as they are sent.
    pub tool: Tool,
    /// When to use it, in a sentence or two for the instructions. May be empty.
    pub guidance: &'static str,
    pub permission: Permission,
    /// Whether it is always offered: to read, to find excerpts, to resolve a wikilink.
    pub core: bool,
}

impl Permission {
    /// What it lets a tool do, to stand before “isn't allowed”.
    pub(super) fn what(self) -> &'static str {
        match self {
            Self::Read => "reading notes",
            Self::Remember => "remembering",
            Self::Web => "searching the web",
            Self::Propose => "preparing changes to notes",
        }
    }
}
