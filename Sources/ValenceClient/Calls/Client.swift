/// Somebody's way to the bank: adds to each call who asks, in which language and with which client, and reads what comes.
///
/// It knows one address, the entry point; everything else it follows.
public actor Client {
  /// What a client says of itself.
  public struct Identity: Sendable {
    /// `platform/version`, such as `ios/3.2`: a server that serves it no longer answers 426.
    public var version: String?
    /// The kinds of atoms that it draws; the server leaves out or replaces others. Nil is all kinds.
    public var kinds: [Atom.Kind]?
    /// The languages of texts, as in `Accept-Language`: ru or en.
    public var language: String

    /// What this client says of itself.
    public init(version: String? = nil, kinds: [Atom.Kind]? = nil, language: String = "ru") {
      (self.version, self.kinds, self.language) = (version, kinds, language)
    }
  }

  private let transport: any Transport
  /// What the client says of itself.
  public let identity: Identity
  /// The session: taken over from the answer of a login, and forgotten when the server no longer knows it.
  public private(set) var session: Session?
  private var known = KnownAnswers()

  /// A client without a session, or with one that was kept.
  public init(_ transport: any Transport, as identity: Identity = Identity(), session: Session? = nil) {
    (self.transport, self.identity, self.session) = (transport, identity, session)
  }

  /// Forgets the session and all that was shown in it.
  public func forget() {
    session = nil
    known = KnownAnswers()
  }

  /// Sends a request and reads the document that comes back.
  func call(_ link: Link, body: Members? = nil, key: String? = nil) async throws(Failure) -> WireValue? {
    guard link.isOwn else { throw .foreign(link.href) }
    let (token, kept) = (session?.token, link.method == "GET" ? known[link.href] : nil)
    var headers = headers(token: token)
    headers["If-None-Match"] = kept?.tag
    headers["Idempotency-Key"] = key
    var bytes: [UInt8]?
    if let body {
      headers["Content-Type"] = "application/json"
      do { bytes = try WireValue.object(body).json } catch { throw .unreadable(status: 0) }
    }
    let response: Response
    do {
      response = try await transport.send(Request(method: link.method, path: link.href, headers: headers, body: bytes))
    } catch {
      throw .unreachable(error)
    }
    // While it was under way somebody may have logged in or out: what is another's is not kept.
    let isSameSession = session?.token == token
    if response.status == 304, let kept { return try Self.value(of: kept.body, response.status) }
    if response.status >= 400 { throw problem(response, isSameSession: isSameSession) }
    guard !response.body.isEmpty else { return nil }
    let value = try Self.value(of: response.body, response.status)
    if link.method == "GET", response.status == 200, isSameSession { known.keep(response, of: link.href) }
    if let opened: Session = value.object?.record("session") {
      forget()
      session = opened
    }
    return value
  }

  private func headers(token: String?) -> [String: String] {
    var headers = ["Accept": "application/json", "Accept-Language": identity.language]
    headers["Client-Version"] = identity.version
    headers["Accept-Atoms"] = identity.kinds?.map(\.rawValue).joined(separator: ", ")
    headers["Authorization"] = token.map { "Bearer \($0)" }
    return headers
  }

  private func problem(_ response: Response, isSameSession: Bool) -> Failure {
    guard let members = WireValue(reading: response.body)?.object, var problem = try? Problem(members) else {
      return .unreadable(status: response.status)
    }
    problem.retryAfter = response.headers["retry-after"].flatMap { Int($0) }
    if problem.name == .unauthorized, isSameSession { forget() }
    return .refused(problem)
  }

  private static func value(of body: [UInt8], _ status: Int) throws(Failure) -> WireValue {
    guard let value = WireValue(reading: body) else { throw .unreadable(status: status) }
    return value
  }
}
