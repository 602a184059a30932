//! The daemon over its real socket, with the real engine where answers matter.
#![expect(clippy::unwrap_used, reason = "helpers of tests")]

mod client;
mod contract;
mod hang;
mod held;
mod life;
mod page;
mod stage;
mod wire;
