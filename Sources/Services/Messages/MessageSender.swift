package import Model

/// Sends messages to people: by a program, a system of the bank, or the log of a demo.
///
/// After a crash or a lost confirmation, the same message can be sent again with the same `id`.
package protocol MessageSender: Sendable {
  /// Returns the current capacity for a kind of messages.
  func pace(of kind: Message.Kind) -> MessagePace

  /// Sends a message and calls `then` once, on any thread. The argument is nil if the message was
  /// accepted, and otherwise the reason.
  ///
  /// Must not block the calling thread. Gives up after `limit`, which is at most the limit of its
  /// pace.
  func send(_ message: Message, within limit: Duration, then: @escaping @Sendable (MessageFailure?) -> Void)
}

/// The capacity of a sender.
package struct MessagePace: Sendable {
  /// Concurrent messages.
  let atOnce: Int
  /// Messages per second.
  package let perSecond: Int
  /// The longest time for one message.
  let limit: Duration

  package init(atOnce: Int, perSecond: Int, limit: Duration) {
    (self.atOnce, self.perSecond, self.limit) = (atOnce, perSecond, limit)
  }
}

/// The reason why a message was not accepted. It contains no values of the message.
package enum MessageFailure: Error, Sendable, Equatable {
  /// A later attempt may succeed.
  case failed(String)
  /// The sender had no capacity and did not attempt to send.
  case busy(String)
  /// All attempts would fail, for example because the phone number is missing.
  case impossible(String)
}

/// Rules of messages to people.
package struct MessageRules: Sendable {
  /// The sender of one-time codes. Without it, signing by code is unavailable.
  package var codes: (any MessageSender)?
  /// The sender of notices of new deals. Without it, no notices are queued.
  package var notices: (any MessageSender)?
  /// The maximum number of queued one-time codes; 4096.
  package var waitingCodes = 4096
  /// The hours of the day in which notices are sent; 9 to 21.
  package var noticeHours = DayHours(from: 9 * 60, until: 21 * 60)
  /// Receives events about messages, as part of the request that caused the message.
  package var report: @Sendable (MessageEvent) -> Void = { _ in }

  /// Creates the default rules, without senders.
  package init() {}
}

/// An event about messages for operators. It contains no values of messages.
package enum MessageEvent: Sendable, Equatable {
  /// An attempt failed. `isLast` is true if it is not repeated.
  case failed(Message.Kind, reason: String, attempt: Int, isLast: Bool)
  /// Messages were deleted because they had expired. `attempts` is the maximum number of their
  /// attempts.
  case expired(Message.Kind, count: Int, attempts: Int)
  /// A message was deleted because its key is lost or its row was altered.
  case unreadable(Message.Kind, keyID: String)
  /// Messages have waited too long.
  case stuck(Message.Kind, waiting: Int, oldest: Duration)
  /// Messages are sent again.
  case flowing(Message.Kind)
  /// Notices of that deal are queued for all people who want them.
  case notified(DealID, people: Int)
}

/// Hours of the day in the bank's time zone.
package struct DayHours: Sendable, Equatable, CustomStringConvertible {
  /// The first minute, counted from midnight.
  let from: Int
  /// The minute after the last one.
  let until: Int

  /// Creates hours from minutes of a day, 0 to 1440. `from` must be less than `until`.
  package init(from: Int, until: Int) { (self.from, self.until) = (from, until) }

  /// True if the hours contain that second of the day.
  package func contains(second: Int) -> Bool { (from * 60..<until * 60).contains(second) }

  /// The hours in the form `09:00-21:00`.
  package var description: String { "\(Self.text(from))-\(Self.text(until))" }

  private static func text(_ minutes: Int) -> String {
    let (hour, minute) = minutes.quotientAndRemainder(dividingBy: 60)
    return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
  }
}
