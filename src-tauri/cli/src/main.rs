//! `marginalia-cli`: the app in a terminal, for people and scripts.
//!
//! Prints for people, or with `--json` only one object a line on stdout; progress goes to stderr. Exit codes: 0 done,
//! 1 the answer is no, 2 wrong usage, 3 bad input, 4 the model's server, 5 a defect in the app.
//!
//! Reading order: `args` (the command line), `out` (the output), one module for each group of commands,
//! `format_answer` and `show` (answers), `talk` (questions).

mod args;
mod changes;
mod check;
mod extract;
mod files;
mod find;
mod format_answer;
mod insight;
mod json;
mod models;
mod online;
mod out;
mod records;
mod sentences;
mod shared;
mod show;
mod stored;
mod talk;
mod typed;

use std::process::ExitCode;

use clap::Parser;
use tracing_subscriber::{field::MakeExt, fmt::format::DefaultFields};

use crate::{
    args::{Args, Check, Command, Index, Search, SearchMode, Why},
    out::{Out, Stop},
};

fn main() -> ExitCode {
    app::process::protect(false);
    // The app also starts this program as its child process, for a model or a document. A child
    // process does nothing else.
    if engine::worker::is_asked_for() {
        return engine::worker::main();
    }
    if documents::worker::is_asked_for() {
        return documents::worker::main();
    }
    let args = Args::parse();
    tracing_subscriber::fmt()
        // Errors with their causes.
        .fmt_fields(DefaultFields::new().debug_alt())
        .with_env_filter(
            tracing_subscriber::EnvFilter::try_from_env("MARGINALIA_LOG")
                .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("warn")),
        )
        .with_writer(std::io::stderr)
        .init();
    let mut out = Out::new(args.json);
    let done = run(&args, &mut out);
    match done {
        Ok(code) => code,
        Err(stop) => out.stop(stop),
    }
}

fn run(args: &Args, out: &mut Out) -> Result<ExitCode, Stop> {
    if let Some(text) = turn::unreadable_now() {
        return Err(Stop::bad_input(sentences::no_local_time(&text)));
    }
    match &args.command {
        Command::Notes { vault } => files::notes(vault, out),
        Command::Links { vault } => files::links(vault, out),
        Command::Chunks { vault } => files::chunks(vault, out),
        Command::Render { file, vault } => files::render(file, vault.as_deref(), out),
        Command::Extract { file, pages, pictures } => {
            extract::extract(file, *pages, *pictures, out)
        }
        Command::Tokens { file, model, encoding } => {
            files::tokens(file, model.as_deref(), *encoding, out)
        }
        Command::Check(Check { batch: Some(batch), features, words_only, .. }) => {
            check::batch(batch, *features, *words_only, out)
        }
        command => {
            let runtime = tokio::runtime::Builder::new_multi_thread()
                .enable_all()
                .build()
                .map_err(|error| Stop::internal(error.to_string()))?;
            let done = runtime.block_on(async {
                let data = match &args.data {
                    Some(data) => data.clone(),
                    None => app::place::data_dir()?,
                };
                let app = app::App::open(&data).await?;
                if let Some(notice) = app.notice() {
                    out.notice(&notice)?;
                }
                let embeds = !matches!(
                    command,
                    Command::Index(Index { no_embed: true, .. })
                        | Command::Search(Search { mode: Some(SearchMode::Keyword), .. })
                        | Command::Why(Why { mode: Some(SearchMode::Keyword), .. })
                        | Command::Query(_)
                        | Command::Use(_)
                        | Command::Web(_)
                        | Command::Models(_)
                        | Command::Export(_)
                        | Command::Import(_)
                        | Command::Erase(_)
                        | Command::Receipt(_)
                        | Command::Changes(_)
                        | Command::Apply(_)
                        | Command::Refuse(_)
                        | Command::Undo(_)
                        | Command::Projects(_)
                        | Command::Prompts(_)
                        | Command::Memory(_)
                        | Command::Insight(_)
                );
                // These commands end before later changes matter, so they don't watch the folder.
                if let Command::Status { .. }
                | Command::Search(_)
                | Command::Check(_)
                | Command::Why(_) = command
                {
                    app.vaults.set_following(notes::FollowMode::Off);
                }
                app.models.use_engine(app::place::resources([]).as_deref());
                if embeds {
                    app.retrieval.find_by_meaning(app::place::resources([]).as_deref());
                }
                let done = match command {
                    Command::Index(index) => find::index(&app, index, out).await,
                    Command::Status { vault } => find::status(&app, vault, out).await,
                    Command::Search(search) => find::search(&app, search, out).await,
                    Command::Query(query) => records::query(&app, query, out).await,
                    Command::Check(check) if check.footnotes => {
                        changes::footnotes(&app, check, out).await
                    }
                    Command::Check(check) => check::vault(&app, check, out).await,
                    Command::Why(why) => find::why(&app, why, out).await,
                    Command::Models(args) => models::models(&app, args, out).await,
                    Command::Use(wanted) => models::choose(&app, wanted, out).await,
                    Command::Web(args) => online::web(&app, args, out).await,
                    Command::Propose(ask) => changes::propose(&app, ask, out).await,
                    Command::Changes(args) => changes::changes(&app, args, out).await,
                    Command::Apply(args) => changes::apply(&app, args, out).await,
                    Command::Refuse(args) => changes::refuse(&app, args, out).await,
                    Command::Undo(args) => changes::undo(&app, args, out).await,
                    Command::Ask(ask) => talk::ask(&app, ask, out).await,
                    Command::Chat(chat) => talk::chat(&app, chat, out).await,
                    Command::Projects(args) => shared::projects(&app, args, out).await,
                    Command::Prompts(args) => shared::prompts(&app, args, out).await,
                    Command::Memory(args) => shared::memory(&app, args, out).await,
                    Command::Insight(args) => insight::insight(&app, args, out).await,
                    Command::Export(export) => stored::export(&app, export, out).await,
                    Command::Import(import) => stored::import(&app, import, out).await,
                    Command::Erase(erase) => stored::erase(&app, erase, out).await,
                    Command::Receipt(receipt) => stored::receipt(&app, receipt, out).await,
                    _ => Err(Stop::internal(sentences::NO_PLACE.to_owned())),
                };
                app.close().await;
                done
            });
            if matches!(done, Err(Stop::Interrupted)) {
                runtime.shutdown_background();
            }
            done
        }
    }
}
