import Platform
import Testing

struct StoredPropertyTests {
  private struct Inner: Equatable { var flag: Bool, text: String? }
  private final class Shared { let number = 7 }
  private struct Record {
    var small: UInt8
    var text: String
    var inner: Inner
    var list: [String]
    var last: Int?
    let shared = Shared()
    var observed = 1 { didSet { small = 0 } }
    var computed: Int { list.count }
  }

  private let records = [
    Record(small: 1, text: "a", inner: Inner(flag: true, text: nil), list: [], last: nil),
    Record(
      small: 255, text: "длиннее пятнадцати байт", inner: Inner(flag: false, text: "ещё длиннее пятнадцати"),
      list: ["x", "y"], last: -1),
  ]

  private func expectSame<Value: Equatable>(_ path: KeyPath<Record, Value>) throws {
    let property = try #require(StoredProperty(path))
    for record in records { #expect(property.value(of: record) == record[keyPath: path]) }
  }

  @Test("A stored property returns the value at its key path") func returnsValueAtKeyPath() throws {
    try expectSame(\.small)
    try expectSame(\.text)
    try expectSame(\.inner)
    try expectSame(\.inner.flag)
    try expectSame(\.inner.text)
    try expectSame(\.list)
    try expectSame(\.last)
  }

  @Test("Key paths to computed, observed and class properties have no stored property")
  func rejectsNonstoredProperties() {
    #expect(StoredProperty(\Record.computed) == nil)
    #expect(StoredProperty(\Record.observed) == nil)
    #expect(StoredProperty(\Record.shared.number) == nil)
    #expect(StoredProperty(\Record.list.count) == nil)
    #expect(StoredProperty(\Record.inner.text?.utf8.count) == nil)
  }
}
