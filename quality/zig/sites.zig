//! Lists what the compiler's own parser finds in the files named as arguments:
//! file line column kind name. Uses of parameters, captures and variables of functions
//! name the place where those are declared.
//!
//!   zig build-exe sites.zig        (Zig 0.17)
const std = @import("std");
const Ast = std.zig.Ast;
const Node = Ast.Node;
const Token = Ast.TokenIndex;

/// A name, and the tokens between which it is seen.
const Local = struct { name: []const u8, at: Token, first: Token, last: Token };

const Lister = struct {
    file: []const u8,
    tree: *const Ast,
    out: *std.Io.Writer,
    arena: std.mem.Allocator,
    locals: std.ArrayList(Local) = .empty,

    fn place(self: *Lister, token: Token) [2]usize {
        const source = self.tree.source;
        const start = self.tree.tokenStart(token);
        var line: usize = 1;
        var column: usize = 1;
        for (source[0..start]) |byte| {
            if (byte == '\n') {
                line += 1;
                column = 1;
            } else if (byte & 0xC0 != 0x80) column += 1;
        }
        return .{ line, column };
    }

    fn row(self: *Lister, token: Token, kind: []const u8, name: []const u8) !void {
        const at = self.place(token);
        try self.out.print("{s}\t{d}\t{d}\t{s}\t{s}\n", .{ self.file, at[0], at[1], kind, name });
    }

    fn named(self: *Lister, token: Token, kind: []const u8) !void {
        try self.row(token, kind, self.tree.tokenSlice(token));
    }

    /// The last name of an expression.
    fn last(self: *Lister, node: Node.Index) ?Token {
        return switch (self.tree.nodeTag(node)) {
            .identifier => self.tree.nodeMainToken(node),
            .field_access => self.tree.nodeData(node).node_and_token[1],
            .enum_literal => self.tree.nodeMainToken(node),
            .grouped_expression => self.last(self.tree.nodeData(node).node_and_token[0]),
            else => null,
        };
    }

    fn local(self: *Lister, at: Token, first: Token, until: Token) !void {
        const name = self.tree.tokenSlice(at);
        try self.locals.append(self.arena, .{ .name = name, .at = at, .first = first, .last = until });
    }

    /// The names between bars that begin at a token.
    fn payload(self: *Lister, from: Token, node: Node.Index) !void {
        var token = from;
        while (self.tree.tokenTag(token) != .pipe) : (token += 1) {
            if (self.tree.tokenTag(token) == .identifier)
                try self.local(token, token, self.tree.lastToken(node));
        }
    }

    fn declarations(self: *Lister, node: Node.Index) !void {
        const tree = self.tree;
        var buffer: [2]Node.Index = undefined;
        if (tree.blockStatements(&buffer, node)) |statements| {
            for (statements) |each| try self.statement(each, tree.lastToken(node));
        } else if (tree.fullIf(node)) |one| {
            if (one.payload_token) |token| try self.payload(token, one.ast.then_expr);
            if (one.error_token) |token| try self.payload(token, one.ast.else_expr.unwrap().?);
        } else if (tree.fullWhile(node)) |one| {
            // The continue expression stands before the body.
            if (one.payload_token) |token| try self.payload(token, one.ast.then_expr);
            if (one.error_token) |token| try self.payload(token, one.ast.else_expr.unwrap().?);
        } else if (tree.fullFor(node)) |one| {
            try self.payload(one.payload_token, one.ast.then_expr);
        } else if (tree.fullSwitchCase(node)) |one| {
            if (one.payload_token) |token| try self.payload(token, one.ast.target_expr);
        }
        switch (tree.nodeTag(node)) {
            .@"catch" => {
                const bar = tree.nodeMainToken(node) + 1;
                if (tree.tokenTag(bar) == .pipe)
                    try self.payload(bar + 1, tree.nodeData(node).node_and_node[1]);
            },
            .fn_decl => {
                const prototype = tree.nodeData(node).node_and_node[0];
                try self.parameters(prototype, tree.lastToken(node));
            },
            else => {},
        }
    }

    fn statement(self: *Lister, node: Node.Index, until: Token) !void {
        const tree = self.tree;
        if (tree.fullVarDecl(node)) |one| {
            try self.local(one.ast.mut_token + 1, tree.lastToken(node), until);
        } else if (tree.nodeTag(node) == .assign_destructure) {
            for (tree.assignDestructure(node).ast.variables) |variable| {
                const one = tree.fullVarDecl(variable) orelse continue;
                try self.local(one.ast.mut_token + 1, tree.lastToken(node), until);
            }
        }
    }

    fn parameters(self: *Lister, prototype: Node.Index, until: Token) !void {
        var buffer: [1]Node.Index = undefined;
        const full = self.tree.fullFnProto(&buffer, prototype) orelse return;
        var each = full.iterate(self.tree);
        while (each.next()) |parameter| {
            if (parameter.name_token) |token| try self.local(token, token, until);
        }
    }

    fn sites(self: *Lister, node: Node.Index) !void {
        const tree = self.tree;
        var one: [1]Node.Index = undefined;
        var two: [2]Node.Index = undefined;
        if (tree.fullCall(&one, node)) |call| {
            if (self.last(call.ast.fn_expr)) |token| try self.named(token, "call");
        }
        if (tree.fullStructInit(&two, node)) |init| {
            if (init.ast.type_expr.unwrap()) |written| {
                if (self.last(written)) |token| try self.named(token, "call");
            }
        }
        if (tree.fullVarDecl(node)) |variable| {
            const value = variable.ast.init_node.unwrap() orelse return;
            const is_type = tree.fullContainerDecl(&two, value) != null or
                tree.nodeTag(value) == .error_set_decl;
            if (is_type) try self.named(variable.ast.mut_token + 1, "type");
        }
        if (tree.builtinCallParams(&two, node)) |given| {
            const token = tree.nodeMainToken(node);
            if (std.mem.eql(u8, tree.tokenSlice(token), "@import") and given.len == 1) {
                const quoted = tree.tokenSlice(tree.nodeMainToken(given[0]));
                try self.row(token, "import", quoted[1 .. quoted.len - 1]);
            }
        }
        switch (tree.nodeTag(node)) {
            .fn_proto, .fn_proto_multi, .fn_proto_one, .fn_proto_simple => {
                const full = tree.fullFnProto(&one, node).?;
                if (full.name_token) |token| try self.named(token, "function");
            },
            .identifier => try self.use(tree.nodeMainToken(node)),
            else => {},
        }
    }

    /// No name of Zig hides another, so that the nearest declaration is the one.
    fn use(self: *Lister, token: Token) !void {
        const name = self.tree.tokenSlice(token);
        var found: ?Local = null;
        for (self.locals.items) |candidate| {
            if (token <= candidate.first or token > candidate.last) continue;
            if (!std.mem.eql(u8, candidate.name, name)) continue;
            if (found == null or candidate.at > found.?.at) found = candidate;
        }
        const declared = found orelse return;
        const at = self.place(declared.at);
        const shown = try std.fmt.allocPrint(self.arena, "{d}:{d}", .{ at[0], at[1] });
        try self.row(token, "local", shown);
    }
};

pub fn main(init: std.process.Init) !void {
    const arena = init.arena.allocator();
    var buffer: [64 * 1024]u8 = undefined;
    var writer = std.Io.File.stdout().writerStreaming(init.io, &buffer);
    const arguments = try init.minimal.args.toSlice(arena);
    for (arguments[1..]) |file| {
        const source = try std.Io.Dir.cwd().readFileAllocOptions(init.io, file, arena, .unlimited, .of(u8), 0);
        const tree = try Ast.parse(arena, source, .{});
        if (tree.errors.len > 0) {
            try writer.interface.print("{s}\t1\t1\tfailed\t-\n", .{file});
            continue;
        }
        var lister: Lister = .{ .file = file, .tree = &tree, .out = &writer.interface, .arena = arena };
        for (0..tree.nodes.len) |index| try lister.declarations(@enumFromInt(index));
        for (0..tree.nodes.len) |index| try lister.sites(@enumFromInt(index));
    }
    try writer.interface.flush();
}
