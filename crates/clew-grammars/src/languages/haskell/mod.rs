//! Haskell: modules, types with constructors and fields, classes, instances, functions.

mod declarations;
#[cfg(test)]
mod tests;

use clew_model::{ImportForm, SymbolKind};

use crate::builder::FactsBuilder;
use crate::scanned::{Entry, Indents, Line, Lines, Sheet, indent_of, word_at};
use crate::{Depth, LanguageDefinition};

pub(crate) static DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["hs"],
    extensions: &["hs", "hsc", "hs-boot"],
    interpreters: &["runhaskell", "runghc", "stack"],
    depth: Depth::Outline,
    guessed: false,
    extracts: "module, imports, data types with constructors and fields, newtypes, synonyms, classes with methods, instances, functions with their signatures; read line by line",
    outline: Some(read),
    ..LanguageDefinition::words("haskell", "Haskell")
};

struct Walk<'builder, 'text> {
    sheet: Sheet<'builder, 'text>,
    indents: Indents,
    inside: Inside,
    /// The function whose clauses are read.
    function: &'text str,
}

/// What the lines that are indented belong to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
    Other,
    Data,
    Class,
}

fn read(builder: &mut FactsBuilder<'_>) {
    let text = builder.text();
    let (indents, inside, function) = (Indents::default(), Inside::Other, "");
    let mut walk = Walk { sheet: Sheet::new(builder), indents, inside, function };
    let mut comment = 0_usize;
    for line in Lines::new(text, &["--"], None) {
        let was_comment = comment > 0;
        comment = comment_depth(line.text, comment);
        let is_pragma = line.trimmed().starts_with("{-") || line.text.starts_with('#');
        if !was_comment && !is_pragma {
            walk.line(&line);
            walk.indents.reach(line.end());
        }
    }
    walk.indents.finish(&mut walk.sheet);
}

/// How many `{-` are open behind a line.
fn comment_depth(line: &str, mut depth: usize) -> usize {
    for pair in line.as_bytes().windows(2) {
        match pair {
            b"{-" => depth += 1,
            b"-}" => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    depth
}

impl<'text> Walk<'_, 'text> {
    fn line(&mut self, line: &Line<'text>) {
        let indent = indent_of(line.text);
        let text = line.trimmed();
        if indent > 0 {
            match self.inside {
                Inside::Data => self.constructors(line, text),
                Inside::Class => self.signature(line, text, SymbolKind::Method),
                Inside::Other => {}
            }
            return;
        }
        let word = word_at(text, "'");
        let rest = text[word.len()..].trim_start();
        let behind = text[word.len()..].chars().next();
        if !behind.is_none_or(char::is_whitespace) && word != "deriving" {
            return self.top_level(line, text);
        }
        let inside = match word {
            "module" => self.module(line, rest),
            "import" => self.import(line, rest),
            "data" | "newtype" => self.data(line, rest),
            "type" => self.synonym(line, rest),
            "class" => self.class(line, rest),
            "instance" | "deriving" => self.instance(line, rest),
            "foreign" => self.foreign(line, rest),
            "infixl" | "infixr" | "infix" | "default" | "pattern" | "where" => Inside::Other,
            _ => return self.top_level(line, text),
        };
        self.function = "";
        self.inside = inside;
    }

    fn module(&mut self, line: &Line<'text>, rest: &'text str) -> Inside {
        let name = word_at(rest, ".'");
        self.sheet.builder.set_package(name);
        let last = name.rsplit('.').next().unwrap_or(name);
        let entry = Entry::new(SymbolKind::Module, line.place(last), line.range()).doc(line.doc);
        self.sheet.declare(entry);
        Inside::Other
    }

    /// `import [qualified] A.B [as C] [(…)]`
    fn import(&mut self, line: &Line<'text>, rest: &'text str) -> Inside {
        self.indents.close_to(&mut self.sheet, 0);
        let rest = rest.strip_prefix("safe ").unwrap_or(rest).trim_start();
        let rest = rest.strip_prefix("qualified ").unwrap_or(rest).trim_start();
        let rest = match rest.strip_prefix('"') {
            Some(package) => package.split_once('"').map_or("", |(_, rest)| rest.trim_start()),
            None => rest,
        };
        let name = word_at(rest, ".'");
        self.sheet.import(line.place(name), ImportForm::Module, line.place(line.text.trim()));
        Inside::Other
    }
}
