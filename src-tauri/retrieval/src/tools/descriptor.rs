use models::Tool;

/// Actions allowed without asking the user.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Permission {
    Read,
    /// Searches memories and proposes new ones; only the user stores them.
    Remember,
    Web,
    /// Prepares changes to notes; only the user applies them.
    Propose,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Abilities {
    pub vision: bool,
    pub web: bool,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Descriptor {
    pub tool: Tool,
    pub guidance: &'static str,
    pub permission: Permission,
    /// Whether it is offered in any case.
    pub core: bool,
}

impl Permission {
    pub(super) fn what(self) -> &'static str {
        match self {
            Self::Read => "reading notes",
            Self::Remember => "remembering",
            Self::Web => "searching the web",
            Self::Propose => "preparing changes to notes",
        }
    }
}
