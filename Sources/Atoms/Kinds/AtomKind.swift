package import Conditions
package import JSON

/// A kind of atom: what its line in a definition may say and how it is drawn.
///
/// A new kind is one type that conforms to this (or to `InputKind`, where it carries a value) and one line in
/// `AtomRegistry`. An instance is one atom's settings: immutable, made once when the definition is loaded; a class, because what is
/// passed on of it is then one reference.
package protocol AtomKind: AnyObject, Sendable {
  /// The kind's name in definitions and on the wire.
  static var name: String { get }
  /// Reads the kind's own properties; faults go to the properties' diagnostics.
  init(_ properties: inout Properties)
  /// Whether nothing is lost but a drawing where a client does without the atom.
  var isOrnament: Bool { get }
  /// Writes the kind's own members of the tree, such as `"wide": true`.
  func write(to writer: inout Writer, in language: Language)
}

extension AtomKind {
  /// The kind's name.
  package var name: String { Self.name }
  /// What it shows or does counts.
  package var isOrnament: Bool { false }
  /// Nothing of its own.
  package func write(to writer: inout Writer, in language: Language) {}
}

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

/// A limit of a value as an atom's line writes it, where it is more than a number or a date.
package struct WrittenLimit: Sendable {
  /// `min` or `max`.
  let name: String
  /// The expression.
  let node: SourceNode

  /// Reads that limit; nil where it is a plain value or none.
  init?(_ name: String, _ properties: inout Properties) {
    guard let node = properties.node(name), let text = node.scalar, Self.isExpression(text) else { return nil }
    (self.name, self.node) = (name, node)
  }

  /// Whether the text reads something: a variable, a function, or an answer such as `bank.limit`.
  private static func isExpression(_ text: String) -> Bool {
    text.contains("$") || text.contains("(") || (text.first?.isLetter == true && text.contains("."))
  }
}

/// A kind of atom that can be tapped.
package protocol ActingKind: AtomKind {
  /// What a tap does; nil where nothing happens but that a reference is followed.
  var action: ButtonKind.Action? { get }
  /// Where a tap leads, where the definition says so.
  var href: String? { get }
}

extension Properties {
  /// A reference: a path on this server, or an address of a scheme that a client may follow.
  mutating func href(_ name: String, schemes: [String] = ["https", "mailto", "tel", "valence"]) -> String? {
    guard let text = string(name) else { return nil }
    let isPath = text.hasPrefix("/") && !text.hasPrefix("//")
    let scheme = text.firstIndex(of: ":").map { text[..<$0].lowercased() }
    let hasBlank = text.unicodeScalars.contains { $0.value <= 0x20 || $0.value == 0x7F }
    if !hasBlank, isPath || scheme.map(schemes.contains) == true { return text }
    if let node = node(name) {
      error("`\(name)` takes a path such as /operations or an address with \(schemes.listed)", at: node.location)
    }
    return nil
  }
}

/// A kind of atom that has atoms of its own, written as `atoms: [...]`.
package protocol NestingKind: AtomKind {}
