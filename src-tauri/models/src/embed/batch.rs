//! Texts of like length together: a batch costs as much as its longest text times its rows.

/// Rows by their place in the input, at most `tokens` cells (rows × longest) each and at most
/// `rows` rows. Every place comes once; a text longer than `tokens` has a batch of its own.
pub(super) fn by_length(lengths: &[usize], tokens: usize, rows: usize) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..lengths.len()).collect();
    order.sort_by_key(|&at| lengths[at]);
    let mut batches: Vec<Vec<usize>> = Vec::new();
    for at in order {
        match batches.last_mut() {
            // Rows come in growing length, so the newest is the longest.
            Some(batch)
                if batch.len() < rows && (batch.len() + 1).saturating_mul(lengths[at]) <= tokens =>
            {
                batch.push(at);
            }
            _ => batches.push(vec![at]),
        }
    }
    batches
}
