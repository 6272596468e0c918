package import Conditions
package import Essentials
package import JSON

/// The names that definitions may use beside their own atoms. They come from outside, so that the engine knows no
/// banking.
///
///     let isEven = Verification("isEven", [.integer]) { arguments in
///       (arguments[0].integer ?? 0) % 2 == 0 ? nil : Verification.Reason(LocalizedText(ru: "Нечётное", en: "Odd"))
///     }
///     let bank = Lookup("bank", fields: [Field("name", .text)])
///     let vocabulary = Vocabulary(verifications: [isEven], lookups: [bank])
package struct Vocabulary: Sendable {
  /// The functions that `check` and conditions may call, by name.
  package var verifications: [String: Verification]
  /// The directories in which an input's value can be looked up, by name.
  package var lookups: [String: Lookup]
  /// The types of the facts about the caller, by name, such as `accounts` and `user`.
  package var facts: [String: ValueType]
  /// The effects that submissions may have, by name.
  package var effects: [String: EffectShape]
  /// The ways to write a text that `normalize` may name, by name.
  package var normalizations: [String: Normalization]

  /// Creates a vocabulary; names must be unique in each list.
  package init(
    verifications: [Verification] = [], lookups: [Lookup] = [], facts: [String: ValueType] = [:],
    effects: [String: EffectShape] = [:], normalizations: [Normalization] = []
  ) {
    self.verifications = Dictionary(uniqueKeysWithValues: verifications.map { ($0.name, $0) })
    self.lookups = Dictionary(uniqueKeysWithValues: lookups.map { ($0.name, $0) })
    self.facts = facts
    self.effects = effects
    self.normalizations = Dictionary(uniqueKeysWithValues: normalizations.map { ($0.name, $0) })
  }
}

/// A named function over values that returns the reason why they are wrong.
package struct Verification: Sendable {
  /// The finding of a verification.
  package struct Reason: Sendable {
    /// The sentence for the person.
    package let message: LocalizedText
    /// The evidence, such as the offending character.
    package let params: [(name: String, value: Value)]
    /// True if the finding is too uncertain to refuse the value, unless a check has the severity `error`.
    package let isAdvice: Bool

    /// Creates a reason with its evidence.
    package init(_ message: LocalizedText, params: [(name: String, value: Value)] = [], isAdvice: Bool = false) {
      self.message = message
      self.params = params
      self.isAdvice = isAdvice
    }
  }

  /// The name in conditions, and the code of a violation.
  package let name: String
  /// The types of the arguments.
  package let parameters: [ValueType]
  /// Returns the reason why the arguments are wrong; nil if they are right. Its caller passes no null.
  package let reason: @Sendable ([Value]) -> Reason?
  /// True if some reasons may be advice.
  let mayAdvise: Bool

  /// Creates a verification.
  package init(
    _ name: String, _ parameters: [ValueType], mayAdvise: Bool = false,
    reason: @escaping @Sendable ([Value]) -> Reason?
  ) {
    self.name = name
    self.parameters = parameters
    self.mayAdvise = mayAdvise
    self.reason = reason
  }

  /// The verification as a function of conditions: true if it finds nothing, or if an argument is still null.
  var function: Function {
    let reason = reason
    return Function(name: name, parameters: parameters, result: .boolean) { arguments in
      .bool(arguments.contains { $0.isNull } || reason(arguments) == nil)
    }
  }
}

/// The shape of a directory: the type of its keys and the fields of its answers.
package struct Lookup: Sendable {
  /// The name in definitions.
  package let name: String
  /// The type of a key.
  package let key: ValueType
  /// The fields of an answer.
  package let fields: [Field]

  /// Creates the shape of a directory.
  package init(_ name: String, key: ValueType = .text, fields: [Field]) {
    self.name = name
    self.key = key
    self.fields = fields
  }
}

/// The demands of an effect on an operation: the inputs that it reads, and the ways to sign.
///
///     let amount = EffectShape.Input("amount", kind: "textInput", content: "amount", currency: "RUB")
///     let payment = EffectShape([amount], signs: ["matrix", "code"])
package struct EffectShape: Sendable {
  /// An input that the effect reads.
  package struct Input: Sendable {
    /// The atom's id.
    package let id: String
    /// The name of the atom's kind.
    package let kind: String
    /// The `type` of a text input; nil for any.
    package let content: String?
    /// The currency of an amount; nil for any.
    package let currency: String?
    /// The values that the options may have; nil for any.
    package let options: [String]?
    /// True if the operation must have the input.
    package let required: Bool

    /// Creates an input; `content` applies to text inputs, `currency` to amounts.
    package init(
      _ id: String, kind: String, content: String? = nil, currency: String? = nil, options: [String]? = nil,
      required: Bool = true
    ) {
      self.id = id
      self.kind = kind
      self.content = content
      self.currency = currency
      self.options = options
      self.required = required
    }
  }

  /// The inputs.
  package let inputs: [Input]
  /// The ways to sign; nil if the effect accepts any, and also no signature.
  package let signs: [String]?
  /// True if the effect reads passwords or codes. It cannot be signed, because they are never stored.
  package var readsSecrets = false
  /// True if the effect opens a session for an unauthenticated caller; it makes no submission.
  package var opensSession = false
  /// The retention of its submissions if the operation has no `keep`.
  package var keeping = Keeping.document
  /// True if the effect reads an amount.
  var pays: Bool { inputs.contains { $0.content == "amount" } }

  /// Creates the demands of an effect.
  package init(_ inputs: [Input], signs: [String]? = nil, keeping: Keeping = .document) {
    self.inputs = inputs
    self.signs = signs
    self.keeping = keeping
  }
}
