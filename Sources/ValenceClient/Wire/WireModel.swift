/// A record in the wire format. Typed properties read its members. Unknown members are preserved
/// when the record is encoded.
///
///     let tree = try JSONDecoder().decode(Tree.self, from: body)
///     tree.title                      // a member that this library knows
///     tree.members["mood"]            // a member of a newer server
///     try JSONEncoder().encode(tree)  // includes both
public protocol WireModel: Codable, Sendable, Hashable {
  /// Reads the record. Throws ``Unreadable`` if a required member is missing or has another type.
  init(_ members: Members) throws(Unreadable)
  /// All members, including unknown ones.
  var wire: Members { get }
}

extension WireModel {
  /// Reads the record. Throws ``Unreadable`` if a required member is missing or has another type.
  public init(from decoder: any Decoder) throws { try self.init(Members(from: decoder)) }

  /// Encodes all members.
  public func encode(to encoder: any Encoder) throws { try wire.encode(to: encoder) }
}

/// The error for a required member that is missing or has another type.
public struct Unreadable: Error, Hashable {
  /// The kind of record, such as `tree`.
  public let record: String
  /// The name of the member.
  public let member: String
}

extension Members {
  /// Returns the text in a required member.
  func text(_ name: String, of record: String) throws(Unreadable) -> String {
    guard let text = self[name]?.string else { throw Unreadable(record: record, member: name) }
    return text
  }

  /// Returns the records in a list; nil if the member is not a list. Throws ``Unreadable`` if an
  /// element is not a record.
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

  /// Returns the record in a member; nil if the member is missing or unreadable.
  func record<Record: WireModel>(_ name: String, as type: Record.Type = Record.self) -> Record? {
    guard let members = self[name]?.object else { return nil }
    return try? Record(members)
  }
}
