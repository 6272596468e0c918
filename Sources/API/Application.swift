import Atoms
package import HTTP
import JSON
package import Logging
import Operations
import Platform
import Services

/// The whole server as one function: a request in, an answer now or later out. The daemon calls it, and so do tests.
package final class Application: Sendable {
  private let bank: Bank
  /// Where the endpoints are, by their places among them.
  private let table: RouteTable
  private let access: Logger
  /// The same log, where it takes lines as they are.
  private let accessLog: (any AccessLog)?
  private let errors: ErrorAnswers
  private let limits: RequestLimits
  /// Who may read answers; nil is nobody of another origin.
  private let crossOrigin: CrossOrigin?
  /// One for each endpoint, and last one for what no endpoint answered.
  private let routes: [RouteMetrics]
  /// The methods of all endpoints together, as `Allow` names them.
  private let methods: String
  /// What of a path is logged.
  private let paths: LoggedPaths
  /// Threads that may wait for the database; nil where it makes nobody wait.
  private let waiting: WorkerPool?
  /// The endpoints, for the OpenAPI document and its test.
  let endpoints: [Endpoint]

  /// An application over a bank; `access` gets one line per request.
  package init(_ bank: Bank, access: Logger) throws {
    self.bank = bank
    self.access = access
    accessLog = access.logLevel <= .info ? access.handler as? any AccessLog : nil
    errors = ErrorAnswers(log: bank.log) { bank.matrixRenewal(in: $0) }
    // With more at a time than a database has connections they would wait here for each other instead of there.
    waiting = bank.services.mayWait ? WorkerPool("valence.requests", width: 32, capacity: 1024) : nil
    let rules = bank.rules
    limits = RequestLimits(person: rules.perPerson, address: rules.perAddress, bank.metrics.registry)
    crossOrigin = rules.crossOrigin.origins.isEmpty ? nil : rules.crossOrigin
    let endpoints = Endpoints.all(of: bank, errors: errors)
    self.endpoints = endpoints + [try OpenAPI.endpoint(describing: endpoints)]
    routes = RouteMetrics.all(of: self.endpoints, in: bank.metrics.registry)
    methods = Set(self.endpoints.map(\.method)).union([.head, .options]).sorted().map(\.name).joined(separator: ", ")
    paths = LoggedPaths(of: self.endpoints) { bank.catalog[$0] != nil }
    table = try Router(self.endpoints.map { Route($0.method, $0.pattern, $0) }).table
  }

  /// The OpenAPI document of the endpoints, as JSON.
  package func document() throws -> [UInt8] { try OpenAPI.document(of: endpoints) }

  /// Answers a request, or says how the answer will be worked out. Never throws, never blocks.
  package func respond(to request: Request) -> Reply {
    guard let waiting else { return CurrentRequest.with(request.id) { answer(to: request) } }
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

  /// The answer where too many requests wait already.
  private func overloaded(_ request: Request) -> Response {
    let language = request.header("Accept-Language").map { Language(accepting: $0) } ?? .standard
    return finished(
      errors.response(for: Overloaded(), request, language), of: request, at: endpoints.count, in: language)
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

  /// The reply, and the place of the endpoint that gave it.
  private func reply(to request: Request, _ language: Language, _ place: inout Int) -> Reply {
    do {
      if let refusal = request.refusal { throw Problem(refusal) }
      return try route(request, language, &place)
    } catch {
      return .now(errors.response(for: error, request, language))
    }
  }

  private func route(_ request: Request, _ language: Language, _ place: inout Int) throws -> Reply {
    switch table.match(request.method, request.path) {
    case .found(let route, let parameters):
      place = route
      let endpoint = endpoints[route]
      let clients = bank.clients
      if !clients.minimum.isEmpty, !endpoint.document.anyClient {
        try clients.require(clients.minimum, of: ClientHeaders.client(of: request))
      }
      let call = Call(
        request: request, parameters: parameters, language: language,
        identity: try identity(of: request, for: endpoint))
      try requirePlain(request)
      try endpoint.checkQuery(request)
      return try bank.answering(call, errors, endpoint.handle)
    case .methodNotAllowed(let allowed):
      try limits.takeAddress(of: request)
      try requireKnown(request.method)
      let names = allowed.map(\.name).joined(separator: ", ")
      if request.method == .options {
        // RFC 5789, 3.1.
        let patches = allowed.contains(.patch) ? [MediaType.acceptedPatches] : []
        return .now(Response(status: 204, headers: [("Allow", names)] + patches))
      }
      throw Problem(.methodNotAllowed).header("Allow", names)
    case .notFound:
      try limits.takeAddress(of: request)
      try requireKnown(request.method)
      // What is asked of the server as a whole (RFC 9110, 9.3.7).
      if request.path == "*", request.method == .options {
        return .now(Response(status: 204, headers: [("Allow", methods)]))
      }
      throw Problem(.notFound)
    }
  }

  /// Methods that no endpoint has and that are known all the same: 405 says so (RFC 9110, 9.1; QUERY is in the registry too).
  private static let known: Set = ["TRACE", "CONNECT", "QUERY"]

  /// Refuses any other method that no endpoint has: 405 would say that it is known.
  private func requireKnown(_ method: Method) throws(Problem) {
    if case .other(let name) = method, !Self.known.contains(name) { throw Problem(.unknownMethod) }
  }

  /// Refuses a body that is compressed: it would be read as what it is not.
  private func requirePlain(_ request: Request) throws(Problem) {
    guard let coding = request.headerBytes("Content-Encoding"), !request.body.isEmpty,
      !coding.elementsEqual("identity".utf8, by: { $0 | 0x20 == $1 })
    else { return }
    throw Problem(.unsupportedContentEncoding).header("Accept-Encoding", "identity")
  }

  /// Who asks, and may ask once more; or why nobody is known, where the endpoint is open to strangers too.
  private func identity(of request: Request, for endpoint: Endpoint) throws -> Result<Caller, Problem> {
    let identity: Result<Caller, Problem>
    switch endpoint.access {
    case .open: identity = .failure(Self.stranger)
    case .loggedIn, .person, .operator, .personOrOperator, .core, .anybody:
      do {
        identity = .success(try authenticated(request, for: endpoint.access))
      } catch let problem as Problem where problem.type.status == 401 {
        // Whoever logs in again may still send the token that has expired.
        guard endpoint.access == .anybody else {
          try limits.takeAddress(of: request)
          throw problem
        }
        identity = .failure(problem)
      }
    }
    if case .failure = identity, !endpoint.document.isUnlimited { try limits.takeAddress(of: request) }
    return identity
  }

  private func authenticated(_ request: Request, for access: Endpoint.Access) throws -> Caller {
    guard let header = request.headerBytes("Authorization") else { throw Problem(.unauthorized) }
    // The scheme ignores case (RFC 9110, 11.1).
    guard header.count > Self.scheme.count, zip(header, Self.scheme).allSatisfy({ $0 | 0x20 == $1 }) else {
      throw Problem(.unauthorized)
    }
    let token = header.dropFirst(Self.scheme.count).drop { $0 == UInt8(ascii: " ") }
    guard let caller = try bank.services.auth.authenticate(token) else { throw Problem.invalidToken }
    try limits.take(caller, request)
    try access.require(caller)
    return caller
  }

  private static let stranger = Problem(.unauthorized)

  /// The scheme of a bearer token and the blank behind it.
  private static let scheme = Array("bearer ".utf8)

  /// An answer is taken for nothing but what its type says; opened as a page it loads nothing, runs nothing and stands in
  /// no frame, and what is opened from there does not learn where it was.
  private static let pageHeaders = [
    ("X-Content-Type-Options", "nosniff"),
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"), ("Referrer-Policy", "no-referrer"),
  ]

  private func finished(
    _ response: consuming Response, of request: Request, at place: Int, in language: Language
  ) -> Response {
    if let changed = Precondition.refusal(of: response, to: request) {
      response = changed.response(to: request, in: language)
    }
    if !response.body.isEmpty, place >= endpoints.count || endpoints[place].document.isInLanguage,
      response.headers.first?.1 == "application/json"
    {
      response.headers.append(("Content-Language", language.rawValue))
    }
    response.headers.append(("X-Request-Id", request.id))
    // A 200 to a POST was asked for by a script: what a form can send is refused for its type of content. No browser shows
    // it, frames it or takes it for a script or a style, which is all that these headers are about.
    if request.method != .post || response.status != 200 {
      // A page of the server's own says what it may load and run.
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
