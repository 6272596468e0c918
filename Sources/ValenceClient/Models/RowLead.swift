/// Where the rows of a list lead: a lead whose address has a row's members in it (RFC 6570, level 1).
public struct RowLead: WireModel {
  /// The address, such as `/screens/account?account={number}`.
  public let template: String
  /// All members, as they came.
  public let wire: Members

  /// Reads `href`.
  public init(_ members: Members) throws(Unreadable) {
    template = try members.text("href", of: "row")
    wire = members
  }

  /// Where a row leads; nil where it lacks a member that the address needs: then it leads nowhere.
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
