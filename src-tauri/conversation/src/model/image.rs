use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// The formats that all vision models accept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum ImageFormat {
    Png,
    Jpeg,
    /// Models see the first frame.
    Gif,
    Webp,
}

#[derive(Clone, PartialEq, Eq)]
pub struct Image {
    pub format: ImageFormat,
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
    pub bytes: Arc<[u8]>,
}

impl std::fmt::Debug for Image {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Image({:?} {}×{})", self.format, self.width, self.height)
    }
}

impl ImageFormat {
    /// E.g. `image/png`.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
            Self::Gif => "image/gif",
            Self::Webp => "image/webp",
        }
    }
}
