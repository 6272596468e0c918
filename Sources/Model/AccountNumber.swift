/// An account number: 20 characters, digits but for the sixth, which may be a clearing currency's letter.
package struct AccountNumber: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
  package let rawValue: String

  /// The number in `rawValue`; nil when it does not have the form (its key is not judged here).
  package init?(rawValue: String) {
    let bytes = rawValue.utf8
    guard bytes.count == 20 else { return nil }
    var place = 0
    for byte in bytes {
      defer { place += 1 }
      let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      guard isDigit || (place == 5 && "ABCEHKMPTX".utf8.contains(byte)) else { return nil }
    }
    self.rawValue = rawValue
  }

  /// The number in `text`.
  package init?(_ text: String) { self.init(rawValue: text) }
  package var description: String { rawValue }
}
