import Texts

/// The identifiers of people, customers, cards and payments in the bank's other systems.
package enum ExternalID {
  /// Returns true if the text has 1 to 128 characters, and no blanks or misleading characters.
  package static func isValid(_ text: String) -> Bool {
    (1...128).contains(text.unicodeScalars.count) && !text.contains(where: \.isWhitespace) && !text.misleads()
  }
}
