//! Fields of the grammar, by number.

use crate::builder::fields;

fields! { for tree_sitter_python::LANGUAGE;
    Alias = "alias",
    Alternative = "alternative",
    Argument = "argument",
    Arguments = "arguments",
    Attribute = "attribute",
    Body = "body",
    Condition = "condition",
    Consequence = "consequence",
    Definition = "definition",
    Function = "function",
    Key = "key",
    Left = "left",
    ModuleName = "module_name",
    Name = "name",
    Object = "object",
    Operator = "operator",
    Parameters = "parameters",
    ReturnType = "return_type",
    Right = "right",
    Subscript = "subscript",
    Superclasses = "superclasses",
    Type = "type",
    TypeParameters = "type_parameters",
    Value = "value",
}
