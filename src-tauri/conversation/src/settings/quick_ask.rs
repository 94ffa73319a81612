use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "specta", derive(specta::Type), specta(skip_attr = "serde"))]
pub struct QuickAskSettings {
    /// By the key, and by a tray icon where the system has a tray.
    pub on: bool,
    pub key: QuickAskKey,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum QuickAskKey {
    /// Ctrl (Command on a Mac), Shift and space.
    #[default]
    ControlShiftSpace,
    AltSpace,
    /// Ctrl (Command on a Mac), Alt and M.
    ControlAltM,
}
