//! An image for a model.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// An image's format, of those that all vision models take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum ImageFormat {
    Png,
    Jpeg,
    /// GIF; models see its first frame.
    Gif,
    Webp,
}

/// An image for a model that sees.
#[derive(Clone, PartialEq, Eq)]
pub struct Image {
    pub format: ImageFormat,
    /// Its width in pixels.
    pub width: u32,
    /// Its height in pixels.
    pub height: u32,
    /// The file's bytes.
    pub bytes: Arc<[u8]>,
}

impl std::fmt::Debug for Image {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Image({:?} {}×{})", self.format, self.width, self.height)
    }
}

impl ImageFormat {
    /// The media type, e.g. `image/png`.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
            Self::Gif => "image/gif",
            Self::Webp => "image/webp",
        }
    }
}
