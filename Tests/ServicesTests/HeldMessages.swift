import Dispatch
import Model
import Services
import Synchronization

/// A sender that keeps what it is given until the test says what becomes of it.
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

  /// Every message that was tried, in order.
  var messages: [Message] { seen.withLock { $0 } }
  /// The time that the last one was given.
  var limit: Duration? { held.withLock { $0.last?.limit } }

  /// Waits until so many messages have come.
  func await(_ count: Int = 1) { for _ in 0..<count { arrival.wait() } }

  /// Lets those that are held end, all in the same way.
  func end(_ failure: MessageFailure? = nil) {
    let all = held.withLock { held in
      defer { held = [] }
      return held
    }
    for one in all { one.then(failure) }
  }
}

/// A sender that takes everything at once, or fails in the same way each time.
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

  /// Every message that was tried, in order.
  var messages: [Message] { seen.withLock { $0 } }
}
