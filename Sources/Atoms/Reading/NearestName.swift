import Conditions

/// Returns ", did you mean `name`?" for the most similar name; empty if no name is similar.
package func suggestion(for word: String, among names: some Sequence<String>) -> String {
  Suggestion.text(for: word, among: names)
}

/// Returns a word with its indefinite article, such as `an enum`.
package func withArticle(_ word: String) -> String {
  "\(word.first.map { "aeiou".contains($0.lowercased()) } == true ? "an" : "a") \(word)"
}

extension [String] {
  /// The elements joined as `a, b, c`, for a message.
  package var listed: String { joined(separator: ", ") }
}
