package import JSON
package import TestClient
import Testing

/// A client of the event stream.
package final class Listener {
  package struct Event: Equatable, Sendable {
    package let name: String
    /// The event id, from which a client can resume.
    package let id: String
    package let data: Value
  }

  package let head: RawClient.Answer
  /// The last received id, of an event or of a comment.
  package private(set) var lastID: String?
  /// The last received reconnection time, in milliseconds.
  package private(set) var retry: Int?
  private let client: RawClient
  private var text = ""

  /// Requests the events after an id, or new events only.
  package convenience init(
    _ server: TestServer, _ token: String?, after id: String? = nil, query: String = "", from address: String? = nil
  ) throws {
    try self.init(port: server.port, token, after: id, query: query, from: address)
  }

  /// Requests events from the server at a port.
  package init(
    port: UInt16, _ token: String?, after id: String? = nil, query: String = "", from address: String? = nil
  ) throws {
    client = try RawClient(port: port, from: address)
    var request = "GET /events\(query) HTTP/1.1\r\nHost: x\r\nAccept-Language: en\r\n"
    if let token { request += "Authorization: Bearer \(token)\r\n" }
    if let id { request += "Last-Event-ID: \(id)\r\n" }
    try client.send(request + "\r\n")
    head = try client.receive(hasBody: false)
    lastID = id
  }

  /// Requests events for a logged-in visitor, and waits until the stream has sent its retry time
  /// and first id.
  package convenience init(_ server: TestServer, _ visitor: Visitor, after id: String? = nil, query: String = "") throws
  {
    try self.init(server, visitor.token, after: id, query: query)
    #expect(head.status == 200)
    #expect(head["content-type"] == "text/event-stream")
    while retry == nil { _ = try block() }
    while lastID == nil { _ = try block() }
  }

  /// Reads the next event and skips comments; nil at the end of the stream. Fails after two minutes
  /// of comments.
  package func next() throws -> Event? {
    let began = ContinuousClock.now
    while let block = try block() {
      if let event = block.event { return event }
      try #require(ContinuousClock.now - began < .seconds(120))
    }
    return nil
  }

  /// Reads the next comment. Fails if an event arrives first.
  package func comment() throws {
    let block = try #require(try block())
    #expect(block.event == nil)
  }

  /// Reads events until the stream ends.
  package func rest() throws -> [Event] {
    var events: [Event] = []
    while let event = try next() { events.append(event) }
    return events
  }

  /// Reads `count` events.
  package func events(_ count: Int) throws -> [Event] { try (0..<count).map { _ in try #require(try next()) } }

  private func block() throws -> (event: Event?, Void)? {
    while !text.contains("\n\n") {
      let chunk = try client.chunk()
      if chunk.isEmpty { return nil }
      text += String(decoding: chunk, as: UTF8.self)
    }
    guard let end = text.firstRange(of: "\n\n") else { return nil }
    let lines = text[..<end.lowerBound].split(separator: "\n")
    text.removeSubrange(..<end.upperBound)
    var fields: [String: String] = [:]
    for line in lines where !line.hasPrefix(":") {
      let parts = line.split(separator: ": ", maxSplits: 1).map(String.init)
      fields[parts[0]] = parts.count == 2 ? parts[1] : ""
    }
    if let id = fields["id"] { lastID = id }
    if let milliseconds = fields["retry"] { retry = Int(milliseconds) }
    guard let name = fields["event"], let data = fields["data"] else { return (nil, ()) }
    return (Event(name: name, id: fields["id"] ?? "", data: try Value(reading: Array(data.utf8))), ())
  }
}

extension Listener.Event {
  /// The id of the submission in the event.
  package var submission: String? { data["submission"]?.string }
}
