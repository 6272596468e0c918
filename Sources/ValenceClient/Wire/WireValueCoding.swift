#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension WireValue: Codable {
  /// Reads any value of JSON. A number beyond what a decimal holds is null: no server sends one, and none is made up.
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
  /// The value that a body of JSON is; nil where it is none.
  init?(reading body: [UInt8]) {
    guard let value = try? JSONDecoder().decode(WireValue.self, from: Data(body)) else { return nil }
    self = value
  }

  /// The value as JSON.
  var json: [UInt8] {
    get throws {
      let encoder = JSONEncoder()
      // The same value is the same bytes, so that a repeated request is the same request.
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return Array(try encoder.encode(self))
    }
  }
}
