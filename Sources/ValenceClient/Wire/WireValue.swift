#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A JSON value of the wire. Money is text there, so nothing here is a binary fraction.
///
/// Literals write values, and properties read them:
///
///     let amount: WireValue = "100.50"
///     let line: WireValue = ["what": "Paper", "count": 2]
///     line.object?["count"]?.integer  // 2
///     amount.text                     // "100.50"
public enum WireValue: Sendable, Hashable {
  /// Null: nothing was entered, or a value was cleared.
  case null
  /// True or false: a toggle.
  case bool(Bool)
  /// A whole number: a chosen option, a limit.
  case integer(Int64)
  /// Any other number, exact.
  case decimal(Decimal)
  /// A text; entered numbers and amounts are texts too.
  case string(String)
  /// A list: the items of a repeat.
  case array([WireValue])
  /// Members by name.
  case object(Members)
}

/// The members of an object, by name.
public typealias Members = [String: WireValue]

extension WireValue {
  /// True for null.
  public var isNull: Bool { self == .null }
  /// The text, or nil for another kind of value.
  public var string: String? { if case .string(let text) = self { text } else { nil } }
  /// The whole number, or nil for another kind of value.
  public var integer: Int? { if case .integer(let number) = self { Int(exactly: number) } else { nil } }
  /// The truth value, or nil for another kind of value.
  public var bool: Bool? { if case .bool(let flag) = self { flag } else { nil } }
  /// The elements of a list, or nil for another kind of value.
  public var array: [WireValue]? { if case .array(let elements) = self { elements } else { nil } }
  /// The value as one line of text or as a part of an address; nil for null, lists and objects.
  public var text: String? {
    switch self {
    case .string(let text): text
    case .integer(let number): String(number)
    case .decimal(let number): number.description
    case .bool(let flag): String(flag)
    case .null, .array, .object: nil
    }
  }
  /// The members of an object, or nil for another kind of value.
  public var object: Members? { if case .object(let members) = self { members } else { nil } }
}

extension WireValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Creates a text.
  public init(stringLiteral text: String) { self = .string(text) }
  /// Creates a whole number.
  public init(integerLiteral number: Int64) { self = .integer(number) }
  /// True or false.
  public init(booleanLiteral flag: Bool) { self = .bool(flag) }
  /// Null.
  public init(nilLiteral: ()) { self = .null }
  /// Creates a list.
  public init(arrayLiteral elements: WireValue...) { self = .array(elements) }
  /// Creates an object; the last value of a repeated name counts.
  public init(dictionaryLiteral members: (String, WireValue)...) {
    self = .object(Members(members) { $1 })
  }
}

extension WireValue: Codable {
  /// Reads any JSON value. A number beyond the range of `Decimal` is read as null: no server sends one.
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
  /// Reads a JSON body. Returns nil if the bytes are not JSON.
  init?(reading body: [UInt8]) {
    guard let value = try? JSONDecoder().decode(WireValue.self, from: Data(body)) else { return nil }
    self = value
  }

  /// The value as JSON. Equal values give equal bytes, so that a repeated request is the same request.
  var json: [UInt8] {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return Array(try encoder.encode(self))
    }
  }
}
