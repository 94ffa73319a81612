//! Properties of any imported file. The fuzz target `import` (`fuzz/` at the root) calls this function with
//! libFuzzer's inputs, and the tests of `export` with its seeds and damaged exports.

use conversation::Code;
use jiff::{
    Timestamp,
    tz::{TimeZone, offset},
};

use crate::export;

/// Either the file is rejected with a sentence, or its conversations can be shown and exported, and reading the
/// export returns the same conversations.
pub fn import(text: &str) {
    let zone = TimeZone::fixed(offset(2));
    let read = |text: &str| export::read(text, Timestamp::UNIX_EPOCH, &zone);
    let files = match read(text) {
        Ok(files) => files,
        Err(error) => {
            assert_eq!(error.code, Code::BadInput, "{error}");
            assert!(!error.message.is_empty());
            return;
        }
    };
    assert!(!files.is_empty());
    for file in &files {
        let archive = &file.archive;
        assert!(
            archive.prompts.is_empty()
                && archive.project.is_none()
                && archive.compactions.iter().all(|it| archive.shows(&it.compaction))
        );
        export::markdown(archive);
        for archived in &archive.messages {
            export::receipts_markdown(&archived.receipts);
            assert!(export::receipts_json(&archived.receipts).is_ok());
        }
    }
    let archives: Vec<_> = files.into_iter().map(|file| file.archive).collect();
    let Ok(json) = export::json(archives.clone()) else { unreachable!("no JSON of {text:?}") };
    let again =
        read(&json).map(|files| files.into_iter().map(|file| file.archive).collect::<Vec<_>>());
    assert_eq!(again, Ok(archives), "{text:?}");
}
