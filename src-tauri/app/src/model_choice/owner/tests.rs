use super::*;

const TABLE: &str = "\
  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:2CAA 00000000:0000 0A 00000000:00000000 00:00000000 00000000   998        0 3141 1
   1: 00000000:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 2718 1
   2: 0100007F:1F91 0100007F:9C40 01 00000000:00000000 00:00000000 00000000  1001        0 1618 1
   3: broken
   4: 0101A8C0:04D2 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1001        0 3142 1
   5: 0100007F:04D2 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 3143 1
   6: 0200007F:04D3 00000000:0000 0A 00000000:00000000 00:00000000 00000000 61184        0 3144 1
  sl  local_address                         remote_address                        st uid
   0: 00000000000000000000000000000000:22B8 00000000000000000000000000000000:0000 0A \
00000000:00000000 00:00000000 00000000  1001        0 3145 1
   1: 00000000000000000000000001000000:22B9 00000000000000000000000000000000:0000 0A \
00000000:00000000 00:00000000 00000000  1001        0 3146 1
   2: 0000000000000000FFFF00000100007F:22BA 00000000000000000000000000000000:0000 0A \
00000000:00000000 00:00000000 00000000  1001        0 3147 1
";

// B62
#[cfg(target_endian = "little")]
#[test]
fn the_kernels_table_says_whose_a_listener_is() {
    let listeners = Listeners::new(|| TABLE.to_owned(), 1000);
    let check = |address: &str, expect: Option<PortOwner>| {
        assert_eq!(listeners.owner(address), expect, "{address}");
    };
    use PortOwner::{Stranger, System, User};
    check("http://127.0.0.1:11434", Some(System));
    check("localhost:8080/v1", Some(User));
    // A connection isn't a listener.
    check("http://127.0.0.1:8081", None);
    check("http://127.0.0.1:1", None);
    check("https://127.0.0.1", None);
    // Listeners at another address of this machine don't count.
    check("http://127.0.0.1:1234", Some(User));
    check("http://127.0.0.1:1235", None);
    check("http://127.0.0.2:1235", Some(System));
    // Every address, IPv6's loopback, and IPv4's in IPv6.
    for port in 8888..=8890 {
        check(&format!("http://127.0.0.1:{port}"), Some(Stranger));
        check(&format!("http://[::1]:{port}"), Some(Stranger));
    }
    check("http://127.0.0.2:8889", None);
    // Local listeners say nothing of other machines.
    for elsewhere in ["http://192.168.1.1:1234", "http://nas:8888", "nonsense://"] {
        check(elsewhere, None);
    }
}

#[test]
fn a_users_own_server_is_recognised_as_theirs() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let owner = Listeners::of_system().owner(&address);
    assert_eq!(owner, cfg!(target_os = "linux").then_some(PortOwner::User));
}
