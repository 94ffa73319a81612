//! The speed of counting tokens, compared with two other libraries, over 1 KB, 10 KB and 1 MB of three languages and
//! code; and the cost of a cached count.
#![allow(clippy::unwrap_used, reason = "a bench stops at what it doesn't expect")]

use std::{
    fmt,
    sync::atomic::{AtomicU64, Ordering},
};

use divan::{Bencher, black_box, counter::BytesCount};
use models::{Encoding, TokenCounter};

fn main() {
    divan::main();
}

const ENGLISH: &str = include_str!("../../../ARCHITECTURE.md");
const CODE: &str = include_str!("../src/http/endpoint.rs");
const GERMAN: &str = "\
Sauerteig braucht Geduld, und wer ihn drängt, bekommt ein flaches Brot. Am Abend setze ich den Vorteig \
an, mit hundert Gramm Roggenmehl und ebenso viel lauwarmem Wasser; über Nacht steht er in der Küche, \
zugedeckt und fern vom Fenster. Früh am Morgen riecht er nach Apfel, manchmal auch nach Bier, und wirft \
Blasen. Dann kommen Mehl, Salz und der Rest des Wassers dazu, im Verhältnis von drei zu zwei. Zwei \
Stunden Ruhe, dreimal gefaltet, eine Stunde im Gärkörbchen: mehr ist es nicht. Gebacken wird bei 250 °C, \
nach zehn Minuten stelle ich auf 210 °C zurück. Großmutters Ofen hatte kein Thermometer, sie hielt die \
Hand hinein und zählte. ";
const CHINESE: &str = "\
酸面包需要耐心,谁着急谁就只能得到一块扁平的面包。晚上我用一百克黑麦粉和同样多的温水做酵头,盖好以后放在厨房里过夜,\
离窗户远一点。清早它闻起来像苹果,有时候也像啤酒,表面冒着气泡。然后按照三比二的比例加入面粉、盐和剩下的水。\
静置两个小时,折叠三次,再放进发酵篮里一个小时,就这么简单。烤箱先预热到二百五十度,十分钟以后降到二百一十度。\
奶奶的炉子没有温度计,她把手伸进去,一边数数一边判断温度。";

const LANGUAGES: [(&str, &str); 4] =
    [("english", ENGLISH), ("german", GERMAN), ("chinese", CHINESE), ("code", CODE)];
const SIZES: [(&str, usize); 3] = [("1KB", 1_000), ("10KB", 10_000), ("1MB", 1_000_000)];

/// A text repeated up to its size. All three counters recognise known words, so none benefits more than the others.
struct Sample {
    name: String,
    text: String,
}

impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

fn samples() -> Vec<Sample> {
    let all = LANGUAGES.iter().flat_map(|language| SIZES.iter().map(move |size| (language, size)));
    let sample = |((language, text), (label, size)): (&(&str, &str), &(&str, usize))| {
        let mut text = text.repeat(size / text.len() + 1);
        let end = (0..=*size).rev().find(|&end| text.is_char_boundary(end)).unwrap();
        text.truncate(end);
        Sample { name: format!("{language}_{label}"), text }
    };
    all.map(sample).collect()
}

/// A new text each time, because a repeated one would come from the cache.
fn uncached(bencher: Bencher<'_, '_>, sample: &Sample, count: impl Fn(&str) -> usize + Sync) {
    let number = AtomicU64::new(0);
    bencher
        .counter(BytesCount::of_str(&sample.text))
        .with_inputs(|| format!("{:06} {}", number.fetch_add(1, Ordering::Relaxed), sample.text))
        .bench_refs(|text| count(black_box(text)));
}

#[divan::bench_group(sample_count = 60)]
mod counting {
    use super::*;

    #[divan::bench(args = samples())]
    fn baseline_tiktoken(bencher: Bencher<'_, '_>, sample: &Sample) {
        let table = tiktoken::get_encoding("o200k_base").unwrap();
        uncached(bencher, sample, |text| table.count(text));
    }

    #[divan::bench(args = samples())]
    fn baseline_tiktoken_rs(bencher: Bencher<'_, '_>, sample: &Sample) {
        let table = tiktoken_rs::o200k_base_singleton();
        uncached(bencher, sample, |text| table.count_ordinary(text));
    }

    #[divan::bench(args = samples())]
    fn ours(bencher: Bencher<'_, '_>, sample: &Sample) {
        let counter = TokenCounter::for_encoding(Encoding::O200k);
        uncached(bencher, sample, |text| counter.count(text).tokens.0 as usize);
    }
}

/// A message of 2,000 characters, counted for the first time; should take less than a millisecond.
#[divan::bench]
fn message_of_2000_characters(bencher: Bencher<'_, '_>) {
    let counter = TokenCounter::for_model("llama3.2:3b");
    counter.preload();
    let text: String = ENGLISH.chars().take(2_000).collect();
    uncached(bencher, &Sample { name: String::new(), text }, |text| {
        counter.count(text).tokens.0 as usize
    });
}

/// A cached text only costs its hash.
#[divan::bench(args = samples())]
fn cached(bencher: Bencher<'_, '_>, sample: &Sample) {
    let counter = TokenCounter::for_encoding(Encoding::O200k);
    counter.count(&sample.text);
    bencher
        .counter(BytesCount::of_str(&sample.text))
        .bench(|| counter.count(black_box(&sample.text)));
}
