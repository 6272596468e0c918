/// A page of a list. The rows of all lists have the same members, so one view can draw them.
///
///     if case .listing(let page) = try await client.follow(lead.link) {
///       rows += page.rows
///       nextPage = page.next  // follow it for the next page
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
    /// The trailing text, such as a balance.
    public var trailing: String? { wire["trailing"]?.string }
    /// The address of the row, such as an operation's form. On a screen, a tap follows
    /// ``Module/row`` instead.
    public var href: String? { wire["href"]?.string }
    /// The title as a shown value; nil if the server sends none.
    public var titlePart: Shown? { parts?.record("title") }
    /// The values of the second line; empty if the server sends none.
    public var subtitleParts: [Shown] { (try? parts?.records("subtitle", of: "row")) ?? [] }
    /// The trailing text as a shown value, such as an amount; nil if the server sends none.
    public var trailingPart: Shown? { parts?.record("trailing") }
    private var parts: Members? { wire["parts"]?.object }
    /// The state of the record, drawn as a badge; nil if it has none.
    public var badge: Badge? { wire.record("badge") }
    /// The heading of the row, drawn where its value changes; nil if the list has no headings.
    public var group: RowGroup? { wire.record("group") }
    /// The name of an icon. Draw none for an unknown name.
    public var icon: String? { wire["icon"]?.string }
    /// The actions of the row's menu. After an action, request the list again.
    public var actions: [RowAction] { (try? wire.records("actions", of: "row")) ?? [] }
    /// All members, including unknown ones.
    public let wire: Members

    /// Reads a row. Throws ``Unreadable`` if `id` is missing or invalid.
    public init(_ members: Members) throws(Unreadable) {
      id = try members.text("id", of: "row")
      wire = members
    }
  }

  /// The rows.
  public let rows: [Row]
  /// The address of the next page; nil on the last page.
  public var next: String? { wire["next"]?.string }
  /// Labelled values of the whole list, such as the turnover of a period.
  public var summary: [Pair] { (try? wire.records("summary", of: "list")) ?? [] }
  /// The filters of the list, which the first page contains. Draw them above the rows.
  public var filters: [ListFilter] { (try? wire.records("filters", of: "list")) ?? [] }
  /// All members, including unknown ones.
  public let wire: Members

  /// Returns the address of the filtered list; nil if the list has no filters.
  ///
  ///     if let href = listing.narrowed(by: ["direction": "incoming"]) {
  ///       show(try await client.follow(href))
  ///     }
  ///
  /// - Parameter values: The values by the names of filters. Empty values and unknown names are
  ///   ignored.
  public func narrowed(by values: [String: String]) -> String? {
    guard !filters.isEmpty, let template = wire["filterHref"]?.string else { return nil }
    let path = template.prefix { $0 != "{" }
    let pairs = filters.compactMap { filter -> String? in
      guard let value = values[filter.name], !value.isEmpty else { return nil }
      return "\(filter.name)=\(value.addressEncoded)"
    }
    return pairs.isEmpty ? String(path) : path + (path.contains("?") ? "&" : "?") + pairs.joined(separator: "&")
  }

  /// Reads a page. Omits unreadable rows. Throws ``Unreadable`` if `data` is missing or not a list.
  public init(_ members: Members) throws(Unreadable) {
    guard let data = members["data"]?.array else { throw Unreadable(record: "list", member: "data") }
    rows = data.compactMap { $0.object.flatMap { try? Row($0) } }
    wire = members
  }
}

/// A lead whose address contains members of a row (RFC 6570, level 1).
///
///     if let lead = module.row?.lead(of: row) {
///       show(try await client.follow(lead.link), by: lead.transition)
///     }
public struct RowLead: WireModel {
  /// The template of the address, such as `/screens/account?account={number}`.
  public let template: String
  /// All members, including unknown ones.
  public let wire: Members

  /// Reads a row's lead. Throws ``Unreadable`` if `href` is missing or invalid.
  public init(_ members: Members) throws(Unreadable) {
    template = try members.text("href", of: "row")
    wire = members
  }

  /// Returns the lead of a row. Returns nil if the row lacks a member that the address or the body
  /// needs; a tap then has no effect.
  public func lead(of row: Listing.Row) -> Lead? {
    guard let address = Template(template).address(with: row.wire) else { return nil }
    var members = wire
    members["href"] = .string(address)
    if let body = members["body"]?.object {
      guard let filled = Template.body(body, with: row.wire) else { return nil }
      members["body"] = .object(filled)
    }
    return try? Lead(members)
  }
}
