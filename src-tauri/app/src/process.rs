//! Settings of the program's own process. Call them at the start of `main`, before other threads exist.

/// Returns freed memory to the system. Call it before anything else: it starts the program again.
///
/// glibc keeps freed pieces up to a limit for later use. It raises the limit to the largest piece ever freed, here a
/// model's weights, and then holds some 30 MB. Without unsafe code only environment variables, read at the start, fix
/// the limit; so the program replaces itself with a new run that has them.
pub fn give_memory_back() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        use std::{env, os::unix::process::CommandExt, process::Command};

        const LIMITS: [&str; 2] = ["MALLOC_MMAP_THRESHOLD_", "MALLOC_TRIM_THRESHOLD_"];
        /// glibc's initial limits, in bytes.
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
        // Returns only on failure. The program then goes on with glibc's own limits.
        let _ = again.args(args).envs(LIMITS.map(|name| (name, LIMIT))).exec();
    }
}

/// Makes new files private to the user and prevents core dumps, which would contain keys, questions and notes.
///
/// `traceable` lets other programs of the user inspect the process. The window needs it: the system's file dialogs
/// inspect the program that opens them. The terminal program doesn't.
pub fn protect(traceable: bool) {
    notes::private::restrict_new_files();
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, setrlimit};
        // Fails only if a limit can't be lowered; then nothing else can be tried.
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
