//! Secrets in a project, a real provider, the real engine: nothing of them arrives.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use serde_json::Value;

use super::page::RunningProvider;

/// Longest wait for descriptions and vectors, which come by themselves.
const PATIENCE: Duration = Duration::from_secs(120);

/// Parts of secrets, put together when they are written, so that none stands here.
const SECRETS: [(&str, [&str; 2]); 6] = [
    ("github", ["ghp_", "Zx81kQ0vTq7LmNc4RbYs2WdUeHgJfA93PoIk"]),
    ("aws", ["AKIA", "QX7LMNC4RBYS2WDU"]),
    ("password", ["Tr0ub4dor-", "canary-4417!"]),
    ("slack", ["xoxb-", "218374650912-918273645500-AbCdEfGhIjKlMnOpQrStUvWx"]),
    ("stripe", ["sk_live_", "51HxCanaryQ0vTq7LmNc4RbYs2WdUeHgJf"]),
    ("private", ["MIIEowIBAAKCAQEAcanary", "Q0vTq7LmNc4RbYs2WdUeHgJfA93PoIk"]),
];

const CLEAN: &str = "def settle_invoice(customer):\n    account = open_account(customer)\n    \
    account.withdraw(customer.invoice_total)\n    return account\n";

/// Has the daemon describe and embed a project with secrets, and reads the log.
pub(super) fn check(stage: &Path, clew: &Path, provider: &RunningProvider) -> anyhow::Result<()> {
    let run = Run { stage, clew };
    run.write_project()?;
    run.ask(&[
        "setup",
        "--mode",
        "ollama",
        "--provider-url",
        &provider.address,
        "--model",
        "minilm-extract",
        "--semantic-mode",
        "llm",
        "--embed-model",
        "all-minilm:l6-v2",
        "--no-check-provider",
    ])?;
    let outcome = run.until_described();
    run.ask(&["daemon", "stop", "--force"])?;
    outcome?;
    let log = fs::read_to_string(&provider.log)?;
    for (kind, parts) in SECRETS {
        let secret = parts.concat();
        if log.contains(&secret) || log.contains(parts[1]) {
            bail!("a secret ({kind}) arrived at the provider");
        }
    }
    if !log.contains("/api/chat") || !log.contains("settle_invoice") {
        bail!("the provider was never asked for a description");
    }
    Ok(())
}

struct Run<'run> {
    stage: &'run Path,
    clew: &'run Path,
}

impl Run<'_> {
    fn project(&self) -> PathBuf {
        self.stage.join("project")
    }

    fn write_project(&self) -> anyhow::Result<()> {
        let folder = self.project().join("src");
        fs::create_dir_all(&folder)?;
        fs::write(folder.join("clean.py"), CLEAN)?;
        for (kind, parts) in SECRETS {
            let secret = parts.concat();
            let value = match kind {
                "private" => format!(
                    "-----BEGIN RSA PRIVATE KEY-----\n{secret}\n-----END RSA PRIVATE KEY-----"
                ),
                _ => secret,
            };
            let text = format!(
                "PASSWORD = \"\"\"{value}\"\"\"\n\n\ndef login_{kind}(user):\n    token = \
                 \"\"\"{value}\"\"\"\n    session = connect(user, password=token)\n    return session\n"
            );
            fs::write(folder.join(format!("{kind}.py")), text)?;
        }
        Ok(())
    }

    /// Asks the daemon until the clean function is described.
    fn until_described(&self) -> anyhow::Result<()> {
        let end = Instant::now() + PATIENCE;
        loop {
            let output = self.ask(&["search", "settle invoice customer", "--json"])?;
            let answer: Value = serde_json::from_slice(&output.stdout)?;
            let hits = answer["hits"].as_array().cloned().unwrap_or_default();
            let mut described = hits.iter().filter(|hit| hit["description"].is_string());
            if described.any(|hit| hit["name"] == "settle_invoice") {
                return Ok(());
            }
            if Instant::now() > end {
                bail!("nothing was described: {answer}");
            }
            std::thread::sleep(Duration::from_millis(200));
        }
    }

    fn ask(&self, arguments: &[&str]) -> anyhow::Result<Output> {
        let mut command = Command::new(self.clew);
        command.args(arguments).current_dir(self.project());
        command.env("CLEW_DATA_DIR", self.stage.join("data")).env_remove("CLEW_STANDALONE");
        command.env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent");
        let output = command.output().context("starting clew")?;
        if !output.status.success() {
            bail!("{command:?}: {}", String::from_utf8_lossy(&output.stderr));
        }
        Ok(output)
    }
}
