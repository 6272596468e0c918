import Dates
package import Model
import DataAccess
import Storage

/// Deliveries that are unknown to a system, and deliveries that an operator rejected although an
/// attempt may have arrived.
extension Deliveries {
  /// The time for which the system is queried about a delivery that an operator rejected.
  static let recheckTime: Duration = .seconds(86_400)
  /// The maximum of the growing pause between two queries. The pause required by the system can be
  /// longer.
  private static let longestPause: Duration = .seconds(300)

  /// Stores that an open delivery is unknown to the system.
  ///
  /// The first report after `after` is noted, and a second one makes the delivery due again. Until
  /// then, the system is queried again after `again`.
  func note(
    missing delivery: Delivery, again: Duration, after: Duration, at now: Instant, _ table: DeliveryDAO
  ) throws {
    let id = delivery.submission
    // An earlier release did not store the time of the attempt, so the time counts from now on.
    let sent = delivery.sent ?? now
    let counts = now >= sent + after
    if counts, delivery.missed != nil {
      return try table.goOn(id, .waiting, due: now, fault: "unknown to the service")
    }
    try table.noteMissing(id, sent: sent, missed: counts ? now : nil)
    try table.goOn(id, delivery.status, due: now + again, fault: "not known to the service yet")
  }

  // MARK: - Operators' rejections

  /// Claims the rejected deliveries whose systems must be queried now.
  ///
  /// The pause between queries is a tenth of the time since the rejection, at most five minutes,
  /// and at least the result of `pause`. The queries end if `pause` returns nil because the system
  /// cannot be queried. They also end one day after `recheckedUntil`.
  package func takeRejected(
    limit: Int, pause: @escaping @Sendable (Delivery) -> Duration?
  ) -> Deferred<[Delivery]> {
    store.deferredWrite(locking: [.outbox("")]) { [clock] transaction in
      let (table, now) = (DeliveryDAO(transaction), clock())
      return try table.rejected(at: now, limit: limit).filter { delivery in
        guard let pause = pause(delivery), let end = delivery.recheckedUntil, let ended = delivery.ended,
          now < end + Self.recheckTime
        else {
          try table.endRecheck(delivery.submission)
          return false
        }
        let next = now + max(pause, min(Self.longestPause, (now - ended) / 10))
        try table.recheck(delivery.submission, at: next, until: end)
        return true
      }
    }
  }

  /// True if a system must be queried about a rejected delivery now.
  package func hasRejected() throws -> Bool {
    let now = clock()
    return try !store.read { try DeliveryDAO($0).rejected(at: now, limit: 1) }.isEmpty
  }

  /// Stores the response to a query about a rejected delivery. The queries end with a final
  /// outcome, or with the first response at or after `recheckedUntil`.
  package func noteRejected(_ word: DeliveryOutcome, of id: SubmissionID) -> Deferred<Receipt> {
    store.deferredWrite(locking: [.submission(id)]) { [self] transaction in
      let table = DeliveryDAO(transaction)
      guard let delivery = try table.find(id), delivery.ended != nil else { throw DeliveryError.notFound }
      let receipt = try later(word, on: delivery, audit.author(.system), transaction)
      if word.isLast || delivery.recheckedUntil.map({ clock() >= $0 }) ?? true { try table.endRecheck(id) }
      return receipt
    }
  }
}
