//! The page's life: from its first address to saving or its end.

use std::net::{Ipv4Addr, TcpListener};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use clew_setup::{Asker, Desk, OpenPage, Page};
use tokio::sync::Notify;

use crate::gate::Gate;
use crate::routes;
use crate::secrets::random;

/// How long a page is there.
const LIFE: Duration = Duration::from_secs(15 * 60);

/// For whom a page acts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rights {
    /// Its address went to a person alone.
    Person,
    /// A program knows its address.
    Program,
}

/// Shows an address in the person's browser; whether that worked.
pub type Browser = Arc<dyn Fn(&str) -> bool + Send + Sync>;

/// A page cannot be opened.
#[derive(Debug)]
pub struct PageError(String);

impl std::fmt::Display for PageError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "no page can be served on this machine: {}", self.0)
    }
}

impl std::error::Error for PageError {}

/// A page that is being served.
#[derive(Debug)]
pub struct SetupPage {
    /// Its address with the nonce; works once.
    pub url: String,
    /// Its address without.
    pub bare_url: String,
    shared: Arc<Shared>,
    until: Instant,
}

#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) desk: DeskHandle,
    pub(crate) gate: Gate,
    /// The nonce, until it is used.
    pub(crate) nonce: Mutex<Option<String>>,
    rights: AtomicBool,
    ended: AtomicBool,
    end: Notify,
}

/// The desk, which shows nothing of itself.
pub(crate) struct DeskHandle(pub(crate) Arc<Desk>);

impl std::fmt::Debug for DeskHandle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Desk")
    }
}

impl Shared {
    /// For whom the page acts.
    pub(crate) fn asker(&self) -> Asker {
        if self.rights.load(Ordering::SeqCst) { Asker::Person } else { Asker::Program }
    }

    /// Ends the page once its last answer is sent.
    pub(crate) fn finish(&self) {
        self.ended.store(true, Ordering::SeqCst);
        self.end.notify_one();
    }
}

impl SetupPage {
    /// Whether it is still there.
    pub fn is_open(&self) -> bool {
        !self.shared.ended.load(Ordering::SeqCst) && Instant::now() < self.until
    }

    /// Blocks until it ends.
    pub fn wait(&self) {
        while self.is_open() {
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    fn give(&self, rights: Rights) {
        self.shared.rights.store(rights == Rights::Person, Ordering::SeqCst);
    }
}

/// Serves a page on a free port of this machine.
///
/// # Errors
///
/// When there is no port, no randomness or no thread.
pub fn open(desk: &Arc<Desk>, rights: Rights) -> Result<SetupPage, PageError> {
    let failed = |error: &dyn std::fmt::Display| PageError(error.to_string());
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(|error| failed(&error))?;
    listener.set_nonblocking(true).map_err(|error| failed(&error))?;
    let address = listener.local_addr().map_err(|error| failed(&error))?;
    let secret = || random().map_err(|error| failed(&error));
    let nonce = secret()?;
    let shared = Arc::new(Shared {
        desk: DeskHandle(desk.clone()),
        gate: Gate {
            host: address.to_string(),
            cookie: (format!("clew_setup_{}", address.port()), secret()?),
            csrf: secret()?,
        },
        nonce: Mutex::new(Some(nonce.clone())),
        rights: AtomicBool::new(rights == Rights::Person),
        ended: AtomicBool::new(false),
        end: Notify::new(),
    });
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| failed(&error))?;
    let serving = shared.clone();
    std::thread::Builder::new()
        .name("set-up page".into())
        .spawn(move || {
            if let Err(error) = runtime.block_on(serve(listener, &serving)) {
                tracing::warn!(%error, "the set-up page ended early");
            }
            serving.ended.store(true, Ordering::SeqCst);
            // Blocking work of a request that nobody waits for is not waited for either.
            runtime.shutdown_background();
        })
        .map_err(|error| failed(&error))?;
    Ok(SetupPage {
        url: format!("http://{address}/?n={nonce}"),
        bare_url: format!("http://{address}/"),
        until: Instant::now() + LIFE,
        shared,
    })
}

async fn serve(listener: TcpListener, shared: &Arc<Shared>) -> std::io::Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let ended = shared.clone();
    let stop = async move {
        tokio::select! {
            () = ended.end.notified() => {}
            () = tokio::time::sleep(LIFE) => {}
        }
    };
    let server = axum::serve(listener, routes::router(shared.clone()));
    let grace = shared.clone();
    let bound = async move {
        // Open connections that say nothing must not keep an ended page.
        tokio::time::sleep(LIFE + Duration::from_secs(5)).await;
        drop(grace);
    };
    tokio::select! {
        served = async { server.with_graceful_shutdown(stop).await } => served,
        () = bound => Ok(()),
    }
}

/// The page for programs that ask for set-up; one at a time.
pub struct Pages {
    browser: Browser,
    current: Mutex<Option<(SetupPage, OpenPage)>>,
}

impl Pages {
    /// Pages that are shown with this browser.
    pub fn new(browser: Browser) -> Self {
        Pages { browser, current: Mutex::default() }
    }
}

impl Page for Pages {
    fn open(&self, desk: &Arc<Desk>) -> Result<OpenPage, String> {
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, open)) = current.as_ref().filter(|(page, _)| page.is_open()) {
            return Ok(open.clone());
        }
        let page = open(desk, Rights::Program).map_err(|error| error.to_string())?;
        let is_shown = (self.browser)(&page.url);
        // The caller learns the nonce only where nobody else has it.
        let url = if is_shown { page.bare_url.clone() } else { page.url.clone() };
        page.give(if is_shown { Rights::Person } else { Rights::Program });
        let open = OpenPage { url, is_shown };
        *current = Some((page, open.clone()));
        Ok(open)
    }
}
