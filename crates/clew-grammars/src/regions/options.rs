//! What the parts of a Vue component know of each other without naming it: the members
//! of the options object, and props.

use clew_model::{
    Binding, Expression, FileFacts, NameId, Occurrence, Role, ScopeId, Symbol, SymbolFlags,
    SymbolId, SymbolKind, Visibility,
};
use clew_text::TextRange;
use rustc_hash::FxHashMap;

use super::brackets::{closing_brace, is_name};
use super::component::{comma_parts, pascal_case};

/// Options whose members the template and `this` see.
const GROUPS: &[&str] = &["props", "computed", "methods", "data", "setup", "inject"];

/// Binds the names of a template, and the members of `this` in its script, to what the
/// component's options or `defineProps` declare. `scripts` are the ranges of code.
pub(crate) fn join_options(facts: &mut FileFacts, text: &str, scripts: &[TextRange]) {
    join_registered(facts, scripts);
    let listed = declare_props(facts, text, scripts);
    let mut members = option_members(facts);
    let holders = props(facts, text, &listed, &mut members);
    if members.is_empty() {
        return;
    }
    let in_script = |occurrence: &Occurrence| {
        scripts.iter().any(|script| script.contains_range(occurrence.range))
    };
    let bound: Vec<(usize, SymbolId)> = facts
        .occurrences
        .iter()
        .enumerate()
        .filter_map(|(index, occurrence)| {
            let member = *members.get(&occurrence.name)?;
            let is_meant = match occurrence.binding {
                Binding::Free => !in_script(occurrence),
                Binding::Member(base) => match facts.expression(base)? {
                    Expression::SelfValue(of) => is_inside_options(facts, *of),
                    Expression::Occurrence(of) => {
                        let binding = facts.occurrence(*of)?.binding;
                        matches!(binding, Binding::Symbol(of) if holders.contains(&of))
                    }
                    _ => false,
                },
                _ => false,
            };
            is_meant.then_some((index, member))
        })
        .collect();
    for (index, member) in bound {
        facts.occurrences[index].binding = Binding::Symbol(member);
    }
}

/// What `components: { Card, 'user-card': UserCard }` lists is registered there and not
/// declared: the names stand for what they are given, in the template as well.
fn join_registered(facts: &mut FileFacts, scripts: &[TextRange]) {
    let registered: Vec<usize> = (0..facts.symbols.len())
        .filter(|index| {
            let group = facts.symbols[*index].container.and_then(|id| facts.symbol(id));
            group.is_some_and(|group| {
                let of_options = group.container.and_then(|id| facts.symbol(id));
                facts.name(group.name) == "components" && of_options.is_some_and(is_default)
            })
        })
        .collect();
    let mut meant: FxHashMap<String, Binding> = FxHashMap::default();
    for index in registered {
        let symbol = &mut facts.symbols[index];
        symbol.flags.set(SymbolFlags::LOCAL);
        let (name, range) = (symbol.name, symbol.range);
        let first = facts.occurrences.partition_point(|one| one.range.start < range.start);
        let inside = facts.occurrences[first..].iter().take_while(|one| one.range.end <= range.end);
        // The last name of the value; a shorthand is its own value.
        let value =
            inside.filter(|one| one.role == Role::Read && one.range.end == range.end).last();
        if let Some(value) = value {
            meant.insert(pascal_case(facts.name(name)), value.binding);
        }
    }
    let uses: Vec<(usize, Binding)> = facts
        .occurrences
        .iter()
        .enumerate()
        .filter(|(_, one)| {
            matches!(one.binding, Binding::Free | Binding::Unsure) && one.role == Role::Call
        })
        .filter(|(_, one)| !scripts.iter().any(|script| script.contains_range(one.range)))
        .filter_map(|(index, one)| Some((index, *meant.get(facts.name(one.name))?)))
        .collect();
    for (index, binding) in uses {
        facts.occurrences[index].binding = binding;
    }
}

fn is_default(symbol: &Symbol) -> bool {
    symbol.flags.has(SymbolFlags::DEFAULT_EXPORT) && symbol.container.is_none()
}

/// Whether a symbol is the options object or a part of it.
fn is_inside_options(facts: &FileFacts, id: SymbolId) -> bool {
    let mut current = Some(id);
    for _ in 0..8 {
        let Some(symbol) = current.and_then(|id| facts.symbol(id)) else { return false };
        if is_default(symbol) {
            return true;
        }
        current = symbol.container;
    }
    false
}

/// The members of the groups of the options object.
fn option_members(facts: &FileFacts) -> FxHashMap<NameId, SymbolId> {
    let mut members = FxHashMap::default();
    for (index, symbol) in facts.symbols.iter().enumerate() {
        let Some(group) = symbol.container.and_then(|id| facts.symbol(id)) else { continue };
        let is_group = GROUPS.contains(&facts.name(group.name));
        let of_options = group.container.and_then(|id| facts.symbol(id)).is_some_and(is_default);
        if is_group && of_options && !symbol.is_local() {
            members.entry(symbol.name).or_insert(SymbolId(index as u32));
        }
    }
    members
}

/// Where `defineProps` is called at the top of a script.
fn props_call(facts: &FileFacts) -> Option<&Occurrence> {
    let name = facts.names.find("defineProps")?;
    let is_use =
        |one: &&Occurrence| one.name == name && matches!(one.role, Role::Call | Role::Read);
    facts.occurrences.iter().find(is_use)
}

/// Adds the props of `defineProps` to the members; gives the variables that hold them.
fn props(
    facts: &FileFacts,
    text: &str,
    listed: &[TextRange],
    members: &mut FxHashMap<NameId, SymbolId>,
) -> Vec<SymbolId> {
    let Some(call) = props_call(facts) else { return Vec::new() };
    let behind = call.range.end.to_usize();
    let type_at = text[behind..].strip_prefix('<').map(|rest| text.len() - rest.trim_start().len());
    let named = type_at
        .and_then(|at| facts.occurrences.iter().find(|one| one.range.start.to_usize() == at));
    let of_type = match named.map(|one| one.binding) {
        Some(Binding::Symbol(of)) => Some(of),
        _ => None,
    };
    let mut holders = Vec::new();
    for (index, symbol) in facts.symbols.iter().enumerate() {
        let id = SymbolId(index as u32);
        let is_prop = symbol.container.is_some() && symbol.container == of_type
            || listed.contains(&symbol.name_range);
        if is_prop {
            members.entry(symbol.name).or_insert(id);
        }
        let holds = symbol.range.contains_range(call.range)
            && matches!(symbol.kind, SymbolKind::Constant | SymbolKind::Variable)
            && !symbol.flags.has(SymbolFlags::ANONYMOUS);
        if holds {
            holders.push(id);
        }
    }
    holders
}

/// Declares what `defineProps({ … })`, `defineProps([…])` and `defineProps<{ … }>()` list;
/// gives the places of the names.
fn declare_props(facts: &mut FileFacts, text: &str, scripts: &[TextRange]) -> Vec<TextRange> {
    let Some(call) = props_call(facts) else { return Vec::new() };
    let range = call.range;
    if !scripts.iter().any(|script| script.contains_range(range)) {
        return Vec::new();
    }
    let behind = range.end.to_usize();
    let rest = text[behind..].trim_start_matches(['<', '(', ' ', '\n', '\r', '\t']);
    let at = text.len() - rest.len();
    let listed = match rest.as_bytes().first() {
        Some(b'{') => closing_brace(text.as_bytes(), at + 1).map(|end| TextRange::new(at + 1, end)),
        Some(b'[') => rest.find(']').map(|length| TextRange::new(at + 1, at + length)),
        _ => None,
    };
    let places = listed.map_or(Vec::new(), |listed| listed_names(text, listed));
    for place in &places {
        declare_prop(facts, text, *place);
    }
    super::order::sort(facts);
    places
}

/// The keys of an object or members of a type, or the strings of a list.
fn listed_names(text: &str, listed: TextRange) -> Vec<TextRange> {
    let mut places = Vec::new();
    for part in comma_parts(text, listed).into_iter().flat_map(|part| lines_of(text, part)) {
        let slice = part.slice(text);
        let start = part.start.to_usize();
        let (lead, name) = match slice.strip_prefix(['"', '\'']) {
            Some(rest) => (1, rest.split(['"', '\'']).next().unwrap_or("")),
            None => {
                let end = slice.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$'));
                (0, &slice[..end.unwrap_or(slice.len())])
            }
        };
        let behind = slice[lead + name.len()..].trim_start_matches(['"', '\'', '?', ' ']);
        if is_name(name) && (behind.is_empty() || behind.starts_with([':', '('])) {
            places.push(TextRange::new(start + lead, start + lead + name.len()));
        }
    }
    places
}

/// The statements of a part that may hold several members of a type, without comments.
fn lines_of(text: &str, part: TextRange) -> Vec<TextRange> {
    let mut lines = Vec::new();
    let mut depth = 0_i32;
    let mut at = part.start.to_usize();
    for line in part.slice(text).split_inclusive(['\n', ';']) {
        let code = line.trim();
        let is_comment = ["//", "/*", "*"].iter().any(|mark| code.starts_with(mark));
        if depth == 0 && !code.is_empty() && !is_comment {
            let start = at + (line.len() - line.trim_start().len());
            lines.push(TextRange::new(start, start + code.trim_end_matches(';').len()));
        }
        if !is_comment {
            let count = |of: &[char]| code.matches(of).count() as i32;
            depth += count(&['{', '(', '[']) - count(&['}', ')', ']']);
        }
        at += line.len();
    }
    lines
}

fn declare_prop(facts: &mut FileFacts, text: &str, place: TextRange) {
    let known = facts.symbols.iter().any(|symbol| symbol.name_range == place);
    if known {
        return;
    }
    let name = place.slice(text);
    let name = facts.names.find(name).unwrap_or_else(|| facts.names.push(name));
    let id = SymbolId(facts.symbols.len() as u32);
    facts.symbols.push(Symbol {
        name,
        kind: SymbolKind::Property,
        container: None,
        owner: None,
        name_range: place,
        range: place,
        signature_range: place,
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
        range: place,
        role: Role::Definition,
        enclosing: Some(id),
        binding: Binding::Symbol(id),
    });
}
