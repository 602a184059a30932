//! Dockerfiles: stages, arguments, variables, ports.

#[cfg(test)]
mod tests;

use clew_model::{ImportForm, Role, SymbolId, SymbolKind};
use clew_text::TextRange;

use super::dollars::dollar_names;
use crate::builder::FactsBuilder;
use crate::scanned::{Entry, Line, Lines, Sheet};
use crate::{Depth, LanguageDefinition};

pub(crate) static DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["docker", "containerfile"],
    extensions: &["dockerfile", "containerfile"],
    extractor_version: 2,
    file_names: &["Dockerfile", "Containerfile"],
    file_prefixes: &["Dockerfile.", "Containerfile."],
    depth: Depth::Outline,
    guessed: false,
    extracts: "stages, base images as imports, arguments and variables with their uses, exposed ports, copies from stages",
    outline: Some(read),
    verified: "0.978/1.000 of 134 names against dockerfile-parse",
    ..LanguageDefinition::words("dockerfile", "Dockerfile")
};

struct Walk<'builder, 'text> {
    sheet: Sheet<'builder, 'text>,
    stage: Option<SymbolId>,
    last_end: usize,
    /// Texts whose end was looked for in vain: each search costs the rest of the file.
    unended: usize,
}

/// Searches in vain after which no more ends of texts are looked for.
const MAX_UNENDED: usize = 8;

fn read(builder: &mut FactsBuilder<'_>) {
    let text = builder.text();
    let mut walk = Walk { sheet: Sheet::new(builder), stage: None, last_end: 0, unended: 0 };
    let mut lines = Lines::new(text, &["#"], Some('\\')).with_comments_inside();
    while let Some(line) = lines.next() {
        let end = walk.instruction(&line);
        if end > line.end() {
            lines.go_to(end + 1);
        }
        walk.last_end = end;
    }
    walk.end_stage();
}

impl<'text> Walk<'_, 'text> {
    /// Reads one instruction; gives its end, behind the texts that it holds.
    fn instruction(&mut self, line: &Line<'text>) -> usize {
        let text = line.trimmed();
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        match word.to_ascii_uppercase().as_str() {
            "FROM" => self.from(line, rest),
            "ARG" => self.variables(line, rest, VariableForm::Argument),
            "ENV" => self.variables(line, rest, VariableForm::Environment),
            "EXPOSE" => self.ports(line, rest),
            "COPY" | "ADD" | "RUN" => self.uses_of_stages(line, rest),
            _ => {}
        }
        if !word.eq_ignore_ascii_case("FROM") {
            self.uses_of_variables(line, rest);
        }
        self.end_of_texts(line)
    }

    /// The end of an instruction with the texts that `<<WORD` announces.
    fn end_of_texts(&mut self, line: &Line<'text>) -> usize {
        let Some(mark) = heredoc_mark(line).filter(|_| self.unended < MAX_UNENDED) else {
            return line.end();
        };
        let end = heredoc_end(self.sheet.text(), line.end() + 1, mark);
        if end.is_none() {
            self.unended += 1;
        }
        end.unwrap_or(line.end())
    }

    /// `FROM [--platform=…] image [AS stage]`
    fn from(&mut self, line: &Line<'text>, rest: &'text str) {
        self.end_stage();
        let mut words = rest.split_whitespace().filter(|word| !word.starts_with("--"));
        let Some(image) = words.next() else { return };
        let named = words.next().filter(|word| word.eq_ignore_ascii_case("as"));
        let stage = named.and_then(|_| words.next());
        let known = self.sheet.builder.declared_in(clew_model::ScopeId(0), image);
        let place = line.place(image);
        match known {
            Some(stage) => self.sheet.refer_to(place, Role::Inherit, Some(stage)),
            None if image.contains('$') => {}
            None => self.sheet.import(place, ImportForm::Module, line.range()),
        }
        self.uses_of_variables(line, rest);
        let name = line.place(stage.unwrap_or(image));
        let mut entry = Entry::new(SymbolKind::Module, name, line.range()).doc(line.doc);
        if stage.is_none() {
            entry = Entry { visible: crate::builder::Visible::MemberOnly, ..entry };
        }
        self.stage = self.sheet.declare(entry);
        if let Some(stage) = self.stage {
            self.sheet.open(stage);
        }
    }

    fn end_stage(&mut self) {
        if let Some(stage) = self.stage.take() {
            self.sheet.close(stage, self.last_end);
        }
    }

    fn variables(&mut self, line: &Line<'text>, rest: &'text str, form: VariableForm) {
        let mut words = words(rest).into_iter().peekable();
        let one = words.peek().is_some_and(|word| !word.contains('='));
        let is_old_form = one && form == VariableForm::Environment;
        for word in words {
            let name = word.split('=').next().unwrap_or(word);
            let assigns = word.contains('=') || form == VariableForm::Argument || is_old_form;
            let is_name = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
            if assigns && is_name {
                let place = line.place(name);
                let range = line.place(word);
                self.sheet.declare(Entry::new(SymbolKind::Variable, place, range).doc(line.doc));
            }
            if is_old_form {
                break;
            }
        }
    }

    fn ports(&mut self, line: &Line<'text>, rest: &'text str) {
        for word in rest.split_whitespace().filter(|word| !word.contains('$') && *word != "\\") {
            let port = word.split('/').next().unwrap_or(word);
            let range = line.place(word);
            self.sheet.declare(Entry::member(SymbolKind::Constant, line.place(port), range));
        }
    }

    /// `--from=stage`, and `from=stage` inside `--mount=…`.
    fn uses_of_stages(&mut self, line: &Line<'text>, rest: &'text str) {
        for word in rest.split_whitespace().take_while(|word| word.starts_with("--")) {
            for part in word.trim_start_matches('-').split(',') {
                let part = part.strip_prefix("mount=").unwrap_or(part);
                let Some(stage) = part.strip_prefix("from=") else { continue };
                if let Some(known) = self.sheet.builder.declared_in(clew_model::ScopeId(0), stage) {
                    self.sheet.refer_to(line.place(stage), Role::Read, Some(known));
                }
            }
        }
    }

    fn uses_of_variables(&mut self, line: &Line<'text>, rest: &'text str) {
        for name in dollar_names(rest) {
            let place = line.place(name);
            self.sheet.refer(TextRange { ..place }, Role::Read);
        }
    }
}

/// Whether names alone count.
#[derive(Clone, Copy, PartialEq, Eq)]
enum VariableForm {
    Argument,
    Environment,
}

/// The word that ends the text announced by `<<WORD` in an instruction.
fn heredoc_mark<'text>(line: &Line<'text>) -> Option<&'text str> {
    let word = line.trimmed().split_whitespace().next()?;
    let takes = ["RUN", "COPY", "ADD"].iter().any(|one| word.eq_ignore_ascii_case(one));
    let (_, after) = line.text.split_once("<<").filter(|_| takes)?;
    let word =
        after.trim_start_matches('-').split(|c: char| c.is_whitespace() || c == ';').next()?;
    let mark = word.trim_matches(['"', '\'']);
    let is_mark = mark.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    (is_mark && !mark.is_empty()).then_some(mark)
}

/// The end of the first line from `at` on that is `mark`.
fn heredoc_end(text: &str, mut at: usize, mark: &str) -> Option<usize> {
    while at < text.len() {
        let end = text[at..].find('\n').map_or(text.len(), |length| at + length);
        if text[at..end].trim() == mark {
            return Some(end);
        }
        at = end + 1;
    }
    None
}

/// The words of an instruction: quotes hold blanks together, comment lines are left out.
fn words(rest: &str) -> Vec<&str> {
    let mut words = Vec::new();
    for line in rest.lines().filter(|line| !line.trim_start().starts_with('#')) {
        let (mut start, mut quote, mut is_escaped) = (None, None, false);
        for (at, c) in line.char_indices() {
            match c {
                _ if is_escaped => is_escaped = false,
                '\\' if quote != Some('\'') => is_escaped = true,
                '"' | '\'' if quote.is_none() => quote = Some(c),
                _ if quote == Some(c) => quote = None,
                _ => {}
            }
            let is_blank = c.is_whitespace() && quote.is_none();
            match start {
                None if !is_blank => start = Some(at),
                Some(from) if is_blank => {
                    words.push(&line[from..at]);
                    start = None;
                }
                _ => {}
            }
        }
        words.extend(start.map(|from| &line[from..]));
    }
    words.retain(|word| *word != "\\");
    words
}
