//! Commands that talk with a model, or did: ask, receipt.

use std::process::ExitCode;

use chat::{
    App, AskRequest, Mode, TurnEvent,
    library::Message,
    references::{Reference, State},
    settings::{Chosen, ServerSetting},
};
use futures::StreamExt;

use crate::{
    args::{Ask, AskMode},
    find, json,
    out::{BOLD, DIM, ERROR, MARK, Out, Stop, WARN, exit_code, name, printable},
};

/// `ask VAULT QUESTION`
pub async fn ask(app: &App, ask: &Ask, out: &mut Out) -> Result<ExitCode, Stop> {
    find::open(app, &ask.vault, out).await?;
    if ask.server.is_some() || ask.model.is_some() {
        let mut settings = app.settings();
        // At the chosen server, unless another one is named.
        let mut at = settings.chosen.take().and_then(|chosen| chosen.server);
        if let Some(url) = &ask.server {
            let kind = app.look_at(url).await?.server.kind;
            settings.servers = vec![ServerSetting::new(kind, url)];
            at = Some(url.clone());
        }
        if let Some(model) = &ask.model {
            settings.chosen = Some(Chosen { server: at, model: model.clone() });
        }
        app.use_settings_for_now(settings)?;
    }
    let mut attachments = Vec::new();
    for file in &ask.attach {
        attachments.push(app.attach(file).await?.id);
    }
    let mut events = app.ask(AskRequest {
        conversation: ask.conversation.as_deref().map(str::parse).transpose()?,
        text: ask.question.clone(),
        mode: match ask.mode {
            AskMode::None => Mode::None,
            AskMode::Notes => Mode::Notes,
        },
        attachments,
        passages_only: ask.passages,
        retry: None,
        edit: None,
    });
    let mut answer = None;
    let mut code = ExitCode::SUCCESS;
    loop {
        let event = tokio::select! {
            event = events.next() => event,
            // Ctrl-C stops the answer, keeps what is there, and ends as any turn ends.
            Ok(()) = tokio::signal::ctrl_c(), if answer.is_some() => {
                if let Some(answer) = answer.take() {
                    app.cancel(answer);
                }
                continue;
            }
        };
        let Some(event) = event else { return Ok(code) };
        if let TurnEvent::Started { answer: id, .. } = &event {
            answer = Some(*id);
        }
        if let TurnEvent::Failed { error, .. } = &event {
            code = ExitCode::from(exit_code(error.code));
        }
        if out.json {
            out.object(&json::event(&event))?;
        } else {
            show(&event, out)?;
        }
    }
}

fn show(event: &TurnEvent, out: &Out) -> Result<(), Stop> {
    match event {
        TurnEvent::Notice(message) => out.notice(&printable(message)),
        TurnEvent::Waiting { pause, error } => out.notice(&format!(
            "{} Trying again in {:.0} s.",
            printable(&error.message),
            pause.as_secs_f32().ceil()
        )),
        TurnEvent::Text(text) => out.text(&printable(text)),
        TurnEvent::Citation(number) => out.text(&format!("{MARK}[{number}]{MARK:#}")),
        TurnEvent::Finished(answer) => {
            if answer.passages_only {
                out.text(&printable(&answer.text))?;
            }
            show_references(answer, out)
        }
        TurnEvent::Cancelled(answer) => {
            out.line(&format!("\n{WARN}Stopped; what was there is kept.{WARN:#}"))?;
            show_references(answer, out)
        }
        TurnEvent::Failed { error, .. } => {
            out.text("\n")?;
            out.notice(&format!("{ERROR}error:{ERROR:#} {}", printable(&error.message)))?;
            for line in &error.tried {
                out.notice(&format!("  {line}"))?;
            }
            out.notice("Your question is kept. `--passages` shows what was found, without a model.")
        }
        _ => Ok(()),
    }
}

fn show_references(answer: &Message, out: &Out) -> Result<(), Stop> {
    out.text("\n")?;
    let sections: [(&str, &[State]); 4] = [
        ("Cited", &[State::Cited]),
        ("Also read", &[State::Used]),
        ("Looked at and left", &[State::Considered]),
        ("Not found", &[State::Broken, State::Gone]),
    ];
    for (section, states) in sections {
        let mut references = answer
            .references
            .iter()
            .filter(|reference| states.contains(&reference.state))
            .peekable();
        if references.peek().is_none() {
            continue;
        }
        out.line(&format!("\n{BOLD}{section}{BOLD:#}"))?;
        for reference in references {
            out.line(&reference_line(reference))?;
            let summary = reference.summary.as_deref().unwrap_or(&reference.snippet);
            if !summary.is_empty() {
                out.line(&format!("      {DIM}{}{DIM:#}", printable(summary)))?;
            }
        }
    }
    Ok(())
}

fn reference_line(reference: &Reference) -> String {
    let number = reference
        .number
        .map_or_else(|| "  •  ".to_owned(), |number| format!("{:>5}", format!("[{number}]")));
    match (&reference.path, &reference.passage) {
        (Some(path), Some(passage)) => format!(
            "{MARK}{number}{MARK:#} {} {DIM}({}:{}){DIM:#}",
            name(&reference.wikilink),
            name(path),
            passage.lines.start
        ),
        (Some(path), None) => format!(
            "{MARK}{number}{MARK:#} {} {DIM}({}){DIM:#}",
            name(&reference.wikilink),
            name(path)
        ),
        (None, _) if reference.state == State::Broken => {
            format!("{WARN}{number} {} not found{WARN:#}", name(&reference.wikilink))
        }
        (None, _) => format!("{MARK}{number}{MARK:#} {}", name(&reference.title)),
    }
}

/// `receipt ANSWER`
pub async fn receipt(app: &App, answer: &str, out: &mut Out) -> Result<ExitCode, Stop> {
    let receipt = app.receipt(answer.parse()?).await?;
    if out.json {
        out.object(&receipt)?;
        return Ok(ExitCode::SUCCESS);
    }
    out.line(&format!(
        "{BOLD}{}{BOLD:#} at {} {DIM}{}{DIM:#}",
        receipt.model, receipt.server, receipt.created
    ))?;
    for part in &receipt.context.parts {
        out.line(&format!("{:>7}  {}", part.tokens.0, name(&part.label)))?;
    }
    out.line(&format!(
        "{:>7}  of {}, {} kept for the answer",
        receipt.context.total.0, receipt.context.window.0, receipt.context.reserve.0
    ))?;
    for cut in &receipt.context.cuts {
        out.line(&format!("{WARN}left out:{WARN:#} {} — {}", name(&cut.label), cut.reason))?;
    }
    if let Some(usage) = receipt.usage {
        out.line(&format!(
            "the server counted {} tokens in, {} out",
            usage.prompt.0, usage.completion.0
        ))?;
    }
    out.line(&format!("\n{}", receipt.request))?;
    Ok(ExitCode::SUCCESS)
}
