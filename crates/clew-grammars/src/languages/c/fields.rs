//! Fields of the grammar, by number.

use crate::builder::fields;

fields! { for tree_sitter_c::LANGUAGE, tree_sitter_cpp::LANGUAGE;
    Argument = "argument",
    Arguments = "arguments",
    Base = "base",
    Body = "body",
    Captures = "captures",
    Declarator = "declarator",
    DefaultType = "default_type",
    DefaultValue = "default_value",
    Field = "field",
    Function = "function",
    Initializer = "initializer",
    Left = "left",
    Member = "member",
    Name = "name",
    Operator = "operator",
    Parameters = "parameters",
    Path = "path",
    Placement = "placement",
    Right = "right",
    Scope = "scope",
    Size = "size",
    TemplateParameters = "template_parameters",
    Type = "type",
    Value = "value",
}
