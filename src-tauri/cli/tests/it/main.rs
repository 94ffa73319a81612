//! The program `marginalia-cli`. One test program, because linking each takes seconds and megabytes.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "what the tests share stops at what it doesn't expect, as the tests do"
)]

#[cfg(test)]
mod changes;
#[cfg(test)]
mod check;
#[cfg(test)]
mod extract;
#[cfg(test)]
mod files;
#[cfg(test)]
mod hard_vaults;
#[cfg(test)]
mod models;
#[cfg(test)]
mod online;
#[cfg(test)]
mod page;
#[cfg(test)]
mod records;
#[cfg(test)]
mod search;
#[cfg(test)]
mod shared;
#[cfg(test)]
mod talk;
#[cfg(test)]
mod tokens;
