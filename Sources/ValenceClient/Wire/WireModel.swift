/// A record of the wire format: its typed properties read its members, and what this library does not know stays among
/// them, is kept, and is written back.
public protocol WireModel: Codable, Sendable, Hashable {
  /// The record of these members; throws where one is missing that it cannot be without.
  init(_ members: Members) throws(Unreadable)
  /// All members, those of newer servers too.
  var wire: Members { get }
}

extension WireModel {
  /// Reads the record.
  public init(from decoder: any Decoder) throws { try self.init(Members(from: decoder)) }

  /// Writes the record.
  public func encode(to encoder: any Encoder) throws { try wire.encode(to: encoder) }
}

/// A record lacks a member that it cannot be without, or has another value there.
public struct Unreadable: Error, Hashable {
  /// The record.
  public let record: String
  /// The member.
  public let member: String
}

extension Members {
  /// A member that must be a text.
  func text(_ name: String, of record: String) throws(Unreadable) -> String {
    guard let text = self[name]?.string else { throw Unreadable(record: record, member: name) }
    return text
  }

  /// The records of a list; nil where there is no list.
  func records<Record: WireModel>(
    _ name: String, of record: String, as type: Record.Type = Record.self
  ) throws(Unreadable) -> [Record]? {
    guard let elements = self[name]?.array else { return nil }
    var records: [Record] = []
    for element in elements {
      guard let members = element.object else { throw Unreadable(record: record, member: name) }
      records.append(try Record(members))
    }
    return records
  }

  /// The record that a member is; nil where it is none.
  func record<Record: WireModel>(_ name: String, as type: Record.Type = Record.self) -> Record? {
    guard let members = self[name]?.object else { return nil }
    return try? Record(members)
  }
}
