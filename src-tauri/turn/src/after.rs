//! The work after an answer's last token: check, judge, withdrawal, second drafts.

pub(crate) mod check;
pub(crate) mod drafts;
mod judge;
mod tables;
pub(crate) mod withdrawal;
