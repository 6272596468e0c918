import Model

/// How failed logins make the next ones wait.
package struct ThrottleRules: Sendable {
  /// How failures of one kind count.
  package struct Measure: Sendable {
    /// How many cost nothing; the next one waits a second, and every further one twice as long.
    package var free: Int
    /// The longest wait.
    package var longest: Duration
    /// How long until one failure is forgotten.
    package var forgets: Duration

    /// How long to wait after so many failures.
    package func delay(_ level: Int) -> Duration {
      level < free ? .zero : min(longest, .seconds(1 << min(level - free, 20)))
    }

    /// How many of the failures of a count still count.
    func left(of count: FailureCount?, at now: Instant) -> Int {
      guard let count else { return 0 }
      return max(0, count.level - max(0, Int((now - count.at) / forgets)))
    }

    /// How long to wait after a count: never longer than the longest wait of its kind. A count whose wait ends later than
    /// that was made before the clock was set back: it counts, and how long is left of its wait is not known.
    func wait(after count: FailureCount?, at now: Instant) -> Duration {
      guard let count, count.until > now else { return .zero }
      return count.until - now <= longest ? count.until - now : .zero
    }

    /// The count with one failure more, waiting at least so long.
    func failed(_ count: FailureCount?, at now: Instant, waiting least: Duration = .zero) -> FailureCount {
      // What counts is bounded, so that what was long ago is forgotten some day, however much of it there was.
      let level = min(left(of: count, at: now) + 1, free + 20)
      let until = now + max(delay(level), least)
      return FailureCount(level: level, at: now, until: until, forgotten: max(until, now + forgets * level))
    }
  }

  /// Of a login from one address: nobody else waits for them.
  package var pair = Measure(free: 5, longest: .seconds(300), forgets: .seconds(900))
  /// Of a login from anywhere: whoever comes from where its owner has not logged in from waits once, alone and not long.
  package var login = Measure(free: 10, longest: .seconds(30), forgets: .seconds(900))
  /// From one address, whatever the logins, and whoever has logged in from there: an exception for those would tell which
  /// logins there are.
  package var address = Measure(free: 20, longest: .seconds(60), forgets: .seconds(60))
  /// Of the present password of somebody who is logged in.
  package var password = Measure(free: 5, longest: .seconds(300), forgets: .seconds(900))

  /// How long somebody who had to wait for others' failures may come back.
  static let turn: Duration = .seconds(600)
  /// How long it is known where a person has logged in from, and how many such places are.
  static let known: Duration = .seconds(90 * 24 * 3600)
  static let places = 20
  /// How many counts are kept.
  package var rows = 100_000

  /// The defaults.
  package init() {}
}
