import Dispatch
package import JSON
import Synchronization
import TestClient
import Testing

/// A system of the bank that receives messages over HTTP. It records each request and sends the
/// configured replies.
package final class Gateway: Sendable {
  package enum Reply: Sendable {
    case status(Int)
    /// No response. The connection stays open until the peer closes it.
    case silence
    /// Closes the connection without a response.
    case end
  }

  /// A received message.
  package struct Request: Sendable {
    /// The value of `Idempotency-Key`.
    package let key: String?
    /// The request line and the headers, in lower case.
    package let head: String
    package let body: Value
  }

  /// The state that connections share. A connection can outlive the gateway, because a server sends
  /// until it stops.
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

  /// A gateway that sends these replies in order and then repeats the last one.
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

  /// Replaces the replies for later requests.
  package func reply(_ replies: Reply...) { desk.replies.withLock { $0 = replies } }

  /// All received messages, in order.
  package var messages: [Request] { desk.requests.withLock { $0 } }
  package var texts: [String] { messages.compactMap { $0.body["text"]?.string } }
  package var url: String { peer.url("") }

  /// Waits for another message. Fails after a minute.
  package func await() throws {
    try #require(desk.arrival.wait(timeout: .now() + 60) == .success, "no message has come")
  }

  /// Returns the service file of the gateway. By default its address is `${PEER}`.
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
