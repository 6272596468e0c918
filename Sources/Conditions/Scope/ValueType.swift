/// What is known of a value before there is one; nil belongs to every type.
public indirect enum ValueType: Sendable, Hashable {
  /// Nothing is known: whatever is asked of it is left to evaluation.
  case any
  /// `true` or `false`, which compare with the numbers 1 and 0.
  case boolean
  /// A whole number, which divides as one.
  case integer
  /// Any number.
  case number
  /// Text.
  case text
  /// A calendar date, which at run time is text, `YYYY-MM-DD`.
  case date
  /// A list of such values.
  case list(ValueType)
  /// A record of these fields and no others.
  case record([Field])
}

/// A field of a record or of an option.
public struct Field: Sendable, Hashable {
  /// The key that reads the field.
  public let name: String
  /// The type of its value.
  public let type: ValueType

  /// A field of that name and type.
  public init(_ name: String, _ type: ValueType) {
    self.name = name
    self.type = type
  }
}

extension ValueType {
  /// Whether arithmetic takes the value; a Boolean is the number 1 or 0.
  var isNumeric: Bool { self == .integer || self == .number || self == .boolean || self == .any }

  /// Whether the value can be text as far as is known.
  var mayBeText: Bool { self == .text || self == .any }

  /// The type of the elements; nil where this is no list.
  var element: ValueType? {
    switch self {
    case .list(let element): element
    case .any: .any
    default: nil
    }
  }

  /// The type as a message names it: "a text", "a list".
  var noun: String {
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

  /// The type that holds the values of both.
  func joined(_ other: ValueType) -> ValueType {
    if self == other { return self }
    if self == .any || other == .any { return .any }
    if isNumeric, other.isNumeric, self != .boolean, other != .boolean { return .number }
    if case .list(let a) = self, case .list(let b) = other { return .list(a.joined(b)) }
    return .any
  }

  /// Whether a value of one type can equal one of the other.
  func meets(_ other: ValueType) -> Bool {
    switch (self, other) {
    case (.any, _), (_, .any), (.text, .text), (.date, .date), (.record, .record): true
    case (.list(let a), .list(let b)): a.meets(b)
    default: isNumeric && other.isNumeric
    }
  }
}

extension ValueType: CustomStringConvertible {
  /// The type as `valence conditions explain` prints it: `list of number`.
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
