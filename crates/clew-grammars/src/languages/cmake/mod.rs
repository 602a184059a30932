//! CMake: projects, targets, functions, macros, variables, what is included.

mod commands;
#[cfg(test)]
mod tests;

use clew_model::{ImportForm, Role, SymbolId, SymbolKind};

use super::dollars::dollar_names;
use crate::builder::FactsBuilder;
use crate::scanned::{Entry, Lexer, Lexis, Quote, Sheet, Token, TokenKind};
use crate::{Depth, LanguageDefinition};
use commands::Command;

pub(crate) static DEFINITION: LanguageDefinition = LanguageDefinition {
    extensions: &["cmake"],
    extractor_version: 2,
    file_names: &["CMakeLists.txt"],
    depth: Depth::Outline,
    guessed: false,
    extracts: "projects, targets with what they link, functions and macros with their calls, variables with their uses, includes and packages as imports",
    outline: Some(read),
    verified: "1.000/0.995 of 219 names against universal-ctags",
    ..LanguageDefinition::words("cmake", "CMake")
};

const LEXIS: Lexis = Lexis {
    line_comments: &["#"],
    long_brackets: true,
    quotes: &[Quote { open: "\"", close: "\"", backslash: true, multiline: true }],
    word_marks: "-./$+:<>{}=@,;|&*~!?%^'",
    escapes: true,
    ..Lexis::EMPTY
};

/// Arguments of a command that are looked at.
const MAX_ARGUMENTS: usize = 200;

struct Walk<'builder, 'text> {
    sheet: Sheet<'builder, 'text>,
    functions: Vec<SymbolId>,
}

/// A command with its arguments.
struct Call<'tokens> {
    name: Token,
    arguments: &'tokens [Token],
    end: usize,
}

fn read(builder: &mut FactsBuilder<'_>) {
    let text = builder.text();
    let mut walk = Walk { sheet: Sheet::new(builder), functions: Vec::new() };
    let mut lexer = Lexer::new(text, LEXIS);
    let mut arguments = Vec::new();
    while let Some(name) = lexer.next() {
        let opens = lexer.clone().next().is_some_and(|next| next.is(b'('));
        if name.kind != TokenKind::Word || !opens {
            continue;
        }
        lexer.next();
        arguments.clear();
        let mut depth = 1;
        let mut end = text.len();
        for token in lexer.by_ref() {
            match token.kind {
                TokenKind::Mark(b'(') => depth += 1,
                TokenKind::Mark(b')') => depth -= 1,
                TokenKind::Mark(_) => {}
                _ if arguments.len() < MAX_ARGUMENTS => arguments.push(token),
                _ => {}
            }
            if depth == 0 {
                end = token.end;
                break;
            }
        }
        walk.command(&lexer, &Call { name, arguments: &arguments, end });
    }
    while let Some(open) = walk.functions.pop() {
        walk.sheet.close(open, text.len());
    }
}

impl<'text> Walk<'_, 'text> {
    fn command(&mut self, lexer: &Lexer<'text>, call: &Call<'_>) {
        let name = lexer.inner(call.name).to_ascii_lowercase();
        let command = commands::command(&name);
        match command {
            Command::Project => self.project(lexer, call),
            Command::Target => self.target(lexer, call),
            Command::Function => self.function(call, SymbolKind::Function),
            Command::Macro => self.function(call, SymbolKind::Macro),
            Command::End => {
                if let Some(open) = self.functions.pop() {
                    self.sheet.close(open, call.end);
                }
            }
            Command::Set => self.set(lexer, call),
            Command::Import => self.import(call, ImportForm::Module),
            Command::Include => self.import(call, ImportForm::SideEffect),
            Command::OfTarget => self.of_target(lexer, call),
            Command::Known => {}
            Command::Other => {
                self.sheet.refer(call.name.range(), Role::Call);
            }
        }
        self.uses(lexer, call);
    }

    fn entry(&self, kind: SymbolKind, call: &Call<'_>, name: Token) -> Entry {
        let range = clew_text::TextRange::new(call.name.start, call.end);
        Entry::new(kind, name.inner(), range).doc(call.name.doc)
    }

    fn project(&mut self, lexer: &Lexer<'text>, call: &Call<'_>) {
        let Some(name) = call.arguments.first() else { return };
        self.sheet.builder.set_package(lexer.inner(*name));
        self.sheet.declare(self.entry(SymbolKind::Module, call, *name));
    }

    fn target(&mut self, lexer: &Lexer<'text>, call: &Call<'_>) {
        let is_plain = |name: &&Token| !lexer.inner(**name).contains('$');
        if let Some(name) = call.arguments.first().filter(is_plain) {
            self.sheet.declare(self.entry(SymbolKind::Module, call, *name));
        }
    }

    fn function(&mut self, call: &Call<'_>, kind: SymbolKind) {
        let Some(name) = call.arguments.first() else { return };
        if let Some(symbol) = self.sheet.declare(self.entry(kind, call, *name)) {
            self.sheet.open(symbol);
            self.functions.push(symbol);
        }
    }

    /// The first `set` of a name declares it.
    fn set(&mut self, lexer: &Lexer<'text>, call: &Call<'_>) {
        let Some(name) = call.arguments.first() else { return };
        let text = lexer.inner(*name);
        if text.contains('$') {
            return;
        }
        if self.sheet.builder.visible_symbol(text).is_some() {
            self.sheet.refer(name.inner(), Role::Write);
        } else {
            self.sheet.declare(self.entry(SymbolKind::Variable, call, *name));
        }
    }

    fn import(&mut self, call: &Call<'_>, form: ImportForm) {
        if let Some(module) = call.arguments.first() {
            let statement = clew_text::TextRange::new(call.name.start, call.end);
            self.sheet.import(module.inner(), form, statement);
        }
    }

    /// Targets named by commands about targets.
    fn of_target(&mut self, lexer: &Lexer<'text>, call: &Call<'_>) {
        for token in call.arguments {
            let text = lexer.inner(*token);
            let is_keyword = text.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_');
            let is_path = text.starts_with('-') || text.contains(['$', '<', '/', '=']);
            if token.kind == TokenKind::Word && !is_keyword && !is_path {
                self.sheet.refer(token.range(), Role::Read);
            }
        }
    }

    fn uses(&mut self, lexer: &Lexer<'text>, call: &Call<'_>) {
        for token in call.arguments {
            let text = lexer.inner(*token);
            for name in dollar_names(text) {
                let start = token.inner().start.to_usize()
                    + (name.as_ptr() as usize - text.as_ptr() as usize);
                let place = clew_text::TextRange::new(start, start + name.len());
                self.sheet.refer(place, Role::Read);
            }
        }
    }
}
