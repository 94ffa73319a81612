use super::*;

// B61
#[test]
fn the_window_shrinks_before_a_model_is_refused() {
    // 1.05 GB, 0.3 GB, and 0.1 GB for each thousand tokens.
    let header = Header {
        file_bytes: 1_000_000_000,
        bytes_per_token: 100_000,
        trained_window: Some(32_768),
        ..Header::default()
    };
    let check = |wanted: u32, available: u64, expect: Result<u32, &str>| {
        let memory = Memory { available, total: 16_000_000_000 };
        let file = Path::new("/m/a.gguf");
        let window = window(file, &header, wanted, memory).map_err(|f| f.sentence);
        assert_eq!(window, expect.map_err(str::to_owned), "{wanted} {available}");
    };
    check(8192, 8_000_000_000, Ok(8192));
    check(16_384, 8_000_000_000, Ok(16_384));
    check(65_536, 8_000_000_000, Ok(32_768));
    check(16_384, 2_900_000_000, Ok(8192));
    check(8192, 2_000_000_000, Ok(4096));
    check(8192, 1_600_000_000, Ok(2048));
    check(3000, 1_600_000_000, Ok(2048));
    let refused = "The model “a.gguf” needs 1.6 GB of memory even with its smallest context window, but only 1.0 GB are free. Close other programs, or choose a smaller model.";
    check(8192, 1_000_000_000, Err(refused));
    let refused = "The model “a.gguf” needs 1.4 GB of memory even with its smallest context window, but only 1.0 GB are free. Close other programs, or choose a smaller model.";
    check(512, 1_000_000_000, Err(refused));
}

#[test]
fn this_machine_has_memory_and_threads() {
    let memory = Memory::now();
    assert!(memory.available > 0 && memory.available <= memory.total, "{memory:?}");
    assert!(threads() >= 1);
}

#[test]
fn memory_is_short_below_a_twentieth() {
    let short = |available| Memory { available, total: 8_000_000_000 }.is_short();
    assert!(short(300_000_000));
    assert!(!short(500_000_000));
}
