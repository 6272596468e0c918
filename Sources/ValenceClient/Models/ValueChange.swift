/// The page on which a value of a review can be changed.
///
///     let title = atom.change.map { "\($0.title): \(atom.pair?.label ?? "")" }
public struct ValueChange: WireModel {
  /// The address of the page.
  public let href: String
  /// The path of the input, such as `lines[0].name`. Focus it on the page.
  public let atom: String
  /// The text of the button or link.
  public let title: String
  /// All members, including unknown ones.
  public let wire: Members

  /// Reads a change. Throws ``Unreadable`` if a member is missing or invalid.
  public init(_ members: Members) throws(Unreadable) {
    href = try members.text("href", of: "change")
    atom = try members.text("atom", of: "change")
    title = try members.text("title", of: "change")
    wire = members
  }
}
