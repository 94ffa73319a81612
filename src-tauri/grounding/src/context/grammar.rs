//! Constrains a small model's answer by a grammar, because it forgets the numbers if only asked for them.

use conversation::reference::{Number, Reference};

use super::Input;

const RULES: &str = include_str!("grammar.gbnf");

/// The GBNF grammar for the instructions of small models, with the numbers of the documents `used`. `None` with other
/// instructions, or without a document to cite.
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
