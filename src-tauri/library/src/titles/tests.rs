use std::path::Path;

use super::*;
use crate::{
    AskedQuestion, CallReport, Library, VaultId,
    tests::{answered, question, reference},
};
use conversation::{CitationMark, MessageState, reference::State};

struct Talk {
    library: Library,
    id: Option<ConversationId>,
    _folder: tempfile::TempDir,
}

impl Talk {
    fn new() -> Self {
        let folder = tempfile::TempDir::new().unwrap();
        let (library, _) = Library::open(&folder.path().join("library.db")).unwrap();
        Self { library, id: None, _folder: folder }
    }

    async fn vault(&self) -> VaultId {
        self.library.open_vault(Path::new("/vaults/bread")).await.unwrap()
    }

    /// Asks at the end, and returns the title once the answer with citations of these notes is stored.
    async fn ask(&mut self, text: &str, cited: &[&str]) -> String {
        let vault = self.vault().await;
        let (conversation, title) = (self.id, Title::of(text).text);
        let asked = AskedQuestion::New { conversation, title, message: question(text) };
        let mut answer = answered("", MessageState::Streaming);
        let id = self.library.begin_turn(vault, asked, answer.clone()).await.unwrap();
        self.id = Some(id);
        for (number, path) in (1..).zip(cited) {
            let number = Number(number);
            answer.references.push(reference(path, path, Some(number.0), State::Cited));
            let mark = CitationMark { start: 0, end: 3, number, support: None, instead_of: None };
            answer.citations.push(mark);
        }
        answer.state = MessageState::Complete;
        self.library.end_turn(answer, CallReport::default()).await.unwrap();
        self.library.conversation(id).await.unwrap().title
    }
}

#[tokio::test]
async fn a_first_question_without_a_topic_is_named_by_the_note_cited_most() {
    let mut talk = Talk::new();
    assert_eq!(talk.ask("Hm, why?", &["Rye.md", "Salt.md", "Oven.md", "Salt.md"]).await, "Salt");
    assert_eq!(talk.ask("How do I feed my starter?", &["Oven.md"]).await, "Salt");
    let hits = talk.library.search_conversations(talk.vault().await, "salt").await.unwrap();
    assert_eq!(hits.len(), 1, "the search finds the new title");
}

#[tokio::test]
async fn a_greeting_gives_way_to_the_first_question_with_a_topic() {
    let mut talk = Talk::new();
    assert_eq!(talk.ask("Hi there!", &[]).await, "Hi there");
    assert_eq!(talk.ask("When is Hannah's birthday?", &["Oven.md"]).await, "Hannah's birthday");
    assert_eq!(talk.ask("Where is the key?", &["Oven.md"]).await, "Hannah's birthday");
}

#[tokio::test]
async fn a_title_that_the_user_gave_stays() {
    let mut talk = Talk::new();
    talk.ask("Why?", &[]).await;
    let id = talk.id.unwrap();
    talk.library.rename_conversation(id, "Mine".to_owned()).await.unwrap();
    assert_eq!(talk.ask("Why?", &["Salt.md"]).await, "Mine");
    // Words without a topic, too.
    talk.library.rename_conversation(id, "And?".to_owned()).await.unwrap();
    assert_eq!(talk.ask("Where is the key?", &["Salt.md"]).await, "And?");
}

#[tokio::test]
async fn a_question_with_a_topic_keeps_its_title() {
    let mut talk = Talk::new();
    assert_eq!(talk.ask("Where is the key?", &["Salt.md"]).await, "Key");
}

#[tokio::test]
async fn a_conversation_without_a_first_message_keeps_its_title() {
    let mut talk = Talk::new();
    talk.ask("Hm, why?", &[]).await;
    let id = talk.id.unwrap();
    let conversation = talk.library.conversation(id).await.unwrap();
    let answer = conversation.messages[1].answer().unwrap().clone();
    let cut = "UPDATE messages SET parent = id WHERE parent IS NULL";
    let improved = talk.library.write(move |connection| {
        connection.execute(cut, ())?;
        improve(connection, &answer)?;
        connection.query_row("SELECT title FROM conversations", (), |row| row.get::<_, String>(0))
    });
    assert_eq!(improved.await.unwrap(), conversation.title);
}
