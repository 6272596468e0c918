/// Where something leads: a link, and how what it answers comes onto the screen.
public struct Lead: WireModel {
  /// What is asked: without a method it is GET, and a POST has no body.
  public let link: Link
  /// How what comes is shown, whatever it says itself; nil leaves it to what comes.
  public var transition: Transition? { wire.record("transition") }
  /// What to call it.
  public var title: String? { wire["title"]?.string }
  /// A passing note to show.
  public var message: String? { wire["message"]?.string }
  /// All members, as they came.
  public let wire: Members

  /// Reads `href` and `method`.
  public init(_ members: Members) throws(Unreadable) {
    link = try Link(members)
    wire = members
  }
}
