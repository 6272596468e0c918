package import JSON

/// Why a value is refused: at which atom, by which rule, at which limit.
package struct Violation: Error, Sendable {
  /// The atom's path.
  package var atom: String
  /// The rule: `required`, `length`..., or the verification's name.
  package let code: String
  /// Which sentence of the engine says so; `length` has one for each way of being wrong.
  let sentence: String
  /// The verification's own sentence, which goes before the engine's.
  let message: LocalizedText?
  /// The limits and evidence, such as `length: 9`.
  package let params: [(name: String, value: Value)]

  /// A violation that the engine has a sentence for.
  package init(_ code: String, sentence: String? = nil, params: [(name: String, value: Value)] = []) {
    (atom, message) = ("", nil)
    self.code = code
    self.sentence = sentence ?? code
    self.params = params
  }

  /// A violation of a verification or a check with a message of its own.
  package init(check code: String, message: LocalizedText?, params: [(name: String, value: Value)] = []) {
    atom = ""
    (self.code, self.message, self.params) = (code, message, params)
    sentence = "check"
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
}
