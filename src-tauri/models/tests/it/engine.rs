//! The engine as a provider, with a shell script as its child.
#![cfg(unix)]

use std::{path::PathBuf, time::Duration};

use engine::{Engine, Options, Program, catalogue::Catalogue, download::ModelFolder};
use futures::StreamExt;
use models::{
    ChatRequest, Code, FinishReason, InstalledEngine, Provider, Server, Tokens, Tool, Usage,
    install_engine,
};
use tokio_util::sync::CancellationToken;

use crate::wire::{End, Heard, ask, hear, request};

const LOADED: &str = r#"{"loaded":{"window":2048,"trained_window":8192,"bytes":1,"device":"a","gpu":false,"load_ms":1}}"#;
const DONE: &str = r#"{"done":{"stop":"end","prompt_tokens":40,"reused_tokens":8,"generated":7,"prompt_ms":1,"generation_ms":1,"threads":1}}"#;

/// Fifty tokens a second.
const DONE_SLOWLY: &str = r#"{"done":{"stop":"end","prompt_tokens":1000,"reused_tokens":0,"generated":10,"prompt_ms":20000,"generation_ms":1000,"threads":1}}"#;

/// A provider whose child writes the question to a file and answers with these lines.
struct Part {
    folder: tempfile::TempDir,
    engine: Engine,
}

impl Part {
    fn new(lines: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("loaded"), format!("{LOADED}\n")).unwrap();
        std::fs::write(
            folder.path().join("small.gguf"),
            b"GGUF\x03\0\0\0".iter().chain(&[0; 16]).copied().collect::<Vec<_>>(),
        )
        .unwrap();
        let script = r#"read -r load; cat loaded; read -r ask; printf '%s' "$ask" > asked; cat said; read -r rest"#;
        let at = format!("cd '{}'; {script}", folder.path().display());
        let program =
            Program { path: PathBuf::from("/bin/sh"), args: vec!["-c".into(), at.into()] };
        let options = Options { program, ..Options::new("/library").unwrap() };
        let part = Self { engine: Engine::new(options), folder };
        part.says(lines);
        part
    }

    /// The next child says these lines.
    fn says(&self, lines: &[&str]) {
        let said: String = lines.iter().map(|line| format!("{line}\n")).collect();
        std::fs::write(self.folder.path().join("said"), said).unwrap();
    }

    /// Installs this engine for the process.
    fn connect(&self) -> std::sync::Arc<dyn Provider> {
        let models = ModelFolder::new(self.folder.path());
        install_engine(InstalledEngine { engine: self.engine.clone(), models });
        Server::engine().connect().unwrap()
    }

    fn asked(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("asked")).unwrap()
    }
}

/// One test, because the process has one engine.
#[tokio::test]
async fn the_engine_answers_like_any_server() {
    // Nothing is installed yet.
    let none = Server::engine().connect().unwrap();
    assert_eq!(none.models().await.unwrap_err().code, Code::BadSetting);
    assert_eq!(ask(&*none).await.failure().code, Code::BadSetting);

    let part = Part::new(&[
        r#"{"prompt":{"read":8,"total":40}}"#,
        r#"{"text":"<think>"}"#,
        r#"{"text":"hm</think>Rye"}"#,
        r#"{"notice":"A sentence."}"#,
        r#"{"text":" is ä."}"#,
        DONE,
    ]);
    let provider = part.connect();
    let models = provider.models().await.unwrap();
    assert_eq!(models.len(), 1);
    assert_eq!((models[0].name.as_str(), models[0].capabilities.tools.yes), ("small", false));
    let heard = ask(&*provider).await;
    let usage = Usage { prompt: Tokens(40), completion: Tokens(7) };
    let expect = Heard {
        text: "Rye is ä.".into(),
        thinking: "hm".into(),
        notices: vec!["A sentence.".into()],
        end: Some(End::Done(FinishReason::Stop, Some(usage))),
        ..Heard::default()
    };
    assert_eq!(heard, expect);
    // The receipt contains the exact line.
    assert_eq!(part.asked(), provider.body(&request()));
    // The model is loaded and reports its window.
    assert_eq!(provider.models().await.unwrap()[0].window.tokens, Tokens(2048));

    // A catalogued model has the catalogue's name, and its file's name works, too.
    let known = &Catalogue::built_in().models[0];
    let file = &known.files[0].name;
    let path = part.folder.path().join(file);
    std::fs::copy(part.folder.path().join("small.gguf"), &path).unwrap();
    std::fs::File::options().write(true).open(&path).unwrap().set_len(known.bytes()).unwrap();
    std::fs::write(part.folder.path().join("broken.gguf"), "Rye").unwrap();
    std::fs::write(part.folder.path().join("notes.md"), "Rye").unwrap();
    let models = provider.models().await.unwrap();
    let names: Vec<_> = models.iter().map(|model| model.name.as_str()).collect();
    assert_eq!(names, [known.id.as_str(), "small"]);

    // Earlier answers predict the reading time.
    let part = Part::new(&[DONE_SLOWLY]);
    let provider = part.connect();
    assert_eq!(ask(&*provider).await.reading, []);
    part.says(&[
        r#"{"prompt":{"read":0,"total":1000}}"#,
        r#"{"prompt":{"read":1000,"total":1000}}"#,
        DONE,
    ]);
    part.engine.unload();
    assert_eq!(ask(&*provider).await.reading, [(1000, 20)]);

    // A call in the text.
    let call = r#"{"text":"<tool_call>\n<function=find>\n<parameter=query>\nrye\n</parameter>\n</function>\n</tool_call>"}"#;
    let part = Part::new(&[call, DONE]);
    let provider = part.connect();
    let parameters = serde_json::json!({ "type": "object" });
    let tools = vec![Tool { name: "find".into(), description: String::new(), parameters }];
    let body = provider.body(&ChatRequest { tools, may_call: true, ..request() });
    let heard = hear(provider.chat(body, CancellationToken::new())).await;
    assert_eq!(heard.text, "");
    assert_eq!(heard.calls[0].arguments, r#"{"query":"rye"}"#);
    assert_eq!(heard.end, Some(End::Done(FinishReason::ToolCalls, Some(usage))));

    // Repeated sentences end the answer, even if the engine would continue.
    let endless =
        r#"{"text":"Bake it for ten minutes. Then turn the oven down, and cover it with foil. "}"#;
    let part = Part::new(&[endless; 60]);
    let heard = ask(&*part.connect()).await;
    let looped = FinishReason::Limit(models::AnswerLimit::Loop);
    assert_eq!(heard.end, Some(End::Done(looped, None)));
    assert!(heard.text.len() < 800, "{}", heard.text);

    // Cancelling ends the answer and releases held text.
    let part = Part::new(&[r#"{"text":"Rye"}"#, r#"{"text":"<thi"}"#]);
    let provider = part.connect();
    let cancel = CancellationToken::new();
    let mut events = provider.chat(provider.body(&request()), cancel.clone());
    assert!(matches!(events.next().await, Some(models::StreamEvent::Text(text)) if text == "Rye"));
    cancel.cancel();
    let rest = tokio::time::timeout(Duration::from_secs(60), hear(events)).await.unwrap();
    assert_eq!(rest.end, Some(End::Cancelled));

    let failed = r#"{"failed":{"kind":"too_long","sentence":"It is too long."}}"#;
    for (lines, code, sentence) in [
        (vec![failed], Code::ContextOverflow, "It is too long."),
        (vec!["nonsense"], Code::BadSetting, "doesn't understand"),
    ] {
        let error = ask(&*Part::new(&lines).connect()).await.failure();
        assert_eq!(error.code, code);
        assert!(error.message.contains(sentence), "{error}");
    }

    let part = Part::new(&[DONE]);
    let provider = part.connect();
    let other = ChatRequest { model: "../small".into(), ..request() };
    let heard = hear(provider.chat(provider.body(&other), CancellationToken::new())).await;
    assert_eq!(heard.failure().code, Code::ModelMissing);
}
