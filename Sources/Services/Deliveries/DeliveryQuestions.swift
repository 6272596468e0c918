import Dates
package import Model
import DataAccess
import Storage

/// Deliveries that are unknown to a system, and deliveries that an operator rejected although an
/// attempt may have arrived.
extension Deliveries {
  /// The time for which the system is asked about a delivery that an operator rejected.
  static let recheckTime: Duration = .seconds(86_400)
  /// The longest pause between two questions.
  private static let longestPause: Duration = .seconds(300)

  /// Stores that an open delivery is unknown to the system. Until this counts, the system is asked
  /// again; then the delivery is sent again.
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

  /// Claims the rejected deliveries whose systems must be asked now.
  ///
  /// The pauses between questions grow from the result of `pause` to five minutes. The questions
  /// end if `pause` returns nil, because the system cannot be asked, and one day after
  /// `recheckedUntil` at the latest.
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

  /// True if a system must be asked about a rejected delivery now.
  package func hasRejected() throws -> Bool {
    let now = clock()
    return try !store.read { try DeliveryDAO($0).rejected(at: now, limit: 1) }.isEmpty
  }

  /// Stores the answer about a rejected delivery. The questions end with a final outcome or when
  /// their time is over.
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
