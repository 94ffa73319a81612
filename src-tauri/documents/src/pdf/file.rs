//! Opening a PDF.

use hayro_syntax::{DecryptionError, LoadPdfError, Pdf};

use crate::{Reason, Refusal, sentences};

/// A file whose pages can be found.
pub(super) fn open(file: &[u8]) -> Result<Pdf, Refusal> {
    Pdf::new(file.to_vec()).map_err(refusal)
}

fn refusal(error: LoadPdfError) -> Refusal {
    match error {
        LoadPdfError::Decryption(DecryptionError::PasswordProtected) => {
            Refusal::new(Reason::Encrypted, sentences::PASSWORD)
        }
        LoadPdfError::Decryption(_) => Refusal::new(Reason::Encrypted, sentences::ENCRYPTION),
        LoadPdfError::Invalid => Refusal::new(Reason::Damaged, sentences::NO_PAGES),
    }
}
