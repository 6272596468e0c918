/// A session that was opened: keep it where the system keeps secrets, and nowhere else.
public struct Session: WireModel {
  /// What every request shows.
  public let token: String
  /// When the token is refused if it is not used before, RFC 3339.
  public var expiresAt: String? { wire["expiresAt"]?.string }
  /// When it is refused however much it is used, RFC 3339.
  public var endsAt: String? { wire["endsAt"]?.string }
  /// The person's name.
  public var name: String? { wire["user"]?.object?["name"]?.string }
  /// All members, as they came.
  public let wire: Members

  /// Reads `token`.
  public init(_ members: Members) throws(Unreadable) {
    token = try members.text("token", of: "session")
    wire = members
  }
}

extension Session: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Never the token: what is printed ends up in logs.
  public var description: String { "Session" }
  /// The same.
  public var debugDescription: String { description }
  /// Nothing: a mirror would show the token.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
