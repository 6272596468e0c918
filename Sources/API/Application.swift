import Atoms
package import HTTP
import JSON
package import Logging
import Operations
package import Services

/// The whole server as one function: a request in, an answer now or later out. The daemon calls it, and so do tests.
package final class Application: Sendable {
  private let services: Services
  private let router: Router<Endpoint>
  private let log: Logger
  private let access: Logger
  /// The endpoints, for the OpenAPI document and its test.
  let endpoints: [Endpoint]

  /// An application over these services and operations.
  package init(_ bank: Bank, log: Logger, access: Logger) throws {
    services = bank.services
    self.log = log
    self.access = access
    var endpoints = Endpoints.all(of: bank, log: log)
    endpoints.append(OpenAPI.endpoint(describing: endpoints))
    self.endpoints = endpoints
    router = try Router(endpoints.map { ($0.method, $0.pattern, $0) })
  }

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
      return .now(response(for: error, request, language))
    }
  }

  private func route(_ request: Request, _ language: Language) throws -> Reply {
    switch router.match(request.method, request.path) {
    case .found(let endpoint, let parameters):
      let call = Call(
        request: request, parameters: parameters, language: language,
        identity: endpoint.access == .person ? try authenticated(request) : nil)
      switch try endpoint.handle(call) {
      case .now(let response): return .now(response)
      case .later(let job): return .later(job)
      }
    case .methodNotAllowed(let allowed):
      let names = allowed.map(\.name).joined(separator: ", ")
      if request.method == .options { return .now(Response(status: 204, headers: [("Allow", names)])) }
      throw Problem(.methodNotAllowed).header("Allow", names)
    case .notFound: throw Problem(.notFound)
    }
  }

  /// The answer to an error: its problem, or a bare 500 and a line in the log.
  func response(for error: any Error, _ request: Request, _ language: Language) -> Response {
    let problem: Problem
    if let known = error as? Problem ?? Problem(error) {
      problem = known
    } else {
      log.error("unknown error", metadata: ["requestId": "\(request.id)", "error": "\(error)"])
      problem = Problem(.internalError)
    }
    return problem.response(to: request, in: language)
  }

  private func finished(_ response: Response, of request: Request) -> Response {
    var response = response
    response.headers.append(("X-Request-Id", request.id))
    let elapsed = (ContinuousClock.now - request.arrived).components
    let microseconds = elapsed.seconds * 1_000_000 + elapsed.attoseconds / 1_000_000_000_000
    access.info(
      "request",
      metadata: [
        "requestId": "\(request.id)", "method": "\(request.method.name)", "path": "\(request.path)",
        "status": "\(response.status)", "bytes": "\(response.body.count)", "us": "\(microseconds)",
        "peer": "\(request.peer)",
      ])
    return response
  }
}
