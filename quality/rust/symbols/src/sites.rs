//! Calls, imports and bases as `syn` reads them.
//!
//! Arguments of macros are read where they are expressions or statements; other
//! macro input and `macro_rules!` are lines that are not read.

use proc_macro2::{Ident, Span, TokenStream};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// Attributes of the language and of tools, which name no macro.
const BUILT_IN: &[&str] = &[
    "allow", "cfg", "cfg_attr", "cold", "deny", "deprecated", "doc", "expect", "feature",
    "forbid", "global_allocator", "ignore", "inline", "link", "macro_export", "macro_use",
    "must_use", "no_mangle", "no_std", "non_exhaustive", "path", "recursion_limit", "repr",
    "rustfmt", "should_panic", "target_feature", "test", "track_caller", "warn", "clippy",
];

pub(crate) struct Sites<'a> {
    pub(crate) file: &'a str,
}

impl Sites<'_> {
    fn show(&self, name: &Ident, kind: &str, shown: &str) {
        let start = name.span().start();
        println!("{}\t{}\t{}\t{kind}\t{shown}", self.file, start.line, start.column + 1);
    }

    fn call(&self, path: &syn::Path) {
        if let Some(last) = path.segments.last() {
            self.show(&last.ident, "call", &last.ident.to_string());
        }
    }

    fn unread(&self, span: Span) {
        println!("{}\t{}\t{}\tunread\t-", self.file, span.start().line, span.end().line);
    }

    fn inherit(&self, subject: &str, base: &syn::Path) {
        if let Some(last) = base.segments.last() {
            self.show(&last.ident, "inherit", &format!("{subject} < {}", last.ident));
        }
    }

    fn use_tree(&self, tree: &syn::UseTree, prefix: &str, parent: Option<&Ident>) {
        let joined = |name: &Ident| match prefix {
            "" => name.to_string(),
            _ => format!("{prefix}::{name}"),
        };
        let leaf = |name: &Ident| {
            if name == "self" && parent.is_some() {
                self.show(name, "import", prefix);
            } else {
                self.show(name, "import", &joined(name));
            }
        };
        match tree {
            syn::UseTree::Path(path) => {
                self.use_tree(&path.tree, &joined(&path.ident), Some(&path.ident));
            }
            syn::UseTree::Name(name) => leaf(&name.ident),
            syn::UseTree::Rename(rename) => leaf(&rename.ident),
            syn::UseTree::Glob(glob) => {
                let star = Ident::new("star", glob.star_token.span());
                self.show(&star, "import", &format!("{prefix}::*"));
            }
            syn::UseTree::Group(group) => {
                group.items.iter().for_each(|item| self.use_tree(item, prefix, parent));
            }
        }
    }

    fn macro_input(&mut self, name: &str, tokens: &TokenStream) {
        if tokens.is_empty() {
            return;
        }
        let expressions = Punctuated::<syn::Expr, syn::Token![,]>::parse_terminated;
        let repeated = |input: syn::parse::ParseStream<'_>| {
            let value: syn::Expr = input.parse()?;
            input.parse::<syn::Token![;]>()?;
            Ok([value, input.parse()?])
        };
        // A value, then a pattern, which calls nothing.
        let first = |input: syn::parse::ParseStream<'_>| {
            let value: syn::Expr = input.parse()?;
            input.parse::<TokenStream>()?;
            Ok(value)
        };
        if name == "matches" {
            if let Ok(value) = first.parse2(tokens.clone()) {
                self.visit_expr(&value);
            }
        } else if let Ok(values) = expressions.parse2(tokens.clone()) {
            values.iter().for_each(|value| self.visit_expr(value));
        } else if let Ok(values) = repeated.parse2(tokens.clone()) {
            values.iter().for_each(|value| self.visit_expr(value));
        } else if let Ok(block) = syn::Block::parse_within.parse2(tokens.clone()) {
            block.iter().for_each(|statement| self.visit_stmt(statement));
        } else if let Ok(items) = syn::parse2::<syn::File>(tokens.clone()) {
            self.visit_file(&items);
        } else {
            self.unread(tokens.span());
        }
    }
}

impl<'ast> Visit<'ast> for Sites<'_> {
    fn visit_expr_call(&mut self, node: &'ast syn::ExprCall) {
        if let syn::Expr::Path(path) = &*node.func {
            self.call(&path.path);
        }
        visit::visit_expr_call(self, node);
    }

    fn visit_expr_method_call(&mut self, node: &'ast syn::ExprMethodCall) {
        self.show(&node.method, "call", &node.method.to_string());
        visit::visit_expr_method_call(self, node);
    }

    fn visit_expr_struct(&mut self, node: &'ast syn::ExprStruct) {
        self.call(&node.path);
        visit::visit_expr_struct(self, node);
    }

    fn visit_macro(&mut self, node: &'ast syn::Macro) {
        self.call(&node.path);
        let name = node.path.segments.last().map(|last| last.ident.to_string());
        self.macro_input(&name.unwrap_or_default(), &node.tokens);
    }

    fn visit_item_macro(&mut self, node: &'ast syn::ItemMacro) {
        if node.ident.is_some() {
            self.unread(node.span());
            return;
        }
        self.call(&node.mac.path);
        match syn::parse2::<syn::File>(node.mac.tokens.clone()) {
            Ok(items) => self.visit_file(&items),
            Err(_) => self.macro_input("", &node.mac.tokens),
        }
    }

    fn visit_attribute(&mut self, node: &'ast syn::Attribute) {
        let path = node.path();
        if path.is_ident("derive") {
            let names = Punctuated::<syn::Path, syn::Token![,]>::parse_terminated;
            if let Ok(names) = node.parse_args_with(names) {
                names.iter().for_each(|name| self.call(name));
            }
            return;
        }
        let head = path.segments.first().map(|first| first.ident.to_string()).unwrap_or_default();
        if !BUILT_IN.contains(&head.as_str()) {
            self.call(path);
        }
    }

    fn visit_item_use(&mut self, node: &'ast syn::ItemUse) {
        self.use_tree(&node.tree, "", None);
    }

    /// `mod x;` takes in a file.
    fn visit_item_mod(&mut self, node: &'ast syn::ItemMod) {
        if node.content.is_none() {
            self.show(&node.ident, "import", &format!("self::{}", node.ident));
        }
        visit::visit_item_mod(self, node);
    }

    fn visit_item_impl(&mut self, node: &'ast syn::ItemImpl) {
        if let Some((_, base, _)) = &node.trait_ {
            let mut subject = &*node.self_ty;
            while let syn::Type::Reference(reference) = subject {
                subject = &reference.elem;
            }
            let name = match subject {
                syn::Type::Path(path) => path.path.segments.last().map(|s| s.ident.to_string()),
                _ => None,
            };
            self.inherit(&name.unwrap_or_default(), base);
        }
        visit::visit_item_impl(self, node);
    }

    fn visit_item_trait(&mut self, node: &'ast syn::ItemTrait) {
        for bound in &node.supertraits {
            if let syn::TypeParamBound::Trait(bound) = bound
                && matches!(bound.modifier, syn::TraitBoundModifier::None)
            {
                self.inherit(&node.ident.to_string(), &bound.path);
            }
        }
        visit::visit_item_trait(self, node);
    }
}
