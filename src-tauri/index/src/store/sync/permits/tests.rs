use std::sync::atomic::{AtomicU64, Ordering};

use super::*;

#[test]
fn large_notes_are_read_alone_and_small_ones_together() {
    let (permits, now) = (Permits::new(), AtomicU64::new(0));
    let sizes = [1 << 10, 16 << 20, 3 << 20, 2 << 20, 1 << 20, AT_ONCE, 5 << 20, 0];
    std::thread::scope(|scope| {
        for size in sizes.repeat(20) {
            let (permits, now) = (&permits, &now);
            scope.spawn(move || {
                let permit = permits.take(size);
                let before = now.fetch_add(size, Ordering::SeqCst);
                assert!(before + size <= AT_ONCE.max(size), "{before} beside {size}");
                assert!(size < AT_ONCE || before == 0, "{before} beside {size}");
                now.fetch_sub(size, Ordering::SeqCst);
                drop(permit);
            });
        }
    });
    assert_eq!(*permits.free.lock(), AT_ONCE);
}
