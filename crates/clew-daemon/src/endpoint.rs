//! Where a daemon is reached, and the files beside it.

use std::path::{Path, PathBuf};

use crate::wire::PROTOCOL_MAJOR;

/// Longest path of a socket, in bytes; macOS and the BSDs have room for 104 with
/// the end.
pub const MAX_SOCKET_PATH: usize = 103;

/// Where one daemon is reached.
///
/// The name carries the protocol's major version and the store's format, so
/// that programs of different versions each have their own daemon; it depends
/// on the data folder, so that separate data folders have separate daemons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endpoint {
    /// The socket's path.
    path: PathBuf,
    /// Folder of the lock files.
    folder: PathBuf,
    /// Name of the lock files, without extension.
    stem: String,
}

/// An endpoint that cannot be.
#[derive(Debug, thiserror::Error)]
pub enum EndpointError {
    /// A socket's path has little room.
    #[error(
        "the socket path {path} has more than {MAX_SOCKET_PATH} bytes; set CLEW_ENDPOINT_DIR, or \
         CLEW_ENDPOINT where that is set, to a shorter path"
    )]
    TooLong {
        /// The path.
        path: PathBuf,
    },
    /// The path names no file.
    #[error("the endpoint {path} names no file; give the path of a socket")]
    NoName {
        /// The path as given.
        path: PathBuf,
    },
}

impl Endpoint {
    /// The endpoint of a data folder.
    ///
    /// The socket lies in `folder` if one is given, else in `run` inside the
    /// data folder, else, where that path is too long, in a folder of this user
    /// under the system's folder for temporary files. `store_format` is the
    /// format of the index in the data folder.
    pub fn of_data_folder(
        data: &Path,
        store_format: u32,
        folder: Option<&Path>,
    ) -> Result<Self, EndpointError> {
        let data = std::fs::canonicalize(data).unwrap_or_else(|_| data.to_path_buf());
        let hash = blake3::hash(data.as_os_str().as_encoded_bytes()).to_hex();
        let version = format!("clew-p{PROTOCOL_MAJOR}-s{store_format}");
        let stem = format!("{version}-{}", &hash.as_str()[..12]);
        if let Some(folder) = folder {
            return Endpoint::in_folder(folder, stem);
        }
        Endpoint::in_folder(&data.join("run"), version)
            .or_else(|_| Endpoint::in_folder(&crate::transport::short_folder(), stem))
    }

    /// The endpoint at exactly this path.
    pub fn at(path: &Path) -> Result<Self, EndpointError> {
        let (Some(folder), Some(stem)) = (path.parent(), path.file_stem()) else {
            return Err(EndpointError::NoName { path: path.to_path_buf() });
        };
        if is_too_long(path) {
            return Err(EndpointError::TooLong { path: path.to_path_buf() });
        }
        let stem = stem.to_string_lossy().into_owned();
        Ok(Endpoint { path: path.to_path_buf(), folder: folder.to_path_buf(), stem })
    }

    fn in_folder(folder: &Path, stem: String) -> Result<Self, EndpointError> {
        let path = folder.join(format!("{stem}.sock"));
        if is_too_long(&path) {
            return Err(EndpointError::TooLong { path });
        }
        Ok(Endpoint { path, folder: folder.to_path_buf(), stem })
    }

    /// The socket's path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Folder that holds the socket and its locks; only its user may enter it.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What the system knows the endpoint by: the socket's path, or the name of
    /// the pipe.
    pub fn address(&self) -> PathBuf {
        crate::transport::address(self)
    }

    /// Name of the endpoint's files, without extension.
    pub fn stem(&self) -> &str {
        &self.stem
    }

    /// Held by the daemon as long as it lives.
    pub(crate) fn daemon_lock(&self) -> PathBuf {
        self.folder.join(format!("{}.lock", self.stem))
    }

    /// Held by a client while it starts the daemon.
    pub(crate) fn start_lock(&self) -> PathBuf {
        self.folder.join(format!("{}.start", self.stem))
    }
}

/// Pipes have names of their own, so the path's length does not matter there.
fn is_too_long(path: &Path) -> bool {
    cfg!(unix) && path.as_os_str().len() > MAX_SOCKET_PATH
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(data: &str, format: u32, folder: Option<&str>) -> PathBuf {
        let folder = folder.map(Path::new);
        Endpoint::of_data_folder(Path::new(data), format, folder).unwrap().path().to_path_buf()
    }

    #[test]
    fn versions_and_data_folders_have_their_own_endpoints() {
        assert_eq!(of("/no/data", 3, None), Path::new("/no/data/run/clew-p1-s3.sock"));
        assert_ne!(of("/no/data", 3, None), of("/no/data", 4, None));
        assert_ne!(of("/no/a", 3, Some("/x")), of("/no/b", 3, Some("/x")));
    }

    #[test]
    fn long_data_folders_get_a_short_socket() {
        let long = format!("/no/{}", "long/".repeat(30));
        let short = of(&long, 3, None);
        assert!(short.as_os_str().len() <= MAX_SOCKET_PATH);
        assert_ne!(short, of(&format!("{long}x"), 3, None));
        let error = Endpoint::of_data_folder(Path::new("/d"), 3, Some(Path::new(&long)));
        assert!(error.unwrap_err().to_string().contains("CLEW_ENDPOINT_DIR"));
    }

    #[test]
    fn exact_endpoints_need_a_name() {
        assert!(Endpoint::at(Path::new("/")).is_err());
        assert_eq!(Endpoint::at(Path::new("/a/b.sock")).unwrap().folder(), Path::new("/a"));
    }
}
