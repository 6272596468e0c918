package import Model
import Persistence
package import Storage

/// The sum that one person may send by an operation in one day of the bank.
package struct DailyLimits: Sendable {
  /// More than the limit would have been sent; nothing was.
  package struct Exceeded: Refusal, Equatable {
    /// The limit.
    package let limit: Money
    /// The part of the limit that is left today, zero or above.
    package let left: Money
    /// `daily-limit`.
    package var code: String { "daily-limit" }
  }

  private let store: any Store
  private let lifetime: Duration
  private let audit: Audit
  private let clock: Clock

  /// Creates the service; `lifetime` is the time for signing a submission.
  package init(store: any Store, lifetime: Duration, audit: Audit, clock: @escaping Clock) {
    self.store = store
    self.audit = audit
    self.lifetime = lifetime
    self.clock = clock
  }

  /// Returns the effect with a check of the daily limit, which throws `Exceeded`.
  ///
  /// Signed submissions of the day count, executed or not. Rejected, cancelled and unsigned ones do not. A currency
  /// without a limit is unlimited, unless an operator has given the person one. `dayStart` returns the beginning of the
  /// bank's day.
  package func limiting(
    _ effect: Effect, of operation: String, to limits: [Money], dayStart: @escaping @Sendable (Instant) -> Instant
  ) -> Effect {
    let check: @Sendable (Transaction, PersonID) throws -> Money? = { transaction, person in
      guard let amount = try effect.check(transaction, person) else { return nil }
      let table = LimitDAO(transaction)
      let own = try table.find(operation, amount.currency, person: person).map { Money(minor: $0, amount.currency) }
      guard let limit = own ?? limits.first(where: { $0.currency == amount.currency }) else { return amount }
      // The limit itself bounds the number of payments to sum up.
      let start = dayStart(clock())
      let sent = try table.sent(
        operation, amount.currency, person: person, since: start,
        oldest: SubmissionID(at: start + (.zero - lifetime), random: (0, 0)))
      let left = max(0, limit.minor - sent)
      guard amount.minor <= left else {
        throw Exceeded(limit: limit, left: Money(minor: left, amount.currency))
      }
      return amount
    }
    return Effect(checkedBy: check, effect)
  }

  /// Gives a person a limit of their own in the place of the operation's, or with nil takes it away.
  package func set(_ limit: Int64?, _ operation: String, _ currency: Currency, person: PersonID) -> Deferred<Void> {
    store.deferredWrite(locking: [.person(person)]) { transaction in
      try LimitDAO(transaction).set(limit, operation, currency, person: person, at: clock())
      try audit.record(.limitChanged, by: .system, of: .person(person), transaction)
    }
  }
}
