import JSON
import Platform
import Synchronization

/// A request of the client.
struct RelayedRequest: Sendable {
  let method: String
  /// The path with the query.
  let target: String
  let headers: [HeaderLine]
  let body: [UInt8]

  var path: String { String(target.prefix { $0 != "?" }) }
}

/// A complete answer.
struct RelayedAnswer: Sendable {
  let status: Int
  var headers: [HeaderLine]
  var body: [UInt8]
}

/// The session to which a request belongs.
struct RelayedSession: Sendable {
  let faults: [ScriptedFault]
  let log: ExchangeLog
  /// Puts the operations of a folder in service.
  let change: @Sendable (String) -> Void
}

/// Forwards requests to the server and applies the faults of sessions.
final class ExchangeRelay: Sendable {
  private let server: UInt16
  /// The time after which an awaited answer is no longer awaited.
  private let patience: Duration
  /// Returns the session of a request, or an answer in place of the server's.
  private let route: @Sendable (RelayedRequest) -> Route
  private let upstreams = Mutex<[ObjectIdentifier: StreamSocket]>([:])

  /// What happens to a request.
  enum Route: Sendable {
    case forward(RelayedSession)
    case answer(RelayedAnswer)
  }

  init(to server: UInt16, patience: Duration, route: @escaping @Sendable (RelayedRequest) -> Route) {
    self.server = server
    self.patience = patience
    self.route = route
  }

  /// Ends the open requests to the server.
  func stop() { for socket in upstreams.withLock({ Array($0.values) }) { socket.end() } }

  /// Answers a request. Returns false if the connection must be closed.
  func answer(_ request: RelayedRequest, to client: StreamSocket) -> Bool {
    switch route(request) {
    case .answer(let answer): return Self.send(answer, to: request, over: client)
    case .forward(let session):
      return RelayedExchange(session, request, patience: patience).answer(from: server, to: client) { socket, isOpen in
        upstreams.withLock { $0[ObjectIdentifier(socket)] = isOpen ? socket : nil }
      }
    }
  }

  /// Sends a complete answer. Returns false if the connection is broken.
  static func send(_ answer: RelayedAnswer, to request: RelayedRequest, over client: StreamSocket) -> Bool {
    var head = "HTTP/1.1 \(answer.status) \(answer.status < 400 ? "OK" : "Error")\r\n"
    for line in answer.headers { head += "\(line.name): \(line.value)\r\n" }
    if answer.status != 204, answer.status != 304, request.method != "HEAD" {
      head += "Content-Length: \(answer.body.count)\r\n"
    }
    return client.send(Array("\(head)\r\n".utf8) + answer.body)
  }
}
