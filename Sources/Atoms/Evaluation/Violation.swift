package import JSON

/// Why a value is refused: at which atom, by which rule, at which limit.
package struct Violation: Error, Sendable {
  /// All but the atom behind one reference: mostly there is no violation, and nothing of that size to pass on.
  private final class Finding: Sendable {
    let code: String
    let sentence: String
    let message: LocalizedText?
    let params: [(name: String, value: Value)]

    init(_ code: String, _ sentence: String, _ message: LocalizedText?, _ params: [(name: String, value: Value)]) {
      (self.code, self.sentence, self.message, self.params) = (code, sentence, message, params)
    }
  }

  /// The atom's path.
  package var atom = ""
  private let finding: Finding

  /// The rule: `required`, `length`..., or the verification's name.
  package var code: String { finding.code }
  /// Which sentence of the engine says so; `length` has one for each way of being wrong.
  var sentence: String { finding.sentence }
  /// The verification's own sentence, which goes before the engine's.
  var message: LocalizedText? { finding.message }
  /// The limits and evidence, such as `length: 9`.
  package var params: [(name: String, value: Value)] { finding.params }

  /// A violation that the engine has a sentence for.
  package init(_ code: String, sentence: String? = nil, params: [(name: String, value: Value)] = []) {
    finding = Finding(code, sentence ?? code, nil, params)
  }

  /// A violation of a verification or a check with a message of its own.
  package init(check code: String, message: LocalizedText?, params: [(name: String, value: Value)] = []) {
    finding = Finding(code, "check", message, params)
  }

  /// The sentence for the person.
  package func text(in language: Language) -> String {
    if let message { return message[language] }
    return Message.text(sentence, params, language)
  }

  /// The same violation at that atom.
  package func at(_ atom: String) -> Violation {
    var located = self
    located.atom = atom
    return located
  }
}

extension Value {
  /// The value as it stands in a sentence.
  package var plainText: String {
    switch self {
    case .null: ""
    case .bool(let flag): flag ? "true" : "false"
    case .integer(let number): String(number)
    case .decimal(let number): number.description
    case .float(let number): String(number)
    case .string(let text): text
    case .array, .object: ""
    }
  }

  /// The value as people of that language read it, where it is a record of texts by language, such as `{ru: ..., en: ...}`.
  func text(in language: Language) -> String {
    guard let texts = object else { return plainText }
    return (texts[language.rawValue]?.string ?? texts[Language.standard.rawValue]?.string) ?? ""
  }
}
