//! Finds whose program listens on a port of this machine.

#[cfg(test)]
mod tests;

use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
    sync::Arc,
};

use crate::keys::Origin;

/// In order of trust, so that `max` gives the least trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum PortOwner {
    User,
    /// A service such as Ollama's, which only an administrator can install.
    System,
    /// Another person who uses this machine.
    Stranger,
}

#[derive(Clone)]
pub(crate) struct Listeners {
    table: Arc<dyn Fn() -> String + Send + Sync>,
    me: u32,
}

impl Listeners {
    /// Only Linux reports the owners.
    pub(super) fn of_system() -> Self {
        Self::new(table, me())
    }

    pub(super) fn new(table: impl Fn() -> String + Send + Sync + 'static, me: u32) -> Self {
        Self { table: Arc::new(table), me }
    }

    /// The owner of the program that gets data sent to an address of this machine: a port belongs to whoever takes it
    /// first. Of several owners, the least trusted. `None` for other machines and unknown listeners.
    pub(super) fn owner(&self, address: &str) -> Option<PortOwner> {
        let origin = Origin::of(address).ok()?;
        let (host, port) = place(origin.as_str())?;
        let table = (self.table)();
        let reached = listeners(&table, port).filter(|(at, _)| reaches(host, *at));
        reached.map(|(_, user)| self.whose(user)).max()
    }

    fn whose(&self, user: u32) -> PortOwner {
        // User ids of Linux services, and systemd's dynamic ones (login.defs(5), "Users, Groups, UIDs and GIDs").
        match user {
            user if user == self.me => PortOwner::User,
            0..=999 | 61_184..=65_519 => PortOwner::System,
            _ => PortOwner::Stranger,
        }
    }
}

fn place(origin: &str) -> Option<(Ipv4Addr, u16)> {
    let (scheme, place) = origin.split_once("://")?;
    let (host, port) = match place.rsplit_once(':') {
        Some((host, port)) => (host, port.parse().ok()?),
        None => (place, if scheme == "https" { 443 } else { 80 }),
    };
    // Origins write every name of this machine as its loopback address.
    let host = host.parse().ok().filter(Ipv4Addr::is_loopback)?;
    Some((host, port))
}

fn reaches(host: Ipv4Addr, at: IpAddr) -> bool {
    // Origins write `localhost` and `[::1]` this way, too.
    let is_one_of_names = host == Ipv4Addr::LOCALHOST && at == Ipv6Addr::LOCALHOST;
    let at = at.to_canonical();
    is_one_of_names || at == host || at.is_unspecified()
}

/// Listening addresses on the port with their user ids, from the kernel's table.
fn listeners(table: &str, port: u16) -> impl Iterator<Item = (IpAddr, u32)> {
    const LISTENING: &str = "0A";
    table.lines().filter_map(move |line| {
        let fields: Vec<_> = line.split_whitespace().take(8).collect();
        let [_, local, _, LISTENING, _, _, _, user] = fields[..] else { return None };
        let (address, hex) = local.rsplit_once(':')?;
        let is_it = u16::from_str_radix(hex, 16) == Ok(port);
        is_it.then(|| Some((ip(address)?, user.parse().ok()?)))?
    })
}

/// Parses the kernel's form: words of 32 bits in the machine's byte order.
fn ip(hex: &str) -> Option<IpAddr> {
    let word = |at: usize| {
        let word = u32::from_str_radix(hex.get(at * 8..at * 8 + 8)?, 16).ok()?;
        Some(word.to_ne_bytes())
    };
    if hex.len() == 8 {
        return word(0).map(IpAddr::from);
    }
    let words = [word(0)?, word(1)?, word(2)?, word(3)?];
    <[u8; 16]>::try_from(words.concat()).ok().map(IpAddr::from)
}

#[cfg(target_os = "linux")]
fn table() -> String {
    let tables = ["/proc/net/tcp", "/proc/net/tcp6"];
    tables.map(|table| std::fs::read_to_string(table).unwrap_or_default()).concat()
}

#[cfg(not(target_os = "linux"))]
fn table() -> String {
    String::new()
}

#[cfg(target_os = "linux")]
fn me() -> u32 {
    rustix::process::getuid().as_raw()
}

#[cfg(not(target_os = "linux"))]
fn me() -> u32 {
    0
}
