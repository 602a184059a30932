//! What is extracted from JavaScript and TypeScript.

mod javascript;
mod jsdoc;
mod jsx;
mod robustness;
mod typescript;
