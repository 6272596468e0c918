package import Model
package import Dates
import DataAccess
import Storage

/// Notifications of new deals, for people whose settings ask for them.
///
///     let (page, unread) = try services.notifications.page(caller.person, on: today, limit: 20)
///     if let newest = page.elements.first {
///       try services.notifications.markRead(newest.deal, on: today, by: caller).wait()
///     }
///
/// They are computed at each read, so that a new deal costs the same for any number of people. One lasts as long as its
/// deal.
package struct Notifications: Sendable {
  private let store: any Store
  private let clock: Clock

  /// Notifications in `store`.
  init(store: any Store, clock: @escaping Clock) { (self.store, self.clock) = (store, clock) }

  /// A page of the person's notifications on `day`, newest first, with the number of all unread ones.
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

  /// Notes that the caller has read the notification. A repeat changes nothing.
  ///
  /// Throws `DealError.notFound` when the caller has none of that deal.
  package func markRead(_ deal: DealID, on day: CivilDate, by caller: Caller) -> Deferred<Void> {
    store.deferredWrite(locking: [.person(caller.person)]) { [clock] transaction in
      let (table, now) = (DealMarkDAO(transaction), clock())
      guard try table.isNotified(deal, person: caller.person, at: now, on: day) else { throw DealError.notFound }
      try table.markRead(deal, person: caller.person, at: now)
    }
  }

  /// Removes the notification for the caller.
  ///
  /// Throws `DealError.notFound` when the caller has none of that deal.
  package func dismiss(_ deal: DealID, on day: CivilDate, by caller: Caller) -> Deferred<Void> {
    store.deferredWrite(locking: [.person(caller.person)]) { [clock] transaction in
      let (table, now) = (DealMarkDAO(transaction), clock())
      guard try table.isNotified(deal, person: caller.person, at: now, on: day) else { throw DealError.notFound }
      try table.dismiss(deal, person: caller.person, at: now)
    }
  }
}
