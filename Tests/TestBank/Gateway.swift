import Dispatch
package import JSON
import Synchronization
import TestClient
import Testing

/// A system of the bank that takes messages over HTTP: it notes each request, and answers as the test says.
package final class Gateway: Sendable {
  /// The answer to a request.
  package enum Reply: Sendable {
    case status(Int)
    /// No answer; the connection stays until the other side closes it.
    case silence
    /// The connection ends.
    case end
  }

  /// A message as it came.
  package struct Request: Sendable {
    /// The value of `Idempotency-Key`.
    package let key: String?
    /// The head, in lower case.
    package let head: String
    /// The body.
    package let body: Value
  }

  /// What its connections share. A connection may outlive the gateway, for a server sends on until it ends.
  private final class Desk: Sendable {
    let replies: Mutex<[Reply]>
    let requests = Mutex<[Request]>([])
    let arrival = DispatchSemaphore(value: 0)

    init(_ replies: [Reply]) { self.replies = Mutex(replies) }

    func next() -> Reply {
      replies.withLock { $0.count > 1 ? $0.removeFirst() : $0.first ?? .end }
    }
  }

  private let desk: Desk
  private let peer: Peer

  /// A gateway that gives these answers in order, the last one again and again.
  package init(_ replies: Reply...) throws {
    let desk = Desk(replies)
    self.desk = desk
    peer = try Peer { link in
      while true {
        let text = link.request()
        guard let end = text.firstRange(of: "\r\n\r\n") else { return }
        let head = text[..<end.lowerBound].lowercased()
        let key = head.split(separator: "\r\n").first { $0.hasPrefix("idempotency-key: ") }?.dropFirst(17)
        let body = (try? Value(reading: Array(text[end.upperBound...].utf8))) ?? .null
        desk.requests.withLock { $0.append(Request(key: key.map(String.init), head: head, body: body)) }
        desk.arrival.signal()
        switch desk.next() {
        case .status(let status): link.answer(status, "{}")
        case .silence: link.awaitEnd()
        case .end: return
        }
      }
    }
  }

  deinit { peer.stop() }

  /// Gives these answers from now on.
  package func reply(_ replies: Reply...) { desk.replies.withLock { $0 = replies } }

  /// Every message that came, in order.
  package var messages: [Request] { desk.requests.withLock { $0 } }
  /// The texts of the messages.
  package var texts: [String] { messages.compactMap { $0.body["text"]?.string } }
  /// Its address.
  package var url: String { peer.url("") }

  /// Waits until another message has come, at most a minute.
  package func await() throws {
    try #require(desk.arrival.wait(timeout: .now() + 60) == .success, "no message has come")
  }

  /// Its service file, which calls its address `${PEER}` unless told.
  package static func file(at address: String = "${PEER}", timeout: Int = 20) -> String {
    """
    service: gateway
    at: \(address)
    timeout: \(timeout)
    headers: {X-Channel: "'valence'"}
    senders:
      - {sender: sms, post: /messages, body: {to: $phone, text: $text}, sent: 202, refused: 422}
      - sender: push
        post: /customers/{user.externalId}/notices
        body: {id: $id, kind: $kind, title: $title, text: $text, deal: $deal}
        sent: {status: [200, 202]}
    """
  }
}
