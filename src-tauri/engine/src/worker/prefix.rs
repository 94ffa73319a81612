#[cfg(test)]
mod tests;

use super::native::Token;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Plan {
    pub keep: usize,
    pub by: Way,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    Forget,
    /// Restores the checkpoint at [`Plan::keep`], then forgets the tokens after it.
    Restore,
    Clear,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Memory<'a> {
    pub tokens: &'a [Token],
    /// The model can return to any position; otherwise only to the end or a checkpoint.
    pub goes_back: bool,
    /// The model's state may not match the last token, after a cancel in the middle of a batch.
    pub torn: bool,
    pub checkpoints: &'a [usize],
}

/// The longest reusable part of `prompt`. The last token is always read again: reading it yields the next one.
pub(super) fn plan(memory: Memory<'_>, prompt: &[Token]) -> Plan {
    let same = common(memory.tokens, prompt).min(prompt.len().saturating_sub(1));
    let goes_on = memory.goes_back || same == memory.tokens.len() && !memory.torn;
    if same == 0 {
        return Plan { keep: 0, by: Way::Clear };
    }
    if goes_on {
        return Plan { keep: same, by: Way::Forget };
    }
    let checkpoint = memory.checkpoints.iter().copied().filter(|at| *at <= same).max();
    match checkpoint {
        Some(keep) => Plan { keep, by: Way::Restore },
        None => Plan { keep: 0, by: Way::Clear },
    }
}

pub(super) fn common(a: &[Token], b: &[Token]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}
