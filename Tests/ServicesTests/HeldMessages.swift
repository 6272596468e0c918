import Dispatch
import Model
import Services
import Synchronization

/// A sender that holds each message until the test calls `end`.
final class HeldMessages: MessageSender {
  private struct Held: Sendable {
    let message: Message
    let limit: Duration
    let then: @Sendable (MessageFailure?) -> Void
  }

  private let held = Mutex<[Held]>([])
  private let seen = Mutex<[Message]>([])
  private let arrival = DispatchSemaphore(value: 0)
  private let width: Int

  init(atOnce width: Int = 4) { self.width = width }

  func pace(of kind: Message.Kind) -> MessagePace {
    MessagePace(atOnce: width, perSecond: 1_000_000, limit: .seconds(10))
  }

  func send(
    _ message: Message, within limit: Duration, then: @escaping @Sendable (MessageFailure?) -> Void
  ) {
    held.withLock { $0.append(Held(message: message, limit: limit, then: then)) }
    seen.withLock { $0.append(message) }
    arrival.signal()
  }

  /// All messages that were passed to `send`, in order.
  var messages: [Message] { seen.withLock { $0 } }
  /// The time limit of the newest held message.
  var limit: Duration? { held.withLock { $0.last?.limit } }

  /// Waits until `count` messages have arrived.
  func await(_ count: Int = 1) { for _ in 0..<count { arrival.wait() } }

  /// Completes all held messages with the same result.
  func end(_ failure: MessageFailure? = nil) {
    let all = held.withLock { held in
      defer { held = [] }
      return held
    }
    for one in all { one.then(failure) }
  }
}

/// A sender that completes each message at once, always with the same result.
final class ReadySender: MessageSender {
  private let failure: MessageFailure?
  private let seen = Mutex<[Message]>([])

  init(_ failure: MessageFailure? = nil) { self.failure = failure }

  func pace(of kind: Message.Kind) -> MessagePace {
    MessagePace(atOnce: 8, perSecond: 1_000_000, limit: .seconds(10))
  }

  func send(
    _ message: Message, within limit: Duration, then: @escaping @Sendable (MessageFailure?) -> Void
  ) {
    seen.withLock { $0.append(message) }
    then(failure)
  }

  /// All messages that were passed to `send`, in order.
  var messages: [Message] { seen.withLock { $0 } }
}
