//! Reading and listing files.

use clew_engine::Engine;
use clew_protocol::{ErrorCode, ListFilesRequest, ReadFileRequest};

use crate::support::{Asker, Stage};

const FILES: &str = "\
//- shop/cart.py
class Cart:
    def total(self):
        return 1

def total():
    return 2
//- shop/price.py
PRICE = 3
//- .gitignore
secret.txt
//- secret.txt
password
";

fn asker() -> (Stage, Asker) {
    let stage = Stage::new(FILES);
    std::fs::create_dir_all(stage.root.join(".git")).unwrap();
    let asker = stage.engine();
    asker.scan();
    (stage, asker)
}

fn read(asker: &Asker, file: &str, symbol: Option<&str>) -> Result<Vec<String>, ErrorCode> {
    let request = ReadFileRequest {
        file_path: file.into(),
        symbol: symbol.map(str::to_string),
        ..ReadFileRequest::default()
    };
    let answer = asker.engine.read_file(request, &asker.context).map_err(|error| error.code)?;
    let shown = answer.parts.iter().map(|part| {
        let name = part.symbol.as_deref().unwrap_or("all");
        format!("{name} {}-{} {}", part.start_line, part.end_line, part.text.trim_end())
    });
    Ok(shown.collect())
}

#[test]
fn a_file_or_a_symbol_of_it_is_read() {
    let (_stage, asker) = asker();
    assert_eq!(read(&asker, "shop/price.py", None), Ok(vec!["all 1-1 PRICE = 3".into()]));
    assert_eq!(
        read(&asker, "shop/cart.py", Some("Cart.total")),
        Ok(vec!["Cart.total 2-3     def total(self):\n        return 1".into()])
    );
    let both = read(&asker, "shop/cart.py", Some("TOTAL")).unwrap();
    assert_eq!(both.len(), 2, "{both:?}");
    let exact = read(&asker, "shop/cart.py", Some("total")).unwrap();
    assert_eq!(exact, ["total 5-6 def total():\n    return 2"]);
}

#[test]
fn long_files_are_cut_at_a_line() {
    let (stage, asker) = asker();
    stage.write("long.py", &"x = 1\n".repeat(1000));
    asker.scan();
    let request = ReadFileRequest {
        file_path: "long.py".into(),
        max_bytes: Some(100),
        ..ReadFileRequest::default()
    };
    let answer = asker.engine.read_file(request, &asker.context).unwrap();
    let part = &answer.parts[0];
    assert_eq!((part.text.len(), part.end_line, part.cut), (96, 16, true));
}

#[test]
fn nothing_but_the_index_is_read() {
    let (stage, asker) = asker();
    assert_eq!(read(&asker, "secret.txt", None), Err(ErrorCode::NotFound));
    assert_eq!(read(&asker, "none.py", None), Err(ErrorCode::NotFound));
    assert_eq!(read(&asker, "shop/cart.py", Some("Basket")), Err(ErrorCode::NotFound));
    assert_eq!(read(&asker, "../root2", None), Err(ErrorCode::PathOutsideProject));
    assert_eq!(read(&asker, "/etc/passwd", None), Err(ErrorCode::PathOutsideProject));
    assert_eq!(read(&asker, "shop", None), Err(ErrorCode::InvalidInput));
    #[cfg(unix)]
    {
        let outside = stage.root.parent().unwrap().join("outside.py");
        std::fs::write(&outside, "x = 1\n").unwrap();
        std::os::unix::fs::symlink(&outside, stage.root.join("link.py")).unwrap();
        asker.scan();
        assert_eq!(read(&asker, "link.py", None), Err(ErrorCode::PathOutsideProject));
    }
    drop(stage);
}

#[test]
fn files_are_found_by_what_was_typed() {
    let (_stage, asker) = asker();
    let files = |typed: &str| {
        let request = ListFilesRequest { typed: typed.into(), ..ListFilesRequest::default() };
        asker.engine.list_files(request, &asker.context).unwrap().files
    };
    assert_eq!(files("shop/c"), ["shop/cart.py"]);
    assert_eq!(files("PRI"), ["shop/price.py"]);
    assert_eq!(files("shop"), ["shop/cart.py", "shop/price.py"]);
    assert!(files("secret").is_empty());
}
