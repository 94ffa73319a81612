//! Tests across crates, their fixtures, and the scripted model server.
