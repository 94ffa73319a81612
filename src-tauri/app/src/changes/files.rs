use std::path::Path;

use conversation::{Code, Error, Result, Wish};
use notes::NotePath;
use retrieval::blocking;

use super::{Changes, WrittenChange};
use crate::{
    attachments::{Content, FileSource},
    sentences,
};

impl Changes {
    /// Makes a note from a text file. The change can be undone; a failure leaves nothing behind.
    pub async fn create_from(&self, file: impl Into<FileSource>) -> Result<WrittenChange> {
        let source = file.into();
        let mut recognition = self.vaults.recognition();
        let wish = blocking(move || {
            let file = source.read(recognition.as_mut())?;
            let Content::Text(text) = file.content else {
                let told = || sentences::attaching::not_a_text(&file.name);
                return Err(Error::new(Code::UnsupportedFile, told));
            };
            let stem = Path::new(&file.name).file_stem().unwrap_or_default().to_string_lossy();
            Ok(Wish::Create { path: NotePath::new(&format!("{stem}.md"))?, text: text.text })
        })
        .await?;
        let change = self.propose(wish, Self::by_hand()).await?;
        let applied = self.apply(change.id, change.revision, change.all()).await;
        if applied.is_err() {
            // The user saw the error and has nothing to decide.
            self.refuse(change.id).await?;
        }
        applied
    }
}
