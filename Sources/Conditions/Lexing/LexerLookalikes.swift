/// Names with Cyrillic letters that resemble Latin ones.
extension Lexer {
  /// Reports a name in which some letters are Cyrillic and resemble Latin ones, and skips it.
  ///
  /// For any other text, reads nothing and returns false.
  mutating func refusesOtherLetters(from start: Int) -> Bool {
    var end = place
    while end < bytes.count, bytes[end] >= 0x80 || Lexer.continuesWord(bytes[end]) { end += 1 }
    guard bytes[place..<end].contains(where: { $0 >= 0x80 }) else { return false }
    let name = String(decoding: bytes[place..<end], as: UTF8.self)
    var (meant, others) = ("", [Character]())
    for letter in name {
      if letter.isASCII {
        meant.append(letter)
      } else if let latin = Self.lookalikes[letter] {
        meant.append(latin)
        if !others.contains(letter) { others.append(letter) }
      } else {
        return false
      }
    }
    // A word of Cyrillic letters alone is probably a text without quotes.
    guard meant.count > others.count, name.contains(where: \.isASCII) else { return false }
    let sign = String(decoding: bytes[start..<place], as: UTF8.self)
    let letters = others.map { "`\($0)`" }.joined(separator: ", ")
    place = end
    fault(
      start..<end, "`\(sign)\(name)` has the Cyrillic letter\(others.count == 1 ? "" : "s") \(letters)",
      remedy: ": write `\(sign)\(meant)` in Latin letters")
    return true
  }

  /// The Latin letter that each Cyrillic letter resembles.
  private static let lookalikes: [Character: Character] = [
    "а": "a", "е": "e", "о": "o", "р": "p", "с": "c", "у": "y", "х": "x", "і": "i", "ј": "j", "ѕ": "s",
    "А": "A", "В": "B", "Е": "E", "К": "K", "М": "M", "Н": "H", "О": "O", "Р": "P", "С": "C", "Т": "T", "У": "Y",
    "Х": "X", "І": "I",
  ]
}
