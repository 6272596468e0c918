/// What a tap on an atom does.
public struct Action: WireModel {
  /// The names of actions; a newer server may send others.
  public struct Name: RawRepresentable, Sendable, Hashable {
    /// The name on the wire.
    public let rawValue: String
    /// An action of that name.
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

  /// What it does.
  public let name: Name
  /// Where it leads; nil where the client does it by itself: `back` and `cancel` then close what is shown.
  public let link: Link?
  /// What a button that is no atom says.
  public var title: String? { wire["title"]?.string }
  /// All members, as they came.
  public let wire: Members

  /// Reads `name`, and the link where there is one.
  public init(_ members: Members) throws(Unreadable) {
    name = Name(rawValue: try members.text("name", of: "action"))
    link = try? Link(members)
    wire = members
  }
}
