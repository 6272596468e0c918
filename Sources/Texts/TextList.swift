extension Language {
  /// Returns the texts as one enumeration: `A, B и C` or `A, B and C`.
  ///
  /// Texts of which one contains a comma or a semicolon are separated by semicolons, so that the
  /// number of texts can be seen.
  package func list(of texts: [String]) -> String {
    guard let last = texts.last, texts.count > 1 else { return texts.first ?? "" }
    if texts.contains(where: { $0.utf8.contains(where: Self.separators.contains) }) {
      return texts.joined(separator: "; ")
    }
    let word = self == .ru ? " и " : " and "
    return texts.dropLast().joined(separator: ", ") + word + last
  }

  private static let separators = [UInt8(ascii: ","), UInt8(ascii: ";")]
}
