pub(crate) mod auxiliary;
mod summary;
pub(crate) mod talk;
mod tools;
