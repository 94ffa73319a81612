use super::*;

// B69
#[tokio::test]
async fn a_job_that_panics_is_undone_and_the_next_one_is_done() {
    let place = Place::new();
    let library = place.open();
    let settings = Settings { exclude: vec!["a".to_owned()], ..Settings::default() };
    library.put_settings(settings.clone()).await.unwrap();
    let failed = library.write(|connection| -> rusqlite::Result<()> {
        let transaction = connection.transaction()?;
        transaction.execute("DELETE FROM settings", [])?;
        panic!("the disk is made of cheese");
    });
    let error = failed.await.unwrap_err();
    assert_eq!(error.code, Code::Internal);
    assert!(error.message.contains("made of cheese"), "{error}");
    assert_eq!(library.settings().await.unwrap(), settings);
    let failed = library.read(|_| -> rusqlite::Result<()> { panic!("and so is the screen") });
    assert_eq!(failed.await.unwrap_err().code, Code::Internal);
    library.put_settings(Settings::default()).await.unwrap();
    assert_eq!(library.settings().await.unwrap(), Settings::default());
}
