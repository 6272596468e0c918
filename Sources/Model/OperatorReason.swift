import Texts

/// The reason of an operator for a command, such as `call of 27 November`.
package struct OperatorReason: Sendable, Equatable {
  /// The maximum length in Unicode scalars, as the database counts.
  package static let maxLength = 200

  package let text: String

  /// Creates a reason. Removes leading, trailing and repeated spaces.
  ///
  /// Returns nil if the text is empty or too long, or has a control character or a character that
  /// changes the text direction.
  package init?(_ text: String) {
    let words = text.split { $0 == " " }.joined(separator: " ")
    guard (1...Self.maxLength).contains(words.unicodeScalars.count), !words.misleads() else { return nil }
    self.text = words
  }
}
