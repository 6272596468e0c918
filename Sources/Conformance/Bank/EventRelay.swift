import JSON

/// Forwards an event stream, event by event.
struct EventRelay {
  private let faults: [ScriptedFault]
  private let index: Int
  private let log: ExchangeLog

  init(_ faults: [ScriptedFault], _ index: Int, _ log: ExchangeLog) {
    (self.faults, self.index) = (faults, index)
    self.log = log
  }

  /// Forwards the stream until one side ends it, or a fault cuts it.
  func forward(_ reader: inout MessageReader, _ head: MessageReader.Head, _ status: Int, to client: StreamSocket) {
    log.update(index) { exchange in
      exchange.status = status
      exchange.answerHeaders = head.headers
    }
    defer { log.update(index) { $0.answered = .now } }
    let dropped: Set = ["connection", "transfer-encoding", "content-length"]
    var text = "HTTP/1.1 \(status) OK\r\n"
    for line in head.headers where !dropped.contains(line.name.lowercased()) {
      text += "\(line.name): \(line.value)\r\n"
    }
    guard client.send(Array("\(text)Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n".utf8)) else { return }
    var count = 0
    var unsent: [UInt8] = []
    if isCut(after: count) { return }
    while let chunk = reader.chunk(), !chunk.isEmpty {
      unsent += chunk
      while let end = Self.end(of: unsent) {
        let block = String(decoding: unsent[..<end], as: UTF8.self)
        unsent.removeSubrange(..<end)
        let isEvent = block.split(separator: "\n").contains { $0.hasPrefix("event:") || $0.hasPrefix("data:") }
        if isEvent { wait() }
        let sent = Array((isEvent ? patched(block) : block).utf8)
        guard client.send(Array("\(String(sent.count, radix: 16))\r\n".utf8) + sent + [13, 10]) else { return }
        if isEvent {
          count += 1
          log.update(index) { $0.answer += sent }
        }
        if isEvent, isCut(after: count) { return }
      }
    }
    client.send(Array("0\r\n\r\n".utf8))
  }

  /// Waits before an event, if a fault delays it.
  private func wait() {
    for case .delay(let time) in faults.map(\.effect) { _ = log.wait(upTo: time) { _ in false } }
  }

  private func isCut(after count: Int) -> Bool {
    faults.contains { if case .cut(let limit) = $0.effect { count >= limit } else { false } }
  }

  /// Returns the end of the first event, after its empty line.
  private static func end(of bytes: [UInt8]) -> Int? {
    let feed = UInt8(ascii: "\n")
    return bytes.indices.dropFirst().first { bytes[$0] == feed && bytes[$0 - 1] == feed }.map { $0 + 1 }
  }

  /// Applies the patches to `{"event", "id", "data"}` of an event. Skips a patch that does not fit.
  private func patched(_ block: String) -> String {
    var fields = Object(
      block.split(separator: "\n").compactMap { line -> (String, Value)? in
        let parts = line.split(separator: ":", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        let text = String(parts[1].drop { $0 == " " })
        return (String(parts[0]), parts[0] == "data" ? (try? Value(reading: text)) ?? .string(text) : .string(text))
      })
    var isChanged = false
    for fault in faults {
      guard case .patch(let patch) = fault.effect, case .object(let changed)? = try? patch.applied(to: .object(fields))
      else { continue }
      (fields, isChanged) = (changed, true)
    }
    guard isChanged else { return block }
    let lines = fields.members.map { "\($0.name): \($0.value.string ?? $0.value.description)\n" }
    return "\(lines.joined())\n"
  }
}
