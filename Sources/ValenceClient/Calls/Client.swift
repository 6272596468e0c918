/// A person's connection to the bank. It adds the session, language and version to each request,
/// and parses the responses.
///
/// It has one built-in address, `/start`, and follows the server's links to everything else.
///
///     let client = Client(transport, as: .init(version: "ios/3.2", language: "en"))
///     let document = try await client.start()  // the login, or a person's home screen
///     if let tree = document.tree { draw(LiveForm(tree)) }
public actor Client {
  /// The client's description of itself in each request.
  public struct Identity: Sendable {
    /// The platform and version, such as `ios/3.2`. The server responds with 426 to a version that
    /// it no longer supports.
    public var version: String?
    /// The kinds of atoms that the client draws; by default the kinds of this library. The server
    /// omits or replaces other kinds. If it is nil, the server sends all kinds, also later ones.
    public var kinds: [Atom.Kind]?
    /// The language of texts, as in `Accept-Language`: `ru` (the default) or `en`.
    public var language: String

    /// Creates an identity.
    public init(version: String? = nil, kinds: [Atom.Kind]? = Atom.Kind.all, language: String = "ru") {
      (self.version, self.kinds, self.language) = (version, kinds, language)
    }
  }

  let transport: any Transport
  /// The description that each request contains.
  public let identity: Identity
  /// The current session; nil if the person is not logged in. A login sets it, and the
  /// problem ``Problem/Name/unauthorized`` (401) removes it.
  public private(set) var session: Session?
  private var known = KnownAnswers()
  /// The id of the last event of this session; nil before the first one.
  var lastEvent: String?

  /// Creates a client.
  ///
  ///     let client = Client(transport, as: .init(version: "ios/3.2"), session: keychain.session)
  ///
  /// - Parameters:
  ///   - transport: The transport for all requests.
  ///   - identity: The client's description of itself.
  ///   - session: A stored session, such as one from the keychain; nil to start without a session.
  public init(_ transport: any Transport, as identity: Identity = Identity(), session: Session? = nil) {
    (self.transport, self.identity, self.session) = (transport, identity, session)
  }

  /// Removes the session and all cached responses.
  public func forget() {
    session = nil
    lastEvent = nil
    known = KnownAnswers()
  }

  private func call(
    _ link: Link, body: Members? = nil, key: String? = nil, ifMatch tag: String? = nil
  ) async throws(Failure) -> WireValue? {
    guard link.isOwn else { throw .foreign(link.href) }
    let (token, kept) = (session?.token, link.method == "GET" ? known[link.href] : nil)
    var headers = headers(token: token)
    headers["If-None-Match"] = kept?.tag
    headers["Idempotency-Key"] = key
    headers["If-Match"] = tag
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
    // The session can change during a request. A response is cached only in the session that
    // requested it.
    let isSameSession = session?.token == token
    if response.status < 400, isSameSession, session != nil, lastEvent == nil {
      lastEvent = response.headers["last-event-id"]
    }
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

  /// Returns the headers that each request contains.
  func headers(token: String?) -> [String: String] {
    var headers = ["Accept": "application/json", "Accept-Language": identity.language]
    headers["Client-Version"] = identity.version
    headers["Accept-Atoms"] = identity.kinds?.map(\.rawValue).joined(separator: ", ")
    headers["Authorization"] = token.map { "Bearer \($0)" }
    return headers
  }

  private func problem(_ response: Response, isSameSession: Bool) -> Failure {
    guard var problem = Problem(reading: response.body, status: response.status) else {
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

extension Client {
  /// Requests the first document: the login form for an unauthenticated client, the home screen for
  /// a person.
  ///
  ///     let document = try await client.start(opening: "valence://payments/quick?bic=044525225")
  ///
  /// - Parameter deepLink: The address with which the system opened the application. The server
  ///   opens it, after the login if necessary.
  /// - Returns: The document to show.
  /// - Throws: ``Failure``, like every call.
  public func start(opening deepLink: String? = nil) async throws(Failure) -> Document {
    try await follow("/start" + (deepLink.map { "?url=\($0.addressEncoded)" } ?? ""))
  }

  /// Requests the document at an address that the server has sent.
  ///
  ///     if let href = listing.next { append(try await client.follow(href)) }
  public func follow(_ href: String) async throws(Failure) -> Document { try await follow(Link("GET", href)) }

  /// Requests the document of a link that the server has sent. Throws ``Failure/foreign(_:)`` if
  /// the link leads to another server.
  ///
  ///     if let lead = module.lead {
  ///       show(try await client.follow(lead.link), by: lead.transition)
  ///     }
  public func follow(_ link: Link) async throws(Failure) -> Document {
    try document(await call(link, body: link.body))
  }

  /// Returns the document to draw in place of an embedded module: the content that the screen
  /// contains, otherwise the document of the module's lead.
  ///
  /// Returns ``Document/nothing`` for a module without a lead, such as a text. To refresh the
  /// content, follow the lead.
  ///
  ///     for module in screen.modules where module.isEmbedded {
  ///       draw(try await client.content(of: module), in: module.id)
  ///     }
  public func content(of module: Module) async throws(Failure) -> Document {
    if let content = module.content { return content }
    guard let lead = module.lead else { return .nothing }
    return try await follow(lead.link)
  }

  /// Performs an action of a row.
  ///
  ///     _ = try await client.act(rename, saying: "Rent")
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - text: The text that the person has entered for ``RowAction/asked``.
  /// - Returns: The document to show next. If it is not a tree, a screen or a lead, request the
  ///   list again.
  public func act(_ action: RowAction, saying text: String? = nil) async throws(Failure) -> Document {
    var body = action.link.body
    if let asked = action.asked { body = (body ?? [:]).merging([asked.member: .string(text ?? "")]) { $1 } }
    return try document(await call(action.link, body: body))
  }

  /// Opens the form for a scanned code. Returns ``Document/nothing`` if the module is not a scan.
  ///
  ///     show(try await client.scan(code, by: module), by: module.transition)
  public func scan(_ code: String, by module: Module) async throws(Failure) -> Document {
    guard let link = module.scan, let member = module.member else { return .nothing }
    return try document(await call(link, body: [member: .string(code)]))
  }

  /// Sends an evaluation request. Merge the states into the form.
  ///
  ///     if let question = form.enter("044525225", at: "bic") {
  ///       form.merge(try await client.ask(question))
  ///     }
  public func ask(_ question: Question) async throws(Failure) -> States {
    let value = try await call(question.link, body: question.body)
    guard let members = value?.object, let states = try? States(members) else { throw .unreadable(status: 200) }
    return states
  }

  /// Requests a page of options for a search.
  ///
  ///     if let search = form.search("сбер", at: "payeeBank", number: 7) {
  ///       let page = try await client.options(search)
  ///     }
  public func options(_ question: OptionQuestion) async throws(Failure) -> OptionPage {
    let value = try await call(question.link, body: question.body)
    guard let members = value?.object, let page = try? OptionPage(members) else { throw .unreadable(status: 200) }
    return page
  }

  /// Reads pasted text as items of a repeat.
  ///
  ///     if let rows = form.rows(text, into: "lines") {
  ///       let pasted = try await client.rows(rows)
  ///     }
  public func rows(_ question: RowQuestion) async throws(Failure) -> PastedRows {
    let value = try await call(question.link, body: question.body)
    guard let members = value?.object, let rows = try? PastedRows(members) else { throw .unreadable(status: 200) }
    return rows
  }

  /// Sends a tap.
  ///
  /// After ``Failure/unreachable(_:)``, send the same tap again: with its key the server carries it
  /// out only once.
  ///
  ///     if let tap = form.tap("send") { show(try await client.send(tap)) }
  ///
  /// - Returns: The document to show next. ``Document/nothing`` closes the form.
  public func send(_ tap: Tap) async throws(Failure) -> Document {
    // A cancel link with GET has no effect on the server, so it is not followed.
    guard let link = tap.action.link, tap.action.name != .cancel || link.method != "GET" else { return .nothing }
    return try document(await call(link, body: tap.body, key: tap.key))
  }

  /// Saves the values of a form as a draft, without passwords and codes. Does nothing if the form
  /// has no drafts.
  ///
  /// With the entity tag from the tree or from an earlier call, changes of another device are not
  /// overwritten. The call then throws ``Failure/refused(_:)`` with ``Problem/Name/draftChanged``.
  /// Without an entity tag, the draft is overwritten.
  ///
  ///     tag = try await client.keep(form, ifMatch: tag ?? form.tree.draftTag)
  ///
  /// - Parameters:
  ///   - form: The form.
  ///   - values: The values to save instead of the form's values, such as the values of a
  ///     ``DraftMerge``.
  ///   - tag: The entity tag of the draft to replace.
  /// - Returns: The entity tag of the saved draft; nil if the form has no drafts.
  @discardableResult
  public func keep(
    _ form: LiveForm, values: Members? = nil, ifMatch tag: String? = nil
  ) async throws(Failure) -> String? {
    guard let draft = form.draft() else { return nil }
    let body = values.map { draft.body.merging(["values": .object($0)]) { $1 } } ?? draft.body
    return try await call(draft.link, body: body, ifMatch: tag)?.object?["draft"]?.object?["etag"]?.string
  }

  private func document(_ value: WireValue?) throws(Failure) -> Document {
    guard let value else { return .nothing }
    do { return try Document(value) } catch { throw .unreadable(status: 200) }
  }
}

/// The error of a call.
///
///     do throws(Failure) {
///       show(try await client.send(tap))
///     } catch {
///       switch error {
///       case .refused(let problem): firstFault = form.show(problem)
///       case .unreachable, .unreadable: offerToSendAgain(tap)
///       case .foreign(let address): open(address)
///       }
///     }
public enum Failure: Error {
  /// The server rejected the request, for the reason in the problem.
  case refused(Problem)
  /// The transport failed, and the outcome of the request is unknown. Report this, keep all entered
  /// values, and send the same request again.
  case unreachable(any Error)
  /// The response is not in the wire format, such as a proxy's page or a truncated body. Handle it
  /// like ``unreachable(_:)``.
  ///
  /// The status is 0 if the request body could not be encoded. Nothing was sent in this case.
  case unreadable(status: Int)
  /// The address leads to another server. The request was not sent. Open the address outside the
  /// client, for example in a browser.
  case foreign(String)

  /// True if the same request may succeed later, without a change by the person.
  public var isPassing: Bool {
    switch self {
    case .refused(let problem): problem.isPassing
    case .unreadable(let status): status == 200 || status == 429 || status >= 500
    case .unreachable: true
    case .foreign: false
    }
  }

  /// The time to wait before repeating the request, in seconds; nil if the server specifies none.
  public var retryAfter: Int? { if case .refused(let problem) = self { problem.retryAfter } else { nil } }
}

/// The latest responses by path, used when the server responds with 304. At most 64 are stored.
private struct KnownAnswers {
  /// A response body with its entity tag.
  struct Answer {
    let tag: String
    let body: [UInt8]
  }

  static let maxAnswers = 64
  private var answers: [String: Answer] = [:]
  private var order: [String] = []

  subscript(path: String) -> Answer? { answers[path] }

  /// Stores a response that has an entity tag, unless it has `no-store`. Removes the oldest
  /// response above the maximum.
  mutating func keep(_ response: Response, of path: String) {
    order.removeAll { $0 == path }
    answers[path] = nil
    guard let tag = response.headers["etag"],
      response.headers["cache-control"]?.contains("no-store") != true
    else { return }
    answers[path] = Answer(tag: tag, body: response.body)
    order.append(path)
    if order.count > Self.maxAnswers { answers[order.removeFirst()] = nil }
  }
}
