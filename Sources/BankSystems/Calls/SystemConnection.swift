import FoundationEssentials
package import HTTPClient
import Synchronization

/// A connection to a system, over HTTP or to its recorded answers.
package protocol SystemConnection: AnyObject, Sendable {
  /// Sends a request and calls `then` exactly once, on any thread.
  func ask(
    _ request: SystemRequest.Rendered, for asker: SystemAsker,
    then: @escaping @Sendable (Result<OutboundResponse, OutboundFailure>) -> Void)
  /// True while the circuit breaker of any purpose is open for all persons.
  var isCircuitOpen: Bool { get }
  /// Returns true while the circuit breaker of that purpose is open for all persons.
  func isCircuitOpen(for purpose: SystemCaller.Purpose) -> Bool
  /// The counts since the start.
  var counts: SystemClient.Counts { get }
  /// The last address that the address policy refused, or its network, as `--services-allow` takes
  /// it; nil if it refused none.
  var refusedNetwork: String? { get }
}

extension SystemConnection {
  /// Returns the option that prevents a failure; nil if none is known.
  package func remedy(for failure: OutboundFailure) -> String? {
    failure == .refusedAddress ? refusedNetwork.map { "--services-allow \($0)" } : nil
  }
}

/// The context of a request: the caller, the timeout and the trace.
package struct SystemAsker: Sendable {
  /// The person whose share of the limits is used, and the purpose of the request.
  package var caller: SystemCaller
  /// The timeout of the whole request.
  var timeout: Duration
  /// True if `timeout` is shorter than the service file and the time limit of a whole request
  /// allow.
  var isHurried = false
  /// The trace of the request.
  var trace: TraceContext
  /// True if the request must not reach the system twice.
  var isOnce = false

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
  /// The settings with resolved references.
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
    /// The timeout of one request, and of one token request, in milliseconds.
    var timeout: Int
    var limits: SystemLimits
  }

  let settings: Settings
  private let remote: SystemClient
  private let credentials: ClientCredentials?
  private let security: OutboundClient.Settings
  private let refused = Mutex<String?>(nil)

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
  package var refusedNetwork: String? { refused.withLock { $0 } }

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
    outbound.onRefusal = { [weak self] address in
      self?.refused.withLock { $0 = AddressPolicy.network(toAllow: address) }
    }
    remote.ask(
      outbound, repeatable: request.method == "GET", for: asker.caller, isHurried: asker.isHurried, with: credentials,
      then: then)
  }
}

extension BankSystem {
  /// Returns the settings with resolved references. Throws the first reference without a value, or
  /// the fault of the resolved address.
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
  /// The minimum length of a callback secret in bytes.
  private static let shortestKey = 24

  /// Returns the keys that verify callbacks, the current one first.
  ///
  /// A secret is `whsec_` followed by base64, as in Standard Webhooks, or any other text. Throws
  /// the reference of the current secret if it has no value, and the reason if a secret cannot be
  /// used. A previous secret without a value is ignored.
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
        throw .secret("the callback secret has invalid base64 after `whsec_`")
      }
      key = Array(data)
    } else {
      key = Array(text.utf8)
    }
    guard key.count >= shortestKey else { throw .secret("the callback secret has fewer than \(shortestKey) bytes") }
    return key
  }
}
