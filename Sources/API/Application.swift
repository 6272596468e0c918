import Atoms
package import HTTP
import JSON
package import Logging
import Operations
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
  /// What of a path is logged.
  private let paths: LoggedPaths
  /// The endpoints, for the OpenAPI document and its test.
  let endpoints: [Endpoint]

  /// An application over a bank; `access` gets one line per request.
  package init(_ bank: Bank, access: Logger) throws {
    self.bank = bank
    self.access = access
    accessLog = access.logLevel <= .info ? access.handler as? any AccessLog : nil
    errors = ErrorAnswers(log: bank.log) { bank.matrixRenewal(in: $0) }
    let endpoints = Endpoints.all(of: bank, errors: errors)
    self.endpoints = endpoints + [try OpenAPI.endpoint(describing: endpoints)]
    paths = LoggedPaths(of: self.endpoints) { bank.catalog[$0] != nil }
    table = try Router(self.endpoints.map { Route($0.method, $0.pattern, $0) }).table
  }

  /// The OpenAPI document of the endpoints, as JSON.
  package func document() throws -> [UInt8] { try OpenAPI.document(of: endpoints) }

  /// Answers a request, or says how the answer will be worked out. Never throws, never blocks.
  package func respond(to request: Request) -> Reply {
    CurrentRequest.with(request.id) { answer(to: request) }
  }

  private func answer(to request: Request) -> Reply {
    let language = request.header("Accept-Language").map { Language(accepting: $0) } ?? .standard
    switch reply(to: request, language) {
    case .now(let response): return .now(finished(response, of: request))
    case .later(let job):
      return .later(Job { done in job.start { response in done(self.finished(response, of: request)) } })
    }
  }

  private func reply(to request: Request, _ language: Language) -> Reply {
    do {
      if let refusal = request.refusal { throw Problem(refusal) }
      return try route(request, language)
    } catch {
      return .now(errors.response(for: error, request, language))
    }
  }

  private func route(_ request: Request, _ language: Language) throws -> Reply {
    switch table.match(request.method, request.path) {
    case .found(let route, let parameters):
      let endpoint = endpoints[route]
      let clients = bank.clients
      if !clients.minimum.isEmpty, !endpoint.document.anyClient {
        try clients.require(clients.minimum, of: ClientHeaders.client(of: request))
      }
      let call = Call(
        request: request, parameters: parameters, language: language,
        identity: try identity(of: request, for: endpoint.access))
      try endpoint.checkQuery(request)
      return try bank.answering(call, errors, endpoint.handle)
    case .methodNotAllowed(let allowed):
      let names = allowed.map(\.name).joined(separator: ", ")
      if request.method == .options { return .now(Response(status: 204, headers: [("Allow", names)])) }
      throw Problem(.methodNotAllowed).header("Allow", names)
    case .notFound: throw Problem(.notFound)
    }
  }

  private func identity(of request: Request, for access: Endpoint.Access) throws -> Caller? {
    switch access {
    case .open: return nil
    case .loggedIn, .person, .operator, .personOrOperator, .core: return try authenticated(request, for: access)
    case .anybody:
      // Whoever logs in again may still send the token that has expired.
      do {
        return try authenticated(request, for: access)
      } catch let problem as Problem where problem.type.status == 401 {
        return nil
      }
    }
  }

  private func authenticated(_ request: Request, for access: Endpoint.Access) throws -> Caller {
    guard let header = request.headerBytes("Authorization") else { throw Problem(.unauthorized) }
    // The scheme ignores case (RFC 9110, 11.1).
    guard header.count > Self.scheme.count, zip(header, Self.scheme).allSatisfy({ $0 | 0x20 == $1 }) else {
      throw Problem(.unauthorized)
    }
    let token = header.dropFirst(Self.scheme.count).drop { $0 == UInt8(ascii: " ") }
    guard let caller = try bank.services.auth.authenticate(token) else { throw Problem(.unauthorized) }
    try access.require(caller)
    return caller
  }

  /// The scheme of a bearer token and the blank behind it.
  private static let scheme = Array("bearer ".utf8)

  private func finished(_ response: consuming Response, of request: Request) -> Response {
    response.headers.append(("X-Request-Id", request.id))
    let line = AccessLine(
      request, path: paths.logged(request.path), status: response.status, bytes: response.body.count)
    if accessLog?.record(line) == nil {
      access.info("request", metadata: ["line": .stringConvertible(line)])
    }
    return response
  }
}
