/// The result of a tap: the submission or session, and the document to show next.
///
///     if case .progress(let progress) = try await client.send(tap) {
///       progress.submission?.status  // "awaitingSignature"
///       if let next = progress.next { show(next) }
///     }
public struct Progress: WireModel {
  /// The submission that the tap created or changed.
  public var submission: Submission? { wire.record("submission") }
  /// The session that a login opened.
  public var session: Session? { wire.record("session") }
  /// The document to show next.
  public var next: Document? { wire.next }
  /// All members, including unknown ones.
  public let wire: Members

  /// Reads any object.
  public init(_ members: Members) { wire = members }
}

/// A submission: values that were sent once, for an effect such as a payment.
///
///     let submission = try Submission(members)
///     let words = submission.subtitle ?? ""  // "Awaits your signature"
///     let link = submission.signature  // nil after the signature
public struct Submission: WireModel {
  /// The id.
  public var id: String? { wire["id"]?.string }
  /// The id of the operation.
  public var operation: String? { wire["operation"]?.string }
  /// The status: `awaitingSignature`, `signed`, `executed`, `rejected`, `cancelled` or `expired`.
  public var status: String? { wire["status"]?.string }
  /// The title of the operation.
  public var title: String? { wire["title"]?.string }
  /// The status as a text for people.
  public var subtitle: String? { wire["subtitle"]?.string }
  /// The warnings that were present at the submission, ordered by the paths of their atoms.
  public var warnings: [Violation] {
    let found = wire["warnings"]?.object ?? [:]
    return found.keys.sorted().compactMap { path in
      var members = found[path]?.object ?? [:]
      members["atom"] = .string(path)
      return try? Violation(members)
    }
  }
  /// The address of the submission.
  public let href: String
  /// The link to the signature; nil if the submission does not await one.
  public var signature: Link? { wire.record("signature") }
  /// The link that cancels the submission; nil if it does not await a signature.
  public var cancel: Link? { wire.record("cancel") }
  /// All members, including unknown ones.
  public let wire: Members

  /// Reads a submission. Throws ``Unreadable`` if `href` is missing or invalid.
  public init(_ members: Members) throws(Unreadable) {
    href = try members.text("href", of: "submission")
    wire = members
  }
}

/// A session. Store it only in the keychain.
///
///     if let session = await client.session { keychain.keep(try JSONEncoder().encode(session)) }
///     let client = Client(transport, session: try JSONDecoder().decode(Session.self, from: kept))
public struct Session: WireModel {
  /// The token that authenticates every request.
  public let token: String
  /// The time at which the session ends if it is not used before, RFC 3339.
  public var expiresAt: String? { wire["expiresAt"]?.string }
  /// The time at which the session ends even if it is used, RFC 3339.
  public var endsAt: String? { wire["endsAt"]?.string }
  /// The link to the events for ``Client/events(_:)``; nil if the server offers none.
  public var events: Link? { wire.record("events") }
  /// The name of the person.
  public var name: String? { wire["user"]?.object?["name"]?.string }
  /// The id of the person; nil if the server sends none.
  public var user: String? { wire["user"]?.object?["id"]?.text }
  /// All members, including unknown ones.
  public let wire: Members

  /// Reads a session. Throws ``Unreadable`` if `token` is missing or invalid.
  public init(_ members: Members) throws(Unreadable) {
    token = try members.text("token", of: "session")
    wire = members
  }
}

extension Session: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// `Session`, without the token, because printed text may be logged.
  public var description: String { "Session" }
  /// `Session`, without the token.
  public var debugDescription: String { description }
  /// An empty mirror, so that reflection does not reveal the token.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
