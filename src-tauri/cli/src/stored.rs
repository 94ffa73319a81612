//! Commands on stored conversations: export, import, receipt.

use std::{io::Write, process::ExitCode};

use app::App;
use conversation::{MessageId, Receipt};
use library::export::Format;
use notes::private;
use serde_json::json;

use crate::{
    args::{Erase, Export, Import, KeptFormat, ReceiptArgs},
    out::{BOLD, DIM, Out, Stop, WARN, name, printable},
    sentences,
};

pub async fn export(app: &App, export: &Export, out: &mut Out) -> Result<ExitCode, Stop> {
    let format = format(export.format);
    let text = app.conversations.export(export.conversation.parse()?, format).await?;
    match &export.output {
        Some(file) => {
            // Never overwrites a file: it may be somebody's only copy.
            let written = private::options()
                .write(true)
                .create_new(true)
                .open(file)
                .and_then(|mut file| file.write_all(text.as_bytes()));
            written.map_err(|error| match error.kind() {
                std::io::ErrorKind::AlreadyExists => {
                    Stop::bad_input(sentences::is_there(&name(file.display())))
                }
                _ => Stop::bad_input(sentences::not_written(&name(file.display()), &error)),
            })?;
            if out.json {
                out.object(&json!({
                    "conversation": export.conversation, "format": format,
                    "file": file, "bytes": text.len(),
                }))?;
            }
        }
        None if out.json => out.object(&json!({
            "conversation": export.conversation, "format": format, "text": text,
        }))?,
        None => out.whole(&text)?,
    }
    Ok(ExitCode::SUCCESS)
}

pub async fn import(app: &App, import: &Import, out: &mut Out) -> Result<ExitCode, Stop> {
    app.vaults.open(&import.vault).await?;
    for imported in app.conversations.import(&import.file).await? {
        if out.json {
            out.object(&json!({
                "conversation": imported.conversation, "title": imported.title,
                "messages": imported.messages, "notes": imported.notes,
            }))?;
            continue;
        }
        out.line(&format!(
            "{BOLD}{}{BOLD:#} {DIM}{}, {}{DIM:#}",
            name(&imported.title),
            sentences::messages(imported.messages),
            imported.conversation
        ))?;
        for note in &imported.notes {
            out.notice(&format!("  {}", printable(note)))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

pub async fn erase(app: &App, erase: &Erase, out: &mut Out) -> Result<ExitCode, Stop> {
    let only = erase.conversation.as_deref().map(str::parse).transpose()?;
    let erased = app.conversations.erase_deleted(only).await?;
    out.either(&json!({ "erased": erased }), || sentences::erased(erased))?;
    Ok(ExitCode::SUCCESS)
}

pub async fn receipt(app: &App, args: &ReceiptArgs, out: &mut Out) -> Result<ExitCode, Stop> {
    let answer: MessageId = args.answer.parse()?;
    match args.format {
        Some(kept) => {
            let format = format(kept);
            let text = app.conversations.export_receipt(answer, format).await?;
            if out.json {
                out.object(&json!({ "answer": answer, "format": format, "text": text }))?;
            } else {
                out.whole(&text)?;
            }
        }
        None => show_receipts(app, answer, args.all, out).await?,
    }
    Ok(ExitCode::SUCCESS)
}

pub async fn show_receipts(app: &App, answer: MessageId, all: bool, out: &Out) -> Result<(), Stop> {
    let mut receipts = app.conversations.receipts(answer).await?;
    let calls = receipts.len();
    if !all {
        // Judges, translations and summaries of notes come after the answer's own last call.
        let own = receipts.iter().rposition(|receipt| !receipt.context.auxiliary);
        let shown = own.or(calls.checked_sub(1));
        receipts = shown.map(|at| receipts.swap_remove(at)).into_iter().collect();
    }
    for receipt in &receipts {
        if out.json {
            out.object(receipt)?;
        } else {
            show_receipt(receipt, out)?;
        }
    }
    if !all && calls > 1 && !out.json {
        out.notice(&sentences::last_receipt(calls, &answer))?;
    }
    Ok(())
}

fn show_receipt(receipt: &Receipt, out: &Out) -> Result<(), Stop> {
    out.line(&format!(
        "{BOLD}{}{BOLD:#} {} {} {DIM}{}{DIM:#}",
        name(&receipt.model),
        sentences::AT_SERVER,
        name(&receipt.server),
        receipt.created
    ))?;
    if receipt.imported {
        let (imported, how) = (sentences::IMPORTED, sentences::IMPORTED_RECEIPT);
        out.line(&format!("{WARN}{imported}{WARN:#} {how}"))?;
    }
    for part in &receipt.context.parts {
        out.line(&format!("{:>7}  {}", part.tokens.0, name(&part.label)))?;
    }
    let of = sentences::of_window(receipt.context.window, receipt.context.reserve);
    out.line(&format!("{:>7}  {of}", receipt.context.total.0))?;
    for cut in &receipt.context.cuts {
        out.line(&format!(
            "{WARN}{}{WARN:#} {} — {}",
            sentences::LEFT_OUT,
            name(&cut.label),
            printable(&cut.reason)
        ))?;
    }
    if let Some(usage) = receipt.usage {
        out.line(&sentences::server_counted(usage.prompt, usage.completion))?;
    }
    for problem in &receipt.problems {
        out.line(&format!("{WARN}{}{WARN:#} {}", sentences::PROBLEM, printable(problem)))?;
    }
    out.line(&format!("\n{}", printable(&receipt.request)))
}

fn format(format: KeptFormat) -> Format {
    match format {
        KeptFormat::Md => Format::Markdown,
        KeptFormat::Json => Format::Json,
    }
}
