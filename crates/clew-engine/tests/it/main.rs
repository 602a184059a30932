//! The engine through its public face: files in, answers out.
#![expect(clippy::unwrap_used, reason = "helpers of tests")]

mod answers;
mod definitions;
mod describing;
mod field_reports;
mod files;
mod following;
mod fragments;
mod freshness;
mod handlers;
mod hostile_provider;
mod layers;
mod left_out;
mod letters;
mod meaning;
mod messages;
mod mixed;
mod near;
mod outlines;
mod pages;
mod polling;
mod provided;
mod provider;
mod resources;
mod rights;
mod rules;
mod support;
mod unsaved;
mod wanted;
mod workspaces;
