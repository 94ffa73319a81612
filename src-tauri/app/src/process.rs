//! What the programs ask of the system when they start.

/// Has freed memory go back to the system. glibc raises its limits for that with the largest piece that was
/// ever freed, here the weights of a model, and then keeps some thirty megabytes for nothing. It takes other
/// limits from the environment alone, before a program's first line: so this program takes its own place once
/// more. To be called first of all.
pub fn give_memory_back() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        use std::{env, os::unix::process::CommandExt, process::Command};

        const LIMITS: [&str; 2] = ["MALLOC_MMAP_THRESHOLD_", "MALLOC_TRIM_THRESHOLD_"];
        /// What they are before anything was freed, in bytes.
        const LIMIT: &str = "131072";

        if LIMITS.iter().any(|name| env::var_os(name).is_some()) {
            return;
        }
        let Ok(program) = env::current_exe() else { return };
        let mut again = Command::new(program);
        let mut args = env::args_os();
        if let Some(name) = args.next() {
            again.arg0(name);
        }
        // It returns only if that failed; then this is the program, with the limits it has.
        let _ = again.args(args).envs(LIMITS.map(|name| (name, LIMIT))).exec();
    }
}

/// Has the process make files for its user alone, and leave no picture of its memory on disk when it
/// crashes: keys, questions and notes are in it. To be called first, before there are other threads.
///
/// `traceable`: other programs of the same user may look into the process. The window needs that: the
/// system's dialogs for files come from a program that finds out by it who asks.
pub fn protect(traceable: bool) {
    notes::private::restrict_new_files();
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, setrlimit};
        // Fails only where a limit can't be lowered, and then there is nothing else to try.
        let _ = setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) });
    }
    #[cfg(target_os = "linux")]
    if !traceable {
        use rustix::process::{DumpableBehavior, set_dumpable_behavior};
        let _ = set_dumpable_behavior(DumpableBehavior::NotDumpable);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = traceable;
}
