import Conditions

/// `, did you mean `name`?` for the closest of the names, or nothing where none is near.
package func suggestion(for word: String, among names: some Sequence<String>) -> String {
  Suggestion.text(for: word, among: names)
}

extension [String] {
  /// `a, b, c`, for a fault's sentence.
  package var listed: String { joined(separator: ", ") }
}
