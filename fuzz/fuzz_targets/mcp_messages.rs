#![no_main]
//! Whatever a client sends, every message has its reply or none, and ids of
//! events are read back or refused.

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| clew_mcp::fuzzing::exchange(data));
