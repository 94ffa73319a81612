use std::io::{self, BufRead};

use tokio::sync::mpsc;

/// Reads the lines of stdin on a separate thread, so that nothing else waits for them.
pub fn lines() -> mpsc::Receiver<String> {
    let (send, lines) = mpsc::channel(1);
    std::thread::spawn(move || {
        let mut stdin = io::stdin().lock();
        let mut line = Vec::new();
        while stdin.read_until(b'\n', &mut line).is_ok_and(|read| read > 0) {
            if send.blocking_send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                break;
            }
            line.clear();
        }
    });
    lines
}
