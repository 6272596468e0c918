/// A password as somebody entered it: printed, it is `[redacted]`.
package struct Password: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  let bytes: [UInt8]

  /// The password written as `text`.
  package init(_ text: String) { bytes = Array(text.utf8) }

  /// How many characters it has: Unicode scalars.
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
