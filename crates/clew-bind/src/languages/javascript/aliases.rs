//! Names that the configuration of a bundler gives to folders: `resolve.alias` of Vite
//! and webpack, as far as it is written plainly. Nothing is run, so what is computed is
//! not known.

use std::collections::BTreeSet;
use std::rc::Rc;

use serde_json::Value;

use super::modules::{join, module_at};
use super::tokens::{Token, tokens};
use crate::languages::paths::{normal, parent};
use crate::{Binder, FileId};

/// Configuration files, without their endings.
const CONFIGS: &[&str] = &["vite.config", "vitest.config", "webpack.config", "rspack.config"];

const ENDINGS: &[&str] = &[".ts", ".js", ".mts", ".mjs", ".cts", ".cjs"];

/// Where an alias of the nearest configuration that has any leads.
pub(super) fn by_alias(binder: &Binder<'_>, folder: &str, module: &str) -> Option<FileId> {
    let mut folder = folder;
    loop {
        let known = known(binder, folder);
        let pairs = known.as_ref().and_then(|pairs| pairs.as_array());
        if let Some(pairs) = pairs.filter(|pairs| !pairs.is_empty()) {
            return pairs.iter().find_map(|pair| {
                let (name, target) = (pair.get(0)?.as_str()?, pair.get(1)?.as_str()?);
                let base = join(target, rest(name, module)?);
                module_at(binder, base.trim_matches('/'))
            });
        }
        if folder.is_empty() {
            return None;
        }
        folder = parent(folder);
    }
}

/// The aliases of every configuration in the workspace, with what they stand for.
pub(super) fn everywhere(binder: &Binder<'_>) -> Vec<(String, String)> {
    let names =
        CONFIGS.iter().flat_map(|stem| ENDINGS.iter().map(move |end| format!("{stem}{end}")));
    let files = names.flat_map(|name| binder.source().files_called(&name));
    let folders: BTreeSet<String> =
        files.map(|file| parent(&binder.path(file)).to_string()).collect();
    let mut found = Vec::new();
    for folder in folders {
        let known = known(binder, &folder);
        for pair in known.as_ref().and_then(|pairs| pairs.as_array()).into_iter().flatten() {
            let part = |at: usize| pair.get(at).and_then(Value::as_str);
            if let (Some(name), Some(target)) = (part(0), part(1)) {
                found.push((name.trim_end_matches('$').to_string(), target.to_string()));
            }
        }
    }
    found
}

/// What of `module` follows an alias, if it begins with it.
fn rest<'module>(name: &str, module: &'module str) -> Option<&'module str> {
    if let Some(exact) = name.strip_suffix('$') {
        return (module == exact).then_some("");
    }
    let rest = module.strip_prefix(name)?;
    let is_whole = rest.is_empty() || name.ends_with('/') || rest.starts_with('/');
    is_whole.then(|| rest.trim_start_matches('/'))
}

/// Pairs of name and target that the configuration in a folder gives; read once.
fn known(binder: &Binder<'_>, folder: &str) -> Option<Rc<Value>> {
    let key = format!("{folder}//aliases");
    if let Some(known) = binder.memo.json.borrow().get(&key) {
        return known.clone();
    }
    let names = CONFIGS.iter().flat_map(|stem| ENDINGS.iter().map(move |ending| (stem, ending)));
    let mut pairs = Vec::new();
    for (stem, ending) in names {
        let path = join(folder, &format!("{stem}{ending}"));
        if binder.source().file_at(&path).is_some()
            && let Some(text) = binder.source().config_text(&path)
        {
            pairs.extend(aliases(&text, folder));
        }
    }
    let pairs = (!pairs.is_empty()).then(|| {
        let pair = |(name, target): (String, String)| Value::from(vec![name, target]);
        Rc::new(Value::Array(pairs.into_iter().map(pair).collect()))
    });
    binder.memo.json.borrow_mut().insert(key, pairs.clone());
    pairs
}

/// The plainly written aliases of a configuration in `folder`.
fn aliases(text: &str, folder: &str) -> Vec<(String, String)> {
    let all = tokens(text);
    let mut found = Vec::new();
    for at in 0..all.len() {
        if !is_key(&all[at], "alias") || all.get(at + 1) != Some(&Token::Mark(':')) {
            continue;
        }
        match all.get(at + 2) {
            Some(Token::Mark('{')) => {
                for (name, value) in entries(&all[at + 3..]) {
                    found.extend(target(value, folder).map(|target| (name, target)));
                }
            }
            Some(Token::Mark('[')) => found.extend(listed(&all[at + 3..], folder)),
            _ => {}
        }
    }
    found
}

fn is_key(token: &Token, name: &str) -> bool {
    matches!(token, Token::Word(word) | Token::Text(word) if word == name)
}

/// The aliases of a list of objects with `find` and `replacement`.
fn listed(tokens: &[Token], folder: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for part in parts(tokens) {
        let Some((Token::Mark('{'), inside)) = part.split_first() else { continue };
        let entries = entries(inside);
        let value =
            |wanted: &str| entries.iter().find(|(name, _)| name == wanted).map(|(_, value)| *value);
        if let (Some([Token::Text(name)]), Some(replacement)) =
            (value("find"), value("replacement"))
            && let Some(target) = target(replacement, folder)
        {
            found.push((name.clone(), target));
        }
    }
    found
}

/// The entries of an object whose brace is open, by key.
fn entries(tokens: &[Token]) -> Vec<(String, &[Token])> {
    let entry = |part: &'_ [Token]| -> Option<(String, usize)> {
        match part {
            [Token::Text(name) | Token::Word(name), Token::Mark(':'), ..] => {
                Some((name.clone(), 2))
            }
            _ => None,
        }
    };
    let all = parts(tokens).into_iter();
    all.filter_map(|part| entry(part).map(|(name, behind)| (name, &part[behind..]))).collect()
}

/// What commas separate up to the end of the brackets that are open.
fn parts(tokens: &[Token]) -> Vec<&[Token]> {
    let (mut depth, mut start, mut found) = (0_usize, 0, Vec::new());
    for (at, token) in tokens.iter().enumerate() {
        match token {
            Token::Mark('(' | '[' | '{') => depth += 1,
            Token::Mark(')' | ']' | '}') if depth == 0 => {
                found.push(&tokens[start..at]);
                return found;
            }
            Token::Mark(')' | ']' | '}') => depth -= 1,
            Token::Mark(',') if depth == 0 => {
                found.push(&tokens[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    found
}

/// The path below the root that a value means, where it is written plainly.
fn target(value: &[Token], folder: &str) -> Option<String> {
    match value {
        [Token::Text(path)] => {
            let is_path = [".", "/", "${__dirname}"].iter().any(|start| path.starts_with(start));
            is_path.then(|| normal(folder, path.trim_start_matches("${__dirname}"))).flatten()
        }
        [Token::Word(function), Token::Mark('('), inside @ ..] if function == "fileURLToPath" => {
            url(inside, folder)
        }
        [Token::Word(module), Token::Mark('.'), call @ ..] if module == "path" => {
            joined(call, folder)
        }
        [Token::Word(new), ..] if new == "new" => url(value, folder),
        _ => joined(value, folder),
    }
}

/// `resolve(__dirname, "src", "lib")`, `join(import.meta.dirname, "src")`
fn joined(value: &[Token], folder: &str) -> Option<String> {
    let [Token::Word(function), Token::Mark('('), inside @ ..] = value else { return None };
    if function != "resolve" && function != "join" {
        return None;
    }
    let mut path = folder.to_string();
    for (index, part) in parts(inside).into_iter().enumerate() {
        match part {
            [Token::Text(step)] => path = normal(&path, step)?,
            [] => {}
            first if index == 0 && is_own_folder(first) => {}
            _ => return None,
        }
    }
    Some(path)
}

/// `__dirname`, `import.meta.dirname`, `process.cwd()`
fn is_own_folder(value: &[Token]) -> bool {
    let words: Vec<&str> = value
        .iter()
        .filter_map(|token| match token {
            Token::Word(word) => Some(word.as_str()),
            _ => None,
        })
        .collect();
    matches!(words.as_slice(), ["__dirname"] | ["import", "meta", "dirname"] | ["process", "cwd"])
}

/// `new URL("./src", import.meta.url)`
fn url(value: &[Token], folder: &str) -> Option<String> {
    let [Token::Word(new), Token::Word(class), Token::Mark('('), inside @ ..] = value else {
        return None;
    };
    match parts(inside).as_slice() {
        [[Token::Text(path)], base] if new == "new" && class == "URL" => {
            let is_own = base.iter().any(|token| is_key(token, "meta"));
            is_own.then(|| normal(folder, path)).flatten()
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::aliases;

    #[track_caller]
    fn check(value: &str, expected: Option<&str>) {
        for text in [
            format!("export default defineConfig({{ resolve: {{ alias: {{ '@x': {value} }} }} }})"),
            format!(
                "module.exports = {{ resolve: {{ alias: [{{ find: \"@x\", replacement: {value} }}] }} }};"
            ),
        ] {
            let found = aliases(&text, "web");
            let expected: Vec<(String, String)> =
                expected.iter().map(|target| ("@x".to_string(), target.to_string())).collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn plain_values_are_read() {
        check("'./src'", Some("web/src"));
        check("'/src'", Some("web/src"));
        check("`${__dirname}/src`", Some("web/src"));
        check("path.resolve(__dirname, 'src')", Some("web/src"));
        check("path.resolve(__dirname, \"../lib\", 'ui', )", Some("lib/ui"));
        check("resolve('src')", Some("web/src"));
        check("path.join(import.meta.dirname, './src')", Some("web/src"));
        check("resolve(process.cwd(), 'src')", Some("web/src"));
        check("fileURLToPath(new URL('./src', import.meta.url))", Some("web/src"));
        check("new URL('./src/', import.meta.url).pathname", Some("web/src"));
    }

    #[test]
    fn what_is_computed_is_not_guessed() {
        check("path.resolve(base, 'src')", None);
        check("folder + '/src'", None);
        check("'vue/dist/vue.esm.js'", None);
        check("find('src')", None);
        check("'../../outside'", None);
    }

    #[test]
    fn several_entries_comments_and_patterns_do_not_disturb() {
        let text = "
            // alias: { no: './no' }
            const test = /[\"'{]/;
            export default { resolve: { alias: {
                lib: './lib', /* './other' */
                [key]: './computed',
                '~/': './src/',
            } } }";
        let expected = [("lib", "lib"), ("~/", "src")].map(|(a, b)| (a.into(), b.into()));
        assert_eq!(aliases(text, ""), expected);
    }
}
