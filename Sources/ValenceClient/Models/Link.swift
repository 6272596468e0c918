/// A method and an address. A client follows only links of the server.
///
///     if link.isOwn { show(try await client.follow(link)) } else { openBySystem(link.href) }
public struct Link: WireModel {
  /// The method; GET by default.
  public var method: String { wire["method"]?.string ?? "GET" }
  /// A path on the server, or an address to open outside the client.
  public let href: String
  /// The members of the request body; nil if the request has no body.
  public var body: Members? { wire["body"]?.object }
  /// All members, including unknown ones.
  public let wire: Members

  /// Reads a link. Throws ``Unreadable`` if `href` is missing or invalid.
  public init(_ members: Members) throws(Unreadable) {
    href = try members.text("href", of: "link")
    wire = members
  }

  /// Creates a link without a body.
  public init(_ method: String, _ href: String) {
    self.href = href
    wire = ["method": .string(method), "href": .string(href)]
  }

  /// True for a path on the server. Open other addresses outside the client. They never receive the
  /// token.
  public var isOwn: Bool { href.isOwnPath }
}

/// A link to the next document, with the transition for showing it.
///
///     let document = try await client.follow(lead.link)
///     show(document, by: lead.transition)
public struct Lead: WireModel {
  /// The link to follow.
  public let link: Link
  /// The transition, which overrides the document's; nil to use the document's transition.
  public var transition: Transition? { wire.record("transition") }
  /// The title of the lead.
  public var title: String? { wire["title"]?.string }
  /// A message to show briefly.
  public var message: String? { wire["message"]?.string }
  /// All members, including unknown ones.
  public let wire: Members

  /// Reads a lead. Throws ``Unreadable`` if `href` is missing or invalid.
  public init(_ members: Members) throws(Unreadable) {
    link = try Link(members)
    wire = members
  }
}

/// The action of a tap on an atom or on a button of a screen.
///
///     if let tap = form.tap("send"), tap.action.link == nil { close() }
public struct Action: WireModel {
  /// The name of an action. A newer server may send others.
  public struct Name: RawRepresentable, Sendable, Hashable {
    /// The name in the wire format.
    public let rawValue: String
    /// Creates an action of that name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Submits the values.
    public static let submit = Name(rawValue: "submit")
    /// Continues to the next step of a flow.
    public static let next = Name(rawValue: "next")
    /// Returns to the previous step of a flow.
    public static let back = Name(rawValue: "back")
    /// Leaves the form.
    public static let cancel = Name(rawValue: "cancel")
    /// Opens another document.
    public static let navigate = Name(rawValue: "navigate")
  }

  /// The name.
  public let name: Name
  /// The link to follow. If it is nil, no request is needed: `back` and `cancel` close the form.
  public let link: Link?
  /// The caption of a screen's button; nil for an atom, which has its own caption.
  public var title: String? { wire["title"]?.string }
  /// The emphasis of a screen's button: `primary`, `quiet` or `danger`; nil for an atom, which has
  /// its own ``Atom/tone``.
  public var tone: String? { wire["tone"]?.string }
  /// All members, including unknown ones.
  public let wire: Members

  /// Reads an action. Throws ``Unreadable`` if `name` is missing or invalid.
  public init(_ members: Members) throws(Unreadable) {
    name = Name(rawValue: try members.text("name", of: "action"))
    link = try? Link(members)
    wire = members
  }
}

extension String {
  /// True for a path on the server, false for addresses of other servers such as `//host`.
  fileprivate var isOwnPath: Bool { hasPrefix("/") && !hasPrefix("//") && !hasPrefix("/\\") }

  /// The text, percent-encoded for a component of an address (RFC 3986, section 2.3).
  var addressEncoded: String {
    let digits = Array("0123456789ABCDEF")
    return utf8.map { byte -> String in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        String(UnicodeScalar(byte))
      default: "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }
    }.joined()
  }
}
