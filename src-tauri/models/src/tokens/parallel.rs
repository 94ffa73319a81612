//! Counts the passages of a large text on several threads.

use std::{
    panic::resume_unwind,
    thread::{available_parallelism, scope},
};

/// Bytes per thread. Counting them takes about 10 ms.
const LARGE: usize = 256 * 1024;

const MOST_THREADS: usize = 8;

/// The number of threads that are worth their start.
pub(super) fn threads(texts: &[String]) -> usize {
    let bytes: usize = texts.iter().map(String::len).sum();
    let cores = available_parallelism().map_or(1, usize::from);
    (bytes / LARGE + 1).min(cores).min(MOST_THREADS)
}

/// Returns `count` of each text, in their order.
pub(super) fn each<T: Send>(
    threads: usize,
    texts: &[String],
    count: &(dyn Fn(&str) -> T + Sync),
) -> Vec<T> {
    let all = |texts: &[String]| texts.iter().map(|text| count(text)).collect::<Vec<T>>();
    if threads < 2 || texts.len() < 2 {
        return all(texts);
    }
    let share = texts.len().div_ceil(threads);
    scope(|scope| {
        let shares = texts.chunks(share).map(|texts| scope.spawn(move || all(texts)));
        let running: Vec<_> = shares.collect();
        let ended = running.into_iter().map(|thread| thread.join());
        ended.flat_map(|counts| counts.unwrap_or_else(|panic| resume_unwind(panic))).collect()
    })
}

#[cfg(test)]
mod tests {
    use std::{collections::HashSet, thread};

    use super::*;
    use crate::TokenCounter;
    use conversation::model::Count;

    #[test]
    fn a_large_text_is_counted_on_several_threads_as_on_one() {
        let text = |at: usize| format!("Passage {at}: salt is weighed. {}", "So. ".repeat(at));
        let texts: Vec<String> = (0..200).map(text).collect();
        let counter = TokenCounter::for_model("gpt-4o");
        let expected: Vec<_> = texts.iter().map(|text| counter.count(text)).collect();
        assert_eq!(counter.count_all(&texts), expected);
        assert_eq!(each(3, &texts, &|text| counter.count(text)), expected);

        let on: HashSet<_> = each(3, &texts, &|_| thread::current().id()).into_iter().collect();
        assert!(on.len() == 3 && !on.contains(&thread::current().id()), "{on:?}");
        for few in [&texts[..0], &texts[..1]] {
            assert_eq!(
                each(3, few, &|_| thread::current().id()),
                vec![thread::current().id(); few.len()]
            );
        }
        let cores = available_parallelism().map_or(1, usize::from);
        assert_eq!((threads(&texts), threads(&["a".repeat(LARGE)])), (1, cores.min(2)));
    }
}
