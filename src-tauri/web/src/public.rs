//! Recognises public IP addresses. A page or model that names an address must not reach anything visible only to
//! this computer or its network.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Networks that aren't public (IANA's registries of special addresses), and clouds' metadata services.
const NOT_PUBLIC_4: [([u8; 4], u32); 15] = [
    ([0, 0, 0, 0], 8),
    ([10, 0, 0, 0], 8),
    ([100, 64, 0, 0], 10),
    ([127, 0, 0, 0], 8),
    // Azure's metadata.
    ([168, 63, 129, 16], 32),
    ([169, 254, 0, 0], 16),
    ([172, 16, 0, 0], 12),
    ([192, 0, 0, 0], 24),
    ([192, 0, 2, 0], 24),
    ([192, 88, 99, 0], 24),
    ([192, 168, 0, 0], 16),
    ([198, 18, 0, 0], 15),
    ([198, 51, 100, 0], 24),
    ([203, 0, 113, 0], 24),
    ([224, 0, 0, 0], 3),
];

/// The same within 2000::/3, the only public part of IPv6.
const NOT_PUBLIC_6: [([u16; 2], u32); 3] = [
    // Protocols, tunnels (Teredo) and benchmarks.
    ([0x2001, 0x0000], 23),
    ([0x2001, 0x0db8], 32),
    ([0x3fff, 0x0000], 20),
];

pub(crate) fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_4(address),
        IpAddr::V6(address) => is_public_6(address),
    }
}

fn is_public_4(address: Ipv4Addr) -> bool {
    let is_within = |(network, bits): &([u8; 4], u32)| {
        let differs = address.to_bits() ^ Ipv4Addr::from(*network).to_bits();
        differs.leading_zeros() >= *bits
    };
    !NOT_PUBLIC_4.iter().any(is_within)
}

fn is_public_6(address: Ipv6Addr) -> bool {
    let parts = address.segments();
    let inner =
        |high: u16, low: u16| is_public_4(Ipv4Addr::from(u32::from(high) << 16 | u32::from(low)));
    match parts {
        // IPv4 addresses inside IPv6 addresses: mapped, of NAT64 and of 6to4.
        [0, 0, 0, 0, 0, 0xffff, high, low] | [0x64, 0xff9b, 0, 0, 0, 0, high, low] => {
            inner(high, low)
        }
        [0x2002, high, low, ..] => inner(high, low),
        [first, second, ..] => {
            let start = u32::from(first) << 16 | u32::from(second);
            let is_within = |([a, b], bits): &([u16; 2], u32)| {
                (start ^ (u32::from(*a) << 16 | u32::from(*b))).leading_zeros() >= *bits
            };
            first & 0xe000 == 0x2000 && !NOT_PUBLIC_6.iter().any(is_within)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // B81
    #[test]
    fn what_only_this_network_sees_is_not_public() {
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
        for address in
            ["2606:4700:4700::1111", "2a00:1450::1", "::ffff:1.1.1.1", "64:ff9b::101:101"]
        {
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
}
