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
  /// The maximum length in bytes of text that is looked up as an id.
  private static let longestIdentifier = 256

  /// True if the text can be an atom's id: at most 256 bytes of ASCII. It is checked before the
  /// text is hashed or compared.
  @inline(__always)
  var isIdentifierLike: Bool { utf8.count <= Self.longestIdentifier && hasOnlyASCIIUnits }
}

package struct WrittenPath {
  /// The repeats, each with an item index, outermost first.
  package private(set) var items: [(id: Substring, index: Int)] = []
  /// The last id.
  package let id: Substring

  /// Returns the first id of a path such as `lines[3].amount`.
  package static func root(of path: String) -> String { String(path.prefix { $0 != "[" && $0 != "." }) }

  /// Parses a path such as `lines[3].amount`; returns nil if the text is not a path.
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
