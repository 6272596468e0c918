package import Model

/// Hands messages over to whoever carries them to people: a program, a system of the bank, the log of a demo.
///
///     configuration.messages.codes = BlockingSender(try ProgramCodeSender(path: program))
///
/// A message may come twice with the same `id`, after a crash or a lost confirmation.
package protocol MessageSender: Sendable {
  /// Returns the most messages of a kind that it takes now.
  func pace(of kind: Message.Kind) -> MessagePace

  /// Hands a message over, and calls `then` once, on any thread: with nil once it was taken, else with the reason.
  ///
  /// It gives up after `limit`, which is at most that of its pace. It must not hold the calling thread.
  func send(_ message: Message, within limit: Duration, then: @escaping @Sendable (MessageFailure?) -> Void)
}

/// The most messages that a sender takes.
package struct MessagePace: Sendable {
  /// Messages at a time.
  let atOnce: Int
  /// Messages in a second.
  package let perSecond: Int
  /// The longest that one message takes.
  let limit: Duration

  /// Creates a pace.
  package init(atOnce: Int, perSecond: Int, limit: Duration) {
    (self.atOnce, self.perSecond, self.limit) = (atOnce, perSecond, limit)
  }
}

/// The reason why a message was not taken, without any value of it.
package enum MessageFailure: Error, Sendable, Equatable {
  /// A later try may succeed.
  case failed(String)
  /// The sender had no room for it, and tried nothing.
  case busy(String)
  /// No try will succeed, such as without a telephone number.
  case impossible(String)
}

/// Rules of messages to people.
package struct MessageRules: Sendable {
  /// The sender of one-time codes; without it nobody can sign by code.
  package var codes: (any MessageSender)?
  /// The sender of notices of new deals; without it no notice is queued.
  package var notices: (any MessageSender)?
  /// Most one-time codes that may wait to be sent; 4096.
  package var waitingCodes = 4096
  /// The hours of the day in which notices are sent; 9 to 21.
  package var noticeHours = DayHours(from: 9 * 60, until: 21 * 60)
  /// Told of what happens to messages, as part of the request that caused them.
  package var report: @Sendable (MessageEvent) -> Void = { _ in }

  /// Creates the defaults, which send nothing.
  package init() {}
}

/// Something about messages that an operator should know, without any value of them.
package enum MessageEvent: Sendable, Equatable {
  /// A try failed, the `attempt`th; `isLast` if there will be no other.
  case failed(Message.Kind, reason: String, attempt: Int, isLast: Bool)
  /// Messages were deleted because they had expired. They had been tried `attempts` times at most.
  case expired(Message.Kind, count: Int, attempts: Int)
  /// A message was deleted because the key that sealed it is lost, or because its row was altered.
  case unreadable(Message.Kind, keyID: String)
  /// Messages have waited too long.
  case stuck(Message.Kind, waiting: Int, oldest: Duration)
  /// They are sent again.
  case flowing(Message.Kind)
  /// Everybody who wants it has had a notice of that deal queued.
  case notified(DealID, people: Int)
}

/// Hours of the day on the bank's clocks.
package struct DayHours: Sendable, Equatable, CustomStringConvertible {
  /// The first minute, counted from midnight.
  let from: Int
  /// The minute after the last.
  let until: Int

  /// Creates hours from minutes of a day, 0 to 1440; `from` comes before `until`.
  package init(from: Int, until: Int) { (self.from, self.until) = (from, until) }

  /// True if the hours have that second of the day.
  package func contains(second: Int) -> Bool { (from * 60..<until * 60).contains(second) }

  /// `09:00-21:00`.
  package var description: String { "\(Self.text(from))-\(Self.text(until))" }

  private static func text(_ minutes: Int) -> String {
    let (hour, minute) = minutes.quotientAndRemainder(dividingBy: 60)
    return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
  }
}
