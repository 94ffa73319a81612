//! Times of the library: loading the first page and the whole of a conversation of 1,000 messages, and searching
//! 10,000 messages, each as median and 95th percentile of 100 runs in milliseconds; and the size of 1,000 turns. A
//! turn has five passages of about 350 tokens, some from earlier turns, and a receipt with its request.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "it prints what it measured")]

use std::{path::Path, time::Instant};

use conversation::{
    Answer, ConversationId, MessageId, MessageState, Question, Receipt,
    context::{Budgets, ContextView, PartView, Segment},
    reference::{Kind, Number, Passage, Reference, State},
};
use library::{AskedQuestion, CallReport, CitingFilter, Library, VaultId};
use models::{CountKind, ProviderKind, Tokens, Usage};
use notes::{ByteRange, ContentHash, LineRange, NotePath};

const TURNS: usize = 500;
/// Turns of the other conversations, 20 each.
const OTHERS: usize = 4_500;
/// Number of distinct cited passages.
const PASSAGES: u64 = 2_000;
const RUNS: usize = 100;

struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }

    /// The n-th word is about n times as rare as the first.
    fn words(&mut self, count: usize) -> String {
        let mut text = String::new();
        for _ in 0..count {
            let share = self.below(1 << 30) as f64 / (1_u64 << 30) as f64;
            let mut word = 20_000_f64.powf(share) as usize;
            text.push('w');
            while word > 0 {
                text.push(char::from(b'a' + u8::try_from(word % 23).unwrap()));
                word /= 23;
            }
            text.push(' ');
        }
        text
    }
}

fn question(text: String) -> Question {
    Question::new(MessageId::new(), text, jiff::Timestamp::now())
}

fn answer(text: String) -> Answer {
    let answer = Answer::new(MessageId::new(), text, jiff::Timestamp::now());
    Answer { model: Some("small".to_owned()), ..answer }
}

fn reference(number: u32, text: String) -> Reference {
    let path = NotePath::new(&format!("notes/{}.md", number / 7)).unwrap();
    Reference {
        number: Some(Number(number)),
        wikilink: format!("[[{}]]", path.stem()),
        title: path.stem().to_owned(),
        path: Some(path),
        snippet: text.chars().take(100).collect(),
        passage: Some(Passage {
            lines: LineRange { start: 3, end: 9 },
            range: ByteRange { start: 10, end: 10 + text.len() },
            hash: ContentHash::of(&text),
            text,
            heading_path: vec!["A heading".to_owned()],
            columns: None,
            part: None,
            tokens: Tokens(350),
        }),
        summary: Some("What the note is about, in a sentence of some words.".to_owned()),
        match_reason: "Mentions salt and dough".to_owned(),
        ..Reference::new(Kind::Search, State::Cited)
    }
}

async fn turn(
    library: &Library,
    vault: VaultId,
    conversation: Option<ConversationId>,
    passages: &[String],
    random: &mut Random,
) -> ConversationId {
    let asked = question(random.words(15));
    let mut answer = answer(String::new());
    answer.state = MessageState::Streaming;
    let text = asked.text.clone();
    let question = AskedQuestion::New { conversation, title: random.words(6), message: asked };
    let id = library.begin_turn(vault, question, answer.clone()).await.unwrap();
    let found: Vec<u32> = (0..5).map(|_| random.below(PASSAGES) as u32).collect();
    let documents: Vec<_> = found
        .iter()
        .map(|n| serde_json::json!({ "document": n + 1, "contents": passages[*n as usize] }))
        .collect();
    let documents = serde_json::json!({ "documents": documents }).to_string();
    let system = "You answer from the user's notes. ".repeat(40);
    let contents = vec![system.clone(), documents.clone(), text.clone()];
    let body = serde_json::json!({
        "model": "small",
        "messages": contents.iter().map(|content| serde_json::json!({ "role": "user", "content": content }))
            .collect::<Vec<_>>(),
        "stream": true,
    });
    let part = |segment: Segment, text: &str| PartView {
        segment,
        label: "A part of it".to_owned(),
        origin: None,
        number: None,
        item: None,
        tokens: Tokens(300),
        count: CountKind::Estimated,
        text: text.to_owned(),
        call: None,
    };
    let mut parts = vec![part(Segment::System, &system), part(Segment::Messages, &text)];
    parts.extend(found.iter().map(|n| part(Segment::Documents, &passages[*n as usize])));
    let receipt = Receipt {
        answer: answer.id,
        created: jiff::Timestamp::now(),
        provider: ProviderKind::OpenAi,
        server: "http://127.0.0.1:8080".to_owned(),
        model: "small".to_owned(),
        request: body.to_string(),
        context: ContextView {
            window: Tokens(8192),
            reserve: Tokens(1024),
            budgets: Budgets::of(Tokens(8192)),
            parts,
            cuts: Vec::new(),
            few_passages: None,
            lent: Tokens(0),
            total: Tokens(2100),
            free: Tokens(5068),
            compact: None,
            refusal: None,
            searched_for: None,
            auxiliary: false,
        },
        usage: None,
        deleted_marks: Vec::new(),
        problems: Vec::new(),
        imported: false,
        cost: None,
    };
    library.begin_receipt(receipt, contents, None).await.unwrap();
    answer.text = random.words(180);
    answer.state = MessageState::Complete;
    answer.references =
        found.iter().map(|n| reference(n + 1, passages[*n as usize].clone())).collect();
    let usage = Some(Usage { prompt: Tokens(2100), completion: Tokens(200) });
    library.end_turn(answer, CallReport { usage, ..CallReport::default() }).await.unwrap();
    id
}

async fn measure(what: &str, mut run: impl AsyncFnMut(usize)) {
    let mut times = Vec::new();
    for n in 0..RUNS {
        let begun = Instant::now();
        run(n).await;
        times.push(begun.elapsed().as_secs_f64() * 1e3);
    }
    times.sort_by(f64::total_cmp);
    println!("{what}: {:.1} ms, p95 {:.1} ms", times[RUNS / 2], times[RUNS * 95 / 100]);
}

fn size(folder: &Path) -> f64 {
    let files = ["library.db", "library.db-wal"].map(|name| folder.join(name));
    let bytes: u64 =
        files.iter().filter_map(|file| file.metadata().ok()).map(|file| file.len()).sum();
    bytes as f64 / 1e6
}

#[tokio::main]
async fn main() {
    let folder = tempfile::tempdir().unwrap();
    let (library, _) = Library::open(&folder.path().join("library.db")).unwrap();
    let vault = library.open_vault(Path::new("/vaults/bench")).await.unwrap();
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let passages: Vec<String> = (0..PASSAGES).map(|_| random.words(260)).collect();
    let mut long = None;
    for _ in 0..TURNS {
        long = Some(turn(&library, vault, long, &passages, &mut random).await);
    }
    let long = long.unwrap();
    let mut other = None;
    for n in 0..OTHERS {
        let conversation = if n % 20 == 0 { None } else { other };
        other = Some(turn(&library, vault, conversation, &passages, &mut random).await);
        if n + 1 == TURNS {
            println!("1,000 turns: {:.1} MB", size(folder.path()));
        }
    }
    println!("5,000 turns: {:.1} MB", size(folder.path()));
    measure("the newest 50 of 1,000 messages", async |_| {
        library.conversation_page(long, None, 50).await.unwrap();
    })
    .await;
    measure("all of 1,000 messages", async |_| {
        library.conversation(long).await.unwrap();
    })
    .await;
    let queries: Vec<String> = (0..RUNS).map(|_| random.words(2)).collect();
    measure("a search over 10,000 messages", async |n| {
        library.search_conversations(vault, queries[n].trim()).await.unwrap();
    })
    .await;
    measure(
        "what 5,000 answers rest on, by note, month and conversation, and what they don't",
        async |_| {
            library.cited_notes(vault, CitingFilter::default()).await.unwrap();
            library.citing_months(vault).await.unwrap();
            library.citing_conversations(vault).await.unwrap();
            library.fruitless_questions(vault, Vec::new()).await.unwrap();
        },
    )
    .await;
    measure("a question that was asked before", async |n| {
        library.earlier_questions(vault, None, queries[n].trim()).await.unwrap();
    })
    .await;
}
