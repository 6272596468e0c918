import HTTPServer
import Services

/// Authenticates requests by their bearer tokens and enforces request rates.
struct Authentication: Sendable {
  let auth: Auth
  /// The request rates of persons and addresses.
  let limits: RequestLimits

  /// Returns the caller. If the endpoint also admits unauthenticated requests, returns the problem
  /// to throw if a caller is required.
  ///
  /// Counts the request against the rate of the person or, for unauthenticated requests to limited
  /// endpoints, of the address.
  ///
  /// - Throws:
  ///   - 401 if the endpoint requires a caller and the token is missing or invalid.
  ///   - 403 if the caller has none of the endpoint's roles.
  ///   - 429 if the rate is exceeded.
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

  /// Returns the bearer token of a request; nil if absent.
  @inline(__always)
  private static func token(of request: Request) -> ArraySlice<UInt8>? {
    guard let header = request.headerBytes("Authorization") else { return nil }
    // The scheme is case-insensitive (RFC 9110, 11.1).
    guard header.count > scheme.count, zip(header, scheme).allSatisfy({ $0 | 0x20 == $1 }) else { return nil }
    return header.dropFirst(scheme.count).drop { $0 == UInt8(ascii: " ") }
  }

  /// The problem to throw if an unauthenticated request turns out to require a caller.
  private static let stranger = Problem(.unauthorized)

  /// The authentication scheme and the space after it.
  private static let scheme = Array("bearer ".utf8)

  /// True if the caller of a request is cached, so that authentication does not read the database.
  func remembersCaller(of request: Request) -> Bool {
    guard let token = Self.token(of: request) else { return false }
    return auth.remembers(token)
  }
}
