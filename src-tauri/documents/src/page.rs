//! A page laid out in lines. Its headings and repeated lines are only known once all pages are read.

use serde::{Deserialize, Serialize};

use crate::{Rect, Refusal};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Page {
    pub number: u32,
    pub size: (f32, f32),
    pub groups: Vec<Vec<Line>>,
    pub is_picture: bool,
    pub problem: Option<Refusal>,
}

/// Coordinates run along and across the reading direction.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Line {
    pub text: String,
    pub rect: Rect,
    pub start: f64,
    pub base: f64,
    pub size: f64,
    pub from_right: bool,
    #[serde(skip)]
    pub repeats: bool,
}
