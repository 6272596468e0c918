import Foundation  // only here: canonical composition, which FoundationEssentials does not have

/// A password as somebody entered it: printed, it is `[redacted]`.
///
/// It is composed (NFC) and has no blanks at its ends, so that it is the same from every keyboard and through every
/// form; lengths count Unicode scalars.
package struct Password: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  let bytes: [UInt8]

  /// The password written as `text`.
  package init(_ text: String) {
    let composed = text.precomposedStringWithCanonicalMapping
    var scalars = Substring(composed).unicodeScalars
    while let first = scalars.first, first.properties.isWhitespace { scalars.removeFirst() }
    while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
    bytes = Array(String(scalars).utf8)
  }

  /// How many characters it has.
  package var length: Int { bytes.count { $0 & 0xC0 != 0x80 } }
  /// How many different characters it is made of.
  package var variety: Int { Set(String(decoding: bytes, as: UTF8.self).unicodeScalars).count }

  /// Whether it is that text, in capital letters or small ones.
  package func isWritten(_ text: String) -> Bool {
    String(decoding: bytes, as: UTF8.self).lowercased() == text.lowercased()
  }

  /// Whether both are the same.
  package func isEqual(to other: Password) -> Bool { isEqualInConstantTime(bytes, other.bytes) }

  package var description: String { "[redacted]" }
  package var debugDescription: String { "[redacted]" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
