//! The reader of forms for the fuzz targets.

/// Reads a body as the page's form; what is said where it is none.
pub fn form(body: &[u8]) -> Result<(), String> {
    crate::routes::read(body).map(|_| ())
}
