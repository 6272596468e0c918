/// A rule for which the author can write the text of a violation in `messages`.
///
/// The text of a `check` is its `message` instead.
package enum MessageRule: String, CaseIterable, Sendable {
  case required
  /// The exact number of characters.
  case length
  /// The minimum number of characters.
  case minLength
  /// The maximum number of characters.
  case maxLength
  case pattern
  /// The minimum value or number of items.
  case min
  /// The maximum value or number of items.
  case max
  /// The format of an entered number, date or time.
  case type
  /// The number of decimal places.
  case scale
  case option
  /// The directory that must contain the value.
  case lookup
  /// The inputs of a repeat's items that must differ between items.
  case duplicate

  /// Returns the rule of a violation; nil if the rule has no text in `messages`, such as a check.
  init?(brokenBy violation: Violation) {
    switch (violation.code, violation.sentence) {
    // The maximum number of digits of any number is not a rule of the definition.
    case (_, "check"), (_, "digits"): return nil
    case ("length", "lengthOfDigits"): self.init(rawValue: "length")
    case ("length", let way): self.init(rawValue: way)
    case (let code, _): self.init(rawValue: code)
    }
  }
}

extension Evaluation {
  /// Returns the violation with the author's text for its rule, if the definition has one.
  mutating func worded(_ violation: Violation, of atom: Atom) -> Violation {
    guard let messages = atom.messages, let rule = MessageRule(brokenBy: violation), let text = messages[rule] else {
      return violation
    }
    let message = self.text(text, of: atom, "messages")
    return Violation(check: violation.code, message: message, params: violation.params).at(violation.atom)
  }
}
