/// What was sent: values on their way to an effect.
public struct Submission: WireModel {
  /// Its id.
  public var id: String? { wire["id"]?.string }
  /// The operation that it was made with.
  public var operation: String? { wire["operation"]?.string }
  /// How it stands: awaitingSignature, signed, executed, rejected, cancelled, expired.
  public var status: String? { wire["status"]?.string }
  /// The operation's title.
  public var title: String? { wire["title"]?.string }
  /// How it stands, in words.
  public var subtitle: String? { wire["subtitle"]?.string }
  /// Its own address.
  public let href: String
  /// Where its signature goes on, while it waits for one.
  public var signature: Link? { wire.record("signature") }
  /// Takes it back, while it waits for its signature.
  public var cancel: Link? { wire.record("cancel") }
  /// All members, as they came.
  public let wire: Members

  /// Reads `href`.
  public init(_ members: Members) throws(Unreadable) {
    href = try members.text("href", of: "submission")
    wire = members
  }
}
