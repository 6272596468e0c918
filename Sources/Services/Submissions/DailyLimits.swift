package import Dates
package import Model
import DataAccess
import Storage

/// Limits on the amount that a person can pay by an operation in one day of the bank.
package struct DailyLimits: Sendable {
  /// The submission would exceed the limit, so it was rejected.
  package struct Exceeded: Refusal, Equatable {
    package let limit: Money
    /// The remaining amount of the day, at least zero.
    package let left: Money
    /// `daily-limit`.
    package var code: String { "daily-limit" }
  }

  /// The amount that a person can pay by an operation in one day, in one currency.
  package struct Allowance: Sendable, Equatable {
    /// The id of the operation.
    package let operation: String
    package let limit: Money
    /// The amount that was signed today.
    package let sent: Money
    /// The remaining amount, at least zero.
    package var left: Money { Money(minor: max(0, limit.minor - sent.minor), limit.currency) }
  }

  private let store: any Store
  private let lifetime: Duration
  private let audit: Audit
  private let clock: Clock

  /// Creates the limits. Submissions await their signature for at most `lifetime`.
  init(store: any Store, lifetime: Duration, audit: Audit, clock: @escaping Clock) {
    self.store = store
    self.audit = audit
    self.lifetime = lifetime
    self.clock = clock
  }

  /// Returns the effect with an additional check that throws `Exceeded` if the day's signed total
  /// would exceed a limit.
  ///
  /// - Signed submissions count, whether executed or not. Rejected, cancelled and unsigned ones do
  ///   not.
  /// - A currency without a limit is not limited, unless an operator has set a limit for the
  ///   person.
  /// - `dayStart` returns the start of the bank's day that contains an instant.
  package func limiting(
    _ effect: Effect, of operation: String, to limits: [Money], dayStart: @escaping @Sendable (Instant) -> Instant
  ) -> Effect {
    let check: @Sendable (Transaction, PersonID) throws -> Money? = { transaction, person in
      guard let amount = try effect.check(transaction, person) else { return nil }
      let table = LimitDAO(transaction)
      let own = try table.find(operation, amount.currency, person: person).map { Money(minor: $0, amount.currency) }
      guard let limit = own ?? limits.first(where: { $0.currency == amount.currency }) else { return amount }
      // The total is computed only if a limit applies. The limit also bounds the number of
      // submissions to add up.
      let left = try allowance(of: operation, within: limit, for: person, since: dayStart(clock()), table).left
      guard amount.minor <= left.minor else { throw Exceeded(limit: limit, left: left) }
      return amount
    }
    return Effect(checkedBy: check, effect)
  }

  /// Returns the allowances of a person today for operations with their limits.
  ///
  /// A limit of the person overrides the operation's limit, and also applies without one.
  /// `dayStart` returns the start of the bank's day that contains an instant.
  package func allowances(
    of operations: [(id: String, limits: [Money])], for person: PersonID, dayStart: (Instant) -> Instant
  ) throws -> [Allowance] {
    let start = dayStart(clock())
    return try store.read { connection in
      let table = LimitDAO(connection)
      let own = Dictionary(grouping: try table.all(person: person), by: \.operation).mapValues { $0.map(\.limit) }
      return try operations.flatMap { operation in
        let own = own[operation.id] ?? []
        let rest = operation.limits.filter { limit in !own.contains { $0.currency == limit.currency } }
        return try (rest + own).map {
          try allowance(of: operation.id, within: $0, for: person, since: start, table)
        }
      }
    }
  }

  private func allowance(
    of operation: String, within limit: Money, for person: PersonID, since start: Instant, _ table: LimitDAO
  ) throws(StoreError) -> Allowance {
    let sent = try table.sent(
      operation, limit.currency, person: person, since: start,
      oldest: SubmissionID(at: start + (.zero - lifetime), random: (0, 0)))
    return Allowance(operation: operation, limit: limit, sent: Money(minor: sent, limit.currency))
  }

  /// Sets the person's own limit, in minor units, in place of the operation's limit; nil removes
  /// it.
  package func set(_ limit: Int64?, _ operation: String, _ currency: Currency, person: PersonID) -> Deferred<Void> {
    store.deferredWrite(locking: [.person(person)]) { transaction in
      try transaction.requireNotErased(person)
      try LimitDAO(transaction).set(limit, operation, currency, person: person, at: clock())
      try audit.record(.limitChanged, by: .system, of: .person(person), transaction)
    }
  }
}
