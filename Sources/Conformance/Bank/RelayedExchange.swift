import JSON

/// A request of a session on its way to the server and back.
struct RelayedExchange {
  private let session: RelayedSession
  private let request: RelayedRequest
  private let patience: Duration

  /// The time between the answer to another request and a delayed one.
  private static let margin: Duration = .milliseconds(250)

  private var log: ExchangeLog { session.log }

  init(_ session: RelayedSession, _ request: RelayedRequest, patience: Duration) {
    (self.session, self.request) = (session, request)
    self.patience = patience
  }

  /// Answers the request. Returns false if the connection must be closed.
  ///
  /// `keep` gets the connection to the server when it is opened, and with false when it is done.
  func answer(from port: UInt16, to client: StreamSocket, _ keep: (StreamSocket, Bool) -> Void) -> Bool {
    let point = ExchangePoint(method: request.method, path: request.path)
    let (index, number) = log.begin(point, request.method, request.target, request.headers, request.body)
    let own = session.faults.filter { $0.concerns(point, number) }
    if !own.isEmpty { log.update(index) { $0.faults = own.map(\.word) } }
    for fault in own {
      switch fault.effect {
      case .version(let name): session.change(name)
      case .endSession: endSession(at: port)
      case .drop(afterCommit: false): return finish(index, nil)
      case .replace(let replaced):
        let headers =
          [HeaderLine(name: "Content-Type", value: "application/problem+json")]
          + replaced.headers.map { HeaderLine(name: $0.name, value: $0.value) }
        return deliver(
          RelayedAnswer(status: replaced.status, headers: headers, body: replaced.body), own, index, client)
      default: break
      }
    }
    guard let server = try? StreamSocket.connected(to: port) else { return finish(index, nil) }
    keep(server, true)
    defer { keep(server, false) }
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
    return deliver(RelayedAnswer(status: status, headers: kept, body: body), own, index, client)
  }

  /// Applies the faults of the answer and sends it.
  private func deliver(
    _ answer: RelayedAnswer, _ faults: [ScriptedFault], _ index: Int, _ client: StreamSocket
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
        // The client reads the other answer first.
        _ = log.wait(upTo: Self.margin) { _ in false }
      case .drop: return finish(index, nil)
      default: break
      }
    }
    // Recorded first, so that a client cannot react to an answer that the log does not have yet.
    _ = finish(index, answer)
    return ExchangeRelay.send(answer, to: request, over: client)
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
  private func endSession(at port: UInt16) {
    guard let token = request.headers.first("Authorization"), let socket = try? StreamSocket.connected(to: port)
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
}
