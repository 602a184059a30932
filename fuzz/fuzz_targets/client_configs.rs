#![no_main]
//! Editing a client's configuration never panics, and never loses what is
//! not ours: each edit can be undone, and twice is once.

use clew_clients::{Format, Plain, Slot, get_entry, put_block, put_entry, take_block, take_entry};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &str)| {
    let (choice, text) = input;
    let (format, container) = match choice % 4 {
        0 => (Format::Json, "mcpServers"),
        1 => (Format::Toml, "mcp_servers"),
        2 => (Format::Yaml, "mcpServers"),
        _ => {
            if let Ok(with) = put_block(text, "content") {
                assert_eq!(put_block(&with, "content").as_deref(), Ok(with.as_str()));
                assert!(take_block(&with).is_ok());
            }
            return;
        }
    };
    let slot = Slot { format, container, name: "clew".into(), preamble: "name: a\n" };
    let members = [("command", Plain::text("clew")), ("args", Plain::texts(&["mcp".into()]))];
    if let Ok(with) = put_entry(text, &slot, &members) {
        assert!(matches!(get_entry(&with, &slot), Ok(Some(_))));
        assert_eq!(put_entry(&with, &slot, &members).as_deref(), Ok(with.as_str()));
        if let Ok(without) = take_entry(&with, &slot) {
            assert_eq!(get_entry(&without, &slot), Ok(None));
        }
    }
});
