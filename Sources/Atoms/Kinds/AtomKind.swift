package import Conditions
package import Texts
import SourceText
package import JSON

/// A kind of atom: the properties of its line in a definition, and the members that clients draw it
/// from.
///
/// To add a kind, write a type that conforms to this protocol (to `InputKind` if it has a value),
/// and add it to `AtomRegistry`. An instance holds the settings of one atom. It is created when the
/// definition is loaded, and is immutable.
package protocol AtomKind: AnyObject, Sendable {
  /// The kind's name in definitions and on the wire.
  static var name: String { get }
  /// Reads the properties of the kind. Errors are added to the diagnostics of `properties`.
  init(_ properties: inout Properties)
  /// True if the atom is decorative: a client that omits it loses no information or function.
  var isOrnament: Bool { get }
  /// Writes the members that the kind adds to the tree.
  func write(to writer: inout Writer, in language: Language)
}

extension AtomKind {
  package var name: String { Self.name }
  /// False: the atom has information or a function.
  package var isOrnament: Bool { false }
  package func write(to writer: inout Writer, in language: Language) {}
}

/// A kind of atom that has a value.
package protocol InputKind: AtomKind {
  /// The static type of the value, for conditions.
  var type: ValueType { get }
  /// True if clients report a change when editing ends (text), false if they report it immediately
  /// (choices).
  var notifiesOnCommit: Bool { get }
  /// True if the value is a secret, which is never stored, echoed, drafted, prefilled, logged or
  /// digested.
  var isSecret: Bool { get }
  /// Converts a posted value to the form that the atom stores. Returns `.null` for an empty value,
  /// and nil for a value of the wrong type.
  func read(_ posted: Value) -> Value?
  /// Converts a value written as text outside of JSON, such as in a query, to the value that a
  /// client would post.
  func posted(_ text: String) -> Value
  /// Returns the violation of the first rule of the kind that a non-null value breaks; nil for a
  /// valid value.
  func judge(_ value: Value) -> Violation?
  /// Converts a stored value to the form for clients and storage: decimals become strings.
  func wire(_ value: Value) -> Value
  /// Formats a value for people who read `language`. Returns nil if the format follows from the
  /// type of the value.
  func shown(_ value: Value, in language: Language) -> String?
  /// The initial value if the definition has no `default`.
  var initial: Value { get }
  /// The source of the options; nil for a kind without options.
  var options: OptionSource? { get }
  /// The limits that are expressions.
  var limits: [WrittenLimit] { get }
  /// The `ViolationText` key of the message for a value of the wrong type.
  var typeSentence: String { get }
  /// The `ViolationText` key of the message for a missing value.
  var requiredSentence: String { get }
  /// Returns true if an expression of this type can be a limit.
  func takesLimit(of type: ValueType) -> Bool
  /// Converts a limit to the form that values have; nil if `value` cannot be a limit of this kind.
  func limit(_ value: Value) -> Value?
  /// The limits that are constants, in the syntax of conditions.
  var bounds: (minimum: String?, maximum: String?) { get }
  /// Returns all limits as conditions on the variable `name`.
  func limitConditions(on name: String) -> [String]
  /// True if a value of the right type can violate a rule of the kind.
  var hasRules: Bool { get }
  /// A JSON Schema of posted values, except empty ones. A value that the schema rejects is also
  /// rejected by `read` or `judge`.
  var schema: Value { get }
}

extension InputKind {
  package var notifiesOnCommit: Bool { false }
  package var isSecret: Bool { false }
  /// True if only a person enters the value, never a record or a table: of a password, a code or a
  /// consent.
  var isPersonal: Bool { isSecret || self is ConsentKind }
  /// One of the options if they are in the definition; otherwise any value.
  package var schema: Value {
    if case .literal(let choices) = options { return ValueSchemas.choice(among: choices.map(\.value)) }
    return true
  }
  /// Returns the text itself.
  package func posted(_ text: String) -> Value { .string(text) }
  package func judge(_ value: Value) -> Violation? { nil }
  package func wire(_ value: Value) -> Value { value }
  /// Returns nil: the type decides.
  package func shown(_ value: Value, in language: Language) -> String? { nil }
  package var initial: Value { .null }
  package var options: OptionSource? { nil }
  package var limits: [WrittenLimit] { [] }
  /// A key that depends on the type of the value.
  package var typeSentence: String {
    switch type {
    case .number: "typeNumber"
    case .date: "typeDate"
    default: "type"
    }
  }
  package var requiredSentence: String { type == .date ? "requiredDate" : "required" }
  /// Returns true for the type of the value, for an unknown type, and for an integer if the value
  /// is a number.
  package func takesLimit(of limit: ValueType) -> Bool {
    limit == type || limit == .any || (type, limit) == (.number, .integer)
  }
  /// Returns the value as the kind reads it. If the kind cannot read it, returns it unchanged.
  package func limit(_ value: Value) -> Value? { read(value) ?? value }
  package var bounds: (minimum: String?, maximum: String?) { (nil, nil) }
  package func limitConditions(on name: String) -> [String] { minimumAndMaximum(of: name) }
  /// Returns `min` and `max` as conditions on the variable `name`.
  func minimumAndMaximum(of name: String) -> [String] {
    let written = limits.compactMap { limit in
      limit.node.scalar.map { "$\(name) \(limit.name == "min" ? ">=" : "<=") (\($0))" }
    }
    return [bounds.minimum.map { "$\(name) >= \($0)" }, bounds.maximum.map { "$\(name) <= \($0)" }]
      .compactMap(\.self) + written
  }
  /// True if there is a limit, constant or expression.
  package var hasRules: Bool { hasLimits }
  var hasLimits: Bool { bounds.minimum != nil || bounds.maximum != nil || !limits.isEmpty }
}

/// A limit in an atom's line that is an expression, not a constant.
package struct WrittenLimit: Sendable {
  /// `min` or `max`.
  let name: String
  let node: SourceNode

  /// Reads the limit `name`. Returns nil if it is missing or a constant.
  init?(_ name: String, _ properties: inout Properties) {
    guard let node = properties.node(name), let text = node.scalar,
      Self.isExpression(text) || properties.definedNames.contains(text)
    else { return nil }
    (self.name, self.node) = (name, node)
  }

  /// Returns true if the text contains a variable, a function call, or a field of an answer such as
  /// `bank.limit`.
  private static func isExpression(_ text: String) -> Bool {
    text.contains("$") || text.contains("(") || (text.first?.isLetter == true && text.contains("."))
  }
}

/// A kind of atom that responds to a tap.
package protocol ActingKind: AtomKind {
  /// The action of a tap; nil if the client only opens a link.
  var action: ButtonKind.Action? { get }
  /// The target of a tap if it is in the definition.
  var href: String? { get }
}

extension Properties {
  /// Reads a reference: a path on this server, or an address with one of `schemes`.
  ///
  /// Returns nil if the property is missing. Any other text is an error.
  mutating func href(
    _ name: String, schemes: [String] = LinkAddress.schemes, isFilled: Bool = false
  ) -> String? {
    guard let text = string(name) else { return nil }
    if LinkAddress.isAllowed(isFilled ? LinkAddress.unfilled(text) : text, schemes: schemes) { return text }
    if let node = node(name) {
      error(
        .wrongAddress, "`\(name)` takes a path such as /operations or an address with a scheme (\(schemes.listed))",
        at: node.location)
    }
    return nil
  }
}

/// A kind of atom that contains atoms, written as `atoms: [...]`.
package protocol NestingKind: AtomKind {}
