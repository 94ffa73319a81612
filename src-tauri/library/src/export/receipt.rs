use std::fmt::Write;

use language::{Sentence, one_line as line};
use serde_json::json;

use super::{
    file::pretty,
    markdown::{code, longest_run, time},
};
use crate::sentences::export as sentences;
use conversation::{Receipt, Result};

pub fn receipts_json(receipts: &[Receipt]) -> Result<String> {
    pretty(&json!({ "format": "marginalia-receipts", "version": 1, "receipts": receipts }))
}

pub fn receipts_markdown(receipts: &[Receipt]) -> String {
    let mut out = format!("# {}\n", sentences::RECEIPT);
    for (n, receipt) in receipts.iter().enumerate() {
        write_receipt(&mut out, n + 1, receipts.len(), receipt);
    }
    out
}

// Writing to a String doesn't fail.
fn write_receipt(out: &mut String, n: usize, of: usize, receipt: &Receipt) {
    let context = &receipt.context;
    if of > 1 {
        let _ = write!(out, "\n## {}\n", sentences::call_of(n, of));
    }
    let _ = write!(
        out,
        "\n{}\n\n{}\n|---:|---|---|---|\n",
        sentences::model_at(
            &code(&line(&receipt.model)),
            &line(&receipt.server),
            &time(receipt.created)
        ),
        sentences::PARTS
    );
    let cell = |text: &str| line(text).replace('|', "\\|");
    for part in &context.parts {
        let kind = sentences::counted(part.count);
        let origin = part.origin.as_deref().unwrap_or_default();
        let _ = writeln!(
            out,
            "| {} | {kind} | {} | {} |",
            part.tokens,
            cell(&part.label),
            cell(origin)
        );
    }
    let _ = write!(out, "\n{}\n", sentences::sizes(context.total, context.window, context.reserve));
    if let Some(usage) = &receipt.usage {
        let _ = write!(out, "\n{}\n", sentences::usage(usage.prompt, usage.completion));
    }
    section(
        out,
        sentences::LEFT_OUT,
        context
            .cuts
            .iter()
            .map(|cut| sentences::cut(&line(&cut.label), cut.tokens, &line(&cut.reason))),
    );
    section(
        out,
        sentences::DELETED_MARKS,
        receipt.deleted_marks.iter().map(|mark| code(&line(mark))),
    );
    section(out, sentences::PROBLEMS, receipt.problems.iter().map(|problem| line(problem)));
    let fence = "`".repeat(longest_run(&receipt.request).max(2) + 1);
    let _ =
        write!(out, "\n**{}**\n\n{fence}json\n{}\n{fence}\n", sentences::REQUEST, receipt.request);
}

fn section(out: &mut String, title: Sentence, lines: impl Iterator<Item = String>) {
    let mut lines = lines.peekable();
    if lines.peek().is_some() {
        let _ = write!(out, "\n**{title}**\n\n");
        for line in lines {
            let _ = writeln!(out, "- {line}");
        }
    }
}
