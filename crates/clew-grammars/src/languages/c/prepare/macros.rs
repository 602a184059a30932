//! Words before and behind declarations that only a macro explains.

use clew_text::TextRange;

use super::span;
use super::tokens::{Shape, Token};
use super::words::{is_builtin, is_macro_like, is_qualifier, is_visibility};

/// Most tokens looked at for one declaration's head.
const MAX_HEAD: usize = 200;

/// What a brace holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside<'text> {
    /// Declarations: a namespace or linkage block.
    Declarations,
    /// Members of the named type.
    Members(&'text str),
    /// Statements or values.
    Code,
}

/// The ranges of macros that are to be blanked.
pub(super) fn words(text: &str, tokens: &[Token]) -> Vec<TextRange> {
    let live: Vec<Token> = tokens
        .iter()
        .copied()
        .filter(|token| token.shape != Shape::Dead && token.shape != Shape::Directive)
        .collect();
    let mut finder = Finder { text, tokens: &live, inside: Vec::new(), found: Vec::new() };
    finder.run();
    finder.found
}

struct Finder<'text, 'tokens> {
    text: &'text str,
    tokens: &'tokens [Token],
    inside: Vec<Inside<'text>>,
    found: Vec<TextRange>,
}

impl<'text> Finder<'text, '_> {
    fn run(&mut self) {
        let mut at = 0;
        while at < self.tokens.len() {
            let in_code = self.inside.last() == Some(&Inside::Code);
            at = match in_code {
                true => self.skip_code(at),
                false => self.declaration(at),
            };
        }
    }

    /// Passes over statements up to the brace that ends them.
    fn skip_code(&mut self, start: usize) -> usize {
        let mut depth = 1;
        let mut at = start;
        while at < self.tokens.len() {
            match self.tokens[at].shape {
                Shape::Mark(b'{') => depth += 1,
                Shape::Mark(b'}') => depth -= 1,
                _ => {}
            }
            at += 1;
            if depth == 0 {
                break;
            }
        }
        self.inside.pop();
        at
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
        if let Some(next) = self.lone_macro(start) {
            return next;
        }
        self.head(start)
    }

    fn word(&self, at: usize) -> &'text str {
        match self.tokens.get(at) {
            Some(token) if token.shape == Shape::Word => token.text(self.text),
            _ => "",
        }
    }

    fn is_mark(&self, at: usize, mark: u8) -> bool {
        self.tokens.get(at).is_some_and(|token| token.is(mark))
    }

    /// A macro on a line of its own, with or without arguments, before what is
    /// plainly the start of something else.
    fn lone_macro(&mut self, at: usize) -> Option<usize> {
        if !is_macro_like(self.word(at)) {
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
                    || is_macro_like(word) && has_arguments
            }
        };
        if !is_over {
            return None;
        }
        self.found.push(span(self.tokens[at], self.tokens[end - 1]));
        Some(end)
    }

    /// Whether arguments of a macro hold what no call can: words of types.
    fn holds_types(&self, from: usize, to: usize) -> bool {
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
                            self.macros_before(&words, at, is_plain);
                            return self.rest(at + 1, opens_type, opens_block);
                        }
                        _ if is_qualifier(word) => {}
                        _ if parameters => {
                            at = self.behind_parameters(at);
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
                        self.macros_before(&words, at, is_plain);
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
                    self.macros_before(&words, at, is_plain);
                    words.clear();
                }
                Shape::Mark(b'*' | b'&') | Shape::Quoted => {}
                Shape::Mark(b':') if self.is_mark(at + 1, b':') => {
                    words.pop();
                    at += 1;
                }
                Shape::Mark(b';' | b'=' | b'[' | b'{' | b'}' | b':' | b',') => {
                    if !parameters {
                        self.macros_before(&words, at, is_plain);
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

    /// `Type name GUARDED_BY(mutex);`: blanks the macro, gives the index behind it.
    fn behind_variable(&mut self, words: &[usize], open: usize) -> Option<usize> {
        let [.., _, name, last] = words else { return None };
        let name = self.word(*name);
        let is_behind = last + 1 == open
            && is_macro_like(self.word(*last))
            && !is_macro_like(name)
            && !is_builtin(name);
        let end = if is_behind { self.after_parentheses(open) } else { None };
        let end = end.filter(|end| self.is_mark(*end, b';') || self.is_mark(*end, b'='))?;
        self.found.push(span(self.tokens[*last], self.tokens[end - 1]));
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
        self.found.push(span(self.tokens[open - 1], self.tokens[open]));
        self.found.push(span(self.tokens[end - 1], self.tokens[end - 1]));
        true
    }

    /// `class EXPORT Name`: gives the index behind the name.
    fn tag(&mut self, at: usize, opens_type: &mut Option<&'text str>) -> usize {
        let is_class = self.word(at) == "class";
        let mut at = at + 1;
        if matches!(self.word(at), "class" | "struct") {
            at += 1;
        }
        let next = at + 1;
        if is_macro_like(self.word(at)) {
            let end = match self.is_mark(next, b'(') {
                true => self.after_parentheses(next).unwrap_or(next),
                false => next,
            };
            let name = self.word(end);
            let is_name = !name.is_empty() && name != "final";
            let follows = [b'{', b':', b'<', b';'].iter().any(|mark| self.is_mark(end + 1, *mark));
            // `class EXPORT Name;` announces a class, `struct NAME value;` is a variable.
            let is_variable =
                self.is_mark(end + 1, b';') && !is_class && !is_visibility(self.word(at));
            if is_name && (follows || self.word(end + 1) == "final") && !is_variable {
                self.found.push(span(self.tokens[at], self.tokens[end - 1]));
                at = end;
            }
        }
        if !self.word(at).is_empty() {
            *opens_type = Some(self.word(at));
            at += 1;
        } else {
            *opens_type = Some("");
        }
        at.max(1)
    }

    /// Macros among the words before a name, which is the last of `words`.
    fn macros_before(&mut self, words: &[usize], next: usize, is_plain: bool) {
        if !is_plain {
            return;
        }
        let class = match self.inside.last() {
            Some(Inside::Members(name)) => name,
            _ => "",
        };
        let is_constructor = self.is_mark(next, b'(')
            && !class.is_empty()
            && words.last().is_some_and(|last| self.word(*last) == class);
        let mut rest = words;
        while let Some((first, others)) = rest.split_first() {
            let first_word = self.word(*first);
            if !is_macro_like(first_word) || self.is_tag(*first) {
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
                    is_constructor || !(is_macro_like(second) && others.len() == 2)
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
            && is_macro_like(self.word(*before))
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

    fn note(&mut self, at: usize) {
        self.found.push(span(self.tokens[at], self.tokens[at]));
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
        let goes_on = is_macro_like(following)
            || matches!(following, "override" | "final" | "const" | "noexcept");
        if is_macro_like(word) && (closes || goes_on) {
            self.found.push(span(self.tokens[at], self.tokens[end - 1]));
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
                Shape::Mark(b'{') => {
                    let after_call = at > 0 && self.tokens[at - 1].is(b')');
                    self.inside.push(match opens_type {
                        Some(name) if !has_value && !after_call => Inside::Members(name),
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

    fn is_access(&self, at: usize) -> bool {
        at > 0 && matches!(self.word(at - 1), "public" | "private" | "protected")
    }

    fn after_parentheses(&self, open: usize) -> Option<usize> {
        let mut depth = 0;
        for (offset, token) in self.tokens[open..].iter().enumerate().take(5_000) {
            match token.shape {
                Shape::Mark(b'(') => depth += 1,
                Shape::Mark(b')') => {
                    depth -= 1;
                    if depth == 0 {
                        return Some(open + offset + 1);
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// Behind `<…>`, or behind the mark alone where it is no bracket.
    fn after_angles(&self, open: usize) -> usize {
        let mut depth = 0;
        for (offset, token) in self.tokens[open..].iter().enumerate().take(400) {
            match token.shape {
                Shape::Mark(b'<') => depth += 1,
                Shape::Mark(b'>') => {
                    depth -= 1;
                    if depth == 0 {
                        return open + offset + 1;
                    }
                }
                Shape::Mark(b';' | b'{' | b'}') => break,
                _ => {}
            }
        }
        open + 1
    }
}
