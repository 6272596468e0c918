/// Latin letters that look like Cyrillic ones: whoever types МС on the wrong keyboard sees no difference.
enum LookAlike {
  private static let cyrillic: [Unicode.Scalar: Unicode.Scalar] = [
    "A": "А", "B": "В", "C": "С", "E": "Е", "H": "Н", "K": "К", "M": "М", "O": "О", "P": "Р", "T": "Т", "X": "Х",
  ]

  /// The text with Cyrillic letters for the Latin ones that look like them.
  static func inCyrillic(_ text: some StringProtocol) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { scalars.append(cyrillic[scalar] ?? scalar) }
    return String(scalars)
  }

  /// Why a text is none of the codes where only its letters are of the wrong alphabet.
  static func fault(of text: some StringProtocol, among codes: Set<String>) -> Reason? {
    let meant = inCyrillic(text)
    return meant != text && codes.contains(meant) ? .latinLetters(String(text), meant: meant) : nil
  }
}
