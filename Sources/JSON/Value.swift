/// A JSON value with exact numbers; atoms hold their values in this type too.
///
///     let value: Value = ["amount": .decimal(amount), "lines": [1, "two"]]
///     value["lines"]?[0]?.integer  // 1
///     value["lines"]?["name"]  // nil: an array has no members
///
/// The reader returns one of three cases for a number:
/// - `.integer` without point and exponent, if it fits 64 bits.
/// - `.decimal` for any other number of at most 38 significant digits.
/// - `.float` for more digits. Amounts never accept it.
public enum Value: Sendable {
  /// JSON's `null`: the absence of a value.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A whole number of 64 bits.
  case integer(Int64)
  /// An exact decimal number.
  case decimal(Decimal)
  /// A binary floating-point number: the result of a function such as `sqrt`, never money.
  case float(Double)
  /// Text.
  case string(String)
  /// An ordered list.
  case array([Value])
  /// Named members in their written order.
  case object(Object)
}

extension Value: Equatable {
  /// Compares values of the same kind.
  ///
  /// - Numbers compare by value across their cases: `1` equals `1.0`.
  /// - A Boolean never equals a number.
  /// - Texts compare by code units (RFC 8259, 8.3).
  /// - Objects ignore the order of their members.
  public static func == (left: Value, right: Value) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.integer(let a), .integer(let b)): a == b
    case (.integer(let a), .decimal(let b)), (.decimal(let b), .integer(let a)): Decimal(a) == b
    case (.decimal(let a), .decimal(let b)): a == b
    case (.float(let a), .float(let b)): a == b
    case (.float(let a), .integer(let b)), (.integer(let b), .float(let a)): a == Double(b)
    case (.float(let a), .decimal(let b)), (.decimal(let b), .float(let a)): a == b.double
    case (.string(let a), .string(let b)): a.hasSameUnits(as: b)
    case (.array(let a), .array(let b)): a == b
    case (.object(let a), .object(let b)): a == b
    default: false
    }
  }
}

extension Value: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Creates `null`.
  public init(nilLiteral: ()) { self = .null }
  /// Creates `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Creates a whole number.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// Creates a text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Creates a list.
  public init(arrayLiteral elements: Value...) { self = .array(elements) }
  /// Creates an object with its members in the written order; of a repeated name, the last value wins.
  public init(dictionaryLiteral elements: (String, Value)...) { self = .object(Object(elements)) }
}

extension Value {
  /// True if the value is `null`.
  public var isNull: Bool { if case .null = self { true } else { false } }
  /// The text; nil for any other kind.
  public var string: String? { if case .string(let text) = self { text } else { nil } }
  /// The whole number; nil for any other kind, `.decimal` included.
  public var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
  /// The Boolean; nil for any other kind.
  public var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }
  /// The elements of a list; nil for any other kind.
  public var array: [Value]? { if case .array(let elements) = self { elements } else { nil } }
  /// The members of an object; nil for any other kind.
  public var object: Object? { if case .object(let object) = self { object } else { nil } }
  /// The exact number of an integer or a decimal; nil for any other kind, `.float` included.
  public var decimal: Decimal? {
    switch self {
    case .integer(let number): Decimal(number)
    case .decimal(let number): number
    default: nil
    }
  }
  /// The member's value; nil if this is not an object or has no such member.
  public subscript(name: String) -> Value? { object?[name] }
  /// The element at an index from 0; nil if this is not a list or the index is out of range.
  public subscript(place: Int) -> Value? {
    guard let elements = array, elements.indices.contains(place) else { return nil }
    return elements[place]
  }
}
