//! Every sentence of this crate, so that they can be translated in one place.

use std::{fmt::Display, time::Duration};

pub(crate) const ADDRESS_TOO_LONG: &str = "The address is too long.";
pub(crate) const NAME_IN_ADDRESS: &str =
    "The address has a name or a password in it, and isn't opened.";
pub(crate) const NO_SECURE_CONNECTIONS: &str =
    "This computer has no certificates with which to connect securely.";
pub(crate) const STOPPED: &str = "It was stopped.";

pub(crate) fn not_an_address(text: &str, why: &dyn Display) -> String {
    format!("“{text}” isn't the address of a page ({why}).")
}

pub(crate) fn other_scheme(scheme: &str) -> String {
    format!("An address that begins with “{scheme}” isn't opened, only pages of the web are.")
}

pub(crate) fn gives_up_encryption(host: &str) -> String {
    format!("The page sends on to {host} without encryption, and isn't opened.")
}

pub(crate) fn searxng_at(address: &str) -> String {
    format!("SearXNG at {address}")
}

pub(crate) fn too_slow(service: &str, limit: Duration) -> String {
    format!("{service} didn't answer in {} seconds.", limit.as_secs())
}

pub(crate) fn answer_too_long(service: &str) -> String {
    format!("{service} answered more than Marginalia reads.")
}

pub(crate) fn nonsense(service: &str) -> String {
    format!("{service} answered something that isn't a list of pages.")
}

pub(crate) fn not_reached(service: &str) -> String {
    format!("{service} can't be reached. Is this computer connected, and the address right?")
}

pub(crate) fn broke_off(service: &str) -> String {
    format!("{service} broke off in the middle of its answer.")
}

pub(crate) fn too_often(service: &str) -> String {
    format!("{service} was asked too often just now. Try again in a minute.")
}

pub(crate) fn redirects(service: &str) -> String {
    format!("{service} sends on to another address. Enter the right one under Settings › Web.")
}

pub(crate) fn has_failed(service: &str, status: u16) -> String {
    format!("{service} has a problem of its own (status {status}). Try again later.")
}

pub(crate) fn refuses(service: &str, status: u16) -> String {
    format!("{service} refused the search (status {status}).")
}

pub(crate) fn key_refused(service: &str) -> String {
    format!("{service} doesn't take the key. Check it under Settings › Web.")
}

pub(crate) fn used_up(service: &str) -> String {
    format!("The searches of your plan at {service} are used up.")
}

pub(crate) fn no_json(service: &str) -> String {
    format!(
        "{service} doesn't give its results to programs. Whoever runs it allows that in its settings.yml, \
         with “json” among the formats of search."
    )
}

pub(crate) fn all_silent(service: &str, services: usize) -> String {
    let whom = if services == 1 { "the one service" } else { "all the services" };
    format!("{service} found nothing, and {whom} that it asks didn't answer.")
}

pub(crate) fn not_public(host: &str) -> String {
    format!("{host} is an address of this computer or its network, and isn't opened.")
}

pub(crate) fn page_not_reached(host: &str) -> String {
    format!("{host} can't be reached.")
}

pub(crate) fn page_not_found(host: &str) -> String {
    format!("Nothing on the web is called {host}.")
}

pub(crate) fn page_too_slow(host: &str, limit: Duration) -> String {
    format!("{host} didn't give the page in {} seconds.", limit.as_secs())
}

pub(crate) fn page_broke_off(host: &str) -> String {
    format!("{host} broke off in the middle of the page.")
}

pub(crate) fn page_refused(host: &str, status: u16) -> String {
    match status {
        404 | 410 => format!("{host} has no such page (any more)."),
        401..=403 => format!("{host} doesn't give this page to everybody (status {status})."),
        429 => format!("{host} was asked too often just now."),
        500.. => format!("{host} has a problem of its own (status {status})."),
        _ => format!("{host} refused the page (status {status})."),
    }
}

pub(crate) fn too_many_redirects(most: usize) -> String {
    format!("The address sends on to another one more than {most} times.")
}

pub(crate) fn redirect_to_nowhere(host: &str) -> String {
    format!("{host} sends on to another address, and doesn't say to which.")
}

pub(crate) fn page_too_large(host: &str, most: u64) -> String {
    format!("The page at {host} is larger than {} MB, and wasn't read.", most / (1024 * 1024))
}

pub(crate) fn no_text(host: &str) -> String {
    format!(
        "The page at {host} has no text. Some pages are put together by scripts, which don't run here."
    )
}

pub(crate) fn not_read(host: &str, why: &str) -> String {
    let why = why.strip_prefix("The file ").unwrap_or(why);
    format!("The page at {host} can't be read: it {why}")
}

pub(crate) fn reader_stopped(why: &dyn Display) -> String {
    format!("The page couldn't be read: {why}.")
}
