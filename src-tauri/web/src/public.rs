//! Recognises public IP addresses. A page or model that names an address must not reach anything visible only to
//! this computer or its network.

#[cfg(test)]
mod tests;

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
