use std::ops::Range;

use similar::DiffOp;

/// An operation's own position on the other side isn't always right, so the lengths are added up.
pub(super) fn changed(ops: &[DiffOp]) -> Vec<(Range<usize>, Range<usize>)> {
    let (mut old, mut new) = (0, 0);
    let mut found: Vec<(Range<usize>, Range<usize>)> = Vec::new();
    for op in ops {
        let (old_range, new_range) =
            (old..old + op.old_range().len(), new..new + op.new_range().len());
        (old, new) = (old_range.end, new_range.end);
        if matches!(op, DiffOp::Equal { .. }) {
            continue;
        }
        match found.last_mut() {
            Some((last_old, last_new))
                if last_old.end == old_range.start && last_new.end == new_range.start =>
            {
                (last_old.end, last_new.end) = (old_range.end, new_range.end);
            }
            _ => found.push((old_range, new_range)),
        }
    }
    found
}
