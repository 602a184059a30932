//! The registered codes and their texts, read once from the tables beside this file.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::Lang;
use crate::diagnostic::Severity;

/// Stage or area that a code belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Category {
    /// Characters and literals.
    Lexer,
    /// Syntax.
    Parser,
    /// Names and types.
    Types,
    /// Scopes, ownership, mutability.
    Semantic,
    /// Code generation.
    Codegen,
    /// Generics, traits, compile-time evaluation.
    Generic,
    /// Imports.
    Module,
    /// Running programs.
    Runtime,
    /// Files and network of running programs.
    Io,
    /// The compiler itself.
    Internal,
    /// Refusals of a rename.
    Rename,
    /// Unused things.
    Warning,
}

impl Category {
    /// The name shown to people.
    pub const fn name(self, lang: Lang) -> &'static str {
        let (en, zh) = match self {
            Category::Lexer => ("Lexer", "词法"),
            Category::Parser => ("Parser", "语法"),
            Category::Types => ("Type Check", "类型检查"),
            Category::Semantic => ("Semantic", "语义"),
            Category::Codegen => ("Codegen", "代码生成"),
            Category::Generic => ("Generic", "泛型"),
            Category::Module => ("Module", "模块"),
            Category::Runtime => ("Runtime", "运行时"),
            Category::Io => ("I/O", "输入输出"),
            Category::Internal => ("Internal", "内部"),
            Category::Rename => ("Rename", "改名"),
            Category::Warning => ("Warning", "警告"),
        };
        match lang {
            Lang::En => en,
            Lang::ZhCn => zh,
        }
    }

    fn parse(word: &str) -> Option<Category> {
        Some(match word {
            "lexer" => Category::Lexer,
            "parser" => Category::Parser,
            "types" => Category::Types,
            "semantic" => Category::Semantic,
            "codegen" => Category::Codegen,
            "generic" => Category::Generic,
            "module" => Category::Module,
            "runtime" => Category::Runtime,
            "io" => Category::Io,
            "internal" => Category::Internal,
            "rename" => Category::Rename,
            "warning" => Category::Warning,
            _ => return None,
        })
    }
}

/// Who raises a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Raised {
    /// The checker; the code's example raises it.
    ByCheck,
    /// A program that runs.
    ByRunning,
    /// A rename; the first line of the example says which one.
    ByRename,
    /// The situation is reported under another code.
    As(&'static str),
    /// Nothing raises it today.
    Never,
}

impl Raised {
    fn parse(word: &'static str) -> Option<Raised> {
        Some(match word {
            "check" => Raised::ByCheck,
            "run" => Raised::ByRunning,
            "rename" => Raised::ByRename,
            "reserved" => Raised::Never,
            other => Raised::As(other.strip_prefix("as-")?),
        })
    }
}

/// The texts of one code in one language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Text {
    /// A few words.
    pub title: &'static str,
    /// Message with named slots in braces.
    pub message: &'static str,
    /// When the code is raised.
    pub description: &'static str,
    /// What to do; may hold the slots of the message.
    pub help: &'static str,
}

/// One registered code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeInfo {
    /// For example `E1001`.
    pub code: &'static str,
    /// The stage it belongs to.
    pub category: Category,
    /// How bad it is.
    pub severity: Severity,
    /// Who raises it.
    pub raised: Raised,
    /// A program that shows it.
    pub example: String,
    texts: [Text; 2],
}

impl CodeInfo {
    /// The texts in `lang`.
    pub fn text(&self, lang: Lang) -> Text {
        self.texts[lang as usize]
    }
}

/// The parsed tables.
pub(super) struct Catalogue {
    pub(super) codes: Vec<CodeInfo>,
    pub(super) by_code: HashMap<&'static str, usize>,
    pub(super) phrases: HashMap<&'static str, [&'static str; 2]>,
}

static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(read_catalogue);

/// The catalogue; the tables are read at the first call.
pub(super) fn catalogue() -> &'static Catalogue {
    &CATALOGUE
}

fn read_catalogue() -> Catalogue {
    let en = read_texts(include_str!("en.txt"));
    let zh = read_texts(include_str!("zh_cn.txt"));
    let mut codes: Vec<CodeInfo> = Vec::new();
    for line in include_str!("codes.txt").lines() {
        if let Some(code_line) = line.strip_prefix("    ") {
            if let Some(info) = codes.last_mut() {
                info.example.push_str(code_line);
                info.example.push('\n');
            }
        } else if let Some(info) = read_header(line, &en, &zh) {
            codes.push(info);
        } else if let Some(info) = codes.last_mut() {
            info.example.push('\n');
        }
    }
    for info in &mut codes {
        info.example.truncate(info.example.trim_end().len());
        info.example.push('\n');
    }
    let by_code = codes.iter().enumerate().map(|(index, info)| (info.code, index)).collect();
    Catalogue { codes, by_code, phrases: read_phrases(include_str!("phrases.txt")) }
}

fn read_header(
    line: &'static str,
    en: &HashMap<&'static str, Text>,
    zh: &HashMap<&'static str, Text>,
) -> Option<CodeInfo> {
    let mut words = line.split(' ');
    let code = words.next().filter(|word| is_code(word))?;
    let category = Category::parse(words.next()?)?;
    let severity = match words.next()? {
        "error" => Severity::Error,
        "warning" => Severity::Warning,
        _ => Severity::Note,
    };
    let raised = Raised::parse(words.next()?)?;
    let texts = [en, zh].map(|table| table.get(code).copied().unwrap_or_default());
    Some(CodeInfo { code, category, severity, raised, example: String::new(), texts })
}

fn read_texts(table: &'static str) -> HashMap<&'static str, Text> {
    let mut texts: HashMap<&'static str, Text> = HashMap::new();
    let mut current = "";
    for line in table.lines() {
        let Some((mark, rest)) = line.split_once(' ') else { continue };
        if is_code(mark) {
            current = mark;
        }
        if current.is_empty() {
            continue;
        }
        let text = texts.entry(current).or_default();
        match mark {
            "=" => text.message = rest,
            "?" => text.description = rest,
            "!" => text.help = rest,
            _ => text.title = rest,
        }
    }
    texts
}

/// What the codes of a refused rename begin with.
pub(super) const RENAME_CODES: &str = "RENAME-";

fn read_phrases(table: &'static str) -> HashMap<&'static str, [&'static str; 2]> {
    let mut phrases = HashMap::new();
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let mut cells = line.splitn(3, " | ");
        if let (Some(key), Some(en), Some(zh)) = (cells.next(), cells.next(), cells.next()) {
            phrases.insert(key, [en, zh]);
        }
    }
    phrases
}

/// Whether `word` has the shape of a code: a capital letter and four digits,
/// or what a rename was refused for.
pub(super) fn is_code(word: &str) -> bool {
    if let Some(reason) = word.strip_prefix(RENAME_CODES) {
        return !reason.is_empty() && reason.bytes().all(|byte| byte.is_ascii_uppercase());
    }
    let bytes = word.as_bytes();
    bytes.len() == 5 && matches!(bytes[0], b'E' | b'W') && bytes[1..].iter().all(u8::is_ascii_digit)
}
