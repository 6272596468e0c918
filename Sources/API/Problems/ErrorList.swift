import Atoms
import JSON

/// How much of what is wrong an answer tells: a small question must not have a large answer.
enum ErrorList {
  /// The most errors in one list; how many more there are is told beside it.
  static let most = 100
  /// The most bytes of an atom's path, a message, a detail or a text among the params; longer ones are cut.
  static let longestText = 1_000
}

extension Writer {
  /// Writes a member with the first errors of a list, each with its atom, and where there are more than an answer tells,
  /// their number as the member `more`.
  mutating func errors(_ name: String, _ violations: [Violation], more: String, in language: Language) {
    key(name)
    beginArray()
    for violation in violations.prefix(ErrorList.most) {
      beginObject()
      member("atom", violation.atom.shortened)
      violation.writeMembers(to: &self, in: language, shortened: \.shortened)
      endObject()
    }
    endArray()
    if violations.count > ErrorList.most { member(more, violations.count - ErrorList.most) }
  }
}

extension String {
  /// The text, cut where it is longer than an answer repeats.
  var shortened: String {
    guard utf8.count > ErrorList.longestText else { return self }
    let end = utf8.index(utf8.startIndex, offsetBy: ErrorList.longestText)
    // No character of UTF-8 is cut in two.
    let whole = unicodeScalars.index(before: unicodeScalars.index(after: end))
    return String(unicodeScalars[..<whole]) + "…"
  }
}
