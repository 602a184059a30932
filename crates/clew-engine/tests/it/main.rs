//! The engine through its public face: files in, answers out.

mod answers;
mod fragments;
mod freshness;
mod rights;
mod support;
