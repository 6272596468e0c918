/// A JSON value with exact numbers. Atoms also store their values in this type.
///
/// The parser represents a number by one of three cases:
/// - `.integer`: without point and exponent, if it fits 64 bits.
/// - `.decimal`: any other number of at most 38 significant digits.
/// - `.float`: more digits. Amounts never accept this case.
public enum Value: Sendable {
  /// JSON `null`: the absence of a value.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A 64-bit integer.
  case integer(Int64)
  /// An exact decimal number.
  case decimal(Decimal)
  /// A binary floating-point number, such as the result of `sqrt`. Never an amount of money.
  case float(Double)
  /// A string.
  case string(String)
  /// An array.
  case array([Value])
  /// An object, with its members in the written order.
  case object(Object)
}

extension Value: Equatable {
  /// Compares values of the same type.
  ///
  /// - Numbers are compared by value across cases: `1` equals `1.0`.
  /// - A Boolean never equals a number.
  /// - Strings are compared by code units (RFC 8259, 8.3).
  /// - The order of members is ignored.
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
  /// Creates an integer.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// Creates a string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Creates an array.
  public init(arrayLiteral elements: Value...) { self = .array(elements) }
  /// Creates an object with its members in the written order. If a name is repeated, the last value
  /// is used.
  public init(dictionaryLiteral elements: (String, Value)...) { self = .object(Object(elements)) }
}

extension Value {
  /// True if the value is `null`.
  public var isNull: Bool { if case .null = self { true } else { false } }
  /// The string; nil for any other type.
  public var string: String? { if case .string(let text) = self { text } else { nil } }
  /// The integer; nil for any other type, including `.decimal`.
  public var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
  /// The Boolean; nil for any other type.
  public var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }
  /// The elements of an array; nil for any other type.
  public var array: [Value]? { if case .array(let elements) = self { elements } else { nil } }
  /// The object; nil for any other type.
  public var object: Object? { if case .object(let object) = self { object } else { nil } }
  /// The exact number of an integer or a decimal; nil for any other type, including `.float`.
  public var decimal: Decimal? {
    switch self {
    case .integer(let number): Decimal(number)
    case .decimal(let number): number
    default: nil
    }
  }
  /// The value of a member; nil if this is not an object or has no such member.
  public subscript(name: String) -> Value? { object?[name] }
  /// The element at an index from 0; nil if this is not an array or the index is out of range.
  public subscript(place: Int) -> Value? {
    guard let elements = array, elements.indices.contains(place) else { return nil }
    return elements[place]
  }
}
