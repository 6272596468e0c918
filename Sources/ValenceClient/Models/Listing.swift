/// A page of a list whose rows anybody can draw.
public struct Listing: WireModel {
  /// A row.
  public struct Row: WireModel, Identifiable {
    /// Its id.
    public let id: String
    /// Its first line.
    public var title: String { wire["title"]?.string ?? id }
    /// Its second line.
    public var subtitle: String? { wire["subtitle"]?.string }
    /// What stands at its end.
    public var trailing: String? { wire["trailing"]?.string }
    /// Where a tap leads.
    public var href: String? { wire["href"]?.string }
    /// All members, as they came.
    public let wire: Members

    /// Reads `id`.
    public init(_ members: Members) throws(Unreadable) {
      id = try members.text("id", of: "row")
      wire = members
    }
  }

  /// The rows.
  public let rows: [Row]
  /// Where the list goes on; nil at its end.
  public var next: String? { wire["next"]?.string }
  /// All members, as they came.
  public let wire: Members

  /// Reads `data`; what is no row is left out.
  public init(_ members: Members) throws(Unreadable) {
    guard let data = members["data"]?.array else { throw Unreadable(record: "list", member: "data") }
    rows = data.compactMap { $0.object.flatMap { try? Row($0) } }
    wire = members
  }
}
