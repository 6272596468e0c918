import FoundationEssentials
package import HTTPClient

/// The way to a system: over HTTP, or to its recorded answers.
package protocol SystemConnection: AnyObject, Sendable {
  /// Asks the system, and calls `then` once, on any thread.
  func ask(
    _ request: SystemRequest.Rendered, for asker: SystemAsker,
    then: @escaping @Sendable (Result<OutboundResponse, OutboundFailure>) -> Void)
  /// True while the circuit breaker of a purpose is open for everybody.
  var isCircuitOpen: Bool { get }
  /// Returns true while the circuit breaker of that purpose is open for everybody.
  func isCircuitOpen(for purpose: SystemCaller.Purpose) -> Bool
  /// The counts since the start.
  var counts: SystemClient.Counts { get }
}

/// The circumstances of a question: who waits for it, and how long.
package struct SystemAsker: Sendable {
  /// The person whose share of the limits it takes, and the purpose of the request.
  package var caller: SystemCaller
  /// The time for the whole question.
  var timeout: Duration
  /// True if that is less than the service file, and the time of a whole request, give the system.
  var isHurried = false
  /// The trace that it belongs to.
  var trace: TraceContext
  /// True if the request must not reach the system twice.
  var isOnce = false

  /// Creates the circumstances of a question.
  package init(
    caller: SystemCaller, timeout: Duration, isHurried: Bool = false, trace: TraceContext, isOnce: Bool = false
  ) {
    self.caller = caller
    self.timeout = timeout
    self.isHurried = isHurried
    self.trace = trace
    self.isOnce = isOnce
  }
}

/// A system over HTTP.
package final class HTTPBankSystem: SystemConnection {
  /// The settings with the values of their references.
  package struct Settings: Equatable {
    enum Authentication: Equatable {
      case none
      case headers([String])
      case credentials(at: String, id: String, secret: String, scope: String?)
    }

    package var address: String
    var authentication: Authentication
    var authorities: String?
    package var certificate: String?
    var key: String?
    /// Milliseconds for one question, and for one token.
    var timeout: Int
    var limits: SystemLimits
  }

  let settings: Settings
  private let remote: SystemClient
  private let credentials: ClientCredentials?
  private let security: OutboundClient.Settings

  package init(_ name: String, _ settings: Settings, _ client: OutboundClient) {
    self.settings = settings
    remote = SystemClient(name, client, limits: settings.limits)
    var security = OutboundClient.Settings()
    security.authorities = settings.authorities
    if let certificate = settings.certificate, let key = settings.key { security.identity = (certificate, key) }
    self.security = security
    if case .credentials(let address, let id, let secret, let scope) = settings.authentication {
      credentials = ClientCredentials(
        id: id, secret: secret, scope: scope, at: address, client, timeout: .milliseconds(settings.timeout),
        security: security)
    } else {
      credentials = nil
    }
  }

  package var isCircuitOpen: Bool { remote.isCircuitOpen }
  package func isCircuitOpen(for purpose: SystemCaller.Purpose) -> Bool { remote.isCircuitOpen(for: purpose) }
  package var counts: SystemClient.Counts { remote.counts }

  package func ask(
    _ request: SystemRequest.Rendered, for asker: SystemAsker,
    then: @escaping @Sendable (Result<OutboundResponse, OutboundFailure>) -> Void
  ) {
    var headers = request.headers.map { (name: $0[0], value: $0[1]) }
    if !headers.contains(where: { $0.name.lowercased() == "accept" }) { headers.append(("Accept", "application/json")) }
    headers.append(("traceparent", asker.trace.child))
    if request.body != nil { headers.append(("Content-Type", "application/json")) }
    if case .headers(let lines) = settings.authentication {
      for pair in stride(from: 0, to: lines.count, by: 2) { headers.append((lines[pair], lines[pair + 1])) }
    }
    guard
      var outbound = try? OutboundRequest(
        request.method, settings.address + request.target, headers: headers, body: request.body)
    else { return then(.failure(.broken)) }
    outbound.timeout = asker.timeout
    outbound.isOnce = asker.isOnce
    outbound.security = security
    remote.ask(
      outbound, repeatable: request.method == "GET", for: asker.caller, isHurried: asker.isHurried, with: credentials,
      then: then)
  }
}

extension BankSystem {
  /// Returns the settings with the values of their references. Throws the first reference without a value, or the
  /// reason why the resolved address is invalid.
  package func settings(_ environment: [String: String]) throws(Reference.Missing) -> HTTPBankSystem.Settings {
    let authentication: HTTPBankSystem.Settings.Authentication
    switch self.authentication {
    case nil: authentication = .none
    case .bearer(let token): authentication = .headers(["Authorization", "Bearer \(try token.value(environment))"])
    case .basic(let user, let password):
      let pair = Data("\(try user.value(environment)):\(try password.value(environment))".utf8)
      authentication = .headers(["Authorization", "Basic \(pair.base64EncodedString())"])
    case .headers(let headers):
      var lines: [String] = []
      for header in headers { lines += [header.name, try header.value.value(environment)] }
      authentication = .headers(lines)
    case .clientCredentials(let at, let id, let secret, let scope):
      authentication = .credentials(
        at: try at.value(environment), id: try id.value(environment), secret: try secret.value(environment),
        scope: scope)
    }
    var address = try self.address.value(environment)
    if let fault = SystemAddress.fault(of: address) { throw .address(fault) }
    while address.hasSuffix("/") { address.removeLast() }
    return HTTPBankSystem.Settings(
      address: address, authentication: authentication, authorities: try transport.authorities?.value(environment),
      certificate: try transport.certificate?.value(environment), key: try transport.key?.value(environment),
      timeout: timeout, limits: limits)
  }
}

extension BankSystem {
  /// The fewest bytes of a secret for callbacks.
  private static let shortestKey = 24

  /// Returns the keys by which callbacks are verified, the present one first.
  ///
  /// A secret is `whsec_` with base64, as in Standard Webhooks, or any other text. Throws the reference of the present
  /// one if it has no value, and the reason why a secret is none; the former one may have no value.
  func callbackKeys(_ environment: [String: String]) throws(Reference.Missing) -> [[UInt8]] {
    guard let callbacks else { return [] }
    var keys = [try Self.key(try callbacks.present.value(environment))]
    if let former = callbacks.former, let text = try? former.value(environment) { keys.append(try Self.key(text)) }
    return keys
  }

  private static func key(_ text: String) throws(Reference.Missing) -> [UInt8] {
    let prefix = "whsec_"
    let key: [UInt8]
    if text.hasPrefix(prefix) {
      guard let data = Data(base64Encoded: String(text.dropFirst(prefix.count))) else {
        throw .secret("what follows `whsec_` in the secret of callbacks is no base64")
      }
      key = Array(data)
    } else {
      key = Array(text.utf8)
    }
    guard key.count >= shortestKey else { throw .secret("the secret of callbacks has fewer than \(shortestKey) bytes") }
    return key
  }
}
