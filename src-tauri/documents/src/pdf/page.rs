//! A page as it is read.

use super::lines::Line;

/// A page with its lines.
pub(super) struct Page {
    pub number: u32,
    /// Width and height.
    pub size: (f32, f32),
    /// Lines that belong together, in the order of reading.
    pub groups: Vec<Vec<Line>>,
    /// Whether it has pictures and no letter.
    pub is_picture: bool,
}
