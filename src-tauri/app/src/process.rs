//! What the programs ask of the system when they start.

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
