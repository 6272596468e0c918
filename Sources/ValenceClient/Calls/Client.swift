/// One person's connection to the bank. It adds session, language and version to each call, and reads the answers.
///
/// It knows one address, `/start`, and follows the server's links for everything else.
///
///     let client = Client(transport, as: .init(version: "ios/3.2", language: "en"))
///     let document = try await client.start()  // the login, or a person's home screen
///     if let tree = document.tree { draw(LiveForm(tree)) }
public actor Client {
  /// A client's description of itself to the server.
  public struct Identity: Sendable {
    /// `platform/version`, such as `ios/3.2`. The server answers 426 to a version that it no longer serves.
    public var version: String?
    /// The kinds of atoms that the client draws; nil for all. The server leaves out or replaces the others.
    public var kinds: [Atom.Kind]?
    /// The language of texts, as in `Accept-Language`: ru or en.
    public var language: String

    /// Creates the version, kinds and language that every request carries.
    public init(version: String? = nil, kinds: [Atom.Kind]? = nil, language: String = "ru") {
      (self.version, self.kinds, self.language) = (version, kinds, language)
    }
  }

  /// The carrier of all requests.
  let transport: any Transport
  /// The description that every request carries.
  public let identity: Identity
  /// The session: taken from the answer to a login, and forgotten when the server answers 401.
  public private(set) var session: Session?
  private var known = KnownAnswers()
  /// The id of the last event of this session; nil before the first.
  var lastEvent: String?

  /// Creates a client without a session, or with one from the keychain.
  ///
  ///     let client = Client(transport, as: .init(version: "ios/3.2"), session: keychain.session)
  public init(_ transport: any Transport, as identity: Identity = Identity(), session: Session? = nil) {
    (self.transport, self.identity, self.session) = (transport, identity, session)
  }

  /// Forgets the session and all answers that were read in it.
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
    // During the call another person may have logged in: the answer of one session is not kept for another.
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

  /// Returns the headers that every request carries.
  func headers(token: String?) -> [String: String] {
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

extension Client {
  /// Asks where to begin: the login for an unauthenticated client, the home screen for a person.
  ///
  /// `deepLink` is the address by which the system opened the application. The server follows it before or after the
  /// login.
  ///
  ///     let document = try await client.start(opening: "valence://payments/quick?bic=044525225")
  public func start(opening deepLink: String? = nil) async throws(Failure) -> Document {
    try await follow("/start" + (deepLink.map { "?url=\($0.addressEncoded)" } ?? ""))
  }

  /// Gets the document at an address that the server has sent.
  ///
  ///     if let href = listing.next { append(try await client.follow(href)) }
  public func follow(_ href: String) async throws(Failure) -> Document { try await follow(Link("GET", href)) }

  /// Gets the document of a link that the server has sent. Throws ``Failure/foreign(_:)`` for another server's address.
  ///
  ///     if let lead = module.lead { show(try await client.follow(lead.link), by: lead.transition) }
  public func follow(_ link: Link) async throws(Failure) -> Document {
    try document(await call(link, body: link.body))
  }

  /// Gets the document to draw in the place of an embedded module: what came with its screen, or else what its lead answers.
  ///
  /// ``Document/nothing`` for a module without a lead, such as a text. Follow the lead itself to ask for the content anew.
  ///
  ///     for module in screen.modules where module.isEmbedded {
  ///       draw(try await client.content(of: module), in: module.id)
  ///     }
  public func content(of module: Module) async throws(Failure) -> Document {
    if let content = module.content { return content }
    guard let lead = module.lead else { return .nothing }
    return try await follow(lead.link)
  }

  /// Does what an action of a row says and returns the document to show next; anything else than a tree, a screen or a
  /// lead means that the list is to be asked for again.
  ///
  /// `text` is the text that the person has entered, if the action asks for one.
  ///
  ///     _ = try await client.act(rename, saying: "Rent")
  public func act(_ action: RowAction, saying text: String? = nil) async throws(Failure) -> Document {
    var body = action.link.body
    if let asked = action.asked { body = (body ?? [:]).merging([asked.member: .string(text ?? "")]) { $1 } }
    return try document(await call(action.link, body: body))
  }

  /// Opens the form that a scanned code begins, by the scan of a screen.
  ///
  ///     show(try await client.scan(code, by: module), by: module.transition)
  public func scan(_ code: String, by module: Module) async throws(Failure) -> Document {
    guard let link = module.scan, let member = module.member else { return .nothing }
    return try document(await call(link, body: [member: .string(code)]))
  }

  /// Asks a form's question. Merge the answer into the form.
  ///
  ///     if let question = form.enter("044525225", at: "bic") {
  ///       form.merge(try await client.ask(question))
  ///     }
  public func ask(_ question: Question) async throws(Failure) -> States {
    let value = try await call(question.link, body: question.body)
    guard let members = value?.object, let states = try? States(members) else { throw .unreadable(status: 200) }
    return states
  }

  /// Asks for a page of the options of a search.
  ///
  ///     if let search = form.search("сбер", at: "payeeBank", number: 7) {
  ///       let page = try await client.options(search)
  ///     }
  public func options(_ question: OptionQuestion) async throws(Failure) -> OptionPage {
    let value = try await call(question.link, body: question.body)
    guard let members = value?.object, let page = try? OptionPage(members) else { throw .unreadable(status: 200) }
    return page
  }

  /// Sends a tap and returns the document to show next; ``Document/nothing`` closes the form.
  ///
  /// After ``Failure/unreachable(_:)`` send the same tap again: its key keeps the server from doing the work twice.
  ///
  ///     if let tap = form.tap("send") { show(try await client.send(tap)) }
  public func send(_ tap: Tap) async throws(Failure) -> Document {
    // The client leaves by itself: a cancel link with GET ends nothing on the server, so it is not followed.
    guard let link = tap.action.link, tap.action.name != .cancel || link.method != "GET" else { return .nothing }
    return try document(await call(link, body: tap.body, key: tap.key))
  }

  /// Saves a form's values as a draft, without passwords and codes. Does nothing for a form that has no drafts.
  ///
  /// With the entity tag that an earlier call returned or the tree has, a draft that another device has changed since is not
  /// overwritten: throws ``Failure/refused(_:)`` with ``Problem/Name/draftChanged``. Without it the last one saved stands.
  ///
  ///     tag = try await client.keep(form, ifMatch: tag ?? form.tree.draftTag)
  ///
  /// - Parameters:
  ///   - values: The values to save instead of the form's own, such as the values of a ``DraftMerge``.
  ///   - tag: The entity tag of the draft to replace.
  /// - Returns: The entity tag of the saved draft; nil for a form that has no drafts.
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

/// Why a call has no document to draw.
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
  /// The server refused the request; the problem says why.
  case refused(Problem)
  /// Nobody knows whether the request has arrived. Say so, keep everything that was entered, and send the same again.
  case unreachable(any Error)
  /// The response is not the wire format: a proxy's page, or a truncated answer. Treat it as ``unreachable(_:)``.
  ///
  /// The status is 0 if the request's body could not be encoded: then nothing was sent.
  case unreadable(status: Int)
  /// The address leads to another server. Give it to the system; the token was not sent.
  case foreign(String)
}

/// The last answers, shown again when the server answers 304. Keeps up to 64.
private struct KnownAnswers {
  /// An answer with its entity tag.
  struct Answer {
    let tag: String
    let body: [UInt8]
  }

  /// The capacity.
  static let maxAnswers = 64
  private var answers: [String: Answer] = [:]
  private var order: [String] = []

  subscript(path: String) -> Answer? { answers[path] }

  /// Keeps an answer that has an entity tag, unless it says `no-store`. Drops the oldest one above the capacity.
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
