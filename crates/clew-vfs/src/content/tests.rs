use std::path::Path;

use proptest::prelude::*;

use super::*;
use crate::fs::MemoryFs;

/// Shows form and text of what was loaded, or why it was not.
fn check_load(bytes: &[u8], expected: &str) {
    let shown = match load(bytes.to_vec()) {
        Ok(loaded) => {
            let Loaded { encoding, fidelity, line_ending, final_newline, nul_count, text } = loaded;
            let nul = if nul_count > 0 { format!(" nul={nul_count}") } else { String::new() };
            format!("{encoding:?} {fidelity:?} {line_ending:?} {final_newline:?}{nul} {text:?}")
        }
        Err(reason) => format!("{reason:?}"),
    };
    assert_eq!(shown, expected);
}

fn utf16(text: &str, bytes_of: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(bytes_of).collect()
}

fn with_mark(mark: &[u8], rest: Vec<u8>) -> Vec<u8> {
    [mark, rest.as_slice()].concat()
}

#[test]
fn utf8() {
    check_load(b"", "Utf8 Exact None Present \"\"");
    check_load(b"a", "Utf8 Exact None Absent \"a\"");
    check_load("é\n".as_bytes(), "Utf8 Exact Lf Present \"é\\n\"");
    check_load(b"\xEF\xBB\xBFa\r\nb", "Utf8Bom Exact CrLf Absent \"a\\r\\nb\"");
    check_load(b"\xEF\xBB\xBF", "Utf8Bom Exact None Present \"\"");
    check_load(b"\xEF\xBB\xBFa\xFF", "Utf8Bom Replaced None Absent \"a\u{fffd}\"");
}

#[test]
fn line_endings_are_kept_and_named() {
    check_load(b"a\r\nb\r\n", "Utf8 Exact CrLf Present \"a\\r\\nb\\r\\n\"");
    check_load(b"a\rb\r", "Utf8 Exact Cr Present \"a\\rb\\r\"");
    check_load(b"a\nb\r\n", "Utf8 Exact Mixed Present \"a\\nb\\r\\n\"");
    check_load(b"a\r\r\n", "Utf8 Exact Mixed Present \"a\\r\\r\\n\"");
    check_load(b"a\r\nb\r", "Utf8 Exact Mixed Present \"a\\r\\nb\\r\"");
}

#[test]
fn utf16_with_a_mark() {
    let text = "fn é😀\r\n";
    let little = with_mark(b"\xFF\xFE", utf16(text, u16::to_le_bytes));
    let big = with_mark(b"\xFE\xFF", utf16(text, u16::to_be_bytes));
    check_load(&little, "Utf16Le Exact CrLf Present \"fn é😀\\r\\n\"");
    check_load(&big, "Utf16Be Exact CrLf Present \"fn é😀\\r\\n\"");
    check_load(b"\xFF\xFEa\0\xD8", "Utf16Le Replaced None Absent \"a\u{fffd}\"");
    check_load(b"\xFF\xFE\x00\xD8a\0", "Utf16Le Replaced None Absent \"\u{fffd}a\"");
    check_load(b"\xFE\xFF\0\0\0a", "Utf16Be Exact None Absent nul=1 \"\\0a\"");
}

#[test]
fn utf16_without_a_mark() {
    check_load(
        &utf16("let a = 1;\n", u16::to_le_bytes),
        "Utf16Le Exact Lf Present \"let a = 1;\\n\"",
    );
    check_load(
        &utf16("let a = 1;\n", u16::to_be_bytes),
        "Utf16Be Exact Lf Present \"let a = 1;\\n\"",
    );
}

#[test]
fn utf32_is_not_supported() {
    check_load(b"\xFF\xFE\0\0a\0\0\0", "UnsupportedEncoding");
    check_load(b"\0\0\xFE\xFF\0\0\0a", "UnsupportedEncoding");
}

#[test]
fn latin1() {
    check_load(b"caf\xe9 \x80\n", "Windows1252 Exact Lf Present \"café €\\n\"");
    check_load(b"\xe9\xe8\xff", "Windows1252 Exact None Absent \"éèÿ\"");
}

#[test]
fn a_few_broken_bytes_do_not_make_utf8_latin1() {
    check_load("äöü ß \u{1F600}".as_bytes(), "Utf8 Exact None Absent \"äöü ß 😀\"");
    let broken = [b"\xff ".as_slice(), "äöü".as_bytes()].concat();
    check_load(&broken, "Utf8 Replaced None Absent \"\u{fffd} äöü\"");
}

#[test]
fn binary() {
    check_load(b"a\0b", "Binary");
    check_load(b"\x7FELF\x02\x01\x01\0\0\0\0\0", "Binary");
    check_load(b"\x89PNG\r\n\x1a\n\x01\x02\x03\xff\xfe\x05", "Binary");
    check_load(b"\xEF\xBB\xBFa\0", "Binary");
    check_load(b"\0", "Binary");
    check_load(b"a\0b\0c", "Binary");
    check_load(&[0; 64], "Binary");
    check_load(&[1, 0, 0, 0, 2, 0, 0, 0], "Binary");
}

#[test]
fn a_late_nul_is_text() {
    let bytes = [vec![b'a'; 8_000], b"\0b".to_vec()].concat();
    let loaded = load(bytes).unwrap();
    assert_eq!((loaded.nul_count, loaded.text.len()), (1, 8_002));
}

#[test]
fn reading_files() {
    let fs = MemoryFs::new();
    fs.write("/a.rs", "fn a() {}\n");
    fs.write("/b.bin", b"\0\x01".to_vec());
    fs.make_special("/pipe");
    fs.link("/link", "/a.rs");
    let read = |path: &str| match read_text(&fs, Path::new(path)) {
        Ok(loaded) => loaded.text,
        Err(error) => error.to_string(),
    };
    assert_eq!(read("/a.rs"), "fn a() {}\n");
    assert_eq!(read("/link"), "fn a() {}\n");
    assert_eq!(read("/b.bin"), "/b.bin is left out: binary");
    assert_eq!(read("/pipe"), "/pipe is left out: sockets, pipes and devices");
    assert_eq!(read("/none"), "cannot read /none");
}

proptest! {
    #[test]
    fn any_bytes_load_or_are_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        if let Ok(loaded) = load(bytes.clone()) {
            if loaded.encoding == Encoding::Utf8 && loaded.fidelity == Fidelity::Exact {
                prop_assert_eq!(loaded.text.as_bytes(), &bytes[..]);
            }
            if loaded.encoding == Encoding::Windows1252 {
                prop_assert_eq!(loaded.text.chars().count(), bytes.len());
            }
        }
    }

    #[test]
    fn text_without_nul_is_kept(text in "[^\0\u{feff}]{0,80}") {
        let loaded = load(text.clone().into_bytes()).unwrap();
        prop_assert_eq!(&loaded.text, &text);
        let marked = with_mark(b"\xFF\xFE", utf16(&text, u16::to_le_bytes));
        prop_assert_eq!(load(marked).unwrap().text, text);
    }
}

fn check_source(bytes: &[u8], expected: &str) {
    let fs = MemoryFs::new();
    fs.write("a", bytes);
    let SourceText { text, broken } = read_source(&fs, Path::new("a")).unwrap();
    assert_eq!(format!("{text:?} {broken:?}"), expected);
}

#[test]
fn source_text_hides_nothing() {
    check_source(b"x = 1\n", r#""x = 1\n" []"#);
    check_source(b"\xef\xbb\xbfx", r#""\u{feff}x" []"#);
    check_source(b"a\0b", r#""a\0b" []"#);
    check_source(b"a\xffb\xe4", "\"a\u{fffd}b\u{fffd}\" [1, 5]");
}

fn check_start(bytes: &[u8], kept: usize, end: &str) {
    let loaded = load_start(bytes.to_vec()).unwrap();
    assert_eq!(loaded.text.len(), kept);
    assert!(loaded.text.ends_with(end));
    assert_eq!(loaded.fidelity, Fidelity::Exact);
}

#[test]
fn the_start_of_a_long_file_ends_with_a_line_or_a_character() {
    check_start(b"short\ntext", 10, "text");
    check_start(&b"123456789\n".repeat(60_000), 524_280, "789\n");
    check_start(&b"a".repeat(START_BYTES + 1), START_BYTES, "aa");
    let wide = format!("a{}", "é".repeat(START_BYTES));
    check_start(wide.as_bytes(), START_BYTES - 1, "é");
    let euro = format!("{}\n{}", "€".repeat(1_000), "€".repeat(START_BYTES));
    check_start(euro.as_bytes(), 3_001, "€\n");
    let little = with_mark(b"\xFF\xFE", utf16(&"ab\n".repeat(200_000), u16::to_le_bytes));
    check_start(&little, 262_143, "ab\n");
}

fn check_declared(declaration: &str, label: &str, word: &str) {
    let encoding = encoding_rs::Encoding::for_label(label.as_bytes()).unwrap();
    let text = format!("{declaration}\n# {word}\n");
    let (bytes, _, _) = encoding.encode(&text);
    assert!(!bytes.as_ref().contains(&0));
    let expected = format!("Declared Exact Lf Present {text:?}");
    check_load(&bytes, &expected);
}

#[test]
fn what_declares_its_encoding_is_read_in_that() {
    check_declared("# -*- coding: shift_jis -*-", "shift_jis", "日本語の本");
    check_declared("# vim: set fileencoding=euc-jp :", "euc-jp", "日本語の本");
    check_declared("# coding=euc_jp", "euc-jp", "日本語の本");
    check_declared("# coding: cp1251", "windows-1251", "привет мир");
    check_declared("# coding: koi8_r", "koi8-r", "привет мир");
    check_declared("# coding: iso-2022-jp", "iso-2022-jp", "日本語の本");
    check_declared("<?xml version=\"1.0\" encoding='GBK'?>", "gbk", "中文内容");
    check_declared("<meta charset=big5>", "big5", "中文內容");
    check_declared(
        "<meta http-equiv=x content=\"text/html; charset=windows-1250\">",
        "windows-1250",
        "žluť",
    );
    check_declared("@charset \"iso-8859-2\";", "iso-8859-2", "žluť");
}

#[test]
fn a_declaration_that_does_not_fit_is_not_believed() {
    check_load(
        "# coding: shift_jis\né".as_bytes(),
        "Utf8 Exact Lf Absent \"# coding: shift_jis\\né\"",
    );
    check_load(
        b"# coding: utf-8\n\xe9t\xe9",
        "Windows1252 Exact Lf Absent \"# coding: utf-8\\nété\"",
    );
    check_load(b"# coding: klingon\n\xe9", "Windows1252 Exact Lf Absent \"# coding: klingon\\né\"");
    let broken = b"# coding: shift_jis\n\x81";
    check_load(broken, "Windows1252 Exact Lf Absent \"# coding: shift_jis\\n\\u{81}\"");
}
