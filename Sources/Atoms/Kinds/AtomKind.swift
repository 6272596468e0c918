package import Conditions
package import Texts
import SourceText
package import JSON

/// A kind of atom: what its line in a definition may say, and how clients draw it.
///
/// To add a kind, write one type that conforms to this (to `InputKind` if it carries a value) and one line in
/// `AtomRegistry`. An instance has one atom's settings: immutable, created when the definition is loaded. It is a class
/// so that passing it on costs one reference.
///
///     package final class RulerKind: AtomKind {
///       package static let name = "ruler"
///       private let isWide: Bool
///       package init(_ properties: inout Properties) { isWide = properties.flag("wide", default: false) }
///       package func write(to writer: inout Writer, in language: Language) { writer.member("wide", isWide) }
///     }
package protocol AtomKind: AnyObject, Sendable {
  /// The kind's name in definitions and on the wire.
  static var name: String { get }
  /// Reads the kind's own properties; faults go to the diagnostics of `properties`.
  init(_ properties: inout Properties)
  /// True if a client that leaves the atom out loses only a drawing.
  var isOrnament: Bool { get }
  /// Writes the kind's own members of the tree, such as `"wide": true`.
  func write(to writer: inout Writer, in language: Language)
}

extension AtomKind {
  /// The kind's name.
  package var name: String { Self.name }
  /// False: the atom shows or does something that counts.
  package var isOrnament: Bool { false }
  /// Writes nothing.
  package func write(to writer: inout Writer, in language: Language) {}
}

/// A kind of atom that carries a value.
///
///     final class RatingKind: InputKind {
///       static let name = "rating"
///       init(_ properties: inout Properties) {}
///       var type: ValueType { .integer }
///       var schema: Value { ["type": "integer"] }
///
///       func read(_ posted: Value) -> Value? {
///         switch posted {
///         case .null, .integer: posted
///         default: nil  // another type: the value is unreadable
///         }
///       }
///
///       func judge(_ value: Value) -> Violation? {
///         guard case .integer(let stars) = value, (1...5).contains(stars) else { return Violation("stars") }
///         return nil
///       }
///     }
package protocol InputKind: AtomKind {
  /// The static type of the value, for conditions.
  var type: ValueType { get }
  /// True if clients report a change only when editing ends (text), false if they report it at once (choices).
  var notifiesOnCommit: Bool { get }
  /// True if the value is a secret: never stored, echoed, drafted, prefilled, logged or digested.
  var isSecret: Bool { get }
  /// Returns the form in which the atom keeps a posted value: `.null` for an empty one, nil for one of another type.
  func read(_ posted: Value) -> Value?
  /// Returns what a client would have posted for a text that names the value outside of JSON, such as in a query.
  func posted(_ text: String) -> Value
  /// Returns the violation of the first of the kind's own rules that a non-null value breaks.
  func judge(_ value: Value) -> Violation?
  /// Returns a kept value as clients see it and as it is stored: decimals become strings.
  func wire(_ value: Value) -> Value
  /// Returns the value as people of that language read it; nil if the kind knows no more of it than its type tells.
  func shown(_ value: Value, in language: Language) -> String?
  /// The value before anybody enters one, for a definition without `default`.
  var initial: Value { get }
  /// The source of the options; nil for a kind without options.
  var options: OptionSource? { get }
  /// The limits that are expressions.
  var limits: [WrittenLimit] { get }
  /// The name of the sentence about a value of another type.
  var typeSentence: String { get }
  /// The name of the sentence about a value that is missing.
  var requiredSentence: String { get }
  /// Returns true if a limit may be an expression of that type.
  func takesLimit(of type: ValueType) -> Bool
  /// Returns the form in which a limit is kept; nil if the value limits nothing of this kind.
  func limit(_ value: Value) -> Value?
  /// The limits that are plain values, as conditions write them.
  var bounds: (minimum: String?, maximum: String?) { get }
  /// True if a value of the right type may break a rule of the kind's own: people are told when they have entered it.
  var hasRules: Bool { get }
  /// A JSON Schema of posted values that are not cleared: `read` or `judge` rejects whatever it rejects.
  var schema: Value { get }
}

extension InputKind {
  /// False: clients report a change at once.
  package var notifiesOnCommit: Bool { false }
  /// False: the value is no secret.
  package var isSecret: Bool { false }
  /// One of the options if the definition writes them, otherwise anything.
  package var schema: Value {
    if case .literal(let choices) = options { return ValueSchemas.choice(among: choices.map(\.value)) }
    return true
  }
  /// Returns the text itself.
  package func posted(_ text: String) -> Value { .string(text) }
  /// Returns nil: the kind has no rules.
  package func judge(_ value: Value) -> Violation? { nil }
  /// Returns the value unchanged.
  package func wire(_ value: Value) -> Value { value }
  /// Returns nil: the type tells all.
  package func shown(_ value: Value, in language: Language) -> String? { nil }
  /// Null.
  package var initial: Value { .null }
  /// No options.
  package var options: OptionSource? { nil }
  /// No limits.
  package var limits: [WrittenLimit] { [] }
  /// A sentence by the type of the value.
  package var typeSentence: String {
    switch type {
    case .number: "typeNumber"
    case .date: "typeDate"
    default: "type"
    }
  }
  /// A sentence by the type of the value.
  package var requiredSentence: String { type == .date ? "requiredDate" : "required" }
  /// Returns true for the type of the value, and for one that is not known.
  package func takesLimit(of limit: ValueType) -> Bool {
    limit == type || limit == .any || (type, limit) == (.number, .integer)
  }
  /// Returns the value as the kind reads it, or as it is.
  package func limit(_ value: Value) -> Value? { read(value) ?? value }
  /// No limits.
  package var bounds: (minimum: String?, maximum: String?) { (nil, nil) }
  /// True with limits, be they plain values or expressions.
  package var hasRules: Bool { hasLimits }
  /// True with limits, be they plain values or expressions.
  var hasLimits: Bool { bounds.minimum != nil || bounds.maximum != nil || !limits.isEmpty }
}

/// A limit of a value as an atom's line writes it, if it is an expression rather than a number or a date.
package struct WrittenLimit: Sendable {
  /// `min` or `max`.
  let name: String
  /// The expression.
  let node: SourceNode

  /// Reads the limit with that name; returns nil if it is a plain value or missing.
  init?(_ name: String, _ properties: inout Properties) {
    guard let node = properties.node(name), let text = node.scalar,
      Self.isExpression(text) || properties.definedNames.contains(text)
    else { return nil }
    (self.name, self.node) = (name, node)
  }

  /// Returns true if the text reads something: a variable, a function, or an answer such as `bank.limit`.
  private static func isExpression(_ text: String) -> Bool {
    text.contains("$") || text.contains("(") || (text.first?.isLetter == true && text.contains("."))
  }
}

/// A kind of atom that people can tap.
package protocol ActingKind: AtomKind {
  /// The action of a tap; nil if the client only follows a reference.
  var action: ButtonKind.Action? { get }
  /// The target of a tap, if the definition gives one.
  var href: String? { get }
}

extension Properties {
  /// Reads a reference: a path on this server, or an address with a scheme that a client may follow.
  ///
  /// Returns nil if it is missing, or if it is neither, which is a fault.
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
