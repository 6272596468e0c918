/// A method and an address. Links of the server are the only addresses that a client follows.
///
///     if link.isOwn { show(try await client.follow(link)) } else { openBySystem(link.href) }
public struct Link: WireModel {
  /// The method; GET by default.
  public var method: String { wire["method"]?.string ?? "GET" }
  /// A path on the server, or an address that the system opens.
  public let href: String
  /// The members of the request's body; nil for a request without one.
  public var body: Members? { wire["body"]?.object }
  /// All members, as they came.
  public let wire: Members

  /// Reads a link. Throws ``Unreadable`` without `href`.
  public init(_ members: Members) throws(Unreadable) {
    href = try members.text("href", of: "link")
    wire = members
  }

  /// Creates a link with that method to that address.
  public init(_ method: String, _ href: String) {
    self.href = href
    wire = ["method": .string(method), "href": .string(href)]
  }

  /// True for a path on the server. The system opens all other addresses, which never get the token.
  public var isOwn: Bool { href.isOwnPath }
}

/// A link to the next thing to show, and the transition by which it appears.
///
///     let document = try await client.follow(lead.link)
///     show(document, by: lead.transition)
public struct Lead: WireModel {
  /// The link to follow: GET by default. A POST has the link's ``Link/body``, or none.
  public let link: Link
  /// The transition, which takes precedence over the document's own; nil leaves it to the document.
  public var transition: Transition? { wire.record("transition") }
  /// The title of the lead.
  public var title: String? { wire["title"]?.string }
  /// A message to show in passing.
  public var message: String? { wire["message"]?.string }
  /// All members, as they came.
  public let wire: Members

  /// Reads a lead. Throws ``Unreadable`` without `href`.
  public init(_ members: Members) throws(Unreadable) {
    link = try Link(members)
    wire = members
  }
}

/// The action of a tap on an atom or on a screen's button.
///
///     if let tap = form.tap("send"), tap.action.link == nil { close() }
public struct Action: WireModel {
  /// The name of an action. A newer server may send others.
  public struct Name: RawRepresentable, Sendable, Hashable {
    /// The name on the wire.
    public let rawValue: String
    /// Creates an action of that name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Posts the values.
    public static let submit = Name(rawValue: "submit")
    /// Goes on in a flow.
    public static let next = Name(rawValue: "next")
    /// Goes back in a flow.
    public static let back = Name(rawValue: "back")
    /// Leaves.
    public static let cancel = Name(rawValue: "cancel")
    /// Opens another place.
    public static let navigate = Name(rawValue: "navigate")
  }

  /// The name.
  public let name: Name
  /// The link to follow; nil if the client acts by itself: `back` and `cancel` then close the form.
  public let link: Link?
  /// The caption of a screen's button; an atom has its own.
  public var title: String? { wire["title"]?.string }
  /// The weight of a screen's button: primary, quiet or danger; an atom has its own.
  public var tone: String? { wire["tone"]?.string }
  /// All members, as they came.
  public let wire: Members

  /// Reads an action. Throws ``Unreadable`` without `name`.
  public init(_ members: Members) throws(Unreadable) {
    name = Name(rawValue: try members.text("name", of: "action"))
    link = try? Link(members)
    wire = members
  }
}

extension String {
  /// True for a path on the server that sent it.
  fileprivate var isOwnPath: Bool { hasPrefix("/") && !hasPrefix("//") && !hasPrefix("/\\") }

  /// The text percent-encoded for a part of an address (RFC 3986, section 2.3).
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
