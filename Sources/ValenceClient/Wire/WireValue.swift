#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A JSON value. Amounts and entered numbers are texts, and other fractions are exact decimals.
///
/// A value can be written as a literal:
///
///     let amount: WireValue = "100.50"
///     let line: WireValue = ["what": "Paper", "count": 2]
///     line.object?["count"]?.integer  // 2
///     amount.text                     // "100.50"
public enum WireValue: Sendable, Hashable {
  /// Null: an input without a value, or a cleared one.
  case null
  /// True or false, such as the value of a toggle.
  case bool(Bool)
  /// An integer, such as the value of a selected option or a limit.
  case integer(Int64)
  /// Any other number, as an exact decimal.
  case decimal(Decimal)
  /// A text. Entered numbers and amounts are also texts.
  case string(String)
  /// A list, such as the items of a repeat.
  case array([WireValue])
  /// An object.
  case object(Members)
}

/// The members of an object by name.
public typealias Members = [String: WireValue]

extension WireValue {
  /// True for null.
  public var isNull: Bool { self == .null }
  /// The text; nil if the value is not a text.
  public var string: String? { if case .string(let text) = self { text } else { nil } }
  /// The integer; nil if the value is not an integer or does not fit.
  public var integer: Int? { if case .integer(let number) = self { Int(exactly: number) } else { nil } }
  /// The Boolean; nil if the value is not a Boolean.
  public var bool: Bool? { if case .bool(let flag) = self { flag } else { nil } }
  /// The elements; nil if the value is not a list.
  public var array: [WireValue]? { if case .array(let elements) = self { elements } else { nil } }
  /// The value as one line of text or a part of an address; nil for null, lists and objects.
  public var text: String? {
    switch self {
    case .string(let text): text
    case .integer(let number): String(number)
    case .decimal(let number): number.description
    case .bool(let flag): String(flag)
    case .null, .array, .object: nil
    }
  }
  /// The members; nil if the value is not an object.
  public var object: Members? { if case .object(let members) = self { members } else { nil } }
}

extension WireValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Creates a text.
  public init(stringLiteral text: String) { self = .string(text) }
  /// Creates an integer.
  public init(integerLiteral number: Int64) { self = .integer(number) }
  /// Creates a Boolean.
  public init(booleanLiteral flag: Bool) { self = .bool(flag) }
  /// Creates null.
  public init(nilLiteral: ()) { self = .null }
  /// Creates a list.
  public init(arrayLiteral elements: WireValue...) { self = .array(elements) }
  /// Creates an object. If a name is repeated, its last value is used.
  public init(dictionaryLiteral members: (String, WireValue)...) {
    self = .object(Members(members) { $1 })
  }
}

extension WireValue: Codable {
  /// Reads any JSON value. A number that does not fit into `Decimal` is read as null.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let text = try? container.decode(String.self) {
      self = .string(text)
    } else if let flag = try? container.decode(Bool.self) {
      self = .bool(flag)
    } else if let members = try? container.decode(Members.self) {
      self = .object(members)
    } else if let elements = try? container.decode([WireValue].self) {
      self = .array(elements)
    } else if let number = try? container.decode(Int64.self) {
      self = .integer(number)
    } else {
      self = (try? container.decode(Decimal.self)).map(WireValue.decimal) ?? .null
    }
  }

  /// Writes the value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let flag): try container.encode(flag)
    case .integer(let number): try container.encode(number)
    case .decimal(let number): try container.encode(number)
    case .string(let text): try container.encode(text)
    case .array(let elements): try container.encode(elements)
    case .object(let members): try container.encode(members)
    }
  }
}

extension WireValue {
  /// Parses a JSON body; nil if the bytes are not JSON.
  init?(reading body: [UInt8]) {
    guard let value = try? JSONDecoder().decode(WireValue.self, from: Data(body)) else { return nil }
    self = value
  }

  /// The value as JSON. Equal values have equal bytes, so that a repeated request is identical.
  var json: [UInt8] {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return Array(try encoder.encode(self))
    }
  }
}
