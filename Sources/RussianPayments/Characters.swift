extension String {
  /// The first character that `allowed` refuses at its position, counted from 1.
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

  /// The fault of an ASCII text that has another length.
  func fault(length: Int) -> Reason? {
    utf8.count == length ? nil : .length(unicodeScalars.count, allowed: [length...length])
  }

  /// True if every character is the digit 0; true for an empty text.
  var isZeros: Bool { utf8.allSatisfy { $0 == 0x30 } }

  /// The fault of a text whose length is in none of the ranges.
  func fault(lengths: ClosedRange<Int>...) -> Reason? {
    let length = unicodeScalars.count
    return lengths.contains { $0.contains(length) } ? nil : .length(length, allowed: lengths)
  }
}

extension [UInt8] {
  /// True for exactly `wanted` ASCII digits. Most texts are right, so this runs before the search for the first fault.
  func areDigits(count wanted: Int) -> Bool {
    guard count == wanted else { return false }
    var isRight = true
    for byte in self { isRight = isRight && byte &- 0x30 < 10 }
    return isRight
  }
}

extension Unicode.Scalar {
  /// True for an ASCII digit; false for digits of other scripts.
  var isDigit: Bool { value &- 0x30 < 10 }
  /// True for a capital ASCII letter.
  var isCapital: Bool { value &- 0x41 < 26 }
}

/// The values of a text that is known to be ASCII digits.
func digits(of text: some StringProtocol) -> [Int] { text.utf8.map { Int($0) - 0x30 } }

/// Latin letters that look like Cyrillic ones: a person who types МС on the wrong keyboard sees no difference.
enum Confusable {
  private static let cyrillic: [Unicode.Scalar: Unicode.Scalar] = [
    "A": "А", "B": "В", "C": "С", "E": "Е", "H": "Н", "K": "К", "M": "М", "O": "О", "P": "Р", "T": "Т", "X": "Х",
  ]

  /// The text with each look-alike Latin letter replaced by its Cyrillic one.
  static func inCyrillic(_ text: some StringProtocol) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { scalars.append(cyrillic[scalar] ?? scalar) }
    return String(scalars)
  }

  /// The fault of a text that would be one of the codes with Cyrillic letters; nil for any other text.
  static func fault(of text: some StringProtocol, among codes: Set<String>) -> Reason? {
    let meant = inCyrillic(text)
    return meant != text && codes.contains(meant) ? .latinLetters(String(text), meant: meant) : nil
  }
}
