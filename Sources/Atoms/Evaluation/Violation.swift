package import Texts
package import JSON

/// The refusal of a value: the atom, the rule that the value breaks, the limit. A warning has the same form.
///
///     let violation = Violation("length", params: [("length", 9), ("got", 8)]).at("bic")
///     let sentence = violation.text(in: .en)
package struct Violation: Error, Sendable {
  /// Everything but the atom, behind one reference: functions mostly return nil, which would take as much room.
  private final class Finding: Sendable {
    let code: String
    let sentence: String
    let message: LocalizedText?
    let params: [(name: String, value: Value)]

    init(_ code: String, _ sentence: String, _ message: LocalizedText?, _ params: [(name: String, value: Value)]) {
      (self.code, self.sentence, self.message, self.params) = (code, sentence, message, params)
    }
  }

  /// The path of the atom.
  package var atom = ""
  private let finding: Finding

  /// The rule: `required`, `length` and so on, or the name of the verification.
  package var code: String { finding.code }
  /// The name of the engine's sentence; `length` has one for each way to break it.
  var sentence: String { finding.sentence }
  /// The own sentence of the verification or check, which takes precedence over the engine's.
  var message: LocalizedText? { finding.message }
  /// The limits and evidence, such as `length: 9`.
  package var params: [(name: String, value: Value)] { finding.params }

  /// Creates a violation with a sentence of the engine, the one named like the rule by default.
  package init(_ code: String, sentence: String? = nil, params: [(name: String, value: Value)] = []) {
    finding = Finding(code, sentence ?? code, nil, params)
  }

  /// Creates a violation of a verification, or of a check with a message of its own.
  package init(check code: String, message: LocalizedText?, params: [(name: String, value: Value)] = []) {
    finding = Finding(code, "check", message, params)
  }

  /// The name of the sentence about a year with fewer than four digits.
  static let shortYear = "shortYear"
  /// The name of the sentence about a time that the clock skips.
  static let skippedTime = "skippedTime"

  /// True if the value does not have the atom's type; false for a short year or a skipped time, which have the same
  /// code.
  var isForeign: Bool { code == "type" && sentence != Self.shortYear && sentence != Self.skippedTime }

  /// Returns the sentence for the person.
  package func text(in language: Language) -> String {
    if let message { return message[language] }
    return ViolationText.text(sentence, params, language)
  }

  /// Returns the same violation at that atom.
  package func at(_ atom: String) -> Violation {
    var located = self
    located.atom = atom
    return located
  }
}

extension Value {
  /// The value as it stands in a sentence; empty for null, lists and records.
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

  /// Returns the value as people of that language read it.
  ///
  /// A record of texts by language, such as `{ru: ..., en: ...}`, gives its text in that language, otherwise the one
  /// in the default language.
  func text(in language: Language) -> String {
    guard let texts = object else { return plainText }
    return (texts[language.rawValue]?.string ?? texts[Language.standard.rawValue]?.string) ?? ""
  }
}
