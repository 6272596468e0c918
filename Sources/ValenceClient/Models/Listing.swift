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
    /// The title as a shown value; nil without one.
    public var titlePart: Shown? { parts?.record("title") }
    /// The values of the second line; empty without any.
    public var subtitleParts: [Shown] { (try? parts?.records("subtitle", of: "row")) ?? [] }
    /// The text at the end as a shown value, such as an amount; nil without one.
    public var trailingPart: Shown? { parts?.record("trailing") }
    private var parts: Members? { wire["parts"]?.object }
    /// The state of the thing, drawn as a mark; nil for none.
    public var badge: Badge? { wire.record("badge") }
    /// The heading that the row stands under, drawn where its value changes; nil for none.
    public var group: RowGroup? { wire.record("group") }
    /// The name of an icon; draw none for a name that you do not know.
    public var icon: String? { wire["icon"]?.string }
    /// The things that the person can do to the row, for its menu; then ask for the list again.
    public var actions: [RowAction] { (try? wire.records("actions", of: "row")) ?? [] }
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
  /// Pairs of the whole list, such as the turnover of a period.
  public var summary: [Pair] { (try? wire.records("summary", of: "list")) ?? [] }
  /// The ways of narrowing the list, on its first page; draw them above the rows.
  public var filters: [ListFilter] { (try? wire.records("filters", of: "list")) ?? [] }
  /// All members, as they came.
  public let wire: Members

  /// Returns the address of the list that is narrowed by these values, by the names of its filters; nil if it has none.
  ///
  ///     if let href = listing.narrowed(by: ["direction": "incoming"]) { show(try await client.follow(href)) }
  public func narrowed(by values: [String: String]) -> String? {
    guard !filters.isEmpty, let template = wire["filterHref"]?.string else { return nil }
    let path = template.prefix { $0 != "{" }
    let pairs = filters.compactMap { filter -> String? in
      guard let value = values[filter.name], !value.isEmpty else { return nil }
      return "\(filter.name)=\(value.addressEncoded)"
    }
    return pairs.isEmpty ? String(path) : path + "?" + pairs.joined(separator: "&")
  }

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
    if let body = members["body"]?.object {
      guard let filled = body.filled(from: row) else { return nil }
      members["body"] = .object(filled)
    }
    return try? Lead(members)
  }
}

extension Members {
  /// Returns the members with a row's members, as they are, in the place of names in braces; nil if the row lacks one.
  fileprivate func filled(from row: Listing.Row) -> Members? {
    var filled = self
    for (name, value) in self {
      guard let template = value.string else { continue }
      var text = ""
      var rest = template[...]
      while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
        guard let value = row.wire[String(rest[rest.index(after: open)..<close])]?.text else { return nil }
        text += rest[..<open] + value
        rest = rest[rest.index(after: close)...]
      }
      filled[name] = .string(text + rest)
    }
    return filled
  }
}
