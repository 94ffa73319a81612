use std::sync::mpsc;

use super::*;

#[tokio::test]
async fn a_read_waits_for_no_write_and_for_no_other_read_and_sees_what_was_answered() {
    let place = Place::new();
    let library = place.open();
    let settings = Settings { exclude: vec!["a".to_owned()], ..Settings::default() };
    let (let_go, held) = mpsc::channel::<()>();
    let (reading_on, held_read) = mpsc::channel::<()>();
    let (write_began, began) = tokio::sync::oneshot::channel();
    let (read_began, read_begun) = tokio::sync::oneshot::channel();
    let (writer, reader) = (library.clone(), library.clone());
    // A write and a read that pause midway until both reads below are done.
    let write = tokio::spawn(async move {
        let write = writer.write(move |connection| {
            let transaction = connection.transaction()?;
            transaction.execute("INSERT INTO settings VALUES ('other', '1')", [])?;
            write_began.send(()).unwrap();
            held.recv().unwrap();
            transaction.commit()
        });
        write.await
    });
    let count = "SELECT count(*) FROM settings";
    let read = tokio::spawn(async move {
        let read = reader.read(move |connection| {
            let before: i64 = connection.query_row(count, [], |row| row.get(0))?;
            read_began.send(()).unwrap();
            held_read.recv().unwrap();
            let after: i64 = connection.query_row(count, [], |row| row.get(0))?;
            Ok((before, after))
        });
        read.await
    });
    began.await.unwrap();
    read_begun.await.unwrap();
    assert_eq!(library.settings().await.unwrap(), Settings::default());
    let_go.send(()).unwrap();
    write.await.unwrap().unwrap();
    library.put_settings(settings.clone()).await.unwrap();
    assert_eq!(library.settings().await.unwrap(), settings);
    reading_on.send(()).unwrap();
    // A read sees one snapshot.
    assert_eq!(read.await.unwrap().unwrap(), (0, 0));
}

#[tokio::test]
async fn a_read_can_not_write() {
    let place = Place::new();
    let library = place.open();
    let written =
        library.read(|connection| connection.execute("INSERT INTO settings VALUES ('a', '1')", []));
    assert_eq!(written.await.unwrap_err().code, Code::Library);
    assert_eq!(library.settings().await.unwrap(), Settings::default());
}
