//! The one-shot page of set-up, on this machine alone.
//!
//! Its address carries a nonce that the first GET swaps for a cookie; saving or 15
//! minutes end it. Requests must name the page's own host, and changes its own origin
//! and a token that stands in the page. Whoever was given the address could be a
//! program: such a page ([`Rights::Program`]) can do what a program can and no more. A
//! page whose address went straight to a person's terminal or browser acts for them.

#[cfg(feature = "fuzzing")]
pub mod fuzzing;
mod gate;
mod routes;
mod secrets;
mod server;
#[cfg(test)]
mod tests;

pub use server::{Browser, PageError, Pages, Rights, SetupPage, open};
