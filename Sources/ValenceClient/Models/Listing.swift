/// A page of a list. The rows of every list have these members, so one row view draws them all.
///
///     if case .listing(let page) = try await client.follow(lead.link) {
///       rows += page.rows
///       nextPage = page.next  // follow it to go on
///     }
public struct Listing: WireModel {
  /// A row of a list.
  public struct Row: WireModel, Identifiable {
    /// The id.
    public let id: String
    /// The first line; the id if the server sends none.
    public var title: String { wire["title"]?.string ?? id }
    /// The second line.
    public var subtitle: String? { wire["subtitle"]?.string }
    /// The text at the end, such as a balance.
    public var trailing: String? { wire["trailing"]?.string }
    /// The row's own address, such as an operation's form. On a screen, a tap follows ``Module/row`` instead.
    public var href: String? { wire["href"]?.string }
    /// All members, as they came.
    public let wire: Members

    /// Reads a row. Throws ``Unreadable`` without `id`.
    public init(_ members: Members) throws(Unreadable) {
      id = try members.text("id", of: "row")
      wire = members
    }
  }

  /// The rows.
  public let rows: [Row]
  /// The address of the next page; nil at the end.
  public var next: String? { wire["next"]?.string }
  /// All members, as they came.
  public let wire: Members

  /// Reads a page and leaves out unreadable rows. Throws ``Unreadable`` without `data`.
  public init(_ members: Members) throws(Unreadable) {
    guard let data = members["data"]?.array else { throw Unreadable(record: "list", member: "data") }
    rows = data.compactMap { $0.object.flatMap { try? Row($0) } }
    wire = members
  }
}

/// A lead with the members of a row in its address (RFC 6570, level 1).
///
///     if let lead = module.row?.lead(of: row) {
///       show(try await client.follow(lead.link), by: lead.transition)
///     }
public struct RowLead: WireModel {
  /// The address, such as `/screens/account?account={number}`.
  public let template: String
  /// All members, as they came.
  public let wire: Members

  /// Reads a row's lead. Throws ``Unreadable`` without `href`.
  public init(_ members: Members) throws(Unreadable) {
    template = try members.text("href", of: "row")
    wire = members
  }

  /// The lead of one row. Returns nil if the row lacks a member that the address needs: then a tap does nothing.
  public func lead(of row: Listing.Row) -> Lead? {
    var address = ""
    var rest = template[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      guard let value = row.wire[String(rest[rest.index(after: open)..<close])]?.text else { return nil }
      address += rest[..<open] + value.addressEncoded
      rest = rest[rest.index(after: close)...]
    }
    var members = wire
    members["href"] = .string(address + rest)
    return try? Lead(members)
  }
}
