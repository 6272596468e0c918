import Conditions

/// Returns ", did you mean `name`?" for the nearest name; empty if no name is near.
///
///     suggestion(for: "captoin", among: ["caption", "value"])  // ", did you mean `caption`?"
package func suggestion(for word: String, among names: some Sequence<String>) -> String {
  Suggestion.text(for: word, among: names)
}

extension [String] {
  /// The elements joined as `a, b, c`, for a message.
  package var listed: String { joined(separator: ", ") }
}
