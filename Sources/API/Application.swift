import Atoms
import HTTPClient
import Texts
package import HTTPServer
import JSON
package import Logging
import Operations
import Platform
import Services
import Telemetry

/// The server as a function from a request to a reply.
package final class Application: Sendable {
  private let forms: OperationForms
  private let authentication: Authentication
  private let table: RouteTable
  private let access: Logger
  /// The handler of `access`, if it accepts access lines without a log event and the level is
  /// `info` or lower.
  private let accessLog: (any AccessLog)?
  private let runner: HandlerRunner
  /// The origins whose pages may read responses; nil if no other origin may.
  private let crossOrigin: CrossOrigin?
  private let compression: Compression
  /// The metrics of each endpoint, in the order of `endpoints`. The last element counts requests
  /// that matched no endpoint.
  private let routes: [RouteMetrics]
  private let outcomes: OutcomeMetrics
  private let deprecations: Deprecations
  /// The value of `Allow` in the response to `OPTIONS *`: the methods of all endpoints.
  private let methods: String
  /// Masks paths for the access log.
  private let paths: LoggedPaths
  /// The threads that may wait for a remote database; nil if the database is local.
  private let waiting: WorkerPool?
  /// The endpoints, including the endpoint of the OpenAPI document.
  let endpoints: [Endpoint]

  /// Creates an application. `access` gets one line for each request.
  ///
  /// Throws `RouterError` if a pattern is malformed or two patterns conflict.
  package convenience init(_ parts: ApplicationParts, access: Logger) throws {
    try self.init(parts, access: access, adding: [])
  }

  /// Creates an application with further endpoints.
  init(_ parts: ApplicationParts, access: Logger, adding further: [Endpoint]) throws {
    let (forms, pages) = (parts.forms, parts.pages)
    self.forms = forms
    self.access = access
    accessLog = access.logLevel <= .info ? access.handler as? any AccessLog : nil
    let errors = ErrorAnswers(log: parts.log) { pages.matrixRenewal(in: $0) }
    runner = HandlerRunner(parts.systems, errors)
    // More threads than database connections would only wait for a connection.
    waiting = parts.services.isRemote ? WorkerPool("valence.requests", width: 32, capacity: 1024) : nil
    let rules = parts.options.rules
    let limits = RequestLimits(person: rules.perPerson, address: rules.perAddress, parts.metrics.registry)
    authentication = Authentication(auth: parts.services.auth, limits: limits)
    crossOrigin = rules.crossOrigin.origins.isEmpty ? nil : rules.crossOrigin
    compression = Compression(isOn: rules.compresses)
    let endpoints = try Endpoints.all(of: parts, errors: errors) + further
    self.endpoints = endpoints + [OpenAPI.endpoint(describing: endpoints)]
    routes = RouteMetrics.all(
      of: self.endpoints.map { ($0.method.name, $0.pattern) }, in: parts.metrics.registry)
    outcomes = OutcomeMetrics(self.endpoints, parts.metrics.registry)
    deprecations = Deprecations(self.endpoints, in: parts.metrics.registry)
    methods = Set(self.endpoints.map(\.method)).union([.head, .options]).sorted().map(\.name).joined(separator: ", ")
    paths = LoggedPaths(patterns: self.endpoints.map(\.pattern)) { forms.catalog[$0] != nil }
    table = try Router(self.endpoints.map { RouteEntry($0.method, $0.pattern, $0) }).table
  }

  /// The maximum body length in bytes by path prefix, for bodies that are read before
  /// authentication.
  package static let bodyLimits = [(prefix: CallbackEndpoints.prefix, limit: CallbackEndpoints.bodyLimit)]

  /// Returns the OpenAPI document of the endpoints as JSON.
  package func document() throws -> [UInt8] { try OpenAPI.document(of: endpoints) }

  /// Returns the reply to a request: a response or a job that produces one.
  ///
  /// Never throws. Does not wait for a remote database on the calling thread.
  package func respond(to request: Request) -> Reply {
    // A rejected request needs no database. It is answered immediately, because the server closes
    // the connection after the response and would not send a later one. The health endpoints use a
    // separate thread for their reads.
    guard let waiting, request.refusal == nil, !ServerEndpoints.health.contains(request.path) else {
      return CurrentRequest.with(request.mark) { answer(to: request) }
    }
    // Try without a database first, which avoids a change of threads.
    if asksNoDatabase(request), let reply = CurrentRequest.with(request.mark, { answerWithoutWaiting(to: request) }) {
      return reply
    }
    return .later(
      Job { done in
        let isTaken = waiting.run {
          switch CurrentRequest.with(request.mark, { self.answer(to: request) }) {
          case .now(let response): done(response)
          case .later(let job): job.start(done)
          }
        }
        if !isTaken { done(self.overloaded(request)) }
      })
  }

  /// Returns the response to a request that the full queue of `waiting` rejected.
  private func overloaded(_ request: Request) -> Response {
    let language = request.header("Accept-Language").map { Language(accepting: $0) } ?? .standard
    return finished(
      runner.errors.response(for: Overloaded(), request, language), of: request, at: endpoints.count, in: language)
  }

  /// True if a request is expected to need no database: an evaluation of a self-contained operation
  /// in its active version, by a caller whose session is cached.
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

  /// Returns the reply; nil if it needs a blocking database call. In that case the only effect is
  /// that the request was counted against its rate limits.
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
          let mark = request.mark
          CurrentRequest.with(mark) {
            job.start { response in
              CurrentRequest.with(mark) { done(self.finished(response, of: request, at: place, in: language)) }
            }
          }
        })
    }
  }

  /// Returns the reply, and sets `place` to the index of the matching endpoint.
  private func reply(to request: Request, _ language: Language, _ place: inout Int) -> Reply {
    do {
      if let refusal = request.refusal { throw Problem(refusal) }
      return try route(request, language, &place)
    } catch {
      // The request runs again on a thread that may block, so this failure is not an error and is
      // not logged.
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
      // `OPTIONS *` applies to the whole server (RFC 9110, 9.3.7).
      if request.path == "*", request.method == .options {
        return .now(Response(status: 204, headers: [("Allow", methods)]))
      }
      if let page = MissingPage.response(to: request, in: language) { return .now(page) }
      throw Problem(.notFound)
    }
  }

  /// Registered methods that no endpoint supports. They get 405, not 501 (RFC 9110, 9.1).
  private static let known: Set = ["TRACE", "CONNECT", "QUERY"]

  /// Rejects an unregistered method with 501. A 405 would mean that the server recognizes the
  /// method.
  private func requireKnown(_ method: Method) throws(Problem) {
    if case .other(let name) = method, !Self.known.contains(name) { throw Problem(.unknownMethod) }
  }

  /// Rejects a body with a content coding such as gzip, which the server does not decode.
  private func requirePlain(_ request: Request) throws(Problem) {
    guard let coding = request.headerBytes("Content-Encoding"), !request.body.isEmpty,
      !coding.elementsEqual("identity".utf8, by: { $0 | 0x20 == $1 })
    else { return }
    throw Problem(.unsupportedContentEncoding).header("Accept-Encoding", "identity")
  }

  /// Headers that restrict how a browser uses a response.
  ///
  /// - `nosniff`: the browser does not guess the media type.
  /// - `Content-Security-Policy`: a response opened as a page loads and runs nothing, and cannot be
  ///   framed.
  /// - `Referrer-Policy`: pages opened from the response do not receive its address.
  private static let pageHeaders = [
    ("X-Content-Type-Options", "nosniff"),
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"), ("Referrer-Policy", "no-referrer"),
  ]

  /// Completes a response: precondition, compression, headers, CORS, metrics and access log.
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
    // Only a script can receive a 200 to a POST, because the endpoints reject the content types of
    // HTML forms. A browser does not display, frame or execute such a response, so the headers
    // would have no effect.
    if request.method != .post || response.status != 200 {
      // Pages of the web client set their own policy.
      let own = response.headers.contains { $0.0 == WebEndpoints.policy.0 }
      response.headers += own ? Self.pageHeaders.filter { $0.0 != WebEndpoints.policy.0 } : Self.pageHeaders
    }
    deprecations.mark(&response, at: place)
    if let crossOrigin { crossOrigin.mark(&response, to: request) }
    let path = paths.logged(request.path, at: place, status: response.status)
    if let outcome = response.note as? RequestOutcome {
      outcomes.count(outcome, at: place)
      if outcome.lacksOperation, let id = LoggedPaths.operation(in: path) {
        response.note = RequestOutcome(outcome, of: id)
      }
    }
    let line = AccessLine(request, path: path, trace: CurrentRequest.mark?.trace, response: response)
    routes[place].count(status: line.status, microseconds: line.microseconds)
    if accessLog?.record(line) == nil {
      access.log(level: line.level, "request", metadata: ["line": .stringConvertible(line)])
    }
    return response
  }
}

extension Request {
  /// The ids of this request in log lines.
  var mark: CurrentRequest.Mark {
    CurrentRequest.Mark(id: id, trace: header("traceparent").flatMap { TraceContext(header: $0)?.id })
  }
}

/// The origins whose pages may read responses (CORS, Fetch standard).
///
/// Pages authenticate with a bearer token. The server does not accept cookies or credentials stored
/// by the browser. Without configured origins no response has a CORS header.
package struct CrossOrigin: Sendable {
  /// The origins, such as `https://bank.example`.
  let origins: Set<String>

  package init(_ origins: Set<String> = []) { self.origins = origins }

  /// True if the text is an origin: `http` or `https`, a lowercase host and an optional port.
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

  /// Adds the CORS headers for the request's origin. The response to a preflight also gets the
  /// allowed methods and headers.
  ///
  /// Every response gets `Vary: Origin`. An origin that is not configured gets no other header.
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

  /// Request headers that endpoints read and for which a browser needs a preflight.
  private static let taken =
    "Accept-Atoms, Authorization, Client-Version, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, "
    + "X-Request-Id"
  /// Response headers that pages may read, in addition to the headers that CORS always allows.
  private static let exposed =
    "Allow, Deprecation, ETag, Last-Event-ID, Location, Retry-After, Sunset, WWW-Authenticate, X-Request-Id"
}
