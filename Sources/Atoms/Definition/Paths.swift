import JSON

/// Returns true for an ASCII letter or `_` followed by ASCII letters, digits and `_`.
package func isIdentifier(_ text: Substring) -> Bool {
  guard let first = text.utf8.first else { return false }
  func isLetter(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z"))
  }
  return isLetter(first)
    && text.utf8.allSatisfy { isLetter($0) || ($0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9")) }
}

extension String {
  /// The maximum length in bytes of an id that is looked for.
  private static let longestIdentifier = 256

  /// True if the text may be an atom's id: short and ASCII. Asked before the text is hashed or compared.
  @inline(__always)
  var isIdentifierLike: Bool { utf8.count <= Self.longestIdentifier && hasOnlyASCIIUnits }
}

/// A path as written, split into its parts.
///
///     let path = WrittenPath("lines[3].amount")
///     path?.items.first?.index  // 3
///     path?.id  // "amount"
package struct WrittenPath {
  /// The repeats, each with the index of an item, outermost first.
  package private(set) var items: [(id: Substring, index: Int)] = []
  /// The id at the end.
  package let id: Substring

  /// Splits a path such as `lines[3].amount`; returns nil if the text is no path.
  package init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    for part in parts.dropLast() {
      guard part.hasSuffix("]"), let bracket = part.firstIndex(of: "[") else { return nil }
      let digits = part[part.index(after: bracket)...].dropLast()
      guard digits.utf8.count < 9, let index = Int(digits), index >= 0 else { return nil }
      items.append((part[..<bracket], index))
    }
    guard let last = parts.last, !last.contains("[") else { return nil }
    id = last
  }
}
