//! Links of any text, and with any content behind a right checksum: never a panic, and what is read can be written and
//! read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rbc_rules::link::{Link, pack};

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    for text in [&*text, &*pack(bytes)] {
        if let Ok(mut link) = Link::decode(text) {
            link.more = false;
            let again = link.encode().expect("it was read");
            assert!(again.bytes().all(|b| b.is_ascii_alphanumeric()));
            assert_eq!(Link::decode(&again).as_ref(), Ok(&link));
            assert_eq!(Link::from_json(link.to_json().as_bytes()), Ok(link));
        }
    }
});
