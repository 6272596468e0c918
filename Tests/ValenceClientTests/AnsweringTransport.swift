import Foundation
import Synchronization
import ValenceClient

/// A transport with a response for each request; nil loses the request.
final class AnsweringTransport: Transport {
  /// Returns the response to the request with this number among those to its address, from 1.
  typealias Script = @Sendable (_ request: ValenceClient.Request, _ number: Int) -> ValenceClient.Response?
  /// The request was lost.
  struct Lost: Error {}

  private let script: Script
  private let all = Mutex<[ValenceClient.Request]>([])

  init(_ script: @escaping Script) { self.script = script }

  var sent: [ValenceClient.Request] { all.withLock { $0 } }

  /// The bodies of the requests to an address.
  func bodies(to path: String) throws -> [Members] {
    try sent.filter { $0.path == path }.map { request in
      try JSONDecoder().decode(WireValue.self, from: Data(request.body ?? [])).object ?? [:]
    }
  }

  func send(_ request: ValenceClient.Request) async throws -> ValenceClient.Response {
    let number = all.withLock { all in
      all.append(request)
      return all.count { $0.path == request.path }
    }
    guard let response = script(request, number) else { throw Lost() }
    return response
  }

  /// A response with a JSON body.
  static func json(
    _ body: String, status: Int = 200, headers: [String: String] = [:]
  ) -> ValenceClient.Response {
    Response(status: status, headers: headers, body: Array(body.utf8))
  }

  /// The response to an evaluation: states without a change, for the revision of the request.
  static func states(of request: ValenceClient.Request, _ atoms: String = "") -> ValenceClient.Response {
    let text = String(decoding: request.body ?? [], as: UTF8.self)
    let revision = text.firstMatch(of: /"revision":([0-9]+)/)?.output.1 ?? "0"
    return json(#"{"version": "1", "revision": \#(revision), "atoms": {\#(atoms)}}"#)
  }
}

/// A clock whose waiting times pass at once. It records them.
final class PassingClock: Clock {
  struct Instant: InstantProtocol {
    var time: Duration
    func advanced(by duration: Duration) -> Instant { Instant(time: time + duration) }
    func duration(to other: Instant) -> Duration { other.time - time }
    static func < (one: Instant, other: Instant) -> Bool { one.time < other.time }
  }

  private let state = Mutex<(now: Duration, waits: [Duration])>((.zero, []))

  var now: Instant { state.withLock { Instant(time: $0.now) } }
  var minimumResolution: Duration { .zero }
  /// The waiting times so far.
  var waits: [Duration] { state.withLock { $0.waits } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    state.withLock { state in
      state.waits.append(deadline.time - state.now)
      state.now = max(state.now, deadline.time)
    }
    await Task.yield()
  }
}
