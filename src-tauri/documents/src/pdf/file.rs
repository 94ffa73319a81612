//! Opening a PDF.

use std::sync::Arc;

use hayro_syntax::{DecryptionError, LoadPdfError, Pdf, PdfData, page::Page};

use crate::{Reason, Refusal, sentences};

/// A file whose pages can be found. What says where its parts lie may be wrong, and what lists its pages: then they are
/// looked for in all of it.
pub(super) fn open(file: &PdfData) -> Result<Pdf, Refusal> {
    /// What is made unknown, one after the other, for the library to look for what it says by itself.
    const LISTS: [&[u8]; 2] = [b"startxref", b"/Kids"];
    let mut found = Pdf::new(file.clone());
    let mut changed: Option<Vec<u8>> = None;
    for list in LISTS {
        let is_empty = match &found {
            Ok(pdf) => pages(pdf).next().is_none(),
            Err(error) => matches!(error, LoadPdfError::Invalid),
        };
        if !is_empty {
            break;
        }
        let bytes = changed.get_or_insert_with(|| file.as_ref().to_vec());
        hide(bytes, list);
        found = Pdf::new(Arc::new(bytes.clone()));
    }
    match found {
        Ok(pdf) if pages(&pdf).next().is_none() => Err(refusal(LoadPdfError::Invalid)),
        found => found.map_err(refusal),
    }
}

/// The pages of a file. A comment on a page has contents, too, where pages are looked for by these.
pub(super) fn pages(pdf: &Pdf) -> impl Iterator<Item = &Page<'_>> {
    pdf.pages().iter().filter(|page| !page.raw().contains_key("Rect"))
}

/// Changes the last letter of a word wherever it stands.
fn hide(bytes: &mut [u8], word: &[u8]) {
    let mut at = 0;
    while let Some(found) =
        bytes.get(at..).and_then(|rest| rest.windows(word.len()).position(|it| it == word))
    {
        at += found + word.len();
        if let Some(last) = bytes.get_mut(at - 1) {
            *last = b'_';
        }
    }
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
