//! A child that plays a part.

use std::process::ExitCode;

use documents::{Limits, worker};

pub fn play(part: &str) -> ExitCode {
    match part {
        // Says which page it is at, and nothing more.
        "hang" => {
            use std::io::Write as _;
            let mut out = std::io::stdout();
            out.write_all(b"{\"reading\":{\"unit\":\"page\",\"number\":3}}\n").unwrap();
            out.flush().unwrap();
            loop {
                std::thread::park();
            }
        }
        "crash" => std::process::abort(),
        "babble" => {
            use std::io::Write as _;
            let mut out = std::io::stdout();
            let _ = out.write_all(&b"no JSON\n".repeat(100));
            ExitCode::SUCCESS
        }
        // Gives up what the worker gives up, and tries it all the same.
        "open" => {
            worker::restrict(&Limits::default());
            let opens = std::fs::File::open("/dev/null").is_ok();
            let connects = std::net::UdpSocket::bind("127.0.0.1:0").is_ok();
            ExitCode::from(u8::from(opens) + 2 * u8::from(connects))
        }
        other => panic!("there is no part {other}"),
    }
}
