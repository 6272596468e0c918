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

/// Forwards requests to the server and applies the faults of a session.
final class ExchangeRelay: Sendable {
  private let server: UInt16
  private let faults: [ScriptedFault]
  private let log: ExchangeLog
  /// The time after which an awaited answer is no longer awaited.
  private let patience: Duration
  /// Puts the operations of a folder in service.
  private let change: @Sendable (String) -> Void
  private let upstreams = Mutex<[ObjectIdentifier: StreamSocket]>([:])

  init(
    to server: UInt16, _ faults: [ScriptedFault], _ log: ExchangeLog, patience: Duration,
    change: @escaping @Sendable (String) -> Void
  ) {
    self.server = server
    self.faults = faults
    self.log = log
    self.patience = patience
    self.change = change
  }

  /// Ends the open requests to the server.
  func stop() { for socket in upstreams.withLock({ Array($0.values) }) { socket.end() } }

  /// Answers a request. Returns false if the connection must be closed.
  func answer(_ request: RelayedRequest, to client: StreamSocket) -> Bool {
    let point = ExchangePoint(method: request.method, path: request.path)
    let (index, number) = log.begin(point, request.method, request.target, request.headers, request.body)
    let own = faults.filter { $0.concerns(point, number) }
    if !own.isEmpty { log.update(index) { $0.faults = own.map(\.word) } }
    for fault in own {
      switch fault.effect {
      case .version(let name): change(name)
      case .endSession: endSession(of: request)
      case .drop(afterCommit: false): return finish(index, nil)
      case .replace(let replaced):
        let headers =
          [HeaderLine(name: "Content-Type", value: "application/problem+json")]
          + replaced.headers.map { HeaderLine(name: $0.name, value: $0.value) }
        return deliver(
          RelayedAnswer(status: replaced.status, headers: headers, body: replaced.body), request, own, index, client)
      default: break
      }
    }
    guard let server = try? StreamSocket.connected(to: server) else { return finish(index, nil) }
    upstreams.withLock { $0[ObjectIdentifier(server)] = server }
    defer { _ = upstreams.withLock { $0.removeValue(forKey: ObjectIdentifier(server)) } }
    server.send(Self.bytes(of: request))
    var reader = MessageReader(server)
    guard let head = reader.head(), head.words.count >= 2, let status = Int(head.words[1]) else {
      return finish(index, nil)
    }
    if head.headers.first("Content-Type")?.hasPrefix("text/event-stream") ?? false {
      EventRelay(own, index, log).forward(&reader, head, status, to: client)
      return false
    }
    let isEmpty = request.method == "HEAD" || status == 204 || status == 304
    guard let body = isEmpty ? [] : reader.body(of: head, toEnd: true) else { return finish(index, nil) }
    let kept = head.headers.filter {
      !["connection", "transfer-encoding", "content-length"].contains($0.name.lowercased())
    }
    return deliver(RelayedAnswer(status: status, headers: kept, body: body), request, own, index, client)
  }

  /// Applies the faults of the answer and sends it.
  private func deliver(
    _ answer: RelayedAnswer, _ request: RelayedRequest, _ faults: [ScriptedFault], _ index: Int,
    _ client: StreamSocket
  ) -> Bool {
    var answer = answer
    for fault in faults {
      switch fault.effect {
      case .patch(let patch): patched(&answer, patch, index)
      case .delay(let time): _ = log.wait(upTo: time) { _ in false }
      case .delayUntil(let other):
        let isAnswered = log.wait(upTo: patience) { exchanges in
          exchanges.contains { $0.point == other.point && $0.number == other.number && $0.answered != nil }
        }
        if !isAnswered { log.update(index) { $0.faults.append("\(other) was not answered in time") } }
      case .drop: return finish(index, nil)
      default: break
      }
    }
    var head = "HTTP/1.1 \(answer.status) \(Self.reason(answer.status))\r\n"
    for line in answer.headers { head += "\(line.name): \(line.value)\r\n" }
    if answer.status != 204, answer.status != 304, request.method != "HEAD" {
      head += "Content-Length: \(answer.body.count)\r\n"
    }
    // Recorded first, so that a client cannot react to an answer that the log does not have yet.
    _ = finish(index, answer)
    return client.send(Array("\(head)\r\n".utf8) + answer.body)
  }

  private func patched(_ answer: inout RelayedAnswer, _ patch: JSONPatch, _ index: Int) {
    guard let value = try? Value(reading: answer.body) else {
      log.update(index) { $0.faults.append("not patched: the answer is no JSON") }
      return
    }
    do throws(JSONPatch.Failure) {
      var writer = Writer()
      writer.value(try patch.applied(to: value))
      answer.body = writer.bytes
      answer.headers.removeAll { $0.name.lowercased() == "etag" }
    } catch {
      log.update(index) { $0.faults.append("not patched: `\(error.path)` does not fit") }
    }
  }

  /// Records the answer, or the end without one. Returns false.
  private func finish(_ index: Int, _ answer: RelayedAnswer?) -> Bool {
    log.update(index) { exchange in
      exchange.answered = .now
      exchange.status = answer?.status
      exchange.answerHeaders = answer?.headers ?? []
      exchange.answer = answer?.body ?? []
    }
    return false
  }

  /// Logs out with the token of a request, so that the server refuses it from now on.
  private func endSession(of request: RelayedRequest) {
    guard let token = request.headers.first("Authorization"), let socket = try? StreamSocket.connected(to: server)
    else {
      return
    }
    let own = [HeaderLine(name: "Host", value: "kit"), HeaderLine(name: "Authorization", value: token)]
    socket.send(Self.bytes(of: RelayedRequest(method: "POST", target: "/auth/logout", headers: own, body: [])))
    var reader = MessageReader(socket)
    guard let head = reader.head() else { return }
    _ = reader.body(of: head, toEnd: true)
  }

  /// Writes a request for the server. The answer is not compressed, so that it can be patched.
  private static func bytes(of request: RelayedRequest) -> [UInt8] {
    let dropped: Set = ["connection", "accept-encoding", "transfer-encoding", "content-length", "expect", "keep-alive"]
    var text = "\(request.method) \(request.target) HTTP/1.1\r\n"
    for line in request.headers where !dropped.contains(line.name.lowercased()) {
      text += "\(line.name): \(line.value)\r\n"
    }
    text += "Content-Length: \(request.body.count)\r\nConnection: close\r\n\r\n"
    return Array(text.utf8) + request.body
  }

  static func reason(_ status: Int) -> String { status < 400 ? "OK" : "Error" }
}
