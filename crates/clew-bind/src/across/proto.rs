//! What compilers of protocol buffers write for the messages, enums, services and
//! methods of a `.proto` file.

use clew_model::{FileFlags, SymbolId, SymbolKind};

use crate::{Binder, FileId, SymbolRef};

/// How a compiler names what it writes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Naming {
    /// Nested names joined by `_`; clients and servers of services (Go).
    Go,
    /// Nested names joined by `_`, or nested in namespaces (TypeScript, JavaScript).
    Script,
    /// Nested classes; stubs and servicers (Python).
    Python,
    /// Nested, all of them perhaps inside one class of the file (Java, C#).
    Nested,
    /// As written (C++, Ruby).
    Plain,
}

/// Endings of the files that compilers write for `name.proto`, and whether nothing but
/// the mark of a generated file tells them from others.
const BY_FILE: &[(&str, Naming, bool)] = &[
    (".pb.go", Naming::Go, false),
    ("_grpc.pb.go", Naming::Go, false),
    ("_pb2.py", Naming::Python, false),
    ("_pb2.pyi", Naming::Python, false),
    ("_pb2_grpc.py", Naming::Python, false),
    ("_pb2_grpc.pyi", Naming::Python, false),
    (".pb.h", Naming::Plain, false),
    (".pb.cc", Naming::Plain, false),
    (".grpc.pb.h", Naming::Plain, false),
    ("_pb.d.ts", Naming::Script, false),
    ("_pb.ts", Naming::Script, false),
    ("_pb.js", Naming::Script, false),
    ("_connect.ts", Naming::Script, false),
    (".pb.ts", Naming::Script, false),
    (".ts", Naming::Script, true),
    ("_pb.rb", Naming::Plain, false),
];

/// What a file is asked for.
struct Wanted<'proto> {
    /// Names from the outermost message, enum or service.
    parts: &'proto [&'proto str],
    kind: SymbolKind,
}

impl Binder<'_> {
    /// The symbols that a compiler wrote for what a `.proto` file declares. They are
    /// looked for in the files that go by the file's name, beside it or, where no other
    /// `.proto` has that name, anywhere; in Java and C# in generated files called by the
    /// message, where no other `.proto` declares it.
    pub fn generated_for(&self, target: SymbolRef) -> Vec<SymbolRef> {
        let path = self.path(target.file);
        let (Some(stem), Some(facts)) = (path.strip_suffix(".proto"), self.facts(target.file))
        else {
            return Vec::new();
        };
        let Some(symbol) = facts.symbol(target.symbol) else { return Vec::new() };
        let parts = facts.qualified_parts(target.symbol);
        let wanted = Wanted { parts: &parts, kind: symbol.kind };
        let mut found = self.beside(stem, &wanted);
        found.extend(self.by_message(stem, &wanted));
        found.sort_unstable();
        found.dedup();
        found
    }

    fn beside(&self, stem: &str, wanted: &Wanted<'_>) -> Vec<SymbolRef> {
        let (folder, name) = stem.rsplit_once('/').unwrap_or(("", stem));
        let is_only = self.source().files_called(&format!("{name}.proto")).len() == 1;
        let mut found = Vec::new();
        for (ending, naming, must_say) in BY_FILE {
            for file in self.source().files_called(&format!("{name}{ending}")) {
                let path = self.path(file);
                let near = path.rsplit_once('/').map_or("", |(folder, _)| folder) == folder;
                if (is_only || near) && (!must_say || self.is_generated(file)) {
                    found.extend(self.written_in(file, *naming, wanted));
                }
            }
        }
        found
    }

    /// Java and C#: files called by the outermost name, or one class for the file.
    fn by_message(&self, stem: &str, wanted: &Wanted<'_>) -> Vec<SymbolRef> {
        let Some(outer) = wanted.parts.first() else { return Vec::new() };
        let declaring = self.source().files_defining(outer);
        let protos = declaring.iter().filter(|file| self.path(**file).ends_with(".proto"));
        if protos.count() > 1 {
            return Vec::new();
        }
        let name = pascal_case(stem.rsplit('/').next().unwrap_or(stem));
        let names = [
            format!("{outer}.java"),
            format!("{outer}Grpc.java"),
            format!("{name}.java"),
            format!("{name}OuterClass.java"),
            format!("{name}Proto.java"),
            format!("{name}.cs"),
            format!("{name}Grpc.cs"),
        ];
        let mut found = Vec::new();
        for name in names {
            for file in self.source().files_called(&name) {
                if self.is_generated(file) {
                    found.extend(self.written_in(file, Naming::Nested, wanted));
                }
            }
        }
        found
    }

    fn is_generated(&self, file: FileId) -> bool {
        self.facts(file).is_some_and(|facts| facts.flags.has(FileFlags::GENERATED))
    }

    fn written_in(&self, file: FileId, naming: Naming, wanted: &Wanted<'_>) -> Vec<SymbolRef> {
        let Some(facts) = self.facts(file) else { return Vec::new() };
        let is_wanted = |id: SymbolId| {
            let known = facts.qualified_parts(id);
            names(naming, wanted).iter().any(|name| is_called(&known, name, naming))
        };
        let last = last_names(naming, wanted);
        let all = facts.symbols.iter().enumerate().filter(|(_, symbol)| {
            !symbol.is_local() && last.iter().any(|name| facts.name(symbol.name) == name)
        });
        let ids = all.map(|(index, _)| SymbolId(index as u32)).filter(|id| is_wanted(*id));
        ids.map(|symbol| SymbolRef { file, symbol }).collect()
    }
}

fn last_names(naming: Naming, wanted: &Wanted<'_>) -> Vec<String> {
    names(naming, wanted).into_iter().filter_map(|mut name| name.pop()).collect()
}

/// The names, from the outermost, that a compiler gives.
fn names(naming: Naming, wanted: &Wanted<'_>) -> Vec<Vec<String>> {
    let whole =
        |parts: &[&str]| -> Vec<String> { parts.iter().map(|part| (*part).to_string()).collect() };
    let parts = wanted.parts;
    match (wanted.kind, parts) {
        (SymbolKind::Interface, [.., service]) => {
            services(naming, service).into_iter().map(|name| vec![name]).collect()
        }
        (SymbolKind::Method, [.., service, method]) => {
            let method = if naming == Naming::Script || naming == Naming::Nested {
                vec![(*method).to_string(), camel_case(method)]
            } else {
                vec![(*method).to_string()]
            };
            let each = services(naming, service).into_iter();
            each.flat_map(|service| {
                method.iter().map(move |method| vec![service.clone(), method.clone()])
            })
            .collect()
        }
        (SymbolKind::EnumMember, [outer @ .., name]) if naming == Naming::Go => {
            // `Color_RED`, of a nested enum `Paint_RED`.
            let around = if outer.len() > 1 { &outer[..outer.len() - 1] } else { outer };
            vec![vec![format!("{}_{name}", around.join("_"))]]
        }
        (SymbolKind::Field, [outer @ .., field]) if naming == Naming::Go => {
            let message = outer.join("_");
            let field = pascal_case(field);
            vec![vec![message.clone(), field.clone()], vec![message, format!("Get{field}")]]
        }
        (SymbolKind::Field, [outer @ .., field])
            if matches!(naming, Naming::Script | Naming::Nested) =>
        {
            let field = camel_case(&pascal_case(field));
            let getter = format!("get{}", upper_first(&field));
            let joined = vec![vec![outer.join("_"), field.clone()]];
            let nested = [field, getter].map(|name| [whole(outer), vec![name]].concat());
            joined.into_iter().chain(nested).collect()
        }
        (_, parts) => match naming {
            Naming::Go => vec![vec![parts.join("_")]],
            Naming::Script => vec![vec![parts.join("_")], whole(parts)],
            _ => vec![whole(parts)],
        },
    }
}

fn services(naming: Naming, service: &str) -> Vec<String> {
    let all: &[&str] = match naming {
        Naming::Go => {
            &["{}Client", "{}Server", "Unimplemented{}Server", "New{}Client", "Register{}Server"]
        }
        Naming::Python => &["{}Stub", "{}Servicer", "{}"],
        Naming::Script => {
            &["{}", "{}Client", "{}Service", "I{}Client", "I{}Service", "{}ClientImpl"]
        }
        Naming::Nested => {
            &["{}Grpc", "{}", "{}Base", "{}Client", "{}ImplBase", "{}BlockingStub", "{}Stub"]
        }
        Naming::Plain => &["{}"],
    };
    all.iter().map(|name| name.replace("{}", service)).collect()
}

/// Whether a symbol's names are the wanted ones; what stands around them counts not where
/// compilers put all of a file into one class.
fn is_called(known: &[&str], name: &[String], naming: Naming) -> bool {
    let ends = known.len() >= name.len()
        && known[known.len() - name.len()..].iter().zip(name).all(|(a, b)| a == b);
    ends && (known.len() == name.len() || matches!(naming, Naming::Nested | Naming::Plain))
}

/// `shop_cart` as `ShopCart`.
fn pascal_case(name: &str) -> String {
    let parts = name.split(['_', '-', '.']);
    parts.map(upper_first).collect()
}

fn upper_first(part: &str) -> String {
    let mut chars = part.chars();
    chars.next().map_or(String::new(), |c| c.to_uppercase().collect::<String>() + chars.as_str())
}

/// `SayHello` as `sayHello`.
fn camel_case(name: &str) -> String {
    let mut chars = name.chars();
    chars.next().map_or(String::new(), |c| c.to_lowercase().collect::<String>() + chars.as_str())
}
