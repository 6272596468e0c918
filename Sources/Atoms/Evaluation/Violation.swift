package import Texts
package import JSON

/// The violation of a rule by a value: the atom, the rule and its limits. Warnings use the same
/// type.
package struct Violation: Error, Sendable {
  /// All members except the atom, in one reference, so that an optional violation is small.
  private final class Finding: Sendable {
    let code: String
    let sentence: String
    let message: LocalizedText?
    let params: [(name: String, value: Value)]

    init(_ code: String, _ sentence: String, _ message: LocalizedText?, _ params: [(name: String, value: Value)]) {
      (self.code, self.sentence, self.message, self.params) = (code, sentence, message, params)
    }
  }

  package var atom = ""
  private let finding: Finding

  /// The rule, such as `required` or `length`, or the name of the verification.
  package var code: String { finding.code }
  /// The name of the standard sentence. `length` has one for each kind of violation.
  var sentence: String { finding.sentence }
  /// The message of the verification or check; it replaces the standard sentence.
  var message: LocalizedText? { finding.message }
  /// The limits and evidence, such as `length: 9`.
  package var params: [(name: String, value: Value)] { finding.params }

  /// Creates a violation with a standard sentence; by default the sentence with the name of the
  /// rule.
  package init(_ code: String, sentence: String? = nil, params: [(name: String, value: Value)] = []) {
    finding = Finding(code, sentence ?? code, nil, params)
  }

  /// Creates a violation of a verification or check with an optional message.
  package init(check code: String, message: LocalizedText?, params: [(name: String, value: Value)] = []) {
    finding = Finding(code, "check", message, params)
  }

  /// The name of the sentence about a year with fewer than four digits.
  static let shortYear = "shortYear"
  /// The name of the sentence about a required computed value that is missing.
  static let requiredComputed = "requiredComputed"
  /// The name of the sentence about a time that the clock skips.
  static let skippedTime = "skippedTime"

  /// True if the value does not have the atom's type. A short year and a skipped time have the same
  /// code, but the right type.
  var isForeign: Bool { code == "type" && sentence != Self.shortYear && sentence != Self.skippedTime }

  package func text(in language: Language) -> String {
    if let message { return message[language] }
    return ViolationText.text(sentence, params, language)
  }

  /// Returns the same violation for another atom.
  package func at(_ atom: String) -> Violation {
    var located = self
    located.atom = atom
    return located
  }
}

extension Value {
  /// The value as text in a sentence; empty for null, lists and records.
  package var plainText: String {
    switch self {
    case .null: ""
    case .bool(let flag): flag ? "true" : "false"
    case .integer(let number): String(number)
    case .decimal(let number): number.description
    case .float(let number): Decimal(shortest: number)?.description ?? ""
    case .string(let text): text
    case .array, .object: ""
    }
  }

  /// Returns the value as text in a language.
  ///
  /// A record of texts by language, such as `{ru: ..., en: ...}`, returns its text in the language,
  /// otherwise in the default language.
  func text(in language: Language) -> String {
    guard let texts = object else { return plainText }
    return (texts[language.rawValue]?.string ?? texts[Language.standard.rawValue]?.string) ?? ""
  }
}
