/// A rule of an atom's line for which the author may write the text that people read.
///
/// Rules written as a `check` have their `message` beside it.
enum MessageRule: String, CaseIterable, Sendable {
  /// The value must be there.
  case required
  /// The exact count of characters.
  case length
  /// The least count of characters.
  case minLength
  /// The greatest count of characters.
  case maxLength
  /// The regular expression.
  case pattern
  /// The least value, or the least count of items.
  case min
  /// The greatest value, or the greatest count of items.
  case max
  /// The form of a number, a date or a time, which an entered text must have.
  case type
  /// The count of decimal places.
  case scale
  /// The options of the line.
  case option
  /// The directory that must have the value.
  case lookup

  /// Returns the rule that a violation breaks; nil if it is another one, such as that of a check.
  init?(brokenBy violation: Violation) {
    switch (violation.code, violation.sentence) {
    // More digits than any number may have is no matter of the line.
    case (_, "check"), (_, "digits"): return nil
    case ("length", "lengthOfDigits"): self.init(rawValue: "length")
    case ("length", let way): self.init(rawValue: way)
    case (let code, _): self.init(rawValue: code)
    }
  }
}

extension Evaluation {
  /// Returns a violation with the text that the atom's line has for the rule.
  mutating func worded(_ violation: Violation, of atom: Atom) -> Violation {
    guard let messages = atom.messages, let rule = MessageRule(brokenBy: violation), let text = messages[rule] else {
      return violation
    }
    let message = self.text(text, of: atom, "messages")
    return Violation(check: violation.code, message: message, params: violation.params).at(violation.atom)
  }
}
