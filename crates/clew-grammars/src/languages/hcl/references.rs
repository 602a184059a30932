//! What the names in HCL's expressions mean: `var.x`, `local.x`, `module.x.y`, `type.x`.

use clew_model::{Expression, Role, SymbolId};
use clew_text::TextRange;
use rustc_hash::FxHashMap;

use crate::scanned::{Lexer, Sheet, Token, TokenKind};

/// Where a name is declared: each space has its own names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Space {
    Resource,
    Data,
    Module,
    Variable,
    Local,
    /// What no expression names.
    Output,
}

/// A use of a name, bound when the whole file is read.
struct Use {
    space: Space,
    of: String,
    name: TextRange,
    /// The output of a module that is named behind it.
    output: Option<TextRange>,
    enclosing: Option<SymbolId>,
}

/// The names of a file and their uses.
#[derive(Default)]
pub(super) struct References {
    known: FxHashMap<(Space, String, String), SymbolId>,
    uses: Vec<Use>,
}

/// Uses kept of one file.
const MAX_USES: usize = 40_000;

impl References {
    pub(super) fn declare(&mut self, space: Space, of: &str, name: &str, symbol: SymbolId) {
        self.known.entry((space, of.to_string(), name.to_string())).or_insert(symbol);
    }

    /// Notes the names used by the tokens of a statement, those in texts too.
    pub(super) fn collect(&mut self, sheet: &Sheet<'_, '_>, lexer: &Lexer<'_>, tokens: &[Token]) {
        let enclosing = sheet.builder.enclosing();
        for (index, token) in tokens.iter().enumerate() {
            match token.kind {
                TokenKind::Word => {
                    let before = index.checked_sub(1).and_then(|at| tokens.get(at));
                    if !before.is_some_and(|before| before.is(b'.')) {
                        let rest = &sheet.text()[token.start..];
                        self.path(lexer, rest, token.start, enclosing);
                    }
                }
                TokenKind::Quoted => self.interpolated(lexer, *token, enclosing),
                _ => {}
            }
        }
    }

    /// The paths in `${…}` parts of a text.
    fn interpolated(&mut self, lexer: &Lexer<'_>, token: Token, enclosing: Option<SymbolId>) {
        let text = lexer.inner(token);
        let base = token.inner().start.to_usize();
        let mut at = 0;
        while let Some(found) = text[at..].find("${") {
            let inside = at + found + 2;
            let end = text[inside..].find('}').map_or(text.len(), |length| inside + length);
            let mut word = inside;
            while word < end {
                let rest = &text[word..end];
                let length = rest.find(|c: char| !is_part(c)).unwrap_or(rest.len());
                if length > 0 {
                    self.path(lexer, &rest[..length], base + word, enclosing);
                }
                let step = rest[length..].chars().next().map_or(1, char::len_utf8);
                word += length + step;
            }
            at = end;
        }
    }

    /// A dotted path at the start of `text`, which stands at `start`.
    fn path(&mut self, _: &Lexer<'_>, text: &str, start: usize, enclosing: Option<SymbolId>) {
        let length = text.find(|c: char| !is_part(c)).unwrap_or(text.len());
        let parts: Vec<&str> = text[..length].splitn(4, '.').collect();
        let (space, of, name) = match parts.as_slice() {
            ["var", name, ..] => (Space::Variable, "", *name),
            ["local", name, ..] => (Space::Local, "", *name),
            ["module", name, ..] => (Space::Module, "", *name),
            ["data", of, name, ..] => (Space::Data, *of, *name),
            ["each" | "count" | "self" | "path" | "terraform", ..] => return,
            [of, name, ..] if of.contains('_') => (Space::Resource, *of, *name),
            _ => return,
        };
        if name.is_empty() || self.uses.len() >= MAX_USES {
            return;
        }
        let at = start + (name.as_ptr() as usize - text.as_ptr() as usize);
        let name = TextRange::new(at, at + name.len());
        let output = match parts.as_slice() {
            ["module", _, output, ..] if !output.is_empty() => {
                let at = start + (output.as_ptr() as usize - text.as_ptr() as usize);
                Some(TextRange::new(at, at + output.len()))
            }
            _ => None,
        };
        self.uses.push(Use { space, of: of.to_string(), name, output, enclosing });
    }

    /// Reports all uses, bound to what this file declares.
    pub(super) fn bind(self, sheet: &mut Sheet<'_, '_>) {
        for one in self.uses {
            let name = sheet.slice(one.name).to_string();
            let target = self.known.get(&(one.space, one.of, name)).copied();
            if let Some(enclosing) = one.enclosing {
                sheet.builder.enter(enclosing);
            }
            let module = sheet.use_of(one.name, Role::Read, target);
            if let (Some(module), Some(output)) = (module, one.output) {
                sheet.refer_to_member(Expression::Occurrence(module), output, Role::Read);
            }
            if one.enclosing.is_some() {
                sheet.builder.leave();
            }
        }
    }
}

/// Whether a letter belongs to a dotted path.
fn is_part(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '.')
}
