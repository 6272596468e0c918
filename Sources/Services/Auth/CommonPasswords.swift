/// The passwords that attackers try first. A new password must not be one of them (NIST SP 800-63B,
/// 5.1.1.2).
enum CommonPasswords {
  private static let words = Set(list.split(whereSeparator: \.isWhitespace))

  /// Sequences of neighbouring keys and letters, in both directions.
  private static let rows: [[Character]] = [
    "12345678901234567890-=", "qwertyuiop[]", "asdfghjkl;'", "zxcvbnm,./", "abcdefghijklmnopqrstuvwxyz",
    "йцукенгшщзхъ", "фывапролджэ", "ячсмитьбю", "абвгдеёжзийклмнопрстуфхцчшщъыьэюя",
  ].flatMap { [Array($0), $0.reversed()] }
  /// The minimum length of a run.
  private static let shortestRun = 3
  /// The minimum length of a common word that is recognized among digits and signs.
  private static let shortestWord = 4

  /// Returns true for these passwords and for their repetitions, ignoring case:
  ///
  /// - a common password
  /// - a common word surrounded by at most as many other characters as it has letters, or by a run
  ///   such as `123456`
  /// - a password that consists of runs
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

  /// Returns true if the text consists of runs, except for at most two characters at the end.
  private static func isRuns(_ text: ArraySlice<Character>) -> Bool {
    var rest = text
    while rest.count >= shortestRun {
      let run = rows.map { longestRun(at: rest, in: $0) }.max() ?? 0
      guard run >= shortestRun else { return false }
      rest.removeFirst(run)
    }
    return true
  }

  /// Returns the length of the longest beginning of `text` that occurs in `row`.
  private static func longestRun(at text: ArraySlice<Character>, in row: [Character]) -> Int {
    row.indices.map { start in zip(text, row[start...]).prefix { $0 == $1 }.count }.max() ?? 0
  }

  /// Returns the length of the shortest part whose repetition makes up the text; the length of the
  /// text if it does not repeat.
  private static func period(of text: [Character]) -> Int {
    (1...max(1, text.count)).first { length in
      text.count % length == 0 && text.indices.dropFirst(length).allSatisfy { text[$0] == text[$0 - length] }
    } ?? text.count
  }
}
