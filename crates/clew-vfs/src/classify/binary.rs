//! Which files are no text, or mere data, by their extension.

/// Extensions of files that are never text, lower case.
#[rustfmt::skip]
const BINARY: &[&str] = &[
    // images, fonts, sound, video
    "avif", "bmp", "cur", "dds", "eot", "exr", "gif", "hdr", "heic", "icns", "ico", "jp2", "jpeg",
    "jpg", "jxl", "ktx", "otf", "png", "psd", "sketch", "tga", "tif", "tiff", "ttc", "ttf", "webp",
    "woff", "woff2", "xcf", "aac", "aif", "aiff", "flac", "m4a", "mid", "mp3", "oga", "ogg", "opus",
    "wav", "wma", "avi", "flv", "m4v", "mkv", "mov", "mp4", "mpeg", "mpg", "ogv", "webm", "wmv",
    // archives and packages
    "7z", "apk", "br", "bz2", "cab", "crate", "deb", "dmg", "ear", "egg", "gem", "gz", "ipa", "iso",
    "jar", "jmod", "lz", "lz4", "lzma", "nupkg", "pkg", "rar", "rpm", "tar", "tbz", "tgz",
    "txz", "war", "whl", "xpi", "xz", "zip", "zst",
    // compiled and stored
    "a", "beam", "bin", "class", "dat", "db", "dex", "dll", "dylib", "exe", "hi", "idb",
    "ilk", "lib", "lo", "mo", "msi", "ncb", "node", "nib", "o", "obj", "odex", "pch", "pdb", "pyc",
    "pyd", "pyo", "rlib", "rmeta", "so", "sqlite", "sqlite3", "suo", "swf", "swiftmodule", "wasm",
    "arrow", "avro", "feather", "h5", "hdf5", "ckpt", "gguf", "joblib", "mat", "npy", "npz", "onnx",
    "orc", "parquet", "pb", "pickle", "pkl", "pt", "pth", "rdb", "safetensors", "tflite",
    // office
    "doc", "docx", "numbers", "odp", "ods", "odt", "pages", "pdf", "ppt", "pptx", "xls",
    "xlsb", "xlsm", "xlsx",
    // models and scenes
    "blend", "fbx", "glb", "max", "mb", "stl", "unitypackage", "uasset", "umap",
];

/// Extensions of files that hold keys, as text or not, lower case; documents of Keynote
/// share one of them.
const KEYS: &[&str] = &["der", "gpg", "jks", "kdbx", "key", "keystore", "p12", "pem", "pfx", "ppk"];

/// Names of files that hold keys or passwords, lower case.
#[rustfmt::skip]
const KEY_FILES: &[&str] = &[
    ".htpasswd", ".netrc", ".pgpass", "_netrc", "id_dsa", "id_ecdsa", "id_ecdsa_sk", "id_ed25519",
    "id_ed25519_sk", "id_rsa",
];

/// Extensions of files that hold data rather than code or prose, lower case.
#[rustfmt::skip]
const DATA: &[&str] = &[
    "csv", "dump", "geojson", "har", "ipynb", "json", "json5", "jsonc", "jsonl", "ldif", "lock",
    "log", "map", "ndjson", "plist", "po", "pot", "resx", "snap", "sql", "svg", "topojson", "tsv",
    "txt", "xlf", "xliff", "xml", "yaml", "yml", "patch", "diff", "lst", "out", "dict", "srt",
];

/// Whether a file of this name is known to be no text, so that it need not be
/// opened. The name may be a path; case does not matter.
pub fn has_binary_extension(name: &str) -> bool {
    extension_is_in(name, BINARY)
}

/// Whether a file of this name holds keys, whose words are nobody's business. The name
/// may be a path; case does not matter.
pub fn holds_keys(name: &str) -> bool {
    let last = name.rsplit('/').next().unwrap_or(name);
    extension_is_in(last, KEYS) || KEY_FILES.iter().any(|one| one.eq_ignore_ascii_case(last))
}

/// Whether a file of this name holds data rather than code or prose, to which
/// the smaller size limit applies.
pub fn is_data_file(name: &str) -> bool {
    extension_is_in(name, DATA) || name.ends_with("-lock.json") || name.ends_with("go.sum")
}

fn extension_is_in(name: &str, known: &[&str]) -> bool {
    let name = name.rsplit('/').next().unwrap_or(name);
    let Some((stem, extension)) = name.rsplit_once('.') else { return false };
    !stem.is_empty()
        && extension.len() <= 16
        && known.iter().any(|one| one.eq_ignore_ascii_case(extension))
}
