//! What elements and attributes mean in the dialects of XML that build software.

use clew_model::SymbolKind;

/// The dialect of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    /// Nothing that we know.
    Plain,
    Maven,
    MsBuild,
    Ant,
    Schema,
}

/// What the text of an element without children means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LeafMeaning {
    Nothing,
    /// The name of the module that the file describes.
    Module,
    /// A name of something.
    Name,
    /// The group of an artifact that follows.
    Group,
    /// An artifact that is needed.
    Artifact,
    /// A file or folder that belongs to it.
    Import,
    /// The value of a property named by the element.
    Property,
}

/// What the value of an attribute means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AttributeMeaning {
    Nothing,
    /// A package or file that is needed.
    Import,
    /// Names of targets.
    Targets,
    /// The name of a type.
    Type,
}

/// Bytes at the start that tell the dialect.
const WINDOW: usize = 4_000;

impl Dialect {
    pub(super) fn of(text: &str) -> Dialect {
        let cut = (0..=WINDOW.min(text.len())).rev().find(|at| text.is_char_boundary(*at));
        let head = &text[..cut.unwrap_or(0)];
        let has = |mark: &str| head.contains(mark);
        if has("maven.apache.org/POM") || has("<project") && has("<modelVersion>") {
            Dialect::Maven
        } else if has("<Project") && (has("Sdk=") || has("schemas.microsoft.com/developer/msbuild"))
            || has("<Project>")
        {
            Dialect::MsBuild
        } else if has("http://www.w3.org/2001/XMLSchema\"") && has("schema") {
            Dialect::Schema
        } else if has("<project") && text.contains("<target") {
            Dialect::Ant
        } else {
            Dialect::Plain
        }
    }

    /// What a named element with this tag is.
    pub(super) fn kind(self, tag: &str) -> SymbolKind {
        match tag {
            "target" | "Target" => SymbolKind::Function,
            "complexType" | "class" => SymbolKind::Class,
            "simpleType" => SymbolKind::Type,
            "element" | "attribute" if self == Dialect::Schema => SymbolKind::Field,
            "property" | "param" | "bean" => SymbolKind::Variable,
            _ => SymbolKind::Key,
        }
    }

    /// Whether an element below the root says nothing by its tag.
    pub(super) fn hides(self, tag: &str) -> bool {
        match self {
            Dialect::Maven => matches!(tag, "artifactId" | "groupId" | "version" | "modelVersion"),
            Dialect::MsBuild => matches!(tag, "PropertyGroup" | "ItemGroup"),
            _ => false,
        }
    }

    /// What the text of an element means; `path` holds the nearest tags, its own last.
    pub(super) fn leaf(self, path: &[&str]) -> LeafMeaning {
        match (self, path) {
            (Dialect::Maven, ["project", "artifactId"]) => LeafMeaning::Module,
            (Dialect::Maven, [.., "dependency" | "parent" | "plugin" | "extension", "groupId"]) => {
                LeafMeaning::Group
            }
            (
                Dialect::Maven,
                [.., "dependency" | "parent" | "plugin" | "extension", "artifactId"],
            ) => LeafMeaning::Artifact,
            (Dialect::Maven, [.., "modules", "module"]) => LeafMeaning::Import,
            (Dialect::Maven, [.., "properties", _]) => LeafMeaning::Property,
            (Dialect::Maven, [.., "profile" | "execution", "id"]) => LeafMeaning::Name,
            (Dialect::Maven, _) => LeafMeaning::Nothing,
            (Dialect::MsBuild, [.., "PropertyGroup", _]) => LeafMeaning::Property,
            (_, [.., "name" | "id" | "key"]) => LeafMeaning::Name,
            (_, [.., tag]) if tag.ends_with("-name") => LeafMeaning::Name,
            _ => LeafMeaning::Nothing,
        }
    }

    pub(super) fn attribute(self, tag: &str, name: &str) -> AttributeMeaning {
        match (self, tag, name) {
            (
                Dialect::MsBuild,
                "PackageReference" | "ProjectReference" | "Reference" | "PackageVersion",
                "Include" | "Update",
            )
            | (Dialect::MsBuild, "Import", "Project")
            | (Dialect::Ant, "import" | "include", "file")
            | (Dialect::Schema, "import" | "include", "schemaLocation") => AttributeMeaning::Import,
            (Dialect::MsBuild, "Target", "DependsOnTargets" | "BeforeTargets" | "AfterTargets")
            | (Dialect::Ant, "target", "depends")
            | (Dialect::Ant, "antcall", "target") => AttributeMeaning::Targets,
            (Dialect::Schema, _, "type" | "base" | "ref" | "itemType") => AttributeMeaning::Type,
            _ => AttributeMeaning::Nothing,
        }
    }
}

/// Whether an attribute names its element.
pub(super) fn is_name(attribute: &str) -> bool {
    let local = attribute.rsplit(':').next().unwrap_or(attribute);
    let is_own = !attribute.contains(':') || attribute.starts_with("xml:");
    matches!(local, "id" | "name" | "Name") && is_own
        || matches!(
            attribute,
            "android:name" | "android:id" | "x:Name" | "x:Key" | "key" | "rdf:ID"
        )
}
