//! Libraries that were damaged.

use super::*;

#[tokio::test]
async fn a_library_that_is_no_database_is_kept_aside() {
    let place = Place::new();
    let garbage = "This was a library once. ".repeat(400);
    fs::write(place.file(), &garbage).unwrap();
    let (library, notice) = Library::open(&place.file()).unwrap();
    check_kept_aside(&place, &library, notice, garbage.as_bytes()).await;
}

#[tokio::test]
async fn a_truncated_library_is_kept_aside() {
    let place = Place::new();
    let whole = closed_library_with_a_long_text(&place).await;
    let half = &whole[..whole.len() / 2];
    fs::write(place.file(), half).unwrap();
    let (library, notice) = Library::open(&place.file()).unwrap();
    check_kept_aside(&place, &library, notice, half).await;
}

#[tokio::test]
async fn a_library_with_a_damaged_page_is_kept_aside() {
    let place = Place::new();
    let mut bytes = closed_library_with_a_long_text(&place).await;
    // The second page and the third are inner pages of the schema's first tables.
    for byte in &mut bytes[4096..12288] {
        *byte = 0xA5;
    }
    fs::write(place.file(), &bytes).unwrap();
    let (library, notice) = Library::open(&place.file()).unwrap();
    check_kept_aside(&place, &library, notice, &bytes).await;
}

/// The bytes of a library that was closed in good order and has some dozens of pages.
async fn closed_library_with_a_long_text(place: &Place) -> Vec<u8> {
    {
        let library = place.open();
        let text: String =
            (0..40_000u32).map(|n| format!("{} ", n.wrapping_mul(2_654_435_761))).collect();
        library.add_attachment("numbers.txt".to_owned(), 1, Tokens(1), text, None).await.unwrap();
    }
    place.closed();
    fs::read(place.file()).unwrap()
}

async fn check_kept_aside(place: &Place, library: &Library, notice: Option<String>, was: &[u8]) {
    let notice = notice.unwrap();
    let names = place.names();
    let aside: Vec<_> = names.iter().filter(|name| name.contains("-damaged-")).collect();
    let date = jiff::Zoned::now().strftime("%Y-").to_string();
    assert!(aside.iter().any(|name| name.contains(&date)), "{names:?}");
    let aside = aside.iter().find(|name| name.ends_with(".db")).unwrap();
    assert!(notice.contains(aside.as_str()), "{notice}");
    assert_eq!(fs::read(place.folder.path().join(aside)).unwrap(), was);
    let vault = vault(library).await;
    assert_eq!(library.conversations(vault).await.unwrap(), []);
}
