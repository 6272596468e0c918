package import Dates
package import Model
import DataAccess
import Storage

/// Limits what one person may send by an operation in one day of the bank.
///
///     let limited = services.limits.limiting(effect, of: "pp.quick", to: [limit]) { day.start(at: $0) }
///     let receipt = try services.submissions.create(draft, by: caller, effect: limited).wait()
package struct DailyLimits: Sendable {
  /// The submission would have exceeded the limit; nothing was sent.
  package struct Exceeded: Refusal, Equatable {
    /// The limit.
    package let limit: Money
    /// The rest of the limit today, zero or above.
    package let left: Money
    /// `daily-limit`.
    package var code: String { "daily-limit" }
  }

  /// The sum that a person may send by an operation in one day and one currency.
  package struct Allowance: Sendable, Equatable {
    /// The operation's id.
    package let operation: String
    /// The limit.
    package let limit: Money
    /// The sum that was signed today.
    package let sent: Money
    /// The rest of the limit, zero or above.
    package var left: Money { Money(minor: max(0, limit.minor - sent.minor), limit.currency) }
  }

  private let store: any Store
  private let lifetime: Duration
  private let audit: Audit
  private let clock: Clock

  /// Limits submissions that await a signature for at most `lifetime`.
  init(store: any Store, lifetime: Duration, audit: Audit, clock: @escaping Clock) {
    self.store = store
    self.audit = audit
    self.lifetime = lifetime
    self.clock = clock
  }

  /// Returns the same effect, whose check also throws `Exceeded` if the day's signed total would exceed a limit.
  ///
  /// - Signed submissions count, executed or not. Rejected, cancelled and unsigned ones do not.
  /// - A currency without a limit is free, unless an operator has set one for the person.
  /// - `dayStart` returns the start of the bank's day of an instant.
  package func limiting(
    _ effect: Effect, of operation: String, to limits: [Money], dayStart: @escaping @Sendable (Instant) -> Instant
  ) -> Effect {
    let check: @Sendable (Transaction, PersonID) throws -> Money? = { transaction, person in
      guard let amount = try effect.check(transaction, person) else { return nil }
      let table = LimitDAO(transaction)
      let own = try table.find(operation, amount.currency, person: person).map { Money(minor: $0, amount.currency) }
      guard let limit = own ?? limits.first(where: { $0.currency == amount.currency }) else { return amount }
      // Sums are made only where a limit applies, and the limit bounds the number of payments to add.
      let left = try allowance(of: operation, within: limit, for: person, since: dayStart(clock()), table).left
      guard amount.minor <= left.minor else { throw Exceeded(limit: limit, left: left) }
      return amount
    }
    return Effect(checkedBy: check, effect)
  }

  /// Returns the allowances of a person today, of operations with their limits.
  ///
  /// A limit that an operator has set for the person takes the place of the operation's, and may stand without one. `dayStart`
  /// returns the start of the bank's day of an instant.
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

  /// Sets the person's own limit, in minor units, in place of the operation's; nil removes it.
  package func set(_ limit: Int64?, _ operation: String, _ currency: Currency, person: PersonID) -> Deferred<Void> {
    store.deferredWrite(locking: [.person(person)]) { transaction in
      try transaction.requireNotErased(person)
      try LimitDAO(transaction).set(limit, operation, currency, person: person, at: clock())
      try audit.record(.limitChanged, by: .system, of: .person(person), transaction)
    }
  }
}
