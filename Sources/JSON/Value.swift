/// A JSON value with exact numbers, which is also what the engine's atoms hold.
///
/// The reader gives `.integer` for a number without point or exponent that fits 64 bits, `.decimal` for any other
/// number of at most 38 significant digits, and `.float` (which no amount accepts) only beyond that.
public enum Value: Sendable {
  /// The absence of a value: JSON's `null`.
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
  /// Two values are equal when they are the same kind of value; numbers are compared by value, so `1` equals `1.0`.
  /// A Boolean is not a number here, and members are equal whatever their order.
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
  /// `null`.
  public init(nilLiteral: ()) { self = .null }
  /// `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// A whole number.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// Text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A list.
  public init(arrayLiteral elements: Value...) { self = .array(elements) }
  /// Members in the order in which they are written.
  public init(dictionaryLiteral elements: (String, Value)...) { self = .object(Object(elements)) }
}

extension Value {
  /// Whether this is `null`.
  public var isNull: Bool { if case .null = self { true } else { false } }
  /// The text, where this is text.
  public var string: String? { if case .string(let text) = self { text } else { nil } }
  /// The whole number, where this is one.
  public var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
  /// The Boolean, where this is one.
  public var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }
  /// The elements, where this is a list.
  public var array: [Value]? { if case .array(let elements) = self { elements } else { nil } }
  /// The members, where this is an object.
  public var object: Object? { if case .object(let object) = self { object } else { nil } }
  /// The exact number, where this is an integer or a decimal.
  public var decimal: Decimal? {
    switch self {
    case .integer(let number): Decimal(number)
    case .decimal(let number): number
    default: nil
    }
  }
  /// The member of that name; nil where this is no object or has no such member.
  public subscript(name: String) -> Value? { object?[name] }
  /// The element at that place, from 0; nil where this is no list or is shorter.
  public subscript(place: Int) -> Value? {
    guard let elements = array, elements.indices.contains(place) else { return nil }
    return elements[place]
  }
}
