/// The static type of a value; nil belongs to every type.
///
///     let lines = ValueType.list(.record([Field("amount", .number)]))
///     let scope = Scope(variables: ["lines": Binding(slot: .outer(0), type: lines)])
///     try ConditionExpression("$lines.@sum.amount", in: scope).type  // .number
public indirect enum ValueType: Sendable, Hashable {
  /// An unknown type: type checking allows every use.
  case any
  /// `true` or `false`, which compare equal to the numbers 1 and 0.
  case boolean
  /// A whole number. The quotient of two whole numbers is a whole number.
  case integer
  /// Any number.
  case number
  /// Text.
  case text
  /// A calendar date: text in the form `YYYY-MM-DD`.
  case date
  /// A list with elements of that type.
  case list(ValueType)
  /// A dictionary with these fields and no others.
  case record([Field])
}

/// A field of a record or of an option.
///
///     let account = ValueType.record([Field("number", .text), Field("balance", .number)])
///     let scope = Scope(variables: ["from": Binding(slot: .outer(0), type: account)])
///     let condition = try Condition("$from.balance > 100", in: scope)  // `$from.sum` is a fault
public struct Field: Sendable, Hashable {
  /// The key that reads the field.
  public let name: String
  /// The type of its value.
  public let type: ValueType

  /// Creates a field with that name and type.
  public init(_ name: String, _ type: ValueType) {
    self.name = name
    self.type = type
  }
}

extension ValueType {
  /// True if arithmetic accepts the type: a number, a Boolean (1 or 0) or an unknown type.
  package var isNumeric: Bool { self == .integer || self == .number || self == .boolean || self == .any }

  package var isList: Bool { if case .list = self { true } else { false } }

  var isTextual: Bool { self == .text || self == .any }

  /// True if values of the type may have an order; false for lists and records.
  var isOrdered: Bool {
    switch self {
    case .list, .record: false
    default: true
    }
  }

  /// True if the function `text` may accept the type: a number, text, a date or an unknown type.
  var isWritable: Bool { isOrdered && self != .boolean }

  /// The type of the elements; `any` for an unknown type, nil for a type that is not a list.
  package var element: ValueType? {
    switch self {
    case .list(let element): element
    case .any: .any
    default: nil
    }
  }

  /// The type with an article for a message, such as "a number" or "text".
  package var noun: String {
    switch self {
    case .any: "a value"
    case .boolean: "a Boolean"
    case .integer: "a whole number"
    case .number: "a number"
    case .text: "text"
    case .date: "a date"
    case .list: "a list"
    case .record: "a record"
    }
  }

  /// The plural for a message, such as "numbers" or "texts".
  var plural: String {
    switch self {
    case .any: "values"
    case .boolean: "Booleans"
    case .integer: "whole numbers"
    case .number: "numbers"
    case .text: "texts"
    case .date: "dates"
    case .list: "lists"
    case .record: "records"
    }
  }

  /// The full type for a message, such as "a list of numbers" or "a record of number, balance".
  package var wholeNoun: String {
    switch self {
    case .list(.any): return "a list"
    case .list(.record(let fields)): return "a list of records of " + fields.map(\.name).joined(separator: ", ")
    case .list(let element): return "a list of \(element.plural)"
    case .record(let fields): return "a record of " + fields.map(\.name).joined(separator: ", ")
    default: return noun
    }
  }

  /// Returns the narrowest type that contains the values of both types, which can be `any`.
  func joined(_ other: ValueType) -> ValueType {
    if self == other { return self }
    if self == .any || other == .any { return .any }
    if isNumeric, other.isNumeric, self != .boolean, other != .boolean { return .number }
    if case .list(let a) = self, case .list(let b) = other { return .list(a.joined(b)) }
    return .any
  }

  /// Returns true if a value of this type can equal a value of the other type.
  func meets(_ other: ValueType) -> Bool {
    switch (self, other) {
    case (.any, _), (_, .any), (.text, .text), (.date, .date), (.record, .record): true
    case (.list(let a), .list(let b)): a.meets(b)
    default: isNumeric && other.isNumeric
    }
  }
}

extension ValueType: CustomStringConvertible {
  /// The type as `valence conditions explain` prints it, such as `list of number`.
  public var description: String {
    switch self {
    case .any: "any"
    case .boolean: "Boolean"
    case .integer: "integer"
    case .number: "number"
    case .text: "text"
    case .date: "date"
    case .list(let element): element == .any ? "list" : "list of \(element)"
    case .record(let fields): "record of " + fields.map(\.name).joined(separator: ", ")
    }
  }
}
