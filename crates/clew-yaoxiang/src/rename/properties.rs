//! A rename that is done never changes the meaning: the checker, which
//! resolves names by rules of its own, finds the same, and the way back leads
//! to the same text.

use proptest::prelude::*;

use super::{RenameScope, rename_symbol};
use crate::check::check_source;
use crate::diagnostic::Severity;
use crate::names::resolve_names;
use crate::parse;

/// Names that programs are made of; few, so that they shadow and clash.
const NAMES: [&str; 4] = ["a", "b", "n", "total"];
/// A name that no program has.
const FRESH: &str = "fresh_name";

fn name() -> impl Strategy<Value = &'static str> {
    prop::sample::select(NAMES.to_vec())
}

fn expr() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        name().prop_map(str::to_owned),
        Just("1".to_owned()),
        name().prop_map(|n| format!("f\"{{{n}}} {n}\"")),
        (name(), name()).prop_map(|(f, n)| format!("P({f}=1, y={n})")),
    ];
    leaf.prop_recursive(3, 12, 2, |inner| {
        let two = (inner.clone(), inner.clone());
        prop_oneof![
            two.clone().prop_map(|(a, b)| format!("{a} + {b}")),
            (name(), inner.clone()).prop_map(|(f, a)| format!("{f}({a})")),
            (name(), inner.clone()).prop_map(|(n, a)| format!("({n} => {a})")),
            (name(), inner.clone()).prop_map(|(n, a)| format!("[{a} for {n} in [1, 2]]")),
            (name(), inner.clone()).prop_map(|(n, a)| format!("{a}.{n}")),
            (name(), inner.clone()).prop_map(|(n, a)| format!("P({a}, 1).{n}")),
            (name(), inner.clone()).prop_map(|(n, a)| format!("Q({a}).{n}({a})")),
            (name(), inner.clone()).prop_map(|(n, a)| format!("P.{n}(P({a}, 1))")),
            (name(), two.clone())
                .prop_map(|(n, (a, b))| format!("match P({a}, 2) {{ {{ {n} }} => {b} }}")),
            (name(), two.clone())
                .prop_map(|(n, (a, b))| format!("match ({a}, Q(1)) {{ ({n}, {{ {n} }}) => {b} }}")),
            (name(), two.clone())
                .prop_map(|(n, (a, b))| format!("match {a} {{ {n} => {b}, _ => {n} }}")),
            (name(), two).prop_map(|(n, (a, b))| format!("if {n} == 1 {{ {a} }} else {{ {b} }}")),
        ]
    })
}

fn stmt() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        (name(), expr()).prop_map(|(n, e)| format!("{n} = {e}\n")),
        (name(), expr()).prop_map(|(n, e)| format!("mut {n} = {e}\n")),
        (name(), expr()).prop_map(|(n, e)| format!("{n}: Int = {e}\n")),
        (name(), name(), expr()).prop_map(|(m, n, e)| format!("{m}, {n} = {e}\n")),
        (name(), name(), expr()).prop_map(|(m, n, e)| format!("{m}.{n} = {e}\n")),
        expr().prop_map(|e| format!("return {e}\n")),
        name().prop_map(|n| format!("use std.{{io as {n}}}\n")),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        let body = prop::collection::vec(inner, 0..3).prop_map(|all| all.concat());
        prop_oneof![
            (name(), expr(), body.clone())
                .prop_map(|(n, e, b)| format!("for {n} in {e} {{\n{b}}}\n")),
            (name(), body.clone()).prop_map(|(n, b)| format!("while {n} < 3 {{\n{b}}}\n")),
            (name(), name(), body.clone())
                .prop_map(|(m, n, b)| format!("while 1 < 3 {{\n{n} = 1\n{b}}}\n{m} = {n}\n")),
            (name(), body.clone()).prop_map(|(n, b)| format!("if {n} == 1 {{\n{b}}}\n")),
            (name(), body.clone()).prop_map(|(n, b)| format!("{n} = spawn {{\n{b}}}\n")),
            (name(), name(), body.clone())
                .prop_map(|(f, n, b)| format!("{f}: ({n}: Int) -> Int = {{\n{b}}}\n")),
            (name(), name(), body.clone())
                .prop_map(|(f, n, b)| format!("{f} = ({n}) => {{\n{b}}}\n")),
            body.prop_map(|b| format!("{{\n{b}}}\n")),
        ]
    })
}

fn top() -> impl Strategy<Value = String> {
    let body = || prop::collection::vec(stmt(), 0..4).prop_map(|all| all.concat());
    prop_oneof![
        (name(), expr()).prop_map(|(n, e)| format!("{n} = {e}\n")),
        (name(), expr()).prop_map(|(n, e)| format!("mut {n} = {e}\n")),
        name().prop_map(|n| format!("use std.math.{{abs as {n}}}\n")),
        (name(), name(), body())
            .prop_map(|(f, n, b)| format!("{f}: ({n}: Int, Int) -> Int = {{\n{b}}}\n")),
        (name(), name(), body()).prop_map(|(f, n, b)| format!("{f} = ({n}) => {{\n{b}}}\n")),
        (name(), name(), name(), body()).prop_map(|(f, m, n, b)| {
            format!("{f}: ({m}: Type) -> ({n}: {m}) -> {m} = {{\n{b}}}\n")
        }),
        (name(), name(), body())
            .prop_map(|(f, n, b)| format!("P.{f}: (self: &P, {n}: Int) -> Int = {{\n{b}}}\n")),
        (name(), name(), body())
            .prop_map(|(f, n, b)| format!("Q.{f}: (self: &Q, {n}: P) -> Int = {{\n{b}}}\n")),
        (name(), name(), name(), body()).prop_map(|(f, m, n, b)| {
            format!("pub {f}: ({m}: &Q, {n}: Int) -> Int = {{\n{b}}}\n")
        }),
        body().prop_map(|b| format!("main = {{\n{b}}}\n")),
    ]
}

fn program() -> impl Strategy<Value = String> {
    let tops = prop::collection::vec(top(), 1..5);
    (name(), name(), name(), any::<bool>(), tops).prop_map(|(one, two, asked, claims, tops)| {
        let claim = if claims { ", I" } else { "" };
        format!(
            "I: Type = {{ {asked}: (self: &I) -> Int }}\nP: Type = {{ {one}: Int, y: Int }}\n\
             Q: Type = {{ {two}: Int{claim} }}\n{}",
            tops.concat()
        )
    })
}

/// A name, perhaps that of a member with its type.
fn old_name() -> impl Strategy<Value = String> {
    let owner = prop::sample::select(vec!["", "", "I.", "P.", "Q."]);
    (owner, name()).prop_map(|(owner, name)| format!("{owner}{name}"))
}

/// What leads back from the new name to an old one.
fn way_back(old: &str, new: &str) -> String {
    match old.rsplit_once('.') {
        Some((owner, _)) => format!("{owner}.{new}"),
        None => new.to_owned(),
    }
}

/// Codes of a text with their severity and line.
fn findings(source: &str) -> Vec<(&'static str, Severity, usize)> {
    let line = |at: usize| source[..at].matches('\n').count();
    let mut found = check_source(source);
    // `main` and names that begin with an underscore count as used.
    found.retain(|d| !d.code.starts_with('W'));
    found.iter().map(|d| (d.code, d.severity, line(d.range.start.to_usize()))).collect()
}

/// A rename may resolve what is wrong with a taken name.
fn is_not_about_a_taken_name(found: &(&'static str, Severity, usize)) -> bool {
    !matches!(found.0, "E2002" | "E2010" | "E2013" | "E5006")
}

fn scopes(source: &str) -> Vec<String> {
    let names = resolve_names(&parse(source).tree);
    let mut found = vec!["module".to_owned()];
    for scope in &names.scopes {
        if let crate::names::ScopeKind::Function(Some(name)) = &scope.kind {
            found.push(format!("function:{name}"));
        }
    }
    found.dedup();
    found
}

fn check_keeps_meaning(source: &str, old: &str, new: &str) -> Result<(), TestCaseError> {
    for scope in scopes(source) {
        let Some(scope) = RenameScope::parse(&scope) else { continue };
        let renamed = rename_symbol(source, old, new, &scope);
        if !renamed.diagnostics.is_empty() {
            prop_assert_eq!(&renamed.source, source);
            continue;
        }
        let (mut before, mut after) = (findings(source), findings(&renamed.source));
        prop_assert!(after.iter().all(|found| before.contains(found)), "{}", source);
        before.retain(is_not_about_a_taken_name);
        after.retain(is_not_about_a_taken_name);
        before.sort_unstable();
        after.sort_unstable();
        prop_assert_eq!(
            before,
            after,
            "{:?} {} to {}\n{}\n{}",
            scope,
            old,
            new,
            source,
            &renamed.source
        );
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn a_rename_to_a_new_name_keeps_the_meaning(source in program(), old in old_name()) {
        prop_assume!(parse(&source).is_clean());
        check_keeps_meaning(&source, &old, FRESH)?;
    }

    #[test]
    fn a_rename_to_a_used_name_keeps_the_meaning_or_is_refused(
        source in program(),
        old in old_name(),
        new in name(),
    ) {
        prop_assume!(parse(&source).is_clean());
        check_keeps_meaning(&source, &old, new)?;
    }

    #[test]
    fn the_way_back_leads_to_the_same_text(source in program(), old in old_name()) {
        prop_assume!(parse(&source).is_clean());
        let there = rename_symbol(&source, &old, FRESH, &RenameScope::Module);
        let simple = there.diagnostics.is_empty()
            && !source.contains("use ")
            && findings(&source).iter().all(is_not_about_a_taken_name);
        if !simple {
            return Ok(());
        }
        let name = old.rsplit('.').next().unwrap_or(&old);
        let fresh = way_back(&old, FRESH);
        let back = rename_symbol(&there.source, &fresh, name, &RenameScope::Module);
        if !back.diagnostics.is_empty() {
            return Ok(());
        }
        prop_assert_eq!(&back.source, &source, "{:?}", back.diagnostics);
    }
}
