#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A value of JSON as it is on the wire. Money is text there, so nothing here is a binary fraction.
public enum WireValue: Sendable, Hashable {
  /// Nothing, or cleared.
  case null
  /// True or false: a toggle.
  case bool(Bool)
  /// A whole number: a chosen option, a limit.
  case integer(Int64)
  /// Any other number, exact.
  case decimal(Decimal)
  /// A text; numbers and amounts that are entered are texts too.
  case string(String)
  /// A list: the items of a repeat.
  case array([WireValue])
  /// Members by name.
  case object(Members)
}

/// The members of an object, by name.
public typealias Members = [String: WireValue]

extension WireValue {
  /// Whether it is null.
  public var isNull: Bool { self == .null }
  /// The text that it is.
  public var string: String? { if case .string(let text) = self { text } else { nil } }
  /// The whole number that it is.
  public var integer: Int? { if case .integer(let number) = self { Int(exactly: number) } else { nil } }
  /// The truth that it is.
  public var bool: Bool? { if case .bool(let flag) = self { flag } else { nil } }
  /// The elements of the list that it is.
  public var array: [WireValue]? { if case .array(let elements) = self { elements } else { nil } }
  /// What it says in an address or a line of text; nil of null, lists and objects.
  public var text: String? {
    switch self {
    case .string(let text): text
    case .integer(let number): String(number)
    case .decimal(let number): number.description
    case .bool(let flag): String(flag)
    case .null, .array, .object: nil
    }
  }
  /// The members of the object that it is.
  public var object: Members? { if case .object(let members) = self { members } else { nil } }
}

extension WireValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// A text.
  public init(stringLiteral text: String) { self = .string(text) }
  /// A whole number.
  public init(integerLiteral number: Int64) { self = .integer(number) }
  /// True or false.
  public init(booleanLiteral flag: Bool) { self = .bool(flag) }
  /// Null.
  public init(nilLiteral: ()) { self = .null }
  /// A list.
  public init(arrayLiteral elements: WireValue...) { self = .array(elements) }
  /// An object; of a name that stands twice the last counts.
  public init(dictionaryLiteral members: (String, WireValue)...) {
    self = .object(Members(members) { $1 })
  }
}
