//! Prints the agreement.
#![expect(clippy::print_stdout, reason = "the report is the output")]

use super::corpus::{First, Row};
use super::defects::DEFECTS;
use super::layout::Layout;

/// How many clean programs the formatter keeps, and which it does not.
fn print_layout(rows: &[Row]) {
    let clean: Vec<&Row> = rows.iter().filter(|row| row.layout != Layout::Broken).collect();
    let kept = clean.iter().filter(|row| row.layout == Layout::Kept).count();
    println!(
        "formatter: {} of the programs that parse keep meaning and settle",
        share(kept, clean.len())
    );
    for row in clean.iter().filter(|row| row.layout != Layout::Kept) {
        println!("  {} {}: {:?}", row.set, row.name, row.layout);
    }
}

/// Prints the figures and every differing row.
pub fn print(rows: &[Row]) {
    let (touched, untouched): (Vec<&Row>, Vec<&Row>) =
        rows.iter().partition(|row| !row.defects.is_empty());
    println!(
        "{} programs, {} touched by known defects",
        rows.len(),
        share(touched.len(), rows.len())
    );
    print_figures("untouched", &untouched);
    print_figures("touched", &touched);
    for set in ["upstream", "original", "mutants", "projects"] {
        let of_set: Vec<&Row> = untouched.iter().copied().filter(|row| row.set == set).collect();
        print_figures(&format!("  untouched {set}"), &of_set);
    }
    print_layout(rows);
    println!("\ndiffering, untouched:");
    print_rows(&untouched);
    println!("\ndiffering, touched:");
    print_rows(&touched);
    println!("\ndefects cited:");
    for defect in DEFECTS {
        let count = rows.iter().filter(|row| row.defects.iter().any(|d| d.number == defect.number));
        println!("  {:>2} {} ({} rows)", defect.number, defect.what, count.count());
        for line in defect.program.lines() {
            println!("       | {line}");
        }
    }
}

fn print_figures(what: &str, rows: &[&Row]) {
    let exits = rows.iter().filter(|row| row.same_exit()).count();
    let codes = rows.iter().filter(|row| row.same_code()).count();
    let places = rows.iter().filter(|row| row.same_place()).count();
    let placed =
        rows.iter().filter(|row| row.expected.as_ref().is_some_and(|e| e.line > 0)).count();
    println!(
        "{what}: {} rows, exit {}, first code {}, code and place {} ({placed} have a place)",
        rows.len(),
        share(exits, rows.len()),
        share(codes, rows.len()),
        share(places, rows.len()),
    );
}

fn print_rows(rows: &[&Row]) {
    for row in rows.iter().filter(|row| !row.same_place()) {
        println!(
            "  {} {} [{}] reference {}, here {}: {}",
            row.set,
            row.name,
            row.stage,
            show(&row.expected),
            show(&row.found),
            reason(row),
        );
    }
}

/// Why a row differs.
fn reason(row: &Row) -> String {
    let numbers: Vec<String> = row.defects.iter().map(|d| d.number.to_string()).collect();
    if !numbers.is_empty() {
        return format!("defect {}", numbers.join(", "));
    }
    let syntax = |first: &Option<First>| first.as_ref().is_some_and(|f| f.code.starts_with("E00"));
    let text = match (syntax(&row.expected), syntax(&row.found)) {
        (false, true) => "the reference's parser passes over damage without a word",
        (true, true) => damage_reason(row),
        (true, false) => "syntax that only the reference refuses",
        (false, false) => "a rule of the checker differs",
    };
    text.to_owned()
}

/// Why both refuse a text for its syntax but tell another place or code first.
fn damage_reason(row: &Row) -> &'static str {
    let code = |first: &Option<First>| first.as_ref().map(|f| f.code.clone()).unwrap_or_default();
    let line = |first: &Option<First>| first.as_ref().map_or(0, |f| f.line);
    match (code(&row.expected).as_str(), code(&row.found).as_str()) {
        ("E0011", "E0010") => {
            "told here where a token or type is missing; the reference reads the bracket another \
             way and stumbles over a token that then is in the way"
        }
        ("E0012", "E0010") => {
            "told here where a token is missing; the reference gives up the whole value and says \
             without a place that there is none"
        }
        _ if line(&row.expected) > line(&row.found) => {
            "told here at the damage; the reference reads on and tells it where the block ends"
        }
        _ => "after the damage the reference goes on differently and tells another place first",
    }
}

fn show(first: &Option<First>) -> String {
    match first {
        Some(first) => format!("{} {}:{}", first.code, first.line, first.column),
        None => "accepts".to_owned(),
    }
}

fn share(part: usize, whole: usize) -> String {
    if whole == 0 {
        return "0".to_owned();
    }
    format!("{part} ({:.1}%)", 100.0 * part as f64 / whole as f64)
}
