//! What a small model may write, as a grammar: asked for numbers alone, it forgets them.

use conversation::reference::{Number, Reference};

use super::Input;

const RULES: &str = include_str!("grammar.gbnf");

/// The grammar, in GBNF, of an answer to the instructions for small models that goes by the documents
/// `used`. `None` where other instructions hold, or there is nothing to cite.
pub fn grammar(input: Input<'_>, used: &[Reference]) -> Option<String> {
    let replaced = input.basis.prompts.iter().any(|prompt| prompt.replaces_instructions);
    let own = replaced || input.fit.instructions.is_some();
    if !input.fit.small || own || input.progress.work.is_some() || input.progress.findings.is_some()
    {
        return None;
    }
    let numbers = used.iter().filter_map(|document| document.number);
    let numbers: Vec<String> = numbers.map(|Number(number)| format!("\"{number}\"")).collect();
    (!numbers.is_empty()).then(|| format!("{RULES}number ::= {}\n", numbers.join(" | ")))
}
