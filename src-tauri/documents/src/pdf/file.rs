use std::sync::Arc;

use hayro_syntax::{DecryptionError, LoadPdfError, Pdf, PdfData, page::Page};

use crate::{Reason, Refusal, sentences};

/// Opens a file. If its cross-references or its list of pages are wrong, the library searches the whole file.
pub(super) fn open(file: &PdfData) -> Result<Pdf, Refusal> {
    /// Keywords to damage one after the other, so that the library ignores the list and searches the file.
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

/// The library's search takes everything with contents for a page. Comments have contents, too, but also a `Rect`.
pub(super) fn pages(pdf: &Pdf) -> impl Iterator<Item = &Page<'_>> {
    pdf.pages().iter().filter(|page| !page.raw().contains_key("Rect"))
}

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
