//! Which lints are silenced, and where.

use super::{MEMBERS, holds, shipped};

/// Lints that may be silenced outside tests, and why.
const SILENCED: [(&str, &str, &str); 2] = [
    (
        "src-tauri/shell/launch.rs",
        "print_stderr",
        "says why no window opens; there is nowhere else to say it",
    ),
    (
        "src-tauri/engine/src/worker/native.rs",
        "unsafe_code",
        "calls a library of C in a child process; the rest of the worker is safe",
    ),
];

#[test]
fn no_crate_escapes_the_lints() {
    const LINTS: [&str; 11] = [
        "unwrap_used",
        "expect_used",
        "panic",
        "todo",
        "unimplemented",
        "print_stdout",
        "print_stderr",
        "dbg_macro",
        "unsafe_code",
        "warnings",
        "all",
    ];
    let mut broken = Vec::new();
    for member in &MEMBERS {
        let manifest = member.manifest();
        let inherits = manifest.get("lints").and_then(|lints| lints.get("workspace"));
        if inherits.and_then(|inherits| inherits.as_bool()) != Some(true) {
            broken.push(format!("{}: has no `[lints] workspace = true`", member.manifest_path()));
        }
    }
    for source in shipped().filter(|source| source.has_any(&["allow", "expect"])) {
        for (line, words) in source.code().attributes {
            if !words.iter().any(|word| matches!(&**word, "allow" | "expect")) {
                continue;
            }
            for lint in words.iter().filter(|word| LINTS.contains(&&***word)) {
                if !SILENCED.iter().any(|(path, which, _)| *path == source.path && which == lint) {
                    broken.push(format!("{}:{line}: silences {lint}", source.path));
                }
            }
        }
    }
    holds("Every crate keeps the lints of the workspace.", broken);
}
