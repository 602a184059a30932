//! Haskell's declarations, one line at a time.

use clew_model::{Role, SymbolKind};

use super::{Inside, Walk};
use crate::scanned::{Entry, Line, word_at};

/// Constructors and fields looked for in one line.
const MAX_PARTS: usize = 64;

impl<'text> Walk<'_, 'text> {
    fn open(&mut self, line: &Line<'text>, kind: SymbolKind, name: &'text str) {
        self.indents.close_to(&mut self.sheet, 0);
        if !name.is_empty() {
            let entry = Entry::new(kind, line.place(name), line.range()).doc(line.doc);
            self.indents.declare(&mut self.sheet, entry, 0);
            self.indents.reach(line.end());
        }
    }

    /// `data [instance] [Context =>] Name a b = A | B { field :: Type }`
    pub(super) fn data(&mut self, line: &Line<'text>, rest: &'text str) -> Inside {
        let head = rest.split('=').next().unwrap_or(rest);
        let rest = match rest.find("=>").filter(|at| *at <= head.len()) {
            Some(at) => rest[at + 2..].trim_start(),
            None => rest,
        };
        let rest = ["family ", "instance "]
            .iter()
            .fold(rest, |rest, word| rest.strip_prefix(word).unwrap_or(rest).trim_start());
        let name = word_at(rest, "'");
        self.open(line, SymbolKind::Class, name);
        if let Some((_, constructors)) = rest.split_once('=') {
            self.parts(line, constructors, true);
        }
        Inside::Data
    }

    /// A line inside a data type: `= A Int`, `| B`, `{ field :: Type`, `, other :: Type`,
    /// `C :: Type` after `where`.
    pub(super) fn constructors(&mut self, line: &Line<'text>, text: &'text str) {
        if text.starts_with("deriving") {
            return;
        }
        match text.strip_prefix(['=', '|']) {
            Some(rest) => self.parts(line, rest, true),
            None if text.starts_with(['{', ',']) => self.parts(line, text, false),
            None if text.starts_with(char::is_uppercase) && text.contains(" ::") => {
                self.member(line, SymbolKind::Constructor, word_at(text, "'"));
            }
            None => self.parts(line, text, false),
        }
    }

    /// The constructors between `|` and the fields before `::`.
    fn parts(&mut self, line: &Line<'text>, text: &'text str, starts: bool) {
        let mut starts = starts;
        for alternative in text.split('|').take(MAX_PARTS) {
            let (head, fields) = alternative.split_once('{').unwrap_or((alternative, ""));
            let head = head.trim_start();
            let head = match head.find(" => ").filter(|_| starts) {
                Some(at) => head[at + 4..].trim_start(),
                None => head,
            };
            let name = head.trim_start_matches('!');
            if starts && name.starts_with(char::is_uppercase) {
                self.member(line, SymbolKind::Constructor, word_at(name, "'"));
            }
            let fields = if fields.is_empty() && !starts { head } else { fields };
            self.fields(line, fields);
            starts = true;
        }
    }

    /// `a, b :: Type, c :: Other }`
    fn fields(&mut self, line: &Line<'text>, text: &'text str) {
        let mut rest = text;
        for _ in 0..MAX_PARTS {
            let Some(at) = rest.find("::") else { break };
            let names = rest[..at].rsplit(['{', '}', '(', ')']).next().unwrap_or("");
            for name in names.split(',').map(str::trim) {
                if name.starts_with(|c: char| c.is_lowercase() || c == '_')
                    && word_at(name, "'").len() == name.len()
                {
                    self.member(line, SymbolKind::Field, name);
                }
            }
            rest = &rest[at + 2..];
            rest = rest.find(',').map_or("", |comma| &rest[comma + 1..]);
        }
    }

    fn member(&mut self, line: &Line<'text>, kind: SymbolKind, name: &'text str) {
        if !name.is_empty() {
            let entry = Entry::new(kind, line.place(name), line.place(line.text.trim()));
            let symbol = self.sheet.declare(entry.doc(line.doc));
            if let Some(name) = symbol.map(|_| name) {
                self.see(name);
            }
        }
    }

    /// Constructors, fields and methods are names of the whole module.
    fn see(&mut self, name: &'text str) {
        let symbol =
            self.indents.innermost().and_then(|owner| self.sheet.builder.member_of(owner, name));
        if let Some(symbol) = symbol {
            self.sheet.see_in_file(symbol, name);
        }
    }

    /// `type [family] Name a = …`
    pub(super) fn synonym(&mut self, line: &Line<'text>, rest: &'text str) -> Inside {
        let rest = rest.strip_prefix("family ").unwrap_or(rest);
        if !rest.starts_with("instance ") {
            self.open(line, SymbolKind::Type, word_at(rest.trim_start(), "'"));
        }
        Inside::Other
    }

    /// `class (Context) => Name a where`
    pub(super) fn class(&mut self, line: &Line<'text>, rest: &'text str) -> Inside {
        let rest = rest.split_once("=>").map_or(rest, |(_, rest)| rest.trim_start());
        self.open(line, SymbolKind::Interface, word_at(rest, "'"));
        Inside::Class
    }

    /// `instance Context => Class Type where` uses the class.
    pub(super) fn instance(&mut self, line: &Line<'text>, rest: &'text str) -> Inside {
        self.indents.close_to(&mut self.sheet, 0);
        let rest = rest.split_once("instance ").map_or(rest, |(_, rest)| rest);
        let rest = rest.split_once("=>").map_or(rest, |(_, rest)| rest).trim_start();
        let name = word_at(rest, ".'");
        let last = name.rsplit('.').next().unwrap_or(name);
        if last.starts_with(char::is_uppercase) {
            self.sheet.refer(line.place(last), Role::Inherit);
        }
        Inside::Other
    }

    /// `foreign import ccall "name" name :: Type`
    pub(super) fn foreign(&mut self, line: &Line<'text>, rest: &'text str) -> Inside {
        if let Some((before, _)) = rest.split_once("::") {
            let name = before.trim_end().rsplit(char::is_whitespace).next().unwrap_or("");
            self.open(line, SymbolKind::Function, name);
        }
        Inside::Other
    }

    /// `name, other :: Type` declares.
    pub(super) fn signature(&mut self, line: &Line<'text>, text: &'text str, kind: SymbolKind) {
        let Some((names, _)) = text.split_once("::") else { return };
        for name in names.split(',').map(str::trim) {
            let plain = name.trim_start_matches('(').trim_end_matches(')');
            let is_name = plain.starts_with(|c: char| c.is_lowercase() || c == '_')
                && word_at(plain, "'#").len() == plain.len();
            let is_operator = name.starts_with('(') && !plain.contains(char::is_whitespace);
            if is_name || is_operator && !plain.is_empty() {
                self.member(line, if is_name { kind } else { SymbolKind::Operator }, plain);
            }
        }
    }

    /// A signature or a clause of a function.
    pub(super) fn top_level(&mut self, line: &Line<'text>, text: &'text str) {
        let name = word_at(text, "'#");
        let is_name = name.starts_with(|c: char| c.is_lowercase() || c == '_');
        let operator = text.strip_prefix('(').and_then(|rest| rest.split_once(')'));
        let infix = infix_operator(&text[name.len()..]);
        let is_name = is_name && infix.is_none();
        let name = match (is_name, operator) {
            (true, _) => name,
            (false, _) if infix.is_some() => infix.unwrap_or(name),
            (false, Some((operator, _)))
                if !operator.contains(|c: char| c.is_alphanumeric() || c == ',') =>
            {
                operator
            }
            _ => return,
        };
        if name.is_empty() || self.function == name {
            return;
        }
        let known = self.sheet.builder.declared_in(clew_model::ScopeId(0), name).is_some();
        self.function = name;
        self.inside = Inside::Other;
        let at = name.as_ptr() as usize - text.as_ptr() as usize;
        let behind = &text[at + name.len()..];
        let head = behind.split("::").next().unwrap_or("");
        let is_name = name.starts_with(|c: char| c.is_alphabetic() || c == '_');
        let defines = behind.contains('=') || behind.contains("::") || !behind.contains('$');
        if known || !defines {
            self.indents.close_to(&mut self.sheet, 0);
            return;
        }
        let kind = if is_name { SymbolKind::Function } else { SymbolKind::Operator };
        self.open(line, kind, name);
        // `a, b :: Type` declares both.
        for other in head.split(',').skip(1).map(str::trim).filter(|_| behind.contains("::")) {
            if !other.is_empty() && word_at(other, "'").len() == other.len() {
                self.open(line, kind, other);
            }
        }
    }
}

/// The operator in what stands behind the first word of `a <+> b = …`, or the name in
/// "a `plus` b = …".
fn infix_operator(behind: &str) -> Option<&str> {
    let behind = behind.trim_start();
    if let Some(quoted) = behind.strip_prefix('`') {
        return quoted.split_once('`').map(|(name, _)| name);
    }
    let ends = |c: char| !"!#$%&*+./<=>?\\^|-~:".contains(c);
    let operator = &behind[..behind.find(ends).unwrap_or(behind.len())];
    let is_plain = matches!(operator, "" | "=" | "|" | "::" | "->" | "!" | "~");
    (!is_plain && behind.contains('=')).then_some(operator)
}
