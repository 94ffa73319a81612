//! Finds the nearest rows by comparing all of them.

use std::{ops::Range, sync::OnceLock, thread};

use fearless_simd::{Level, dispatch};

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct RowScore {
    pub(crate) row: u32,
    pub(crate) score: f32,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Rows<'a> {
    pub(crate) numbers: &'a [i8],
    pub(crate) factors: &'a [f32],
    pub(crate) dimensions: usize,
}

/// Rows compared before the best are picked, so that their scores stay in the processor's nearest cache.
const AT_A_TIME: usize = 512;

/// Minimum bytes per thread: about a millisecond of reading, to be worth its start.
const BYTES_A_THREAD: usize = 16 << 20;

/// Maximum threads: more don't read memory faster.
const MOST_THREADS: usize = 4;

pub(crate) fn best(rows: Rows<'_>, query: &[i16], most: usize) -> Vec<RowScore> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let threads = (rows.numbers.len() / BYTES_A_THREAD).clamp(1, cores.min(MOST_THREADS));
    best_by(threads, rows, query, most)
}

pub(crate) fn best_by(threads: usize, rows: Rows<'_>, query: &[i16], most: usize) -> Vec<RowScore> {
    let count = rows.factors.len();
    let part = count.div_ceil(threads).max(1);
    let look = |range: Range<usize>| {
        let mut best = TopRows::new(most);
        let mut products = [0; AT_A_TIME];
        for start in range.clone().step_by(AT_A_TIME) {
            let end = (start + AT_A_TIME).min(range.end);
            let numbers = &rows.numbers[start * rows.dimensions..end * rows.dimensions];
            multiply(numbers, query, &mut products);
            for (row, product) in (start..end).zip(products) {
                best.offer(row, product as f32 * rows.factors[row]);
            }
        }
        best.end()
    };
    if threads == 1 {
        return look(0..count);
    }
    thread::scope(|scope| {
        let others: Vec<_> = (1..threads)
            .map(|thread| {
                scope.spawn(move || {
                    look((thread * part).min(count)..((thread + 1) * part).min(count))
                })
            })
            .collect();
        let mut best = TopRows::new(most);
        best.kept = look(0..part.min(count));
        for (thread, other) in (1..threads).zip(others) {
            // Repeats the work of a thread that panicked.
            let found = other.join();
            let found = found.unwrap_or_else(|_| {
                look((thread * part).min(count)..((thread + 1) * part).min(count))
            });
            best.kept.extend(found);
        }
        best.end()
    })
}

pub(crate) fn best_among(
    rows: Rows<'_>,
    query: &[i16],
    most: usize,
    among: &[u32],
) -> Vec<RowScore> {
    let mut best = TopRows::new(most);
    let mut products = [0; AT_A_TIME];
    for some in among.chunks(AT_A_TIME) {
        dispatch!(level(), _ => for (row, product) in some.iter().zip(&mut products) {
            let numbers = &rows.numbers[*row as usize * rows.dimensions..][..rows.dimensions];
            *product = multiply_one(numbers, query);
        });
        for (row, product) in some.iter().zip(products) {
            let row = *row as usize;
            best.offer(row, product as f32 * rows.factors[row]);
        }
    }
    best.end()
}

fn multiply(rows: &[i8], query: &[i16], products: &mut [i32]) {
    dispatch!(level(), _ => for (row, product) in rows.chunks_exact(query.len()).zip(products) {
        *product = multiply_one(row, query);
    });
}

fn level() -> Level {
    static LEVEL: OnceLock<Level> = OnceLock::new();
    *LEVEL.get_or_init(Level::new)
}

/// Inlined, so that it is compiled for each set of instructions, which makes it fast. The query is widened
/// beforehand; rows are widened on the fly, multiplied and added in pairs.
///
/// A sum stays below 127 × 127 × 65,536 numbers, which no model has, so nothing wraps; `wrapping_add` makes a build
/// with overflow checks as fast.
#[inline(always)]
fn multiply_one(row: &[i8], query: &[i16]) -> i32 {
    let products = row.iter().zip(query).map(|(&a, &b)| i32::from(a) * i32::from(b));
    products.fold(0, i32::wrapping_add)
}

/// The best rows so far; at most twice `most`, so that picking is rare.
struct TopRows {
    most: usize,
    kept: Vec<RowScore>,
    least: f32,
}

impl TopRows {
    fn new(most: usize) -> Self {
        Self { most, kept: Vec::new(), least: f32::NEG_INFINITY }
    }

    #[inline(always)]
    fn offer(&mut self, row: usize, score: f32) {
        if score > self.least {
            self.keep(row, score);
        }
    }

    #[cold]
    fn keep(&mut self, row: usize, score: f32) {
        self.kept.push(RowScore { row: row as u32, score });
        if self.kept.len() >= self.most.saturating_mul(2).max(64) {
            self.pick();
        }
    }

    fn pick(&mut self) {
        if self.kept.len() > self.most {
            let nearer = |a: &RowScore, b: &RowScore| b.score.total_cmp(&a.score);
            self.kept.select_nth_unstable_by(self.most, nearer);
            self.kept.truncate(self.most);
            let least = self.kept.iter().map(|scored| scored.score).min_by(f32::total_cmp);
            self.least = least.unwrap_or(f32::INFINITY);
        }
    }

    fn end(mut self) -> Vec<RowScore> {
        self.pick();
        self.kept
    }
}
