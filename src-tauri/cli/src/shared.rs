//! Commands on shared data of conversations: projects, prompts, memory.

use std::process::ExitCode;

use app::App;
use conversation::ConversationId;
use library::{Memory, MemoryKind};
use serde_json::json;

use crate::{
    args::{AskOptions, MemoryArgs, OneVault},
    find,
    out::{BOLD, DIM, Out, Stop, WARN, name, printable},
    sentences,
};

pub async fn projects(app: &App, args: &OneVault, out: &mut Out) -> Result<ExitCode, Stop> {
    find::open(app, &args.vault, out).await?;
    for project in app.projects.list().await? {
        let size = app.projects.size(project.clone()).await?;
        if out.json {
            out.object(&json!({ "project": project, "size": size }))?;
            continue;
        }
        let whole = size.fits && !project.is_searched;
        out.line(&format!(
            "{BOLD}{}{BOLD:#} {} {DIM}{}{DIM:#}",
            name(&project.name),
            sentences::project_size(size.notes, project.files.len(), size.tokens, whole),
            project.id
        ))?;
        for notice in &size.notices {
            out.line(&format!("  {WARN}{}{WARN:#}", printable(notice)))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

pub async fn prompts(app: &App, args: &OneVault, out: &mut Out) -> Result<ExitCode, Stop> {
    find::open(app, &args.vault, out).await?;
    let list = app.prompts.list().await?;
    for prompt in &list.prompts {
        if out.json {
            out.object(prompt)?;
            continue;
        }
        out.line(&format!("{BOLD}/{}{BOLD:#} {}", name(&prompt.command), name(&prompt.text)))?;
        if let Some(problem) = &prompt.problem {
            out.line(&format!("  {WARN}{}{WARN:#}", printable(problem)))?;
        }
    }
    for unread in &list.unread {
        out.notice(&printable(unread))?;
    }
    Ok(ExitCode::SUCCESS)
}

pub async fn memory(app: &App, args: &MemoryArgs, out: &mut Out) -> Result<ExitCode, Stop> {
    app.vaults.open(&args.vault).await?;
    if args.on || args.off {
        let mut settings = app.settings.get();
        settings.chat.memories = args.on;
        app.settings.set(settings).await?;
    }
    if let Some(text) = &args.add {
        app.memories.remember(text.clone()).await?;
    }
    if let Some(id) = &args.forget {
        app.memories.forget(id.parse()?).await?;
    }
    for memory in app.memories.list().await? {
        if out.json {
            out.object(&memory)?;
        } else {
            show_memory(&memory, out)?;
        }
    }
    if !app.settings.get().chat.memories {
        out.notice(sentences::MEMORY_IS_OFF)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn show_memory(memory: &Memory, out: &Out) -> Result<(), Stop> {
    let kind = match memory.kind {
        MemoryKind::Fact => sentences::FACT,
        MemoryKind::Note => sentences::NOTE,
        MemoryKind::Page => sentences::PAGE,
    };
    let what = memory.wikilink.as_deref().unwrap_or(&memory.text);
    out.line(&format!("{} {DIM}{}{DIM:#}", name(what), memory.id))?;
    let path = memory.path.as_ref().map(|path| name(path.as_str()));
    let summary = memory.summary.as_deref().map(name);
    let used = memory.used.map(|used| sentences::used_at(&format!("{used:.0}")));
    let told = [
        Some(kind.to_owned()),
        path,
        summary,
        Some(sentences::since(&format!("{:.0}", memory.created))),
        Some(used.unwrap_or_else(|| sentences::NOT_USED.to_owned())),
    ];
    let told: Vec<String> = told.into_iter().flatten().collect();
    out.line(&format!("  {DIM}{}{DIM:#}", told.join(" · ")))
}

/// Assigns a conversation, or the next new one, to the requested project, or makes it plain chat.
pub async fn set_up(
    app: &App,
    conversation: Option<ConversationId>,
    options: &AskOptions,
) -> Result<(), Stop> {
    let before = app.conversations.settings_of(conversation).await?;
    let mut own = before.clone();
    if let Some(project) = &options.project {
        own.project = Some(app.projects.by_name(project).await?.id);
    }
    own.plain |= options.plain;
    if own != before {
        app.conversations.set_settings_of(conversation, own).await?;
    }
    Ok(())
}

/// Expands a question's prompt and shows it. `None` if the question begins with `/` but names no prompt.
pub async fn with_prompt(app: &App, question: &str, out: &Out) -> Result<Option<String>, Stop> {
    let (word, rest) = question.split_once(char::is_whitespace).unwrap_or((question, ""));
    let prompts = app.prompts.list().await?.prompts;
    let wanted = word.trim_start_matches('/').to_lowercase();
    let Some(prompt) = prompts.into_iter().find(|prompt| prompt.command == wanted) else {
        return Ok(None);
    };
    let filled = app.prompts.fill(&prompt.source, String::new(), None).await?;
    for notice in &filled.notices {
        out.notice(&printable(notice))?;
    }
    let text = match rest.trim() {
        "" => filled.text,
        rest => format!("{}\n\n{rest}", filled.text),
    };
    out.aside(&printable(&text));
    Ok(Some(text))
}
