/// A method and where it is sent: what a client follows, and the only addresses that it has.
public struct Link: WireModel {
  /// The method, such as `POST`.
  public var method: String { wire["method"]?.string ?? "GET" }
  /// A path on the server that told it, or an address that the system opens.
  public let href: String
  /// All members, as they came.
  public let wire: Members

  /// Reads `href`, and `method` where it is told.
  public init(_ members: Members) throws(Unreadable) {
    href = try members.text("href", of: "link")
    wire = members
  }

  /// A link with that method to that address.
  public init(_ method: String, _ href: String) {
    self.href = href
    wire = ["method": .string(method), "href": .string(href)]
  }

  /// Whether it leads to the server itself; anything else is opened by the system, and never gets the token.
  public var isOwn: Bool { href.isOwnPath }
}

extension String {
  /// Whether it is a path on the server that it comes from.
  var isOwnPath: Bool { hasPrefix("/") && !hasPrefix("//") && !hasPrefix("/\\") }
}
