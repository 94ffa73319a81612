//! Statistics about the sources of a vault's answers.

use std::process::ExitCode;

use app::App;

use crate::{
    args::OneVault,
    find,
    out::{BOLD, DIM, MARK, Out, Stop, name},
    sentences,
};

pub async fn insight(app: &App, args: &OneVault, out: &mut Out) -> Result<ExitCode, Stop> {
    find::open(app, &args.vault, out).await?;
    let insight = app.insights.whole().await?;
    if out.json {
        out.object(&insight)?;
        return Ok(ExitCode::SUCCESS);
    }
    let notes = insight.notes.iter().map(|note| {
        let counted = sentences::cited(note.answers, note.conversations);
        format!("{MARK}{}{MARK:#} {DIM}{counted}{DIM:#}", name(&note.path))
    });
    section(out, sentences::CITED_NOTES, notes)?;
    let months = insight.months.iter().map(|month| {
        format!("{} {DIM}{}{DIM:#}", month.month, sentences::citing(month.answers, month.notes))
    });
    section(out, sentences::CITED_BY_MONTH, months)?;
    let conversations = insight.conversations.iter().map(|found| {
        let counted = sentences::citing(found.answers, found.notes);
        format!("{} {DIM}{counted}, {}{DIM:#}", name(&found.title), found.id)
    });
    section(out, sentences::CITED_BY_CONVERSATION, conversations)?;
    let uncited = insight.uncited.iter().map(name);
    section(out, sentences::NEVER_CITED, uncited)?;
    let fruitless = insight.fruitless.iter().map(|question| {
        let why = sentences::fruitless(question.found);
        format!("{} {DIM}{why}, {}{DIM:#}", name(&question.text), question.conversation)
    });
    section(out, sentences::WITHOUT_SOURCE, fruitless)?;
    Ok(ExitCode::SUCCESS)
}

fn section(
    out: &Out,
    title: &str,
    lines: impl ExactSizeIterator<Item = String>,
) -> Result<(), Stop> {
    out.line(&format!("{BOLD}{title}{BOLD:#} ({})", lines.len()))?;
    for line in lines {
        out.line(&format!("  {line}"))?;
    }
    Ok(())
}
