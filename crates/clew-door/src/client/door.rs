//! Requests to a provider: sanitized bodies, time-outs, retries, few at once.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use serde_json::Value;
use ureq::http::Response;
use ureq::{Agent, Body};

use super::endpoint::{Endpoint, Key};
use super::error::DoorError;
use super::retry::{retry_after, wait_before};
use crate::sanitizer::Sanitized;

/// Bounds of all requests of a door.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Time for one try, from connecting to the last byte.
    pub timeout: Duration,
    /// Further tries after a passing failure.
    pub retries: u32,
    /// The first wait; it doubles with every try.
    pub backoff: Duration,
    /// The longest wait that is accepted, also when the provider asks for it.
    pub longest_wait: Duration,
    /// Requests at once.
    pub concurrent: usize,
    /// Largest answer in bytes.
    pub answer_bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            timeout: Duration::from_secs(60),
            retries: 4,
            backoff: Duration::from_millis(250),
            longest_wait: Duration::from_secs(60),
            concurrent: 4,
            answer_bytes: 64 << 20,
        }
    }
}

/// What a request does.
#[derive(Debug, Clone, Copy)]
pub enum Method<'a> {
    /// Asks for something, such as the list of models.
    Get,
    /// Sends a body.
    Post(&'a Sanitized<Value>),
}

/// A provider's answer.
#[derive(Debug, Clone)]
pub struct Answer {
    /// The body.
    pub body: Value,
    /// Tries it took, from 1.
    pub tries: u32,
}

/// The way to one provider.
#[derive(Debug)]
pub struct Door {
    agent: Agent,
    endpoint: Endpoint,
    key: Option<Key>,
    limits: Limits,
    open: Mutex<usize>,
    closed: Condvar,
}

impl Door {
    /// A door to an endpoint. Redirects are not followed, and proxies of the
    /// environment are not used: what is sent goes to that host alone.
    pub fn new(endpoint: Endpoint, key: Option<Key>, limits: Limits) -> Self {
        let config = Agent::config_builder()
            .timeout_global(Some(limits.timeout))
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .proxy(None)
            .user_agent(concat!("clew/", env!("CARGO_PKG_VERSION")))
            .build();
        let (open, closed) = (Mutex::new(0), Condvar::new());
        Door { agent: Agent::new_with_config(config), endpoint, key, limits, open, closed }
    }

    /// Where it leads.
    pub fn endpoint(&self) -> &Endpoint {
        &self.endpoint
    }

    /// Sends a request to a path below the endpoint and reads the JSON answer. Passing
    /// failures are tried again; `cancelled` is asked before each try and during waits.
    ///
    /// # Errors
    ///
    /// The last failure.
    pub fn send(
        &self,
        path: &str,
        method: Method<'_>,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<Answer, DoorError> {
        let _turn = self.turn(cancelled)?;
        let mut attempt = 0;
        loop {
            if cancelled() {
                return Err(self.cancelled());
            }
            let (error, asked) = match self.once(path, method) {
                Ok(body) => return Ok(Answer { body, tries: attempt + 1 }),
                Err(failed) => failed,
            };
            if !error.is_passing() || attempt >= self.retries_after(&error) {
                return Err(error);
            }
            let wait = wait_before(attempt, self.limits.backoff, asked, spread());
            if wait > self.limits.longest_wait {
                return Err(DoorError::Busy { host: self.host(), wait });
            }
            tracing::debug!(host = self.endpoint.host(), ?wait, %error, "will be tried again");
            self.wait(wait, cancelled)?;
            attempt += 1;
        }
    }

    /// Further tries after a failure. Who did not answer in time is asked once more: each
    /// try costs the whole time-out.
    fn retries_after(&self, error: &DoorError) -> u32 {
        match error {
            DoorError::Timeout { .. } => self.limits.retries.min(1),
            _ => self.limits.retries,
        }
    }

    fn once(&self, path: &str, method: Method<'_>) -> Result<Value, (DoorError, Option<Duration>)> {
        let address = self.endpoint.at(path);
        let authorization = self.key.as_ref().map(Key::header);
        let sent = match method {
            Method::Get => {
                let mut request = self.agent.get(&address);
                if let Some(value) = &authorization {
                    request = request.header("Authorization", value);
                }
                request.call()
            }
            Method::Post(body) => {
                let mut request = self.agent.post(&address);
                if let Some(value) = &authorization {
                    request = request.header("Authorization", value);
                }
                let body = body.get().to_string();
                request.header("Content-Type", "application/json").send(body)
            }
        };
        match sent {
            Ok(response) => self.read(response),
            Err(error) => Err((self.failure(error), None)),
        }
    }

    fn read(&self, mut response: Response<Body>) -> Result<Value, (DoorError, Option<Duration>)> {
        let status = response.status().as_u16();
        let asked = response
            .headers()
            .get("retry-after")
            .and_then(|value| value.to_str().ok())
            .and_then(|value| retry_after(value, SystemTime::now()));
        let body = response.body_mut().with_config().limit(self.limits.answer_bytes).read_to_vec();
        let body = match body {
            Ok(body) => body,
            Err(error) => return Err((self.failure(error), asked)),
        };
        if !(200..300).contains(&status) {
            return Err((self.refusal(status, &body), asked));
        }
        serde_json::from_slice(&body).map_err(|error| {
            (DoorError::Unreadable { host: self.host(), reason: error.to_string() }, None)
        })
    }

    fn refusal(&self, status: u16, body: &[u8]) -> DoorError {
        let host = self.host();
        if matches!(status, 401 | 403) {
            return DoorError::Refused { host, status };
        }
        let text: String = String::from_utf8_lossy(body)
            .chars()
            .filter(|letter| !letter.is_control())
            .take(300)
            .collect();
        let message = match &self.key {
            Some(key) => key.hide(&text),
            None => text,
        };
        DoorError::Status { host, status, message }
    }

    fn failure(&self, error: ureq::Error) -> DoorError {
        let host = self.host();
        match error {
            ureq::Error::Timeout(_) => DoorError::Timeout { host, after: self.limits.timeout },
            ureq::Error::BodyExceedsLimit(bytes) => {
                DoorError::Unreadable { host, reason: format!("it is larger than {bytes} bytes") }
            }
            other => DoorError::Unreachable { host, reason: other.to_string() },
        }
    }

    fn host(&self) -> String {
        self.endpoint.host().to_owned()
    }

    fn cancelled(&self) -> DoorError {
        DoorError::Cancelled { host: self.host() }
    }

    /// Waits for a free place among the requests at once.
    fn turn(&self, cancelled: &dyn Fn() -> bool) -> Result<Turn<'_>, DoorError> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        while *open >= self.limits.concurrent.max(1) {
            if cancelled() {
                return Err(self.cancelled());
            }
            let waited = self.closed.wait_timeout(open, TICK);
            open = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        *open += 1;
        Ok(Turn { door: self })
    }

    fn wait(&self, wait: Duration, cancelled: &dyn Fn() -> bool) -> Result<(), DoorError> {
        let end = Instant::now() + wait;
        loop {
            if cancelled() {
                return Err(self.cancelled());
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(());
            }
            std::thread::sleep(left.min(TICK));
        }
    }
}

/// How often a waiting request looks whether it was cancelled.
const TICK: Duration = Duration::from_millis(20);

/// A place among the requests at once.
struct Turn<'a> {
    door: &'a Door,
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        *self.door.open.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        self.door.closed.notify_one();
    }
}

/// A number from 0 to 1 that differs from try to try.
fn spread() -> f64 {
    let nanos = SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .map_or(0, |elapsed| elapsed.subsec_nanos());
    f64::from(nanos % 1_000) / 1_000.0
}
