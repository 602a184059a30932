//! What is extracted from JavaScript and TypeScript.

mod javascript;
mod jsx;
mod robustness;
mod typescript;
