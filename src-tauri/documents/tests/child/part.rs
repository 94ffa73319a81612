//! A child that plays a part.

use std::{io::Write as _, process::ExitCode};

use documents::{Limits, worker};

fn page(number: u32) -> String {
    let rect = r#"{"x":9.0,"y":9.0,"width":99.0,"height":9.0}"#;
    let line = format!(
        r#"{{"text":"Page {number}","rect":{rect},"start":9.0,"base":18.0,"size":9.0,"from_right":false}}"#
    );
    format!(
        r#"{{"page":{{"number":{number},"size":[600.0,800.0],"groups":[[{line}]],"is_picture":false,"problem":null}}}}"#
    )
}

fn say(lines: &[String]) {
    let mut out = std::io::stdout();
    out.write_all((lines.join("\n") + "\n").as_bytes()).unwrap();
    out.flush().unwrap();
}

fn reading(number: u32) -> String {
    format!(r#"{{"reading":{{"unit":"page","number":{number}}}}}"#)
}

fn hang() -> ! {
    loop {
        std::thread::park();
    }
}

pub fn play(part: &str) -> ExitCode {
    let first_page = |number: u32| {
        std::env::args().any(|job| job.contains(&format!(r#""first_page":{number}"#)))
    };
    match part {
        // Reads one page, and stops at the next; another child reads the last one.
        "stumble" if first_page(1) => {
            say(&[reading(1), page(1), reading(2)]);
            std::process::abort();
        }
        "stumble" => {
            assert!(first_page(3));
            let rest = r#"{"document":{"kind":"pdf","title":null,"text":"","parts":[],"repeated":[],"problems":[]}}"#;
            say(&[reading(3), page(3), rest.to_owned()]);
            ExitCode::SUCCESS
        }
        "linger" => {
            say(&[reading(1), page(1), reading(2)]);
            hang();
        }
        // Says which page it is at, and nothing more.
        "hang" => {
            say(&[reading(3)]);
            hang();
        }
        "crash" => std::process::abort(),
        "babble" => {
            let mut out = std::io::stdout();
            let _ = out.write_all(&b"no JSON\n".repeat(100));
            ExitCode::SUCCESS
        }
        // Gives up the worker's privileges, then tries to use them.
        "open" => {
            worker::restrict(&Limits::default());
            let opens = std::fs::File::open("/dev/null").is_ok();
            let connects = std::net::UdpSocket::bind("127.0.0.1:0").is_ok();
            ExitCode::from(u8::from(opens) + 2 * u8::from(connects))
        }
        other => panic!("there is no part {other}"),
    }
}
