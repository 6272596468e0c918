import Texts
import Dispatch
import FoundationEssentials
import JSON
import Synchronization

/// Access tokens for another system, by the client credentials grant of OAuth 2.0 (RFC 6749, 4.4).
///
/// One request fetches a token for all waiting callers. The token is renewed before it expires.
/// During the renewal, callers continue to use the old token, even if the authorization server does
/// not respond.
package final class ClientCredentials: Sendable {
  private typealias Given = @Sendable (Result<String, OutboundFailure>) -> Void

  /// A caller that waits for a token. Called once, with the token or at its deadline.
  private final class Waiting: Sendable {
    private let then: Given
    private let isGiven = Atomic(false)

    init(_ then: @escaping Given) { self.then = then }

    func give(_ result: Result<String, OutboundFailure>) {
      if !isGiven.exchange(true, ordering: .acquiringAndReleasing) { then(result) }
    }
  }

  private struct Held {
    let token: String
    /// The expiry of the token and the time from which it is renewed, in nanoseconds of `now`.
    let end: UInt64
    let renewal: UInt64
  }

  private struct State {
    var held: Held?
    var isFetching = false
    var waiting: [Waiting] = []
  }

  private let request: OutboundRequest?
  private let client: OutboundClient
  private let now: @Sendable () -> UInt64
  private let state = Mutex(State())

  /// Creates the token source of a client of the authorization server at `url`.
  ///
  /// - Parameters:
  ///   - timeout: The time limit of one token request.
  ///   - now: A monotonic clock in nanoseconds.
  package init(
    id: String, secret: String, scope: String? = nil, at url: String, _ client: OutboundClient,
    timeout: Duration = .seconds(2), security: OutboundClient.Settings? = nil,
    now: @escaping @Sendable () -> UInt64 = { DispatchTime.now().uptimeNanoseconds }
  ) {
    (self.client, self.now) = (client, now)
    let body = "grant_type=client_credentials" + (scope.map { "&scope=\(percentEncoded($0))" } ?? "")
    // The id and the secret are form-encoded before they are joined (RFC 6749, 2.3.1).
    let pair = Data("\(percentEncoded(id)):\(percentEncoded(secret))".utf8).base64EncodedString()
    var request = try? OutboundRequest(
      "POST", url,
      headers: [
        ("Authorization", "Basic \(pair)"), ("Content-Type", "application/x-www-form-urlencoded"),
        ("Accept", "application/json"),
      ], body: Array(body.utf8))
    request?.timeout = timeout
    request?.security = security
    self.request = request
  }

  /// Calls `then` once, on any thread, with a token that is valid now.
  ///
  /// - Fails with `token` if the authorization server returns no token.
  /// - Fails with `timeout` if no token arrives within `time`.
  /// - Fails with `stopped` if the client was stopped.
  package func token(within time: Duration, _ then: @escaping @Sendable (Result<String, OutboundFailure>) -> Void) {
    let now = now()
    let waiting = Waiting(then)
    let (ready, begins) = state.withLock { state -> (String?, Bool) in
      let valid = state.held.flatMap { now < $0.end ? $0 : nil }
      let begins = !state.isFetching && (valid.map { now >= $0.renewal } ?? true)
      if begins { state.isFetching = true }
      if valid == nil { state.waiting.append(waiting) }
      return (valid?.token, begins)
    }
    if let ready {
      waiting.give(.success(ready))
    } else {
      let end = DispatchTime.now() + .nanoseconds(Int(clamping: time.nanoseconds))
      DispatchQueue.global().asyncAfter(deadline: end) { waiting.give(.failure(.timeout)) }
    }
    if begins { fetch() }
  }

  /// Discards a token that the system rejected, so that the next caller receives a new one.
  package func refuse(_ token: String) {
    state.withLock { if $0.held?.token == token { $0.held = nil } }
  }

  private func fetch() {
    guard let request else { return take(.failure(.token)) }
    client.send(request) { [self] result in take(result.mapError { $0 == .stopped ? $0 : .token }.flatMap(held)) }
  }

  private func take(_ result: Result<Held, OutboundFailure>) {
    let waiting = state.withLock { state in
      if case .success(let held) = result { state.held = held }
      state.isFetching = false
      defer { state.waiting = [] }
      return state.waiting
    }
    for caller in waiting { caller.give(result.map(\.token)) }
  }

  /// Reads a token response (RFC 6749, 5.1). Without `expires_in`, the token expires in five
  /// minutes.
  private func held(_ response: OutboundResponse) -> Result<Held, OutboundFailure> {
    guard response.status == 200, let body = response.document?.object,
      let token = body["access_token"]?.string, !token.isEmpty,
      token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), body["token_type"]?.string?.lowercased() == "bearer"
    else { return .failure(.token) }
    var seconds: UInt64 = 300
    if case .integer(let reported)? = body["expires_in"] { seconds = UInt64(min(max(reported, 0), 86_400 * 366)) }
    let now = now()
    let early = min(seconds / 10, 30)
    return .success(
      Held(token: token, end: now &+ seconds * 1_000_000_000, renewal: now &+ (seconds - early) * 1_000_000_000))
  }
}
