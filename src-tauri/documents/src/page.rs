//! A page whose letters were put to lines, before all pages are known, which tell its headings and what repeats.

use serde::{Deserialize, Serialize};

use crate::{Rect, Refusal};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Page {
    pub number: u32,
    pub size: (f32, f32),
    /// Lines that belong together, in the order of reading.
    pub groups: Vec<Vec<Line>>,
    /// Whether it has pictures and no letter.
    pub is_picture: bool,
    /// What of it couldn't be read.
    pub problem: Option<Refusal>,
}

/// A line of text. Places are along and across the direction in which it is read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Line {
    pub text: String,
    pub rect: Rect,
    pub start: f64,
    pub base: f64,
    pub size: f64,
    /// Whether most of it is written from right to left.
    pub from_right: bool,
    /// Whether it is a header or footer that an earlier page has, too.
    #[serde(skip)]
    pub repeats: bool,
}
