//! Two built-in questions to a downloaded model: it has to stream and to cite.

use std::{sync::Arc, time::Duration};

use futures::StreamExt;
use language::Words;
use models::{
    ChatMessage, ChatRequest, Code, Error, Provider, Role, Server, StreamEvent, Timing, Tokens,
};
use tokio_util::sync::CancellationToken;

use super::Models;
use crate::sentences::exam;

const COUNT: &str = "Write the numbers from one to twenty as words.";

const CITE: &str = "\
[1] The kitchen has a green door.
[2] The rye bread bakes for 40 minutes.

How long does the rye bread bake? Answer in one sentence, and write the number of the passage in \
square brackets behind it.";

/// A sentence with the number of a passage. In answers of small models a grammar asks for the numbers, too.
const CITED: &str = r#"root ::= [^\n\[\]<]+ "[" [12] "]" "."?"#;

/// Maximum time of a question. The first one waits for the model to load, and each for the user's own questions.
const LONGEST: Duration = Duration::from_secs(300);

/// Maximum tokens of an answer.
const ROOM: Tokens = Tokens(200);

impl Models {
    /// Sends nothing of the notes. No question tests a stop: the engine ends a model that goes on after one.
    pub(super) async fn examine(&self, name: &str) -> Result<(), Error> {
        let (server, wanted) = (Server::engine(), self.request());
        let window = self.listed_model(&server, name, &wanted).await.window.tokens;
        let provider = server.connect_with(Timing { retries: 0, ..wanted.timing })?;
        let exam = Exam { provider, name, window };
        exam.streams().await?;
        exam.cites().await
    }
}

struct Exam<'a> {
    provider: Arc<dyn Provider>,
    name: &'a str,
    window: Tokens,
}

impl Exam<'_> {
    async fn streams(&self) -> Result<(), Error> {
        let pieces = self.answer(&self.request(COUNT)).await?;
        if pieces.len() < 2 { Err(failed(exam::NOT_STREAMED)) } else { Ok(()) }
    }

    async fn cites(&self) -> Result<(), Error> {
        let request = ChatRequest { grammar: Some(CITED.to_owned()), ..self.request(CITE) };
        let answer = self.answer(&request).await?.concat();
        let has = |text: &str| answer.contains(text);
        match has("[2]") && (has("40") || has("forty")) {
            true => Ok(()),
            false => Err(failed(|| exam::not_cited(answer.trim()))),
        }
    }

    fn request(&self, question: &str) -> ChatRequest {
        let message = ChatMessage::text(Role::User, question);
        ChatRequest {
            max_tokens: Some(ROOM),
            temperature: Some(0.0),
            ..ChatRequest::new(self.name, vec![message], self.window)
        }
    }

    /// The answer in the pieces in which it came.
    async fn answer(&self, request: &ChatRequest) -> Result<Vec<String>, Error> {
        let mut events = self.provider.chat(self.provider.body(request), CancellationToken::new());
        let answering = async {
            let mut pieces = Vec::new();
            while let Some(event) = events.next().await {
                match event {
                    StreamEvent::Text(text) => pieces.push(text),
                    StreamEvent::Failed(error) => return Err(error),
                    _ => {}
                }
            }
            Ok(pieces)
        };
        in_time(answering).await
    }
}

async fn in_time<T>(answering: impl Future<Output = Result<T, Error>>) -> Result<T, Error> {
    let answered = tokio::time::timeout(LONGEST, answering).await;
    answered.unwrap_or_else(|_| Err(Error::new(Code::TimedOut, || exam::too_slow(LONGEST))))
}

fn failed(why: impl Into<Words>) -> Error {
    Error::new(Code::InvalidReply, why)
}
