//! The kinds of secrets, which name the placeholders.

/// What kind of thing was replaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SecretKind {
    /// A password or passphrase.
    Password,
    /// A token of no known issuer.
    Token,
    /// An API key of no known issuer.
    ApiKey,
    /// Another value that is named a secret.
    Secret,
    /// A private key in PEM, OpenSSH, PGP or age form.
    PrivateKey,
    /// A JSON web token.
    Jwt,
    /// The value of an `Authorization` or similar header.
    Authorization,
    /// A connection string's password or key.
    ConnectionString,
    /// User name and password inside an address.
    UrlCredentials,
    /// An incoming webhook's address, which is its own key.
    Webhook,
    /// A key or token of Amazon Web Services.
    Aws,
    /// A key or token of Microsoft Azure.
    Azure,
    /// A key, token or client secret of Google.
    Google,
    /// A token of GitHub.
    GitHub,
    /// A token of GitLab.
    GitLab,
    /// A token of Slack.
    Slack,
    /// A key of Stripe.
    Stripe,
    /// A key of a provider of models.
    ModelProvider,
    /// A token of a package registry.
    Registry,
    /// A key of a mail or message service.
    Messaging,
    /// A token of a bot of a chat service.
    Bot,
    /// A token of a hosting or infrastructure service.
    Hosting,
    /// A key of a monitoring service.
    Monitoring,
    /// A token of a payment or shop service.
    Commerce,
    /// A token of a design, issue or document service.
    Workspace,
    /// A statement that dumps the environment.
    Environment,
    /// An address off the allow-list.
    Url,
}

impl SecretKind {
    /// The placeholder without its number, such as `REDACTED_PASSWORD`.
    pub fn placeholder(self) -> &'static str {
        match self {
            SecretKind::Password => "REDACTED_PASSWORD",
            SecretKind::Token => "REDACTED_TOKEN",
            SecretKind::ApiKey => "REDACTED_API_KEY",
            SecretKind::Secret => "REDACTED_SECRET",
            SecretKind::PrivateKey => "REDACTED_PRIVATE_KEY",
            SecretKind::Jwt => "REDACTED_JWT",
            SecretKind::Authorization => "REDACTED_AUTHORIZATION",
            SecretKind::ConnectionString => "REDACTED_CONNECTION_SECRET",
            SecretKind::UrlCredentials => "REDACTED_CREDENTIALS",
            SecretKind::Webhook => "REDACTED_WEBHOOK",
            SecretKind::Aws => "REDACTED_AWS_KEY",
            SecretKind::Azure => "REDACTED_AZURE_KEY",
            SecretKind::Google => "REDACTED_GOOGLE_KEY",
            SecretKind::GitHub => "REDACTED_GITHUB_TOKEN",
            SecretKind::GitLab => "REDACTED_GITLAB_TOKEN",
            SecretKind::Slack => "REDACTED_SLACK_TOKEN",
            SecretKind::Stripe => "REDACTED_STRIPE_KEY",
            SecretKind::ModelProvider => "REDACTED_MODEL_KEY",
            SecretKind::Registry => "REDACTED_REGISTRY_TOKEN",
            SecretKind::Messaging => "REDACTED_MESSAGING_KEY",
            SecretKind::Bot => "REDACTED_BOT_TOKEN",
            SecretKind::Hosting => "REDACTED_HOSTING_TOKEN",
            SecretKind::Monitoring => "REDACTED_MONITORING_KEY",
            SecretKind::Commerce => "REDACTED_COMMERCE_TOKEN",
            SecretKind::Workspace => "REDACTED_WORKSPACE_TOKEN",
            SecretKind::Environment => "REDACTED_ENVIRONMENT",
            SecretKind::Url => "REDACTED_URL",
        }
    }
}
