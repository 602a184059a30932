//! Conditional compilation inside of declarations, which the grammar does not read.

/// Blanks directives and the branches behind `#else` and `#elif`, so that one whole
/// text remains. `None` if there are none.
pub(super) fn mend(text: &str) -> Option<String> {
    let mut bytes = text.as_bytes().to_vec();
    let mut changed = false;
    // For each open `#if`: whether its current branch is left out.
    let mut left_out: Vec<bool> = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let directive = line.trim_start().strip_prefix('#').map(str::trim_start);
        let word = directive
            .map_or("", |rest| rest.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or(""));
        let inside = left_out.iter().any(|out| *out);
        match word {
            "if" => left_out.push(false),
            "else" | "elif" => {
                if let Some(out) = left_out.last_mut() {
                    *out = true;
                }
            }
            "endif" => {
                left_out.pop();
            }
            _ => {}
        }
        if directive.is_some() || inside {
            for byte in &mut bytes[start..start + line.len()] {
                if !matches!(byte, b'\n' | b'\r') {
                    *byte = b' ';
                }
            }
            changed = true;
        }
        start += line.len();
    }
    if !changed {
        return None;
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::mend;

    #[test]
    fn the_first_branch_remains() {
        let text = "void A()\n#if X\n=> B()\n#else\n=> Ç()\n#endif\n;\n";
        let mended = mend(text).unwrap();
        assert_eq!(mended.len(), text.len());
        assert_eq!(
            mended.split_whitespace().collect::<Vec<_>>(),
            ["void", "A()", "=>", "B()", ";"]
        );
        assert_eq!(mend("class A {}\n"), None);
    }
}
