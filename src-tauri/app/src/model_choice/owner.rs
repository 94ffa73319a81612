//! Whose program listens on a port of this machine.

use crate::keys::Origin;

/// Whether a program of another user listens at an address of this machine, as far as the system tells:
/// whoever comes first gets a port, and what is sent there.
pub(super) fn is_another_users(address: &str) -> bool {
    let Ok(origin) = Origin::of(address) else { return false };
    listens_as_another(port(origin.as_str()))
}

/// The port of an origin.
fn port(origin: &str) -> u16 {
    let named = origin.rsplit_once(':').and_then(|(_, port)| port.parse().ok());
    named.unwrap_or(if origin.starts_with("https:") { 443 } else { 80 })
}

#[cfg(target_os = "linux")]
fn listens_as_another(port: u16) -> bool {
    let me = rustix::process::getuid().as_raw();
    ["/proc/net/tcp", "/proc/net/tcp6"].iter().any(|table| {
        let table = std::fs::read_to_string(table).unwrap_or_default();
        listeners(&table, port).any(|owner| owner != me)
    })
}

#[cfg(not(target_os = "linux"))]
fn listens_as_another(_: u16) -> bool {
    false
}

/// The users whose programs listen on a port, by the kernel's table of connections.
#[cfg(any(target_os = "linux", test))]
fn listeners(table: &str, port: u16) -> impl Iterator<Item = u32> {
    const LISTENING: &str = "0A";
    table.lines().skip(1).filter_map(move |line| {
        let fields: Vec<_> = line.split_whitespace().take(8).collect();
        let [_, local, _, LISTENING, _, _, _, owner] = fields[..] else { return None };
        let (_, hex) = local.rsplit_once(':')?;
        (u16::from_str_radix(hex, 16) == Ok(port)).then(|| owner.parse().ok())?
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "\
  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:2CAA 00000000:0000 0A 00000000:00000000 00:00000000 00000000   998        0 3141 1
   1: 00000000:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 2718 1
   2: 0100007F:1F91 0100007F:9C40 01 00000000:00000000 00:00000000 00000000  1001        0 1618 1
   3: broken
";

    #[test]
    fn the_kernels_table_says_whose_a_listener_is() {
        fn check(port: u16, expect: &[u32]) {
            assert_eq!(listeners(TABLE, port).collect::<Vec<_>>(), expect, "{port}");
        }
        check(11434, &[998]);
        check(8080, &[1000]);
        // A connection is nobody's listener.
        check(8081, &[]);
        check(1, &[]);
    }

    #[test]
    fn a_listener_of_ones_own_is_no_others() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        assert!(!is_another_users(&format!("http://{}", listener.local_addr().unwrap())));
    }

    #[test]
    fn the_port_of_an_origin() {
        for (origin, expect) in
            [("http://a:8080", 8080), ("https://a", 443), ("http://a", 80), ("http://[::1]:7", 7)]
        {
            assert_eq!(port(origin), expect, "{origin}");
        }
    }
}
