import Atoms
import Texts
package import HTTPServer
import JSON
package import Logging
import Operations
import Platform
import Services
import Telemetry

/// The whole server as one function from a request to a reply. The daemon calls it, and so do tests.
///
///     let application = try Application(parts, access: accessLogger)
///     let server = try Server(configuration: configuration) { application.respond(to: $0) }
package final class Application: Sendable {
  private let forms: OperationForms
  private let authentication: Authentication
  /// Routes to offsets in `endpoints`.
  private let table: RouteTable
  private let access: Logger
  /// The same log, if it takes access lines without an event and has the level `info`.
  private let accessLog: (any AccessLog)?
  private let runner: HandlerRunner
  /// The origins whose pages may read responses; nil if no other origin may.
  private let crossOrigin: CrossOrigin?
  private let compression: Compression
  /// The counts per endpoint, and last those of requests that reached no endpoint.
  private let routes: [RouteMetrics]
  /// The value of `Allow` for the server as a whole: the methods of all endpoints.
  private let methods: String
  /// Masks paths for the access log.
  private let paths: LoggedPaths
  /// Threads that may wait for a remote database; nil if the database never waits for another machine.
  private let waiting: WorkerPool?
  /// The endpoints, with the one of the OpenAPI document.
  let endpoints: [Endpoint]

  /// Creates an application of these parts; `access` gets one line per request.
  ///
  /// Throws `RouterError` if a pattern is malformed or two patterns clash.
  package init(_ parts: ApplicationParts, access: Logger) throws {
    let (forms, pages) = (parts.forms, parts.pages)
    self.forms = forms
    self.access = access
    accessLog = access.logLevel <= .info ? access.handler as? any AccessLog : nil
    let errors = ErrorAnswers(log: parts.log) { pages.matrixRenewal(in: $0) }
    runner = HandlerRunner(parts.systems, errors)
    // Threads beyond the number of the database's connections would only wait for a connection.
    waiting = parts.services.isRemote ? WorkerPool("valence.requests", width: 32, capacity: 1024) : nil
    let rules = parts.options.rules
    let limits = RequestLimits(person: rules.perPerson, address: rules.perAddress, parts.metrics.registry)
    authentication = Authentication(auth: parts.services.auth, limits: limits)
    crossOrigin = rules.crossOrigin.origins.isEmpty ? nil : rules.crossOrigin
    compression = Compression(isOn: rules.compresses)
    let endpoints = try Endpoints.all(of: parts, errors: errors)
    self.endpoints = endpoints + [OpenAPI.endpoint(describing: endpoints)]
    routes = RouteMetrics.all(
      of: self.endpoints.map { ($0.method.name, $0.pattern) }, in: parts.metrics.registry)
    methods = Set(self.endpoints.map(\.method)).union([.head, .options]).sorted().map(\.name).joined(separator: ", ")
    paths = LoggedPaths(patterns: self.endpoints.map(\.pattern)) { forms.catalog[$0] != nil }
    table = try Router(self.endpoints.map { RouteEntry($0.method, $0.pattern, $0) }).table
  }

  /// The most bytes of a body for paths that begin so: what is read before anybody is known.
  package static let bodyLimits = [(prefix: CallbackEndpoints.prefix, limit: CallbackEndpoints.bodyLimit)]

  /// Returns the OpenAPI document of the endpoints as JSON.
  package func document() throws -> [UInt8] { try OpenAPI.document(of: endpoints) }

  /// Returns the reply to a request: a response, or a job that makes one. It never throws and never blocks.
  package func respond(to request: Request) -> Reply {
    // A refused request needs no database. It is answered at once, because the server closes its connection after the
    // answer and would not send a later one. The endpoints of health wait on a thread of their own.
    guard let waiting, request.refusal == nil, !ServerEndpoints.health.contains(request.path) else {
      return CurrentRequest.with(request.id) { answer(to: request) }
    }
    // Handing a request to another thread and its answer back costs several times what an evaluation does.
    if asksNoDatabase(request), let reply = CurrentRequest.with(request.id, { answerWithoutWaiting(to: request) }) {
      return reply
    }
    return .later(
      Job { done in
        let isTaken = waiting.run {
          switch CurrentRequest.with(request.id, { self.answer(to: request) }) {
          case .now(let response): done(response)
          case .later(let job): job.start(done)
          }
        }
        if !isTaken { done(self.overloaded(request)) }
      })
  }

  /// The response if the queue of `waiting` is full.
  private func overloaded(_ request: Request) -> Response {
    let language = request.header("Accept-Language").map { Language(accepting: $0) } ?? .standard
    return finished(
      runner.errors.response(for: Overloaded(), request, language), of: request, at: endpoints.count, in: language)
  }

  /// True for an evaluation that needs nothing but memory: of a form of the serving version of an operation that is self-contained, for
  /// a caller who is remembered.
  private func asksNoDatabase(_ request: Request) -> Bool {
    guard request.method == .post, request.path.hasPrefix(Self.evaluation.before),
      request.path.hasSuffix(Self.evaluation.after),
      let operation = forms.catalog[
        String(request.path.dropFirst(Self.evaluation.before.count).dropLast(Self.evaluation.after.count))],
      operation.isSelfContained, authentication.remembersCaller(of: request)
    else { return false }
    return !request.body.holds(Self.versionKey) || request.body.holds(Array(operation.version.utf8))
  }

  private static let evaluation = (before: "/operations/", after: "/evaluate")
  private static let versionKey = Array(#""version""#.utf8)

  /// Returns the reply, made without waiting for another machine; nil if it takes such a wait. Nothing has been done for the request
  /// then but to count it.
  private func answerWithoutWaiting(to request: Request) -> Reply? {
    let language = request.header("Accept-Language").map { Language(accepting: $0) } ?? .standard
    var place = endpoints.count
    let ban = WaitingBan()
    let reply = ban.hold { self.reply(to: request, language, &place) }
    guard !ban.wasMet, case .now(let response) = reply else { return nil }
    return .now(finished(response, of: request, at: place, in: language))
  }

  private func answer(to request: Request) -> Reply {
    let language = request.header("Accept-Language").map { Language(accepting: $0) } ?? .standard
    var place = endpoints.count
    switch reply(to: request, language, &place) {
    case .now(let response): return .now(finished(response, of: request, at: place, in: language))
    case .later(let job):
      return .later(
        Job { [place] done in
          CurrentRequest.with(request.id) {
            job.start { response in done(self.finished(response, of: request, at: place, in: language)) }
          }
        })
    }
  }

  /// Returns the reply, and sets `place` to the offset of the endpoint that gave it.
  private func reply(to request: Request, _ language: Language, _ place: inout Int) -> Reply {
    do {
      if let refusal = request.refusal { throw Problem(refusal) }
      return try route(request, language, &place)
    } catch {
      // A thread that may wait answers this request again: its refusal here is no fault, and is not logged.
      if WaitingBan.isMet { return .now(Response(status: 503)) }
      return .now(runner.errors.response(for: error, request, language))
    }
  }

  private func route(_ request: Request, _ language: Language, _ place: inout Int) throws -> Reply {
    switch table.match(request.method, request.path) {
    case .found(let route, let parameters):
      place = route
      let endpoint = endpoints[route]
      let clients = forms.clients
      if !clients.minimum.isEmpty, !endpoint.document.anyClient {
        try clients.require(clients.minimum, of: ClientHeaders.client(of: request))
      }
      let call = Call(
        request: request, parameters: parameters, language: language,
        identity: try authentication.identity(of: request, for: endpoint))
      try requirePlain(request)
      try endpoint.checkQuery(request)
      return try runner.reply(to: call, endpoint.handle)
    case .methodNotAllowed(let allowed):
      try authentication.limits.takeAddress(of: request)
      try requireKnown(request.method)
      let names = allowed.map(\.name).joined(separator: ", ")
      if request.method == .options {
        // `Accept-Patch` lists the accepted patch formats (RFC 5789, 3.1).
        let patches = allowed.contains(.patch) ? [MediaType.acceptedPatches] : []
        return .now(Response(status: 204, headers: [("Allow", names)] + patches))
      }
      throw Problem(.methodNotAllowed).header("Allow", names)
    case .notFound:
      try authentication.limits.takeAddress(of: request)
      try requireKnown(request.method)
      // `OPTIONS *` asks about the server as a whole (RFC 9110, 9.3.7).
      if request.path == "*", request.method == .options {
        return .now(Response(status: 204, headers: [("Allow", methods)]))
      }
      if let page = MissingPage.response(to: request, in: language) { return .now(page) }
      throw Problem(.notFound)
    }
  }

  /// Registered methods that no endpoint has: they get 405, not 501 (RFC 9110, 9.1; QUERY is in the registry too).
  private static let known: Set = ["TRACE", "CONNECT", "QUERY"]

  /// Refuses an unregistered method with 501: 405 would mean that the server knows it.
  private func requireKnown(_ method: Method) throws(Problem) {
    if case .other(let name) = method, !Self.known.contains(name) { throw Problem(.unknownMethod) }
  }

  /// Refuses a body with a content coding, such as gzip: the server would read the coded bytes as JSON.
  private func requirePlain(_ request: Request) throws(Problem) {
    guard let coding = request.headerBytes("Content-Encoding"), !request.body.isEmpty,
      !coding.elementsEqual("identity".utf8, by: { $0 | 0x20 == $1 })
    else { return }
    throw Problem(.unsupportedContentEncoding).header("Accept-Encoding", "identity")
  }

  /// Headers that restrict what a browser does with a response.
  ///
  /// - `nosniff`: the browser does not guess another type.
  /// - The policy: a response opened as a page loads nothing, runs nothing and stands in no frame.
  /// - The referrer policy: pages opened from there do not get its address.
  private static let pageHeaders = [
    ("X-Content-Type-Options", "nosniff"),
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"), ("Referrer-Policy", "no-referrer"),
  ]

  /// Completes a response: precondition, compression, headers, CORS, metrics and the access line.
  private func finished(
    _ response: consuming Response, of request: Request, at place: Int, in language: Language
  ) -> Response {
    if let changed = Precondition.refusal(of: response, to: request) {
      response = changed.response(to: request, in: language)
    }
    if response.isCompressible { compression.complete(&response, for: request) }
    if !response.body.isEmpty, place >= endpoints.count || endpoints[place].document.isInLanguage,
      response.headers.first?.1 == "application/json"
    {
      response.headers.append(("Content-Language", language.rawValue))
    }
    response.headers.append(("X-Request-Id", request.id))
    // Only a script gets a 200 to a POST: the endpoints refuse the content types of HTML forms. No browser shows such a
    // response, frames it or uses it as a script or a style: these headers would have no effect.
    if request.method != .post || response.status != 200 {
      // A page of the web client has its own policy.
      let own = response.headers.contains { $0.0 == WebEndpoints.policy.0 }
      response.headers += own ? Self.pageHeaders.filter { $0.0 != WebEndpoints.policy.0 } : Self.pageHeaders
    }
    if let crossOrigin { crossOrigin.mark(&response, to: request) }
    let path = paths.logged(request.path, at: place, status: response.status)
    let line = AccessLine(request, path: path, status: response.status, bytes: response.body.count)
    routes[place].count(status: line.status, microseconds: line.microseconds)
    if accessLog?.record(line) == nil {
      access.info("request", metadata: ["line": .stringConvertible(line)])
    }
    return response
  }
}

/// The origins whose pages may read responses (CORS, the Fetch standard).
///
/// Their pages send a token of their own: the server never takes cookies or the browser's logins. Without origins no
/// response has a CORS header, so browsers let no page of another origin read.
///
///     var rules = RequestRules()
///     rules.crossOrigin = CrossOrigin(["https://bank.example"])
///     CrossOrigin.isOrigin("https://bank.example/path")  // false
package struct CrossOrigin: Sendable {
  /// The origins, such as `https://bank.example`.
  package let origins: Set<String>

  /// Creates a policy for these origins.
  package init(_ origins: Set<String> = []) { self.origins = origins }

  /// True if the text is an origin: `http` or `https`, a lowercase host, and a port if it is not the scheme's own.
  ///
  /// A path, a user or a wildcard makes it false.
  package static func isOrigin(_ text: String) -> Bool {
    for scheme in ["https://", "http://"] where text.hasPrefix(scheme) {
      let host = text.dropFirst(scheme.count)
      return !host.isEmpty && host.utf8.allSatisfy(isHostCharacter)
    }
    return false
  }

  private static func isHostCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x3A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "["), UInt8(ascii: "]"): true
    default: false
    }
  }

  /// Adds the CORS headers for the request's origin; in a response to a preflight also the allowed methods and headers.
  ///
  /// Every response gets `Vary: Origin`; an origin that is not configured gets nothing else.
  func mark(_ response: inout Response, to request: Request) {
    response.headers.append(("Vary", "Origin"))
    guard let origin = request.header("Origin"), origins.contains(origin) else { return }
    response.headers.append(("Access-Control-Allow-Origin", origin))
    response.headers.append(("Access-Control-Expose-Headers", Self.exposed))
    guard request.method == .options, request.headerBytes("Access-Control-Request-Method") != nil,
      let allowed = response.headers.first(where: { $0.0 == "Allow" })?.1
    else { return }
    response.headers.append(("Access-Control-Allow-Methods", allowed))
    response.headers.append(("Access-Control-Allow-Headers", Self.taken))
    response.headers.append(("Access-Control-Max-Age", "600"))
  }

  /// Request headers that endpoints read and a browser sends only after a preflight.
  private static let taken =
    "Accept-Atoms, Authorization, Client-Version, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, "
    + "X-Request-Id"
  /// Response headers that pages may read in addition to those that CORS always allows.
  private static let exposed = "Allow, ETag, Last-Event-ID, Location, Retry-After, WWW-Authenticate, X-Request-Id"
}
