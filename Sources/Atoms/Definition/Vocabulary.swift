package import Conditions
package import JSON

/// What definitions may refer to beyond their own atoms: given from outside, so that the engine knows no banking.
package struct Vocabulary: Sendable {
  /// Named functions that `check` and conditions may call.
  package var verifications: [String: Verification]
  /// Directories that an input's value can be looked up in.
  package var lookups: [String: Lookup]
  /// What is known of the caller, by name, such as `accounts` and `user`.
  package var facts: [String: ValueType]
  /// What submissions may do, with the inputs that each needs.
  package var effects: [String: EffectShape]
  /// Ways to write a text that `normalize` may name.
  package var normalizations: [String: Normalization]

  /// A vocabulary of these words.
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

/// A named function over values that tells why they are wrong.
package struct Verification: Sendable {
  /// What a verification found.
  package struct Reason: Sendable {
    /// The sentence for the person.
    package let message: LocalizedText
    /// The evidence, such as the offending character.
    package let params: [(name: String, value: Value)]
    /// Whether the broken rule is not sure enough to refuse by it, unless a check says so.
    package let isAdvice: Bool

    /// A reason with its evidence.
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
  /// Why the arguments are wrong; nil where they are right. Never called with an argument that is null.
  package let reason: @Sendable ([Value]) -> Reason?
  /// Whether some of its reasons are advice.
  let mayAdvise: Bool

  /// A named verification.
  package init(
    _ name: String, _ parameters: [ValueType], mayAdvise: Bool = false,
    reason: @escaping @Sendable ([Value]) -> Reason?
  ) {
    self.name = name
    self.parameters = parameters
    self.mayAdvise = mayAdvise
    self.reason = reason
  }

  /// The verification as a function of conditions: true where it finds nothing, and where there is nothing to judge yet.
  var function: Function {
    let reason = reason
    return Function(name: name, parameters: parameters, result: .boolean) { arguments in
      .bool(arguments.contains { $0.isNull } || reason(arguments) == nil)
    }
  }
}

/// The shape of a directory: what one asks and what the answer holds.
package struct Lookup: Sendable {
  /// The name in definitions.
  package let name: String
  /// The type of what is looked up.
  package let key: ValueType
  /// The fields of an answer.
  package let fields: [Field]

  /// A directory with answers of these fields to keys of that type.
  package init(_ name: String, key: ValueType = .text, fields: [Field]) {
    self.name = name
    self.key = key
    self.fields = fields
  }
}

/// What an effect needs of an operation: inputs by id, with their types.
package struct EffectShape: Sendable {
  /// An input that the effect reads.
  package struct Input: Sendable {
    /// The atom's id.
    package let id: String
    /// The kind of atom it must be.
    package let kind: String
    /// The `type` that a text input must have; nil where any will do.
    package let content: String?
    /// The currency that an amount must be in; nil where any will do.
    package let currency: String?
    /// The values that its options may have; nil where any will do.
    package let options: [String]?
    /// Whether the operation must have it.
    package let required: Bool

    /// An input of that id and kind, for a text input of that `type`, for an amount in that currency.
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
  /// The methods that it may be signed by; nil where any will do, and none too.
  package let signs: [String]?
  /// Whether it reads passwords or codes: they are there when they are sent and never again, so it cannot be signed.
  package var readsSecrets = false
  /// Whether it opens a session for somebody who has none: it makes no submission.
  package var opensSession = false
  /// How long its submissions are kept where the operation does not say.
  package var keeping = Keeping.document
  /// Whether it pays something.
  var pays: Bool { inputs.contains { $0.content == "amount" } }

  /// An effect that reads these inputs, signed by one of these methods.
  package init(_ inputs: [Input], signs: [String]? = nil, keeping: Keeping = .document) {
    self.inputs = inputs
    self.signs = signs
    self.keeping = keeping
  }
}
