package import Model
package import Dates
import DataAccess
import Storage

/// Notifications of new deals, for people whose settings enable them.
///
/// They are computed on each read, so that a new deal writes nothing per person. A notification
/// lasts as long as its deal.
package struct Notifications: Sendable {
  private let store: any Store
  private let clock: Clock

  init(store: any Store, clock: @escaping Clock) { (self.store, self.clock) = (store, clock) }

  /// Returns a page of the person's notifications on `day`, newest first, and the number of all
  /// unread ones.
  package func page(
    _ person: PersonID, on day: CivilDate, after: DealID? = nil, limit: Int
  ) throws -> (page: Page<DealNotification, DealID>, unread: Int) {
    let now = clock()
    return try store.read { connection in
      try connection.snapshot {
        let table = DealMarkDAO(connection)
        let found = try table.notifications(person: person, at: now, on: day, after: after, limit: limit + 1)
        return (Page(found, limit: limit) { $0.deal }, try table.unread(person: person, at: now, on: day))
      }
    }
  }

  /// Marks the notification as read by the caller. A repetition changes nothing.
  ///
  /// Throws `DealError.notFound` if the caller has no notification of that deal.
  package func markRead(_ deal: DealID, on day: CivilDate, by caller: Caller) -> Deferred<Void> {
    store.deferredWrite(locking: [.person(caller.person)]) { [clock] transaction in
      let (table, now) = (DealMarkDAO(transaction), clock())
      guard try table.isNotified(deal, person: caller.person, at: now, on: day) else { throw DealError.notFound }
      try table.markRead(deal, person: caller.person, at: now)
    }
  }

  /// Removes the notification for the caller.
  ///
  /// Throws `DealError.notFound` if the caller has no notification of that deal.
  package func dismiss(_ deal: DealID, on day: CivilDate, by caller: Caller) -> Deferred<Void> {
    store.deferredWrite(locking: [.person(caller.person)]) { [clock] transaction in
      let (table, now) = (DealMarkDAO(transaction), clock())
      guard try table.isNotified(deal, person: caller.person, at: now, on: day) else { throw DealError.notFound }
      try table.dismiss(deal, person: caller.person, at: now)
    }
  }
}
