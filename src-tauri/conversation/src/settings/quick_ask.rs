//! The window for a quick question.

use serde::{Deserialize, Serialize};

/// How the window for a quick question is reached from other programs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "specta", derive(specta::Type), specta(skip_attr = "serde"))]
pub struct QuickAskSettings {
    /// Whether it is: by its key, and by an icon in the tray of a system that has one.
    pub on: bool,
    pub key: QuickAskKey,
}

/// A key that opens the window for a quick question.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum QuickAskKey {
    /// Ctrl (on a Mac, Command), Shift and the space bar.
    #[default]
    ControlShiftSpace,
    AltSpace,
    /// Ctrl (on a Mac, Command), Alt and M.
    ControlAltM,
}
