package import Conditions
package import JSON

/// A kind of atom that carries a value.
package protocol InputKind: AtomKind {
  /// The static type of the value, for conditions.
  var type: ValueType { get }
  /// Whether clients tell of a change only when editing ends (text) or at once (choices).
  var notifiesOnCommit: Bool { get }
  /// Whether the value is a secret: never stored, echoed, drafted, prefilled, logged or digested.
  var isSecret: Bool { get }
  /// The kept form of a posted value; `.null` for an empty one, nil for one of another type.
  func read(_ posted: Value) -> Value?
  /// What a client would have posted for a text that names the value where there is no JSON, such as a query.
  func posted(_ text: String) -> Value
  /// The first rule of the kind's own that a value which is not null breaks.
  func judge(_ value: Value) -> Violation?
  /// A kept value as clients see it and as it is stored: decimals are strings there.
  func wire(_ value: Value) -> Value
  /// The value as people of that language read it, where the kind knows more of it than its type tells.
  func shown(_ value: Value, in language: Language) -> String?
  /// The value before anybody enters one, where the definition has no `default`.
  var initial: Value { get }
  /// Where the options come from; nil for a kind without options.
  var options: OptionSource? { get }
  /// The limits that are expressions.
  var limits: [WrittenLimit] { get }
  /// A JSON Schema of posted values that are not cleared: whatever it rejects, `read` or `judge` rejects.
  var schema: Value { get }
}

extension InputKind {
  /// At once.
  package var notifiesOnCommit: Bool { false }
  /// No secret.
  package var isSecret: Bool { false }
  /// One of the options where the definition writes them, else anything.
  package var schema: Value {
    if case .literal(let choices) = options { return ValueSchemas.choice(among: choices.map(\.value)) }
    return true
  }
  /// The text itself.
  package func posted(_ text: String) -> Value { .string(text) }
  /// Nothing to judge.
  package func judge(_ value: Value) -> Violation? { nil }
  /// The value as it is.
  package func wire(_ value: Value) -> Value { value }
  /// What the value alone tells.
  package func shown(_ value: Value, in language: Language) -> String? { nil }
  /// None.
  package var initial: Value { .null }
  /// No options.
  package var options: OptionSource? { nil }
  /// None.
  package var limits: [WrittenLimit] { [] }
}
