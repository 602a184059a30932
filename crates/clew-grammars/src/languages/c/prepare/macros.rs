//! Words before and behind declarations that only a macro explains.

use clew_text::TextRange;
use rustc_hash::FxHashSet;

use super::defines;
use super::span;
use super::tokens::{Shape, Token};
use super::words::{is_builtin, is_convention, is_macro_like, is_qualifier, is_visibility};

/// Most tokens looked at for one declaration's head.
const MAX_HEAD: usize = 200;

/// What a brace holds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Inside<'text> {
    /// Declarations: a namespace or linkage block.
    Declarations,
    /// Members of the named type.
    Members(&'text str),
    /// Statements.
    Code,
    /// Values, enumerators among them.
    Values,
}

/// What is to be changed before the parse.
#[derive(Default)]
pub(super) struct Found {
    /// The ranges of macros that are to be blanked.
    pub(super) macros: Vec<TextRange>,
    /// Ranges to blank that name no macro.
    pub(super) blanks: Vec<TextRange>,
    /// Single bytes to put in the place of others.
    pub(super) patches: Vec<(usize, u8)>,
}

/// Finds the macros that no grammar can read.
pub(super) fn find(text: &str, tokens: &[Token]) -> Found {
    let live: Vec<Token> = tokens
        .iter()
        .copied()
        .filter(|token| token.shape != Shape::Dead && token.shape != Shape::Directive)
        .collect();
    let known = defines::heads(text, tokens);
    let mut finder =
        Finder { text, tokens: &live, known, inside: Vec::new(), found: Found::default() };
    finder.run();
    finder.behind_pointers();
    finder.found.macros.sort_by_key(|range| range.start.to_usize());
    finder.found.macros.dedup_by_key(|range| range.start.to_usize());
    finder.found
}

pub(super) struct Finder<'text, 'tokens> {
    pub(super) text: &'text str,
    pub(super) tokens: &'tokens [Token],
    /// Macros of the file that stand for nothing or for words of a head.
    known: FxHashSet<&'text str>,
    pub(super) inside: Vec<Inside<'text>>,
    pub(super) found: Found,
}

impl<'text> Finder<'text, '_> {
    fn run(&mut self) {
        let mut at = 0;
        while at < self.tokens.len() {
            let in_code = matches!(self.inside.last(), Some(Inside::Code | Inside::Values));
            at = match in_code {
                true => self.skip_code(at),
                false => self.declaration(at),
            };
        }
    }

    /// Reads one declaration's head; gives the index behind it.
    fn declaration(&mut self, start: usize) -> usize {
        let token = self.tokens[start];
        if token.is(b'}') {
            self.inside.pop();
            return start + 1;
        }
        if token.is(b'{') {
            // Behind the parameter declarations of an old-style function, or behind
            // a macro that opens a block.
            let is_body = start > 0 && self.tokens[start - 1].is(b';');
            self.inside.push(if is_body { Inside::Code } else { Inside::Declarations });
            return start + 1;
        }
        if token.shape != Shape::Word {
            return start + 1;
        }
        if let Some(next) = self.block_macro(start).or_else(|| self.lone_macro(start)) {
            return next;
        }
        self.head(start)
    }

    /// Whether a word looks like a macro, or is known to be one that heads carry.
    pub(super) fn is_macro(&self, word: &str) -> bool {
        is_macro_like(word) || self.known.contains(word)
    }

    pub(super) fn word(&self, at: usize) -> &'text str {
        match self.tokens.get(at) {
            Some(token) if token.shape == Shape::Word => token.text(self.text),
            _ => "",
        }
    }

    pub(super) fn is_mark(&self, at: usize, mark: u8) -> bool {
        self.tokens.get(at).is_some_and(|token| token.is(mark))
    }

    /// A macro on a line of its own, with or without arguments, before what is
    /// plainly the start of something else.
    fn lone_macro(&mut self, at: usize) -> Option<usize> {
        if !self.is_macro(self.word(at)) {
            return None;
        }
        let has_arguments = self.is_mark(at + 1, b'(');
        let end = if has_arguments { self.after_parentheses(at + 1)? } else { at + 1 };
        let is_over = match self.tokens.get(end) {
            None => true,
            Some(next) if next.is(b';') => has_arguments && self.holds_types(at + 1, end),
            Some(next) if !next.begins_line => false,
            Some(next) if next.is(b'}') => true,
            Some(_) => {
                let word = self.word(end);
                let starts = matches!(
                    word,
                    "template"
                        | "class"
                        | "struct"
                        | "namespace"
                        | "static"
                        | "extern"
                        | "typedef"
                        | "public"
                        | "private"
                        | "protected"
                        | "using"
                        | "enum"
                        | "inline"
                        | "union"
                );
                let class = match self.inside.last() {
                    Some(Inside::Members(name)) => name,
                    _ => "",
                };
                starts
                    || (has_arguments && (is_builtin(word) || word == class))
                    || has_arguments && (self.is_macro(word) || self.is_typed(end))
            }
        };
        if !is_over {
            return None;
        }
        self.note_range(at, end - 1);
        Some(end)
    }

    /// Whether a type and a name stand at `at`, as in `Actor* owner` or `List<int> ids`.
    fn is_typed(&self, at: usize) -> bool {
        let mut next = at + 1;
        if self.word(at).is_empty() {
            return false;
        }
        while self.is_mark(next, b':') && self.is_mark(next + 1, b':') {
            next += 3;
        }
        if self.is_mark(next, b'<') {
            next = self.after_angles(next);
        }
        while self.is_mark(next, b'*') || self.is_mark(next, b'&') {
            next += 1;
        }
        !self.word(next).is_empty()
    }

    /// Whether arguments of a macro hold what no call can: words of types.
    pub(super) fn holds_types(&self, from: usize, to: usize) -> bool {
        (from..to).any(|at| {
            let word = self.word(at);
            is_builtin(word) || matches!(word, "struct" | "class" | "template" | "typename")
        })
    }

    /// Reads up to the end of a declaration and notes the macros in its head.
    fn head(&mut self, start: usize) -> usize {
        let mut words: Vec<usize> = Vec::new();
        let mut at = start;
        let mut opens_type: Option<&'text str> = None;
        let mut opens_block = false;
        let mut parameters = false;
        let mut is_plain = true;
        let mut owner = "";
        while at < self.tokens.len() {
            let token = self.tokens[at];
            match token.shape {
                Shape::Word => {
                    let word = token.text(self.text);
                    match word {
                        "template" if self.is_mark(at + 1, b'<') => {
                            at = self.after_angles(at + 1);
                            continue;
                        }
                        "class" | "struct" | "union" | "enum" if !parameters => {
                            at = self.tag(at, &mut opens_type);
                            words.push(at - 1);
                            continue;
                        }
                        "namespace" | "extern" => opens_block = true,
                        "typedef" | "using" | "friend" => is_plain = false,
                        "operator" => {
                            self.macros_before(&words, at, is_plain, owner);
                            return self.rest(at + 1, opens_type, opens_block);
                        }
                        _ if let Some(next) = self.passed_word(at, parameters) => {
                            at = next;
                            continue;
                        }
                        _ => words.push(at),
                    }
                }
                Shape::Mark(b'(') => {
                    if !parameters && let Some(end) = self.behind_variable(&words, at) {
                        words.pop();
                        at = end;
                        continue;
                    }
                    if !parameters && self.wraps_parameters(&words, at) {
                        words.pop();
                        at += 1;
                    }
                    if !parameters {
                        self.macros_before(&words, at, is_plain, owner);
                    }
                    let Some(end) = self.after_parentheses(at) else { return self.tokens.len() };
                    parameters = true;
                    at = end;
                    continue;
                }
                Shape::Mark(b'<') => {
                    at = self.after_angles(at);
                    continue;
                }
                Shape::Mark(b'~') => {
                    self.macros_before(&words, at, is_plain, owner);
                    words.clear();
                }
                Shape::Mark(b'*' | b'&') | Shape::Quoted => {}
                Shape::Mark(b':') if self.is_mark(at + 1, b':') => {
                    owner = words.pop().map_or("", |last| self.word(last));
                    at += 1;
                }
                Shape::Mark(b';' | b'=' | b'[' | b'{' | b'}' | b':' | b',') => {
                    if !parameters {
                        self.macros_before(&words, at, is_plain, owner);
                    }
                    return self.rest(at, opens_type, opens_block);
                }
                _ => return self.rest(at, opens_type, opens_block),
            }
            at += 1;
            if at - start > MAX_HEAD {
                return self.rest(at, opens_type, opens_block);
            }
        }
        at
    }

    /// The index behind a word that is no part of a type or name.
    fn passed_word(&mut self, at: usize, parameters: bool) -> Option<usize> {
        if let Some(end) = self.compiler_word(at) {
            return Some(end);
        }
        if is_qualifier(self.word(at)) {
            return Some(at + 1);
        }
        parameters.then(|| self.behind_parameters(at))
    }

    /// `__stdcall`, `__declspec(dllexport)`: blanks what says nothing about the code,
    /// gives the index behind it.
    fn compiler_word(&mut self, at: usize) -> Option<usize> {
        let word = self.word(at);
        let end = match word {
            "__declspec" | "_declspec" => self.after_parentheses(at + 1)?,
            _ if is_convention(word) => at + 1,
            _ => return None,
        };
        if (at..end).all(|at| self.word(at) != "deprecated") {
            self.found.blanks.push(span(self.tokens[at], self.tokens[end - 1]));
        }
        Some(end)
    }

    /// `Type name GUARDED_BY(mutex);`: blanks the macro, gives the index behind it.
    fn behind_variable(&mut self, words: &[usize], open: usize) -> Option<usize> {
        let [.., _, name, last] = words else { return None };
        let name = self.word(*name);
        let is_behind = last + 1 == open
            && self.is_macro(self.word(*last))
            && !self.is_macro(name)
            && !is_builtin(name);
        let end = if is_behind { self.after_parentheses(open) } else { None };
        let end = end.filter(|end| self.is_mark(*end, b';') || self.is_mark(*end, b'='))?;
        self.note_range(*last, end - 1);
        Some(end)
    }

    /// `int f OF((int a));`: blanks the macro and its parentheses.
    fn wraps_parameters(&mut self, words: &[usize], open: usize) -> bool {
        let is_wrapper = words.len() >= 2
            && words.last().is_some_and(|last| {
                last + 1 == open
                    && self.word(*last).bytes().all(|b| b.is_ascii_uppercase() || b == b'_')
            })
            && self.is_mark(open + 1, b'(');
        let end = if is_wrapper { self.after_parentheses(open) } else { None };
        let Some(end) = end else { return false };
        self.note_range(open - 1, open);
        self.note_range(end - 1, end - 1);
        true
    }

    /// `class EXPORT Name`: gives the index behind the name.
    fn tag(&mut self, at: usize, opens_type: &mut Option<&'text str>) -> usize {
        let is_class = self.word(at) == "class";
        let is_enum = self.word(at) == "enum";
        let mut at = at + 1;
        if matches!(self.word(at), "class" | "struct") {
            at += 1;
        }
        if self.is_macro(self.word(at)) {
            let mut end = self.behind_macro(at);
            // `class EXPORT ALIGNED(8) Name`
            while self.is_macro(self.word(end)) {
                let further = self.behind_macro(end);
                if matches!(self.word(further), "" | "final") {
                    break;
                }
                end = further;
            }
            let name = self.word(end);
            let is_name = !name.is_empty() && name != "final";
            let follows = [b'{', b':', b'<', b';'].iter().any(|mark| self.is_mark(end + 1, *mark));
            // `class EXPORT Name;` announces a class, `struct NAME value;` is a variable.
            let is_variable =
                self.is_mark(end + 1, b';') && !is_class && !is_visibility(self.word(at));
            if is_name && (follows || self.word(end + 1) == "final") && !is_variable {
                self.note_range(at, end - 1);
                at = end;
            }
        }
        if !self.word(at).is_empty() {
            *opens_type = Some(if is_enum { "enum" } else { self.word(at) });
            at += 1;
        } else {
            *opens_type = Some(if is_enum { "enum" } else { "" });
        }
        at.max(1)
    }

    /// Macros among the words before a name, which is the last of `words`.
    fn macros_before(&mut self, words: &[usize], next: usize, is_plain: bool, owner: &str) {
        if !is_plain {
            return;
        }
        let class = match self.inside.last() {
            Some(Inside::Members(name)) if owner.is_empty() => name,
            _ => owner,
        };
        let is_constructor = self.is_mark(next, b'(')
            && !class.is_empty()
            && words.last().is_some_and(|last| self.word(*last) == class);
        let mut rest = words;
        while let Some((first, others)) = rest.split_first() {
            let first_word = self.word(*first);
            if !self.is_macro(first_word) || self.is_tag(*first) {
                break;
            }
            let is_extra = match others {
                [] => self.is_mark(next, b'~') || self.is_conversion(next),
                [_] => {
                    is_constructor
                        || self.is_mark(next, b'~')
                        || (self.word(next) == "operator" && !self.is_conversion(next))
                        || self.is_conversion(next)
                }
                [second, ..] => {
                    let second = self.word(*second);
                    is_constructor || !(self.is_macro(second) && others.len() == 2)
                }
            };
            if !is_extra {
                break;
            }
            self.note(*first);
            rest = others;
        }
        if let [.., before, _] = rest
            && rest.len() >= 3
            && self.is_macro(self.word(*before))
        {
            self.note(*before);
        }
    }

    fn is_tag(&self, at: usize) -> bool {
        at > 0 && matches!(self.word(at - 1), "struct" | "class" | "union" | "enum")
    }

    /// Whether `operator` at `at` names a conversion.
    fn is_conversion(&self, at: usize) -> bool {
        let next = self.word(at + 1);
        self.word(at) == "operator" && !matches!(next, "" | "new" | "delete")
    }

    pub(super) fn note(&mut self, at: usize) {
        self.note_range(at, at);
    }

    /// Notes a macro with its arguments.
    pub(super) fn note_range(&mut self, first: usize, last: usize) {
        self.found.macros.push(span(self.tokens[first], self.tokens[last]));
    }

    /// Macros between the parameters and the body or semicolon.
    fn behind_parameters(&mut self, at: usize) -> usize {
        let word = self.word(at);
        let next = at + 1;
        let end = match self.is_mark(next, b'(') {
            true => self.after_parentheses(next).unwrap_or(next),
            false => next,
        };
        let closes = [b'{', b';', b':', b'='].iter().any(|mark| self.is_mark(end, *mark));
        let following = self.word(end);
        let goes_on = self.is_macro(following)
            || matches!(following, "override" | "final" | "const" | "noexcept");
        if self.is_macro(word) && (closes || goes_on) {
            self.note_range(at, end - 1);
        }
        end
    }

    /// Passes over the rest of a declaration: values, then `;` or a brace.
    fn rest(&mut self, start: usize, opens_type: Option<&'text str>, opens_block: bool) -> usize {
        let mut at = start;
        let mut has_value = false;
        while at < self.tokens.len() {
            match self.tokens[at].shape {
                Shape::Mark(b';') => return at + 1,
                Shape::Mark(b'}') => return at,
                Shape::Mark(b'=') => has_value = true,
                Shape::Mark(b'(') => {
                    at = self.after_parentheses(at).unwrap_or(self.tokens.len());
                    continue;
                }
                Shape::Mark(b'{') if let Some(end) = self.braced_value(start, at) => {
                    at = end;
                    continue;
                }
                Shape::Mark(b'{') => {
                    let after_call = at > 0 && self.tokens[at - 1].is(b')');
                    self.inside.push(match opens_type {
                        Some("enum") if !has_value && !after_call => Inside::Values,
                        Some(name) if !has_value && !after_call => Inside::Members(name),
                        _ if at > 0 && self.is_mark(at - 1, b'=') => Inside::Values,
                        None if opens_block && !after_call && !has_value => Inside::Declarations,
                        _ => Inside::Code,
                    });
                    return at + 1;
                }
                Shape::Mark(b':') if self.is_access(at) => return at + 1,
                _ => {}
            }
            at += 1;
        }
        at
    }

    /// `: first{1}, second{2} {`: the index behind a brace that holds the value of a
    /// member or base, where `start` is the colon before the first.
    fn braced_value(&self, start: usize, at: usize) -> Option<usize> {
        let is_value = self.is_mark(start, b':')
            && start > 0
            && (self.is_mark(start - 1, b')') || is_qualifier(self.word(start - 1)))
            && !self.word(at.checked_sub(1)?).is_empty();
        let end = if is_value { self.after_pair(at, b'{', b'}') } else { None };
        end.filter(|end| self.is_mark(*end, b',') || self.is_mark(*end, b'{'))
    }

    fn is_access(&self, at: usize) -> bool {
        at > 0 && matches!(self.word(at - 1), "public" | "private" | "protected")
    }
}
