//! Tables that frameworks name in strings: migrations declare them, models say whose
//! they are, and associations of Rails name the class of what is on the other side.
//!
//! Uses are offered by name: which database a model is for, no file says.

use clew_model::{
    Binding, FileFacts, Occurrence, Role, ScopeId, Symbol, SymbolFlags, SymbolId, SymbolKind,
    Visibility,
};
use clew_text::TextRange;

/// Longest name that is read, in bytes.
const MAX_NAME: usize = 64;

/// Most names of one file.
const MAX_NAMES: usize = 2_000;

/// How what follows a mark is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// `mark = "name"`
    Assigned,
    /// `mark("name"` or, in Ruby, `mark :name`
    Given,
    /// `mark("name.column"`
    GivenWithColumn,
}

/// What a name behind a mark is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Meaning {
    /// The table is made here.
    Made,
    /// The table is used.
    Used,
    /// The singular of it in capitals is a class.
    Class,
}

type Mark = (&'static str, Form, Meaning);

fn marks_of(language: &str) -> &'static [Mark] {
    use Form::{Assigned, Given, GivenWithColumn};
    use Meaning::{Class, Made, Used};
    match language {
        "python" => &[
            ("db_table", Assigned, Used),
            ("__tablename__", Assigned, Used),
            ("ForeignKey", GivenWithColumn, Used),
        ],
        "ruby" => &[
            ("create_table", Given, Made),
            ("table_name", Assigned, Used),
            ("add_column", Given, Used),
            ("add_index", Given, Used),
            ("add_reference", Given, Used),
            ("add_foreign_key", Given, Used),
            ("change_column", Given, Used),
            ("change_table", Given, Used),
            ("remove_column", Given, Used),
            ("drop_table", Given, Used),
            ("belongs_to", Given, Class),
            ("has_one", Given, Class),
            ("has_many", Given, Class),
            ("has_and_belongs_to_many", Given, Class),
        ],
        "php" => &[
            ("Schema::create", Given, Made),
            ("Schema::table", Given, Used),
            ("Schema::drop", Given, Used),
            ("Schema::dropIfExists", Given, Used),
            ("DB::table", Given, Used),
            ("$table", Assigned, Used),
        ],
        _ => &[],
    }
}

/// Reports what the strings and symbols behind marks of frameworks name.
pub(crate) fn declare(text: &str, facts: &mut FileFacts) {
    let found = named(facts.language.as_str(), text);
    if found.is_empty() {
        return;
    }
    for one in found {
        match one.meaning {
            Meaning::Made => {
                let table = add_symbol(text, facts, &one, None);
                for column in columns(text, &one) {
                    add_symbol(text, facts, &column, Some(table));
                }
            }
            Meaning::Used => add_use(facts, one.place.slice(text), one.place, Role::Read),
            Meaning::Class => {
                let class = class_name(one.place.slice(text));
                add_use(facts, &class, one.place, Role::Type);
            }
        }
    }
    crate::regions::sort_facts(facts);
}

/// A name behind a mark.
struct Named {
    meaning: Meaning,
    place: TextRange,
    /// From the mark to the end of the name.
    range: TextRange,
}

fn named(language: &str, text: &str) -> Vec<Named> {
    let mut found = Vec::new();
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    for (mark, form, meaning) in marks_of(language) {
        for at in memchr::memmem::find_iter(text.as_bytes(), mark) {
            let end = at + mark.len();
            if found.len() >= MAX_NAMES
                || text[..at].ends_with(is_word)
                || text[end..].starts_with(is_word)
            {
                continue;
            }
            let Some(place) = name_at(text, end, *form, language == "ruby") else { continue };
            let range = TextRange::new(at, place.end.to_usize());
            found.push(Named { meaning: *meaning, place, range });
        }
    }
    found
}

/// The name that follows a mark.
fn name_at(text: &str, from: usize, form: Form, has_symbols: bool) -> Option<TextRange> {
    let rest = text[from..].trim_start_matches([' ', '\t']);
    let rest = match form {
        Form::Assigned => rest.strip_prefix('=')?,
        _ if has_symbols => rest.strip_prefix('(').unwrap_or(rest),
        _ => rest.strip_prefix('(')?,
    };
    let rest = rest.trim_start();
    let quote = rest.chars().next()?;
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
    let inner = rest.get(1..)?;
    let length = inner.find(|c| !is_part(c)).unwrap_or(inner.len());
    let closes = match quote {
        '"' | '\'' => inner[length..].starts_with(quote),
        ':' => has_symbols,
        _ => false,
    };
    if !closes || length == 0 || length > MAX_NAME {
        return None;
    }
    let start = text.len() - inner.len();
    let name = &inner[..length];
    match form {
        // The table, not the column; Django's models are no tables.
        Form::GivenWithColumn => {
            let (table, _) = name.split_once('.')?;
            let is_table = !table.is_empty() && !name.contains(char::is_uppercase);
            is_table.then(|| TextRange::new(start, start + table.len()))
        }
        // Behind the schema.
        _ => {
            let before = name.rfind('.').map_or(0, |dot| dot + 1);
            (before < length).then(|| TextRange::new(start + before, start + length))
        }
    }
}

/// `order_items` as `OrderItem`.
fn class_name(name: &str) -> String {
    let one = match name {
        _ if name.ends_with("ies") => format!("{}y", &name[..name.len() - 3]),
        _ if ["ses", "xes", "ches", "shes"].iter().any(|end| name.ends_with(end)) => {
            name[..name.len() - 2].to_string()
        }
        _ if name.ends_with("ss") || name.ends_with("us") => name.to_string(),
        _ => name.strip_suffix('s').unwrap_or(name).to_string(),
    };
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map_or_else(String::new, |first| {
            first.to_uppercase().chain(letters).collect::<String>()
        })
    };
    one.split('_').map(capital).collect()
}

fn add_use(facts: &mut FileFacts, name: &str, range: TextRange, role: Role) {
    let name = facts.names.find(name).unwrap_or_else(|| facts.names.push(name));
    let enclosing = crate::sql_strings::enclosing(facts, range);
    facts.occurrences.push(Occurrence { name, range, role, enclosing, binding: Binding::Unsure });
}

/// The columns of a table in the block that makes it: `t.string :title` in Ruby,
/// `$table->string('title')` in PHP.
fn columns(text: &str, table: &Named) -> Vec<Named> {
    let mut found = Vec::new();
    let mut start = table.range.end.to_usize();
    let mut lines = text[start..].split_inclusive('\n');
    start += lines.next().map_or(0, str::len);
    for line in lines.take(MAX_COLUMNS) {
        let at = start;
        start += line.len();
        let written = line.trim();
        if written == "end" || written.starts_with('}') {
            break;
        }
        let (is_php, rest) = match (written.strip_prefix("t."), written.strip_prefix("$table->")) {
            (Some(rest), _) => (false, rest),
            (_, Some(rest)) => (true, rest),
            _ => continue,
        };
        let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        if NO_COLUMNS.contains(&&rest[..length]) {
            continue;
        }
        let word = at + line.len() - line.trim_start().len() + written.len() - rest.len();
        let Some(place) = name_at(text, word + length, Form::Given, !is_php) else { continue };
        if place.end.to_usize() <= start {
            let range = TextRange::new(word, place.end.to_usize());
            found.push(Named { meaning: Meaning::Made, place, range });
        }
    }
    found
}

/// Most lines of a table that are read.
const MAX_COLUMNS: usize = 1_000;

/// What says something of a table without naming a column as it is called.
const NO_COLUMNS: &[&str] = &[
    "belongs_to",
    "change",
    "check_constraint",
    "drop",
    "dropColumn",
    "dropForeign",
    "dropIndex",
    "exclusion_constraint",
    "foreign",
    "foreign_key",
    "fullText",
    "index",
    "morphs",
    "primary",
    "references",
    "remove",
    "remove_index",
    "rename",
    "renameColumn",
    "unique",
    "unique_constraint",
];

/// Declares a table, or a column of one.
fn add_symbol(
    text: &str,
    facts: &mut FileFacts,
    one: &Named,
    container: Option<SymbolId>,
) -> SymbolId {
    let name = one.place.slice(text);
    let name = facts.names.find(name).unwrap_or_else(|| facts.names.push(name));
    let id = SymbolId(facts.symbols.len() as u32);
    let is_table = container.is_none();
    facts.symbols.push(Symbol {
        name,
        kind: if is_table { SymbolKind::Class } else { SymbolKind::Field },
        container,
        owner: None,
        name_range: one.place,
        range: one.range,
        signature_range: one.range,
        doc_range: None,
        scope: ScopeId(0),
        body: None,
        visibility: Visibility::Public,
        flags: SymbolFlags::default(),
        declared_type: None,
        value: None,
    });
    facts.occurrences.push(Occurrence {
        name,
        range: one.place,
        role: Role::Definition,
        enclosing: Some(id),
        binding: Binding::Symbol(id),
    });
    id
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_named(language: &str, text: &str, expected: &[&str]) {
        let found: Vec<&str> =
            named(language, text).iter().map(|one| one.place.slice(text)).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn tables_behind_marks_are_found() {
        check_named("python", "class Meta:\n    db_table = 'shop_order'\n", &["shop_order"]);
        check_named("python", "__tablename__ = \"users\"", &["users"]);
        check_named("python", "Column(ForeignKey(\"users.id\"))", &["users"]);
        check_named("python", "models.ForeignKey('shop.Order')", &[]);
        check_named("python", "my_db_table = 'x'; db_table == 'y'; db_table = name", &[]);
        check_named("ruby", "create_table :users do |t|", &["users"]);
        check_named("ruby", "create_table(\"order_items\", id: false)", &["order_items"]);
        check_named("ruby", "self.table_name = 'shop.users'", &["users"]);
        check_named("php", "Schema::create('users', function ($t) {", &["users"]);
        check_named("php", "protected $table = 'users';", &["users"]);
        check_named("go", "db_table = 'x'", &[]);
    }

    #[test]
    fn columns_of_tables_that_are_made() {
        let check = |language: &str, text: &str, expected: &[&str]| {
            let tables = named(language, text);
            let made = tables.iter().find(|one| one.meaning == Meaning::Made).unwrap();
            let found = columns(text, made);
            let found: Vec<&str> = found.iter().map(|one| one.place.slice(text)).collect();
            assert_eq!(found, expected, "{text}");
        };
        check(
            "ruby",
            "create_table :posts do |t|\n  t.string :title, null: false\n  t.text \"body\"\n  \
             t.references :user\n  t.timestamps\n  t.index :title\nend\nt.string :no\n",
            &["title", "body"],
        );
        check(
            "php",
            "Schema::create('posts', function ($table) {\n    $table->id();\n    \
             $table->string('title')->unique();\n    $table->unique('title');\n});\n",
            &["title"],
        );
    }

    #[test]
    fn classes_of_associations_follow_the_convention() {
        for (name, class) in [
            ("author", "Author"),
            ("order_items", "OrderItem"),
            ("categories", "Category"),
            ("boxes", "Box"),
            ("address", "Address"),
        ] {
            assert_eq!(class_name(name), class);
        }
    }
}
