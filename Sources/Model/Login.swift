/// The name a person logs in by: 1 to 64 of lower-case Latin letters, digits and `.`, `_`, `-`, `@`, `+`.
package struct Login: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
  package let rawValue: String

  /// The name in `rawValue`, capital letters made small; nil when it has another form.
  package init?(rawValue: String) {
    let bytes = rawValue.utf8
    guard (1...64).contains(bytes.count) else { return nil }
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        break
      default: guard "._-@+".utf8.contains(byte) else { return nil }
      }
    }
    self.rawValue = rawValue.lowercased()
  }

  /// The name in `text`.
  package init?(_ text: String) { self.init(rawValue: text) }
  package var description: String { rawValue }
}
