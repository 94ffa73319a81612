//! What a program of the app does first, and where its folders are.

use std::process::{Command, ExitCode};

use super::Check;

pub const CHECKS: &[Check] = &[
    ("a_protected_program_keeps_its_files_and_memory_to_itself", protected),
    ("the_data_folder_is_named_by_the_environment", data_folder),
];

pub const REPORT: &str = "--report";

/// Reports what this process may do and where its data is, one line each.
pub fn report() -> ExitCode {
    app::process::give_memory_back();
    let traceable = std::env::var_os("TRACEABLE").is_some();
    app::process::protect(traceable);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "a key").unwrap();
    println!("data {}", app::place::data_dir().unwrap().display());
    println!("usual {}", app::place::is_usual());
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Resource, dumpable_behavior, getrlimit};
        use std::os::unix::fs::MetadataExt as _;
        println!("mode {:o}", std::fs::metadata(&file).unwrap().mode() & 0o777);
        println!("core {:?}", getrlimit(Resource::Core).current);
        println!("dumpable {:?}", dumpable_behavior().unwrap());
        println!("limit {:?}", std::env::var("MALLOC_TRIM_THRESHOLD_").ok());
    }
    ExitCode::SUCCESS
}

fn reported(variables: &[(&str, &str)]) -> String {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.arg(REPORT).env_remove("MARGINALIA_DATA").env_remove("TRACEABLE");
    let output = command.envs(variables.iter().copied()).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn protected() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let report = reported(&[]);
    for line in ["mode 600", "core Some(0)", "dumpable NotDumpable"] {
        assert!(report.lines().any(|it| it == line), "{line}: {report}");
    }
    // The program replaced itself once, with limits at which freed memory returns.
    #[cfg(target_env = "gnu")]
    assert!(report.contains("limit Some(\"131072\")"), "{report}");
    // The window's dialogs need a process that others may inspect.
    let report = reported(&[("TRACEABLE", "1")]);
    assert!(report.contains("dumpable Dumpable") && report.contains("mode 600"), "{report}");
}

fn data_folder() {
    let named = reported(&[("MARGINALIA_DATA", "/some/where")]);
    assert!(named.contains("data /some/where\n") && named.contains("usual false"), "{named}");
    // An empty name is none.
    for variables in [&[][..], &[("MARGINALIA_DATA", "")]] {
        let usual = reported(variables);
        assert!(usual.contains("usual true"), "{usual}");
        let data = usual.lines().next().unwrap();
        assert!(data.ends_with("app.marginalia.desktop"), "{data}");
    }
}
