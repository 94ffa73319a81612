use super::*;

// B81
#[test]
fn addresses_of_private_networks_are_not_public() {
    fn check(address: &str, expect: bool) {
        assert_eq!(is_public(address.parse().unwrap()), expect, "{address}");
    }
    for address in ["1.1.1.1", "93.184.216.34", "172.15.0.1", "172.32.0.1", "100.63.0.1"] {
        check(address, true);
    }
    for address in ["100.128.0.1", "223.255.255.255", "168.63.129.17", "192.0.1.1"] {
        check(address, true);
    }
    // This machine, its network, its link, its provider's network, metadata.
    for address in ["127.0.0.1", "127.8.9.1", "0.0.0.0", "10.1.2.3", "172.16.0.1"] {
        check(address, false);
    }
    for address in ["172.31.255.255", "192.168.1.1", "169.254.169.254", "100.64.0.1"] {
        check(address, false);
    }
    for address in ["100.100.100.200", "168.63.129.16", "192.0.0.192", "198.19.0.1"] {
        check(address, false);
    }
    for address in ["224.0.0.1", "240.0.0.1", "255.255.255.255", "203.0.113.7"] {
        check(address, false);
    }
    for address in ["2606:4700:4700::1111", "2a00:1450::1", "::ffff:1.1.1.1", "64:ff9b::101:101"] {
        check(address, true);
    }
    for address in ["::1", "::", "fe80::1", "fc00::1", "fd00:ec2::254", "ff02::1", "fec0::1"] {
        check(address, false);
    }
    for address in ["::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "::127.0.0.1"] {
        check(address, false);
    }
    for address in ["2001::1", "2001:db8::1", "2002:7f00:1::", "2002:c0a8:101::1", "3fff::1"] {
        check(address, false);
    }
}
