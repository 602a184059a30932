const std = @import("std");
const util = @import("util.zig");
/// A shop.
pub const Shop = struct {
    name: []const u8,
    items: std.ArrayList(Item) = undefined,
    const Self = @This();
    /// Makes one.
    pub fn init(allocator: std.mem.Allocator, name: []const u8) !Self {
        var shop = Self{ .name = name };
        errdefer shop.deinit();
        for (shop.items, 0..) |item, i| {
            if (item.price) |p| std.debug.print("{} {}", .{ p, i });
        }
        while (it.next()) |x| : (i += 1) use(x);
        switch (kind) { .open => |v| go(v), else => {} }
        const y = try util.parse(name) catch |err| return err;
        return shop;
    }
    fn deinit(self: *Self) void { self.items.deinit(); }
};
pub const Color = enum { red, green, pub fn label(self: Color) []const u8 { return @tagName(self); } };
const U = union(enum) { a: i32, b: f32 };
const E = error{ Bad, Worse };
pub fn List(comptime T: type) type { return struct { data: []T, fn get(self: @This()) T { return self.data[0]; } }; }
var global: u32 = 0;
test "x" { try std.testing.expect(top(1)); }
fn top(a: i32) bool { const b = a; return b > 0; }
comptime { _ = top; }
