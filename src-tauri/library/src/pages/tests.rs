use conversation::{
    MessageState,
    reference::{Kind, Reference, State},
};
use notes::{ByteRange, ContentHash};

use super::*;
use crate::{
    AskedQuestion,
    columns::now,
    tests::{answered, question, reference},
};

const TEXT: &str = "\nSea salt is won from the sea. Rock salt is mined.";

fn page(url: &str, text: &str) -> KeptPage {
    KeptPage {
        url: url.to_owned(),
        title: "Salt".to_owned(),
        published: Some("2025".to_owned()),
        fetched: now(),
        text: text.to_owned(),
    }
}

fn of_page(url: &str) -> Reference {
    let words = "Sea salt is won from the sea.";
    let like = reference("a.md", words, Some(1), State::Cited);
    let passage = like.passage.map(|passage| Passage {
        range: ByteRange { start: 1, end: 1 + words.len() },
        hash: ContentHash::of(words),
        ..passage
    });
    Reference { url: Some(url.to_owned()), passage, ..Reference::new(Kind::Web, State::Cited) }
}

#[tokio::test]
async fn a_page_is_found_by_its_passage_and_goes_with_its_conversation() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::open(&folder.path().join("library.db")).unwrap().0;
    let vault = library.open_vault(std::path::Path::new("/vaults/bread")).await.unwrap();
    let url = "https://example.org/salt";
    let (known, other) = (of_page(url), of_page("https://example.org/other"));
    let mut asked = question("Salt?");
    asked.references = vec![known.clone(), other.clone()];
    let new = AskedQuestion::New { conversation: None, title: "Salt".to_owned(), message: asked };
    let answer = answered("", MessageState::Streaming);
    let id = library.begin_turn(vault, new, answer).await.unwrap();

    // The page changed meanwhile; the citation refers to the earlier text.
    let pages = [page(url, TEXT), page(url, "\nNothing on salt any more, and much on ovens.")];
    library.keep_pages(id, pages.to_vec()).await.unwrap();
    library.keep_pages(id, vec![page(url, TEXT)]).await.unwrap();
    let passage = known.passage.as_ref().unwrap();
    assert_eq!(library.page_of(known.id, passage).await.unwrap(), Some(pages[0].clone()));
    assert_eq!(library.page_of(other.id, passage).await.unwrap(), None);

    library.delete_conversation(id).await.unwrap();
    assert_eq!(library.erase_deleted(Some(id)).await.unwrap(), 1);
    let left = library.read(|connection| {
        let count = |table: &str| {
            connection.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0))
        };
        Ok((count("pages")?, count("texts")?))
    });
    assert_eq!(left.await.unwrap(), (0i64, 0i64));
}
