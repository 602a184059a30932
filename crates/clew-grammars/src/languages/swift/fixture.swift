import Foundation
@testable import struct Acme.Thing

/// A shop.
@available(iOS 13, *)
public final class Shop<T: Item>: Base<T>, Sells where T: Codable {
    /// Items.
    private(set) var items: [T] = []
    let name: String, id: Int
    static let shared = Shop<Item>(name: "x")
    lazy var total: Int = { items.count }()
    var count: Int { return items.count }
    var price: Double = 0 { didSet { update(oldValue) } }
    weak var delegate: ShopDelegate?
    init(name: String, id: Int = 0) { self.name = name; super.init() }
    convenience init?(raw: String) { self.init(name: raw) }
    deinit { close() }
    subscript(index: Int) -> T { get { items[index] } set { items[index] = newValue } }
    @objc open override func find<U>(_ test: (T) -> Bool, in list: [U], with key: String = "a") async throws -> T? {
        guard let first = items.first, let x = opt else { return nil }
        if let delegate { delegate.shopDidChange(self) }
        if case .open(let value) = state { print(value) }
        for (i, item) in items.enumerated() where test(item) { print("\(i) \(item.name)") }
        switch state {
        case .open(let v): use(v)
        case let .closed(r, _): use(r)
        case is Foo: break
        default: break
        }
        let (a, b) = pair()
        do { try await run() } catch let error as ShopError { throw error } catch { print(error) }
        let f = { (y: Int) -> Int in y * 2 }
        items.map { $0.price }.filter { p in p > 1 }
        func local(_ z: Int) -> Int { z + count }
        let r = delegate?.value(for: key)!.text
        self.price = Double(local(2))
        let c = Self.shared
        let cast = x as? Special
        var dict: [String: Int] = [:]
        return items[0]
    }
    static func == (a: Shop, b: Shop) -> Bool { a.id == b.id }
    class func make() -> Shop { return Shop(name: "a", id: 1) }
    enum Kind: String, CaseIterable { case open = "o", closed; case other(Int, name: String); var label: String { rawValue } }
}
struct Point: Equatable { var x, y: Int; mutating func move(by d: Int) { x += d } }
protocol Sells: AnyObject { associatedtype Goods; var n: Int { get }; func sell(_ g: Goods) -> Bool; init(x: Int) }
extension Shop: CustomStringConvertible where T: Equatable { var description: String { name }; func extra() {} }
extension String { func shout() -> String { uppercased() } }
typealias Handler = (Event) -> Void
actor Bank { var balance = 0; func add(_ n: Int) { balance += n } }
func top<T>(_ a: T) -> some View { Text("x").padding() }
let global = top(1)
infix operator +++: AdditionPrecedence
func größe() {}
#if DEBUG
func debugOnly() {}
#endif
