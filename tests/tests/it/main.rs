//! Tests the app through its crates against the scripted model server. One program, because linking each takes
//! seconds and over a hundred megabytes.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "what the tests share stops at what it doesn't expect, as the tests do"
)]

#[cfg(test)]
mod branches;
#[cfg(test)]
mod changes;
#[cfg(test)]
mod channels;
#[cfg(test)]
mod circles;
#[cfg(test)]
mod excerpts;
#[cfg(test)]
mod failures;
#[cfg(test)]
mod files;
#[cfg(test)]
mod fixture;
#[cfg(test)]
mod follow_ups;
#[cfg(test)]
mod german;
#[cfg(test)]
mod hard_vaults;
#[cfg(test)]
mod injections;
#[cfg(test)]
mod insight;
#[cfg(test)]
mod judging;
#[cfg(test)]
mod keys;
#[cfg(test)]
mod kills;
#[cfg(test)]
mod languages;
#[cfg(test)]
mod library;
#[cfg(test)]
mod long_talks;
#[cfg(test)]
mod meaning;
#[cfg(test)]
mod memories;
#[cfg(test)]
mod older;
#[cfg(test)]
mod online;
#[cfg(test)]
mod pins;
#[cfg(test)]
mod plain;
#[cfg(test)]
mod privacy;
#[cfg(test)]
mod proposals;
#[cfg(test)]
mod ratings;
#[cfg(test)]
mod reader;
#[cfg(test)]
mod records;
#[cfg(test)]
mod rendering;
#[cfg(test)]
mod reranking;
#[cfg(test)]
mod routing;
#[cfg(test)]
mod sample;
#[cfg(test)]
mod small_models;
#[cfg(test)]
mod summaries;
#[cfg(test)]
mod surveys;
#[cfg(test)]
mod tools;
#[cfg(test)]
mod turn;
#[cfg(test)]
mod watching;
#[cfg(test)]
mod work;
#[cfg(test)]
mod writes;
#[cfg(test)]
mod written_queries;
