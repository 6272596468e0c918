/// The static type of a value; nil belongs to every type.
///
///     let lines = ValueType.list(.record([Field("amount", .number)]))
///     let scope = Scope(variables: ["lines": Binding(slot: .outer(0), type: lines)])
///     try ConditionExpression("$lines.@sum.amount", in: scope).type  // .number
public indirect enum ValueType: Sendable, Hashable {
  /// Unknown: type checking allows every use, and evaluation decides.
  case any
  /// `true` or `false`, which compare as the numbers 1 and 0.
  case boolean
  /// A whole number; the quotient of two is a whole number too.
  case integer
  /// Any number.
  case number
  /// Text.
  case text
  /// A calendar date, which is text in the form `YYYY-MM-DD` at evaluation.
  case date
  /// A list of elements of that type.
  case list(ValueType)
  /// A dictionary with these fields and no others.
  case record([Field])
}

/// A field of a record or of an option.
///
///     let account = ValueType.record([Field("number", .text), Field("balance", .number)])
///     let scope = Scope(variables: ["from": Binding(slot: .outer(0), type: account)])
///     let condition = try Condition("$from.balance > 100", in: scope)  // `$from.balanse` would be a fault
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
  /// True if arithmetic takes the value: a number, a Boolean (1 or 0) or an unknown value.
  var isNumeric: Bool { self == .integer || self == .number || self == .boolean || self == .any }

  /// True if the value is text or unknown.
  var isTextual: Bool { self == .text || self == .any }

  /// True if values of the type may have an order: numbers, texts, dates and unknown values.
  var isOrdered: Bool {
    switch self {
    case .list, .record: false
    default: true
    }
  }

  /// True if the function `text` may write the value: a number, text, a date or an unknown value.
  var isWritable: Bool { isOrdered && self != .boolean }

  /// The type of the elements: `any` for an unknown value, nil for a value that is not a list.
  var element: ValueType? {
    switch self {
    case .list(let element): element
    case .any: .any
    default: nil
    }
  }

  /// The type in a message, such as "a number" or "text".
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

  /// Values of the type in a message, such as "numbers" or "texts".
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

  /// The type in a message with its parts, such as "a list of numbers" or "a record of number, balance".
  package var wholeNoun: String {
    switch self {
    case .list(.any): return "a list"
    case .list(.record(let fields)): return "a list of records of " + fields.map(\.name).joined(separator: ", ")
    case .list(let element): return "a list of \(element.plural)"
    case .record(let fields): return "a record of " + fields.map(\.name).joined(separator: ", ")
    default: return noun
    }
  }

  /// Returns a type that holds the values of both types; `any` if no narrower one does.
  func joined(_ other: ValueType) -> ValueType {
    if self == other { return self }
    if self == .any || other == .any { return .any }
    if isNumeric, other.isNumeric, self != .boolean, other != .boolean { return .number }
    if case .list(let a) = self, case .list(let b) = other { return .list(a.joined(b)) }
    return .any
  }

  /// Returns true if a value of this type can equal a value of the other.
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
