//! Fields of the grammar, by number.

use crate::builder::fields;

fields! { for tree_sitter_go::LANGUAGE;
    Alias = "alias",
    Arguments = "arguments",
    Body = "body",
    Field = "field",
    Function = "function",
    Index = "index",
    Initializer = "initializer",
    Key = "key",
    Left = "left",
    Length = "length",
    Name = "name",
    Operand = "operand",
    Operator = "operator",
    Package = "package",
    Parameters = "parameters",
    Path = "path",
    Receiver = "receiver",
    Result = "result",
    Right = "right",
    Type = "type",
    TypeArguments = "type_arguments",
    TypeParameters = "type_parameters",
    Value = "value",
}
