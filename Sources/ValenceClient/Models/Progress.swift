/// The result of a tap: what became of it, and the document to show next.
///
///     if case .progress(let progress) = try await client.send(tap) {
///       progress.submission?.status  // "awaitingSignature"
///       if let next = progress.next { show(next) }
///     }
public struct Progress: WireModel {
  /// The submission that the tap made or changed.
  public var submission: Submission? { wire.record("submission") }
  /// The session that a login opened.
  public var session: Session? { wire.record("session") }
  /// The document to show next.
  public var next: Document? { wire.next }
  /// All members, as they came.
  public let wire: Members

  /// Reads any object.
  public init(_ members: Members) { wire = members }
}

/// A submission: values on their way to an effect, such as a payment.
///
///     let submission = try Submission(members)
///     let words = submission.subtitle ?? ""  // "Awaits your signature"
///     let link = submission.signature  // nil once it is signed
public struct Submission: WireModel {
  /// The id.
  public var id: String? { wire["id"]?.string }
  /// The operation's id.
  public var operation: String? { wire["operation"]?.string }
  /// The status: awaitingSignature, signed, executed, rejected, cancelled or expired.
  public var status: String? { wire["status"]?.string }
  /// The operation's title.
  public var title: String? { wire["title"]?.string }
  /// The status in words.
  public var subtitle: String? { wire["subtitle"]?.string }
  /// The warnings that stood when it was made, in the order of their atoms' paths; the person went on all the same.
  public var warnings: [Violation] {
    let found = wire["warnings"]?.object ?? [:]
    return found.keys.sorted().compactMap { path in
      var members = found[path]?.object ?? [:]
      members["atom"] = .string(path)
      return try? Violation(members)
    }
  }
  /// The submission's own address.
  public let href: String
  /// The link to its signature, while it awaits one.
  public var signature: Link? { wire.record("signature") }
  /// The link that takes it back, while it awaits its signature.
  public var cancel: Link? { wire.record("cancel") }
  /// All members, as they came.
  public let wire: Members

  /// Reads a submission. Throws ``Unreadable`` without `href`.
  public init(_ members: Members) throws(Unreadable) {
    href = try members.text("href", of: "submission")
    wire = members
  }
}

/// A session. Keep it in the keychain, and nowhere else.
///
///     if let session = await client.session { keychain.keep(try JSONEncoder().encode(session)) }
///     let client = Client(transport, session: try JSONDecoder().decode(Session.self, from: kept))
public struct Session: WireModel {
  /// The token that authenticates every request.
  public let token: String
  /// The end of the session if the token is not used before, RFC 3339.
  public var expiresAt: String? { wire["expiresAt"]?.string }
  /// The end of the session however much it is used, RFC 3339.
  public var endsAt: String? { wire["endsAt"]?.string }
  /// The link to what changes for the person (``Client/events()``); nil if the server tells nothing.
  public var events: Link? { wire.record("events") }
  /// The person's name.
  public var name: String? { wire["user"]?.object?["name"]?.string }
  /// All members, as they came.
  public let wire: Members

  /// Reads a session. Throws ``Unreadable`` without `token`.
  public init(_ members: Members) throws(Unreadable) {
    token = try members.text("token", of: "session")
    wire = members
  }
}

extension Session: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// `Session`, without the token: printed text ends up in logs.
  public var description: String { "Session" }
  /// `Session`, without the token.
  public var debugDescription: String { description }
  /// An empty mirror: any other would show the token.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
