//! Short descriptions of symbols, written by a model.
//!
//! A [`Writer`] is a model of a provider and a language; what it writes of a
//! [`Subject`] depends on its kind, name and text alone, so a [`TextCache`] keeps it by
//! a [`DescriptionKey`] of these, and an equal symbol is never asked about twice. A
//! [`Ledger`] keeps a day's requests within the user's [`Budget`]. [`write_all`] works
//! through many subjects, a few at a time.
//!
//! Everything goes through `clew-provider`, and so through the sanitizer and the one
//! door. A subject whose file holds a secret is not sent at all: see
//! [`Writer::may_send`]. This crate knows no index and no workspace.

#![deny(missing_docs)]

mod answer;
mod budget;
mod cache;
mod run;
mod subject;
#[cfg(test)]
mod tests;
mod writer;

pub use answer::cleaned;
pub use budget::{Budget, Ledger, LedgerError};
#[doc(hidden)]
pub use cache::records_of;
pub use cache::{TextCache, TextCacheError, WriteRight};
pub use run::{Pace, Report, Stop, write_all};
pub use subject::{DescriptionKey, Subject};
pub use writer::Writer;
