use proptest::prelude::*;

use super::*;

#[derive(Clone)]
struct Writer(Vec<u8>);

impl Writer {
    fn new(version: u32, tensors: u64, entries: u64) -> Self {
        Self(b"GGUF".to_vec()).u32(version).u64(tensors).u64(entries)
    }

    fn u32(mut self, number: u32) -> Self {
        self.0.extend(number.to_le_bytes());
        self
    }

    fn u64(mut self, number: u64) -> Self {
        self.0.extend(number.to_le_bytes());
        self
    }

    fn text(self, text: &str) -> Self {
        let mut writer = self.u64(text.len() as u64);
        writer.0.extend(text.as_bytes());
        writer
    }

    fn number(self, key: &str, number: u32) -> Self {
        self.text(key).u32(4).u32(number)
    }

    fn string(self, key: &str, value: &str) -> Self {
        self.text(key).u32(8).text(value)
    }

    fn numbers(self, key: &str, numbers: &[u32]) -> Self {
        let list = self.text(key).u32(9).u32(4).u64(numbers.len() as u64);
        numbers.iter().fold(list, |writer, number| writer.u32(*number))
    }

    fn entry(self, key: &str, kind: u32, value: &[u8]) -> Self {
        let mut writer = self.text(key).u32(kind);
        writer.0.extend(value);
        writer
    }

    fn tensor(self, name: &str, offset: u64) -> Self {
        self.text(name).u32(1).u64(8).u32(0).u64(offset)
    }

    fn read(&self) -> Result<Header, Failure> {
        let file = tempfile::NamedTempFile::with_suffix(".gguf").unwrap();
        std::fs::write(file.path(), &self.0).unwrap();
        Header::read(file.path())
    }
}

fn whole() -> Writer {
    let tokens = ["<s>", "a", "b"].iter().fold(
        Writer::new(3, 1, 11)
            .string("general.architecture", "qwen9")
            .string("general.name", "Qwen 9")
            .string("general.size_label", "1.5B")
            .number("qwen9.context_length", 32_768)
            .number("qwen9.block_count", 28)
            .number("qwen9.embedding_length", 1536)
            .number("qwen9.attention.head_count", 12)
            .number("qwen9.attention.head_count_kv", 2)
            .string("tokenizer.chat_template", "{% if tools %}{% endif %}")
            .number("other.block_count", 1)
            .text("tokenizer.ggml.tokens")
            .u32(9)
            .u32(8)
            .u64(3),
        |writer, token| writer.text(token),
    );
    let mut whole = tokens.tensor("a", 0);
    whole.0.extend([0; 128]);
    whole
}

#[test]
fn a_header_has_the_models_metadata() {
    let header = whole().read().unwrap();
    assert_eq!(
        header,
        Header {
            architecture: "qwen9".into(),
            name: Some("Qwen 9".into()),
            size_label: Some("1.5B".into()),
            weights: 8,
            trained_window: Some(32_768),
            chat_template: Some("{% if tools %}{% endif %}".into()),
            // 28 layers of 2 heads, each with 128 numbers for its key and its value.
            bytes_per_token: 28 * 2 * (128 + 128) * 2,
            file_bytes: whole().0.len() as u64,
            is_part: false,
        }
    );
    assert!(header.knows_tools() && !header.always_thinks());
}

#[test]
fn memory_of_a_token_by_the_shape_of_a_model() {
    fn check(entries: &[(&str, &[u32])], expect: u64) {
        let begun = Writer::new(3, 0, entries.len() as u64 + 1).string("general.architecture", "m");
        let writer = entries.iter().fold(begun, |writer, (key, numbers)| match numbers {
            [one] => writer.number(key, *one),
            several => writer.numbers(key, several),
        });
        assert_eq!(writer.read().unwrap().bytes_per_token, expect, "{entries:?}");
    }
    let layers: (&str, &[u32]) = ("m.block_count", &[8]);
    let width: (&str, &[u32]) = ("m.embedding_length", &[64]);
    let heads: (&str, &[u32]) = ("m.attention.head_count", &[4]);
    check(&[], 0);
    // Each head has 16 numbers for its key and 16 for its value, of two bytes.
    check(&[layers, width, heads], 8 * 4 * 64);
    check(&[layers, width, heads, ("m.attention.head_count_kv", &[2])], 8 * 2 * 64);
    check(
        &[layers, width, heads, ("m.attention.head_count_kv", &[2, 0, 0, 2, 0, 0, 0, 1])],
        5 * 64,
    );
    check(
        &[
            layers,
            width,
            heads,
            ("m.attention.key_length", &[32]),
            ("m.attention.value_length", &[8]),
        ],
        8 * 4 * 80,
    );
    check(&[layers, width, heads, ("m.full_attention_interval", &[4])], 2 * 4 * 64);
}

#[test]
fn numbers_count_in_each_type() {
    let model = |entries: u64| {
        let begun = Writer::new(3, 0, entries + 2).string("general.architecture", "m");
        begun.number("m.embedding_length", 64)
    };
    let heads = |writer: Writer| writer.numbers("m.attention.head_count", &[2, 4, 3]);
    // The type's number and its bytes; 7 is a truth value.
    for (kind, bytes) in [(0, 1), (1, 1), (7, 1), (2, 2), (3, 2), (4, 4), (5, 4), (10, 8), (11, 8)]
    {
        let number = |value: u64| value.to_le_bytes()[..bytes].to_vec();
        let layers = heads(model(2)).entry("m.block_count", kind, &number(1));
        // The largest number of heads counts: each has 16 numbers for its key and its value.
        assert_eq!(layers.read().unwrap().bytes_per_token, 4 * 64, "{kind}");
        let each = [4_u64.to_le_bytes()[..].to_vec(), number(1), number(0), number(1), number(0)];
        let list = [kind.to_le_bytes()[..].to_vec(), each.concat()].concat();
        let layers = heads(model(2)).entry("m.attention.head_count_kv", 9, &list);
        assert_eq!(layers.read().unwrap().bytes_per_token, 2 * 64, "{kind}");
    }
}

#[test]
fn unneeded_header_values_are_skipped() {
    let list = |kind: u32, count: u64, bytes: usize| {
        [&kind.to_le_bytes()[..], &count.to_le_bytes(), &vec![1; bytes]].concat()
    };
    let long = [&(LONGEST_TEXT + 1).to_le_bytes()[..], &vec![b'a'; LONGEST_TEXT as usize + 1]];
    for (kind, value) in [
        (6, vec![0; 4]),
        (12, vec![0; 8]),
        (8, long.concat()),
        (9, list(6, 3, 12)),
        (9, list(12, 3, 24)),
        (9, list(2, MOST_ITEMS + 1, 2 * (MOST_ITEMS as usize + 1))),
    ] {
        let writer = Writer::new(3, 0, 2).entry("general.name", kind, &value);
        let header = writer.string("general.size_label", "1.5B").read().unwrap();
        assert_eq!((header.name, header.size_label.as_deref()), (None, Some("1.5B")), "{kind}");
    }
}

#[test]
fn the_error_says_why_a_model_file_is_unusable() {
    fn check(writer: &Writer, expect: &str) {
        let failure = writer.read().unwrap_err();
        assert_eq!(failure.kind, FailureKind::File);
        assert!(failure.sentence.contains(expect), "{failure}");
    }
    check(&Writer(Vec::new()), "isn't a model");
    check(&Writer(b"PK\x03\x04 a zip".to_vec()), "isn't a model");
    check(&Writer::new(1, 0, 0), "isn't a model");
    check(&Writer::new(4, 0, 0), "newer than this version");
    check(&Writer::new(3, 0, 1).text("key").u32(99), "newer than this version");
    check(&Writer::new(3, 0, 1), "incomplete or damaged");
    check(&Writer::new(3, u64::MAX, 0), "incomplete or damaged");
    check(&Writer::new(3, 0, u64::MAX), "incomplete or damaged");
    // Impossible lengths.
    check(&Writer::new(3, 0, 1).u64(u64::MAX), "incomplete or damaged");
    let list = |kind: u32, count: u64| Writer::new(3, 0, 1).text("key").u32(9).u32(kind).u64(count);
    check(&list(10, u64::MAX), "incomplete or damaged");
    check(&list(8, u64::MAX), "incomplete or damaged");
    check(&list(4, 4000), "incomplete or damaged");
    check(&list(9, 1), "newer than this version");
    check(&Writer::new(3, 1, 0).text("a").u32(u32::MAX), "incomplete or damaged");
    // The weights are missing.
    check(&Writer::new(3, 1, 0).tensor("a", 0), "incomplete or damaged");
    check(&Writer::new(3, 1, 0).tensor("a", u64::MAX), "incomplete or damaged");
}

#[test]
fn a_folder_is_no_model() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(Header::read(folder.path()).unwrap_err().kind, FailureKind::File);
}

// Opening a pipe waited for a writer forever (security review N13).
#[cfg(unix)]
#[test]
fn a_pipe_is_no_model() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe.gguf");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    assert_eq!(Header::read(&pipe).unwrap_err().kind, FailureKind::File);
}

#[test]
fn one_part_of_several_is_known() {
    let part = Writer::new(3, 0, 1).number("split.count", 3).read().unwrap();
    assert!(part.is_part);
}

proptest! {
    /// No damaged file crashes the app or keeps it busy.
    #[test]
    fn any_bytes_are_read_or_refused(at in 0_usize..600, bytes in proptest::collection::vec(any::<u8>(), 1..9)) {
        let mut wrong = whole();
        let at = at.min(wrong.0.len() - 1);
        for (place, byte) in wrong.0[at..].iter_mut().zip(bytes) {
            *place = byte;
        }
        let _ = wrong.read();
    }

    #[test]
    fn no_beginning_of_a_file_is_taken_for_the_whole(cut in 0_usize..600) {
        let mut begun = whole();
        // Only the library notices missing bytes of the weights.
        let cut = cut.min(begun.0.len() - 129);
        begun.0.truncate(cut);
        prop_assert!(begun.read().is_err());
    }
}
