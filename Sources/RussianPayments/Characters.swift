extension String {
  /// Returns the first character that `allowed` rejects, or nil if all are allowed. Positions start
  /// at 1.
  func fault(where allowed: (Unicode.Scalar, Int) -> Bool) -> Reason? {
    var position = 1
    for byte in utf8 {
      guard byte < 0x80 else { return faultBeyondASCII(where: allowed) }
      let scalar = Unicode.Scalar(byte)
      if !allowed(scalar, position) { return .character(scalar, position: position) }
      position += 1
    }
    return nil
  }

  private func faultBeyondASCII(where allowed: (Unicode.Scalar, Int) -> Bool) -> Reason? {
    for (place, scalar) in unicodeScalars.enumerated() where !allowed(scalar, place + 1) {
      return .character(scalar, position: place + 1)
    }
    return nil
  }

  /// Returns the fault of an ASCII text whose length differs from `length`; nil if it is equal.
  func fault(length: Int) -> Reason? {
    utf8.count == length ? nil : .length(unicodeScalars.count, allowed: [length...length])
  }

  /// True if every character is the digit 0, also if the text is empty.
  var isZeros: Bool { utf8.allSatisfy { $0 == 0x30 } }

  /// Returns the fault of a text whose length is in none of the ranges; nil if one contains it.
  func fault(lengths: ClosedRange<Int>...) -> Reason? {
    let length = unicodeScalars.count
    return lengths.contains { $0.contains(length) } ? nil : .length(length, allowed: lengths)
  }
}

extension [UInt8] {
  /// Returns true if the bytes are exactly `wanted` ASCII digits.
  func areDigits(count wanted: Int) -> Bool {
    guard count == wanted else { return false }
    var isRight = true
    for byte in self { isRight = isRight && byte &- 0x30 < 10 }
    return isRight
  }
}

extension Unicode.Scalar {
  /// True for ASCII digits only, not for digits of other scripts.
  var isDigit: Bool { value &- 0x30 < 10 }
  /// True for capital ASCII letters only.
  var isCapital: Bool { value &- 0x41 < 26 }
}

/// Returns the values of the digits of a text, which must consist of ASCII digits.
func digits(of text: some StringProtocol) -> [Int] { text.utf8.map { Int($0) - 0x30 } }

/// Latin letters that resemble Cyrillic ones, such as МС typed with a Latin keyboard layout.
enum Confusable {
  private static let cyrillic: [Unicode.Scalar: Unicode.Scalar] = [
    "A": "А", "B": "В", "C": "С", "E": "Е", "H": "Н", "K": "К", "M": "М", "O": "О", "P": "Р", "T": "Т", "X": "Х",
  ]

  /// Returns the text with each such Latin letter replaced by the Cyrillic one.
  static func inCyrillic(_ text: some StringProtocol) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { scalars.append(cyrillic[scalar] ?? scalar) }
    return String(scalars)
  }

  /// Returns the fault of a text that equals one of the codes after this replacement; nil for other
  /// texts.
  static func fault(of text: some StringProtocol, among codes: Set<String>) -> Reason? {
    guard codes.contains(where: { $0.utf8.count >= text.utf8.count }) else { return nil }
    let meant = inCyrillic(text)
    return meant != text && codes.contains(meant) ? .latinLetters(String(text), meant: meant) : nil
  }
}
