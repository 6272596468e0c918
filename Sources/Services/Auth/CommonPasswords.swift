/// The passwords that guessers try first, which a new password may not be (NIST SP 800-63B, 5.1.1.2).
///
///     CommonPasswords.contains("Password1234")  // true
///     CommonPasswords.contains("a long password")  // false
enum CommonPasswords {
  private static let words = Set(list.split(whereSeparator: \.isWhitespace))

  /// Neighbours on keyboards and in alphabets.
  private static let rows: [[Character]] = [
    "12345678901234567890-=", "qwertyuiop[]", "asdfghjkl;'", "zxcvbnm,./", "abcdefghijklmnopqrstuvwxyz",
    "йцукенгшщзхъ", "фывапролджэ", "ячсмитьбю", "абвгдеёжзийклмнопрстуфхцчшщъыьэюя",
  ].flatMap { [Array($0), $0.reversed()] }
  /// The fewest neighbours that are a run.
  private static let shortestRun = 3
  /// The fewest letters of a common word that count with digits and signs around them.
  private static let shortestWord = 4

  /// Returns true for these, in any case, also if they are repeated:
  ///
  /// - a common password,
  /// - a common word with no more other characters around it than letters, or with a run of neighbours such as `123456`,
  /// - runs of neighbours alone.
  static func contains(_ password: String) -> Bool {
    let all = Array(password.lowercased())
    let unit = all.prefix(period(of: all))
    return [all[...], unit].contains { words.contains(Substring(String($0))) || isRuns($0) || isExtended($0) }
  }

  private static func isExtended(_ text: ArraySlice<Character>) -> Bool {
    guard let first = text.firstIndex(where: \.isLetter), let last = text.lastIndex(where: \.isLetter) else {
      return false
    }
    let word = text[first...last]
    guard word.count >= shortestWord, words.contains(Substring(String(word))) else { return false }
    return text.count - word.count <= word.count || isRuns(text[..<first] + text[(last + 1)...])
  }

  /// Returns true if the text is made of runs of neighbours, forwards or backwards, with at most two other characters
  /// at the end.
  private static func isRuns(_ text: ArraySlice<Character>) -> Bool {
    var rest = text
    while rest.count >= shortestRun {
      let run = rows.map { longestRun(at: rest, in: $0) }.max() ?? 0
      guard run >= shortestRun else { return false }
      rest.removeFirst(run)
    }
    return true
  }

  /// Returns the count of characters at the beginning of a text that follow one another in a row.
  private static func longestRun(at text: ArraySlice<Character>, in row: [Character]) -> Int {
    row.indices.map { start in zip(text, row[start...]).prefix { $0 == $1 }.count }.max() ?? 0
  }

  /// Returns the length of the shortest part that the text repeats; its own length if it repeats none.
  private static func period(of text: [Character]) -> Int {
    (1...max(1, text.count)).first { length in
      text.count % length == 0 && text.indices.dropFirst(length).allSatisfy { text[$0] == text[$0 - length] }
    } ?? text.count
  }
}
