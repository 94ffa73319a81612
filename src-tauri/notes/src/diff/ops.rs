use std::ops::Range;

use similar::DiffOp;

/// An operation's own position on the other side isn't always right, so the lengths are added up.
pub(super) fn changed(ops: &[DiffOp]) -> Vec<(Range<usize>, Range<usize>)> {
    let (mut old, mut new) = (0, 0);
    let mut found: Vec<(Range<usize>, Range<usize>)> = Vec::new();
    for op in ops {
        let (gone, come) = (old..old + op.old_range().len(), new..new + op.new_range().len());
        (old, new) = (gone.end, come.end);
        if matches!(op, DiffOp::Equal { .. }) {
            continue;
        }
        match found.last_mut() {
            Some((last_gone, last_come))
                if last_gone.end == gone.start && last_come.end == come.start =>
            {
                (last_gone.end, last_come.end) = (gone.end, come.end);
            }
            _ => found.push((gone, come)),
        }
    }
    found
}
