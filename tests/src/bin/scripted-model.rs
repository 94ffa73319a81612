//! The scripted model server as a program, for demonstrations and for tests in other processes: `scripted-model
//! [--port N] [--speaks openai,ollama,anthropic] [--script FILE.json]`. `tests/src/model_server/script.rs` describes
//! scripts. Without a script, every answer cites the first document's first sentence.

use std::io::Write as _;
use std::process::ExitCode;

use tests::model_server::{Protocol, Script, ScriptedServer};

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    match run(std::env::args().skip(1)).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            let _ = writeln!(std::io::stderr(), "scripted-model: {why}");
            ExitCode::from(2)
        }
    }
}

async fn run(mut args: impl Iterator<Item = String>) -> Result<(), String> {
    let mut port = 0;
    let mut speaks = None;
    let mut script = Script::default();
    while let Some(name) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("{name} needs a value"));
        match name.as_str() {
            "--port" => {
                let text = value()?;
                port = text.parse().map_err(|_| format!("{text} is no port"))?;
            }
            "--script" => {
                let file = value()?;
                let json = std::fs::read_to_string(&file).map_err(|e| format!("{file}: {e}"))?;
                script = Script::from_json(&json).map_err(|why| format!("{file}: {why}"))?;
            }
            "--speaks" => {
                let text = value()?;
                let read = |name: &str| {
                    serde_json::from_value(name.trim().into())
                        .map_err(|_| format!("{name} isn't one of openai, ollama, anthropic"))
                };
                speaks = Some(text.split(',').map(read).collect::<Result<Vec<Protocol>, _>>()?);
            }
            _ => {
                return Err(format!(
                    "{name} isn't understood; there are --port, --speaks and --script"
                ));
            }
        }
    }
    if let Some(speaks) = speaks {
        script.speaks = speaks;
    }
    let server = ScriptedServer::start_on(script, port)
        .await
        .map_err(|error| format!("port {port} can't be opened: {error}"))?;
    let _ = writeln!(std::io::stdout(), "A scripted model answers at {}", server.url());
    tokio::signal::ctrl_c().await.map_err(|error| error.to_string())
}
