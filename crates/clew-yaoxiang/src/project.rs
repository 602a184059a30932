//! The project file `yaoxiang.toml`.

use std::collections::BTreeMap;

use serde::Deserialize;

/// Name of the file that marks a project root.
pub const PROJECT_FILE: &str = "yaoxiang.toml";

/// What a project file says. Unknown keys are ignored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct ProjectFile {
    /// `[package]`.
    pub package: Option<Package>,
    /// `[dependencies]`.
    pub dependencies: BTreeMap<String, Dependency>,
    /// `[dev-dependencies]`.
    pub dev_dependencies: BTreeMap<String, Dependency>,
    /// `[i18n]`.
    pub i18n: I18n,
    /// `[fmt]`.
    pub fmt: Fmt,
    /// `[runtime]`.
    pub runtime: Runtime,
    /// `[tool]`.
    pub tool: Tools,
}

/// `[package]`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Package {
    /// The project's name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// What it is.
    #[serde(default)]
    pub description: Option<String>,
    /// Who wrote it.
    #[serde(default)]
    pub authors: Vec<String>,
    /// Its licence.
    #[serde(default)]
    pub license: Option<String>,
}

/// A dependency: a version, or a table with more.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Dependency {
    /// Version only.
    Version(String),
    /// A table of strings.
    Table(BTreeMap<String, DependencyValue>),
}

/// A value in a dependency's table.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum DependencyValue {
    /// Text, such as a version or a path.
    Text(String),
    /// A switch.
    Switch(bool),
    /// A list of texts.
    List(Vec<String>),
}

/// `[i18n]`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct I18n {
    /// Language of the interface.
    pub lang: Option<String>,
    /// Language used where a text is missing.
    pub fallback: Option<String>,
    /// Language of diagnostics.
    pub error_lang: Option<String>,
    /// Language of the author.
    pub local_lang: Option<String>,
}

impl I18n {
    /// The language that diagnostics are asked for: `error_lang`, else `lang`.
    pub fn diagnostics(&self) -> Option<&str> {
        self.error_lang.as_deref().or(self.lang.as_deref())
    }
}

/// `[fmt]`; both spellings of the keys are read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Fmt {
    /// Longest line in characters.
    #[serde(alias = "line-width")]
    pub line_width: Option<usize>,
    /// Blanks per level.
    #[serde(alias = "indent-width")]
    pub indent_width: Option<usize>,
    /// Indent with tabs.
    #[serde(alias = "use-tabs")]
    pub use_tabs: Option<bool>,
    /// Prefer single quotes.
    #[serde(alias = "single-quote")]
    pub single_quote: Option<bool>,
    /// Sort `use` lines.
    #[serde(alias = "sort-imports")]
    pub sort_imports: Option<bool>,
}

/// `[runtime]`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Runtime {
    /// `embedded`, `standard` or `full`.
    pub mode: Option<String>,
    /// Number of worker threads.
    pub workers: Option<usize>,
}

/// `[tool]`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Tools {
    /// `[tool.test]`.
    pub test: TestTool,
}

/// `[tool.test]`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct TestTool {
    /// Globs of test files.
    pub patterns: Vec<String>,
}

impl Default for TestTool {
    fn default() -> Self {
        TestTool { patterns: vec!["tests/**/*.yx".to_owned()] }
    }
}

/// A project file that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("yaoxiang.toml, line {line}: {reason}")]
pub struct ProjectFileError {
    /// 1-based line.
    pub line: usize,
    /// What is wrong there.
    pub reason: String,
}

/// Reads the text of a project file.
pub fn parse_project_file(text: &str) -> Result<ProjectFile, ProjectFileError> {
    toml::from_str(text).map_err(|error| {
        let start = error.span().map_or(0, |span| span.start.min(text.len()));
        let line = text.as_bytes()[..start].iter().filter(|byte| **byte == b'\n').count() + 1;
        ProjectFileError { line, reason: error.message().trim().to_owned() }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_keys_are_read_and_others_ignored() {
        let file = parse_project_file(
            "[package]\nname = \"demo\"\nversion = \"0.1.0\"\nedition = 3\n\
             [dependencies]\nleft = \"1\"\nright = { path = \"../r\", optional = true }\n\
             [i18n]\nlang = \"zh\"\nerror_lang = \"en\"\n\
             [fmt]\nline_width = 80\nindent-width = 2\n\
             [tool.test]\npatterns = [\"t/*.yx\"]\n[tool.other]\nx = 1\n",
        )
        .unwrap();
        assert_eq!(file.package.unwrap().name, "demo");
        assert_eq!(file.dependencies["left"], Dependency::Version("1".into()));
        assert!(matches!(file.dependencies["right"], Dependency::Table(_)));
        assert_eq!(file.i18n.diagnostics(), Some("en"));
        assert_eq!((file.fmt.line_width, file.fmt.indent_width), (Some(80), Some(2)));
        assert_eq!(file.tool.test.patterns, ["t/*.yx"]);
    }

    #[test]
    fn an_empty_file_has_the_defaults() {
        let file = parse_project_file("").unwrap();
        assert_eq!(file.package, None);
        assert_eq!(file.tool.test.patterns, ["tests/**/*.yx"]);
    }

    #[test]
    fn errors_name_the_line() {
        let error = parse_project_file("[package]\nname = \"x\"\nversion = 1\n").unwrap_err();
        assert_eq!(error.line, 3);
        assert!(error.to_string().starts_with("yaoxiang.toml, line 3: "), "{error}");
        assert_eq!(parse_project_file("[fmt]\n\nline_width = = 3").unwrap_err().line, 3);
    }
}
