/// The words of a typed text. They find captions without regard to case and diacritics.
package struct FoldedWords: Sendable {
  private let words: [[UInt32]]

  /// The maximum number of words. Further words are ignored.
  private static let maximum = 10
  private static let options: Options = [.caseInsensitive, .diacriticInsensitive]

  package init(_ text: String) {
    words = text.split(whereSeparator: \.isWhitespace).prefix(Self.maximum).map {
      Folding.scalars(String($0), Self.options)
    }
  }

  /// Returns true if the text contains every word.
  package func match(_ text: String) -> Bool {
    if words.isEmpty { return true }
    let scalars = Folding.scalars(text, Self.options)
    return words.allSatisfy { scalars.firstRange(of: $0) != nil }
  }
}
