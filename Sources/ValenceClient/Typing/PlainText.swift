extension Atom.Content {
  /// Returns a pasted text as an input of this type takes it.
  ///
  /// Digits, codes and addresses lose spaces and invisible characters, and digits lose the words
  /// around them. A text that is not certainly digits is unchanged, because without its letters it
  /// would be another number. A line break becomes a space, except in passwords.
  public func pasted(_ text: String) -> String {
    switch self {
    case .digits: Self.digits(in: text) ?? text
    case .code: text.narrow.without { !$0.isDigit }
    case .email: text.without { $0.isSpace || $0.isInvisible }
    case .phone:
      String(
        text.narrow.unicodeScalars.compactMap { scalar -> Unicode.Scalar? in
          scalar.isInvisible ? nil : scalar.isSpace ? " " : scalar.isDash ? "-" : scalar
        })
    case .password: text
    default: text.replacing(/[\t\n\u{B}\f\r\u{85}\u{2028}\u{2029}]+/.matchingSemantics(.unicodeScalar), with: " ")
    }
  }

  /// Returns the digits of a text; nil if other characters are among them or touch them, or if the
  /// text has a single letter.
  private static func digits(in text: String) -> String? {
    let scalars = Array(text.narrow.unicodeScalars)
    guard text.unicodeScalars.count(where: \.isLetter) != 1, let first = scalars.firstIndex(where: \.isDigit),
      let last = scalars.lastIndex(where: \.isDigit)
    else { return nil }
    func isSeparator(_ scalar: Unicode.Scalar) -> Bool { scalar.isSpace || scalar.isInvisible || scalar.isDash }
    guard scalars[first...last].allSatisfy({ $0.isDigit || isSeparator($0) }) else { return nil }
    if first > 0 {
      let before = scalars[first - 1]
      guard before.isSpace || before.isFormat || ":№#(".unicodeScalars.contains(before) else { return nil }
    }
    // Dashes and spaces directly after the digits belong to them.
    let rest = scalars[(last + 1)...].drop(while: isSeparator)
    let isClosed = rest.isEmpty || rest.startIndex > last + 1 && scalars[rest.startIndex - 1].isSpace
    guard isClosed || rest.first == ";" || rest.first == ")" else { return nil }
    return String(scalars[first...last].filter(\.isDigit))
  }
}
