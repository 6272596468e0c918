import Conditions

/// Returns ", did you mean `name`?" for the nearest name; empty if no name is near.
///
///     suggestion(for: "captoin", among: ["caption", "value"])  // ", did you mean `caption`?"
package func suggestion(for word: String, among names: some Sequence<String>) -> String {
  Suggestion.text(for: word, among: names)
}

/// Returns a word with the indefinite article before it.
///
///     withArticle("enum")  // "an enum"
package func withArticle(_ word: String) -> String {
  "\(word.first.map { "aeiou".contains($0.lowercased()) } == true ? "an" : "a") \(word)"
}

extension [String] {
  /// The elements joined as `a, b, c`, for a message.
  package var listed: String { joined(separator: ", ") }
}
