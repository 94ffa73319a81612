use super::*;

/// An index packed with another dictionary is unreadable: if this fails, raise the schema's version and put the
/// new hash here.
#[test]
fn the_dictionary_is_the_one_of_this_version() {
    let hash = blake3::hash(DICTIONARY.as_bytes()).to_hex();
    assert_eq!(&hash.as_str()[..16], "aabbb3cdb6365e00");
}

#[test]
fn an_outline_is_small() {
    let note = notes::parse("# Bread\n\nSee [[Oven]] and [[Salt|sea salt]]. #baking\n");
    let packed = pack_outline(&note);
    assert_eq!(unpack_outline(&packed).unwrap(), note);
    assert!(packed.len() * 3 < json(&note).len(), "{} bytes", packed.len());
    assert!(unpack_outline(&packed[1..]).is_err());
}
