//! Prints the functions, methods and types of Rust files as `syn` reads them:
//! file, line, name, kind, tab-separated. File names come one a line on standard
//! input. Items inside item macros count where their tokens are items. With
//! `--sites`, prints calls, imports and bases instead: `file line column kind name`,
//! and `file first last unread -` for lines that `syn` cannot read.

mod sites;

use std::io::BufRead;

use proc_macro2::Ident;
use syn::visit::{self, Visit};

fn main() {
    let wants_sites = std::env::args().any(|argument| argument == "--sites");
    for file in std::io::stdin().lock().lines().map_while(Result::ok) {
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        match syn::parse_file(&text) {
            Ok(parsed) if wants_sites => sites::Sites { file: &file }.visit_file(&parsed),
            Ok(parsed) => Lister { file: &file }.visit_file(&parsed),
            Err(error) => eprintln!("{file}: {error}"),
        }
    }
}

struct Lister<'a> {
    file: &'a str,
}

impl Lister<'_> {
    fn print(&self, name: &Ident, kind: &str) {
        println!("{}\t{}\t{}\t{kind}", self.file, name.span().start().line, name);
    }
}

impl<'ast> Visit<'ast> for Lister<'_> {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.print(&item.sig.ident, "function");
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.print(&item.sig.ident, "method");
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        self.print(&item.sig.ident, "method");
        visit::visit_trait_item_fn(self, item);
    }

    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        self.print(&item.ident, "type");
        visit::visit_item_struct(self, item);
    }

    fn visit_item_union(&mut self, item: &'ast syn::ItemUnion) {
        self.print(&item.ident, "type");
        visit::visit_item_union(self, item);
    }

    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        self.print(&item.ident, "type");
        visit::visit_item_enum(self, item);
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        self.print(&item.ident, "type");
        visit::visit_item_trait(self, item);
    }

    fn visit_item_type(&mut self, item: &'ast syn::ItemType) {
        self.print(&item.ident, "type");
        visit::visit_item_type(self, item);
    }

    fn visit_impl_item_type(&mut self, item: &'ast syn::ImplItemType) {
        self.print(&item.ident, "type");
        visit::visit_impl_item_type(self, item);
    }

    fn visit_trait_item_type(&mut self, item: &'ast syn::TraitItemType) {
        self.print(&item.ident, "type");
        visit::visit_trait_item_type(self, item);
    }

    fn visit_item_macro(&mut self, item: &'ast syn::ItemMacro) {
        if item.ident.is_none()
            && let Ok(inner) = syn::parse2::<syn::File>(item.mac.tokens.clone())
        {
            self.visit_file(&inner);
        }
    }
}
