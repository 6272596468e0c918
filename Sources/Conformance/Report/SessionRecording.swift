import FoundationEssentials
package import JSON

/// The requests of a session as an HTTP Archive (HAR 1.2), which proxies and mock servers open.
///
/// Tokens, passwords and headers that are not part of the protocol are left out.
package struct SessionRecording: Sendable {
  /// The name of the session.
  package let session: String
  private let version: String
  private let client: String
  private let exchanges: [RecordedExchange]

  private static let requestHeaders: Set = [
    "accept-language", "accept-atoms", "client-version", "authorization", "idempotency-key", "if-match",
    "if-none-match", "last-event-id", "content-type",
  ]
  private static let answerHeaders: Set = [
    "content-type", "etag", "location", "retry-after", "last-event-id", "deprecation", "sunset",
  ]

  init(of session: String, by client: String, kit version: String, _ exchanges: [RecordedExchange]) {
    self.session = session
    self.client = client
    self.version = version
    self.exchanges = exchanges
  }

  /// The file of the recording in a directory.
  package func path(in directory: String) -> String { "\(directory)/\(session).har" }

  /// The archive as JSON.
  package var archive: Value {
    [
      "log": [
        "version": "1.2", "creator": ["name": "valence conformance", "version": .string(version)],
        "comment": .string("\(session), recorded with \(client)"),
        "entries": .array(exchanges.map { .object(entry($0)) }),
      ]
    ]
  }

  private func entry(_ exchange: RecordedExchange) -> Object {
    let time = Self.milliseconds(from: exchange.arrived, to: exchange.answered ?? exchange.arrived)
    let sinceStart = Self.milliseconds(from: exchanges[0].arrived, to: exchange.arrived)
    var members: [(String, Value)] = [
      ("startedDateTime", .string(Self.moment(sinceStart))), ("time", .integer(time)),
      ("request", .object(request(exchange))), ("response", .object(answer(exchange))), ("cache", [:]),
      ("timings", ["send": 0, "wait": .integer(time), "receive": 0]),
    ]
    if !exchange.faults.isEmpty {
      members.append(("comment", .string("fault: \(exchange.faults.joined(separator: ", "))")))
    }
    return Object(members)
  }

  private func request(_ exchange: RecordedExchange) -> Object {
    var members: [(String, Value)] = [
      ("method", .string(exchange.method)), ("url", .string("http://127.0.0.1\(exchange.target)")),
      ("queryString", .array(Self.query(of: exchange.target))), ("bodySize", .integer(Int64(exchange.body.count))),
    ]
    if !exchange.body.isEmpty {
      let text = exchange.point == .login ? "(redacted)" : String(decoding: exchange.body, as: UTF8.self)
      members.append(("postData", ["mimeType": "application/json", "text": .string(text)]))
    }
    return Object(members + Self.message(exchange.headers, Self.requestHeaders))
  }

  /// Returns the answer. Its status is 0 if the client got none.
  private func answer(_ exchange: RecordedExchange) -> Object {
    let body = exchange.point == .login ? Self.withoutToken(exchange.answer) : exchange.answer
    let content: Object = [
      "size": .integer(Int64(exchange.answer.count)),
      "mimeType": .string(exchange.answerHeaders.first("Content-Type") ?? "x-unknown"),
      "text": .string(String(decoding: body, as: UTF8.self)),
    ]
    let members: [(String, Value)] = [
      ("status", .integer(Int64(exchange.status ?? 0))), ("statusText", ""), ("content", .object(content)),
      ("redirectURL", ""), ("bodySize", .integer(Int64(exchange.answer.count))),
    ]
    return Object(members + Self.message(exchange.answerHeaders, Self.answerHeaders))
  }

  /// The members that requests and answers have in common.
  private static func message(_ headers: [HeaderLine], _ kept: Set<String>) -> [(String, Value)] {
    let lines = headers.filter { kept.contains($0.name.lowercased()) }.map { line -> Value in
      ["name": .string(line.name), "value": .string(line.value)]
    }
    return [("httpVersion", "HTTP/1.1"), ("cookies", []), ("headersSize", -1), ("headers", .array(lines))]
  }

  private static func query(of target: String) -> [Value] {
    let items = URLComponents(string: target)?.queryItems ?? []
    return items.map { ["name": .string($0.name), "value": .string($0.value ?? "")] }
  }

  /// Returns the answer to a login without its token.
  private static func withoutToken(_ body: [UInt8]) -> [UInt8] {
    func redacted(_ object: Object) -> Object {
      var object = object
      for member in object.members {
        if member.name == "token" { object[member.name] = "(redacted)" }
        if case .object(let inner) = member.value { object[member.name] = .object(redacted(inner)) }
      }
      return object
    }
    guard case .object(let answer)? = try? Value(reading: body) else { return [] }
    var writer = Writer()
    writer.value(.object(redacted(answer)))
    return writer.bytes
  }

  private static func milliseconds(from start: ContinuousClock.Instant, to end: ContinuousClock.Instant) -> Int64 {
    max(0, Int64((end - start) / .milliseconds(1)))
  }

  /// Returns a moment after the begin of the year 2026, because a recording has no date of its own.
  private static func moment(_ milliseconds: Int64) -> String {
    func padded(_ number: Int64, _ count: Int) -> String {
      String(repeating: "0", count: max(0, count - "\(number)".count)) + "\(number)"
    }
    let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
    return "2026-01-01T00:\(padded(seconds / 60, 2)):\(padded(seconds % 60, 2)).\(padded(rest, 3))Z"
  }
}
