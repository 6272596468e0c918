/// A password as somebody entered it: printed, it is `[redacted]`.
package struct Password: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  let bytes: [UInt8]

  /// The password written as `text`.
  package init(_ text: String) { bytes = Array(text.utf8) }

  package var description: String { "[redacted]" }
  package var debugDescription: String { "[redacted]" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
