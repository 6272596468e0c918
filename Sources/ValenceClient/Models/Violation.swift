/// A rule that a value breaks.
public struct Violation: WireModel {
  /// The rule, or the verification's name.
  public let code: String
  /// All members.
  public let wire: Members

  /// The path of the atom, where it does not stand at the atom itself.
  public var atom: String? { wire["atom"]?.string }
  /// What to tell the person.
  public var message: String { wire["message"]?.string ?? code }
  /// What the message was made of.
  public var params: Members { wire["params"]?.object ?? [:] }

  /// Reads `code`.
  public init(_ members: Members) throws(Unreadable) {
    code = try members.text("code", of: "violation")
    wire = members
  }
}
