#[cfg(test)]
mod tests;

use notes::{NotePath, Vault};
use tokio::sync::Semaphore;

use crate::sentences;
use conversation::{Code, Error, Result};
use retrieval::blocking;

const MAX_BYTES: u64 = 64 * 1024 * 1024;

/// Maximum images read at once: a note may show thousands.
const AT_ONCE: usize = 4;

static READS: Semaphore = Semaphore::const_new(AT_ONCE);

pub(super) async fn read(vault: &Vault, path: &NotePath) -> Result<(Vec<u8>, &'static str)> {
    let kind = media_type(path).ok_or_else(|| refused(|| sentences::not_an_image(path)))?;
    // It is never closed, so a turn always comes.
    let _turn = READS.acquire().await;
    let (vault, name) = (vault.clone(), path.clone());
    let bytes = blocking(move || Ok(vault.read(&name, MAX_BYTES)?)).await?;
    if models::image::is_too_large_to_draw(&bytes) {
        return Err(refused(|| sentences::too_many_pixels(path)));
    }
    Ok((bytes, kind))
}

fn refused(reason: impl Fn() -> String) -> Error {
    Error::new(Code::UnsupportedFile, reason)
}

/// Whether a file of this name is an image that can be shown.
pub(super) fn is_shown(path: &NotePath) -> bool {
    media_type(path).is_some()
}

/// A wrong extension shows a broken image at worst: the window uses `<img>`, which runs no script of an SVG.
fn media_type(path: &NotePath) -> Option<&'static str> {
    Some(match path.extension()?.to_ascii_lowercase().as_str() {
        "png" => "image/png",
        "jpg" | "jpeg" | "jfif" => "image/jpeg",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "avif" => "image/avif",
        "bmp" => "image/bmp",
        "ico" => "image/x-icon",
        "svg" => "image/svg+xml",
        _ => return None,
    })
}
