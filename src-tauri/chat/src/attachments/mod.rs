//! Files that the user attaches to a message.
