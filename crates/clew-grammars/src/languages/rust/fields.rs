//! Fields of the grammar, by number.

use crate::builder::fields;

fields! { for tree_sitter_rust::LANGUAGE;
    Alias = "alias",
    Alternative = "alternative",
    Argument = "argument",
    Arguments = "arguments",
    Body = "body",
    Bounds = "bounds",
    Condition = "condition",
    Consequence = "consequence",
    Field = "field",
    Function = "function",
    Left = "left",
    Length = "length",
    List = "list",
    Macro = "macro",
    Name = "name",
    Operator = "operator",
    Parameters = "parameters",
    Path = "path",
    Pattern = "pattern",
    ReturnType = "return_type",
    Right = "right",
    Trait = "trait",
    Type = "type",
    TypeArguments = "type_arguments",
    TypeParameters = "type_parameters",
    Value = "value",
}
