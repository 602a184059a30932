//! Fields of the grammar, by number.

use crate::builder::fields;

fields! { for tree_sitter_java::LANGUAGE;
    Arguments = "arguments",
    Array = "array",
    Body = "body",
    Condition = "condition",
    Constructor = "constructor",
    Dimensions = "dimensions",
    Element = "element",
    Field = "field",
    Index = "index",
    Key = "key",
    Left = "left",
    Name = "name",
    Object = "object",
    Operator = "operator",
    Parameters = "parameters",
    Pattern = "pattern",
    Right = "right",
    Scope = "scope",
    Type = "type",
    TypeArguments = "type_arguments",
    TypeParameters = "type_parameters",
    Value = "value",
}
