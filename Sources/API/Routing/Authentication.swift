import HTTPServer
import Services

/// Finds the callers of requests by their bearer tokens, and counts requests against their limits.
struct Authentication: Sendable {
  /// The sessions.
  let auth: Auth
  /// The request rates of persons and addresses.
  let limits: RequestLimits

  /// Returns the caller, or the problem of an unauthenticated request if the endpoint admits those too.
  ///
  /// It counts the request against the rate of the person or, unless the endpoint is unlimited, of the address. Throws
  /// - 401 if the endpoint needs a caller and the token is missing or invalid,
  /// - 403 if the caller has none of the endpoint's roles,
  /// - 429 if the rate is exceeded.
  func identity(of request: Request, for endpoint: Endpoint) throws -> Result<Caller, Problem> {
    let identity: Result<Caller, Problem>
    switch endpoint.access {
    case .open: identity = .failure(Self.stranger)
    case .loggedIn, .person, .operator, .personOrOperator, .core, .anybody:
      do {
        identity = .success(try authenticated(request, for: endpoint))
      } catch let problem as Problem where problem.type.status == 401 {
        // A client that logs in again may still send its expired token.
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

  private func authenticated(_ request: Request, for endpoint: Endpoint) throws -> Caller {
    guard let token = Self.token(of: request) else { throw Problem(.unauthorized) }
    guard let caller = try auth.authenticate(token, isUse: endpoint.document.isUse) else {
      throw Problem.invalidToken
    }
    try limits.take(caller, request)
    try endpoint.access.require(caller)
    return caller
  }

  /// The bearer token of a request; nil without one.
  @inline(__always)
  private static func token(of request: Request) -> ArraySlice<UInt8>? {
    guard let header = request.headerBytes("Authorization") else { return nil }
    // The scheme is case-insensitive (RFC 9110, 11.1).
    guard header.count > scheme.count, zip(header, scheme).allSatisfy({ $0 | 0x20 == $1 }) else { return nil }
    return header.dropFirst(scheme.count).drop { $0 == UInt8(ascii: " ") }
  }

  /// The problem of an endpoint without authentication that turns out to need a caller.
  private static let stranger = Problem(.unauthorized)

  /// The scheme of a bearer token and the space after it.
  private static let scheme = Array("bearer ".utf8)

  /// True if the caller of a request is known without reading the database.
  func remembersCaller(of request: Request) -> Bool {
    guard let token = Self.token(of: request) else { return false }
    return auth.remembers(token)
  }
}
