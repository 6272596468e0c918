import Dispatch
import HTTPServer
import Synchronization
import TestBank
import TestClient
import ValenceClient

/// A transport over sockets that loses responses on request.
final class SocketTransport: Transport {
  /// The response or the stream was lost.
  struct Lost: Error {}

  private struct State {
    var sent: [ValenceClient.Request] = []
    var statuses: [Int] = []
    var losing: (ValenceClient.Request) -> Bool = { _ in false }
  }

  private let port: UInt16
  private let state = Mutex(State())

  init(_ server: TestServer) { port = server.port }

  /// Loses the next response to a request with this method and end of the path, after the server
  /// has handled it.
  func loseNextReply(to method: String, endingIn path: String) {
    state.withLock { $0.losing = { $0.method == method && $0.path.hasSuffix(path) } }
  }

  var sent: [ValenceClient.Request] { state.withLock { $0.sent } }
  /// The statuses of the responses, including lost ones.
  var statuses: [Int] { state.withLock { $0.statuses } }

  func send(_ request: ValenceClient.Request) async throws -> ValenceClient.Response {
    let port = port
    let answer = try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(
          with: Result {
            try RawClient(port: port).exchange(
              request.method, request.path, headers: request.headers.map { ($0.key, $0.value) },
              body: request.body.map { String(decoding: $0, as: UTF8.self) } ?? (request.method == "POST" ? "" : nil))
          })
      }
    }
    let isLost = state.withLock { state in
      state.sent.append(request)
      state.statuses.append(answer.status)
      guard state.losing(request) else { return false }
      state.losing = { _ in false }
      return true
    }
    if isLost { throw Lost() }
    return ValenceClient.Response(
      status: answer.status, headers: Dictionary(answer.headers.map { ($0.name, $0.value) }) { $1 }, body: answer.body)
  }
}
