import Atoms
package import HTTP
import JSON
package import Logging
import Operations
import Services

/// The whole server as one function: a request in, an answer now or later out. The daemon calls it, and so do tests.
package final class Application: Sendable {
  private let bank: Bank
  private let router: Router<Endpoint>
  private let access: Logger
  private let errors: ErrorAnswers
  /// The endpoints, for the OpenAPI document and its test.
  let endpoints: [Endpoint]

  /// An application over a bank; `access` gets one line per request.
  package init(_ bank: Bank, access: Logger) throws {
    self.bank = bank
    self.access = access
    errors = ErrorAnswers(log: bank.log)
    let endpoints = Endpoints.all(of: bank, errors: errors)
    self.endpoints = endpoints + [try OpenAPI.endpoint(describing: endpoints)]
    router = try Router(self.endpoints.map { Route($0.method, $0.pattern, $0) })
  }

  /// The OpenAPI document of the endpoints, as JSON.
  package func document() throws -> [UInt8] { try OpenAPI.document(of: endpoints) }

  /// Answers a request, or says how the answer will be worked out. Never throws, never blocks.
  package func respond(to request: Request) -> Reply {
    let language = Language(accepting: request.header("Accept-Language"))
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
    switch router.match(request.method, request.path) {
    case .found(let endpoint, let parameters):
      let call = Call(
        request: request, parameters: parameters, language: language,
        identity: endpoint.access == .person ? try authenticated(request) : nil)
      try endpoint.checkQuery(request)
      return try bank.answering(call, errors, endpoint.handle)
    case .methodNotAllowed(let allowed):
      let names = allowed.map(\.name).joined(separator: ", ")
      if request.method == .options { return .now(Response(status: 204, headers: [("Allow", names)])) }
      throw Problem(.methodNotAllowed).header("Allow", names)
    case .notFound: throw Problem(.notFound)
    }
  }

  private func authenticated(_ request: Request) throws -> Caller {
    guard let header = request.header("Authorization") else { throw Problem(.unauthorized) }
    // The scheme ignores case (RFC 9110, 11.1).
    var units = header.utf8.makeIterator()
    for expected in Self.scheme {
      guard let byte = units.next(), byte | 0x20 == expected else { throw Problem(.unauthorized) }
    }
    var length = Self.scheme.count
    while units.next() == UInt8(ascii: " ") { length += 1 }
    let token = String(header[header.utf8.index(header.startIndex, offsetBy: length)...])
    guard let caller = try bank.services.auth.authenticate(token) else { throw Problem(.unauthorized) }
    return caller
  }

  /// The scheme of a bearer token and the blank behind it.
  private static let scheme = Array("bearer ".utf8)

  private func finished(_ response: Response, of request: Request) -> Response {
    var response = response
    response.headers.append(("X-Request-Id", request.id))
    access.info("request", metadata: ["line": .stringConvertible(AccessLine(request, response))])
    return response
  }
}
