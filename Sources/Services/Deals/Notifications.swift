package import Model
package import Essentials
import Persistence
package import Storage

/// The notifications that people's settings ask for: new deals.
///
/// A notification is computed when it is read, so that a new deal costs the same for any number of people. It ends with
/// its deal.
package struct Notifications: Sendable {
  private let store: any Store
  private let clock: Clock

  /// Creates the service over `store`.
  package init(store: any Store, clock: @escaping Clock) { (self.store, self.clock) = (store, clock) }

  /// A page of the person's notifications on `day`, the newest first, and how many of all are not read.
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

  /// Notes that the caller has read the notification; done again it changes nothing. A `DealError.notFound` where the
  /// caller has none of that deal.
  package func markRead(_ deal: DealID, on day: CivilDate, by caller: Caller) -> Deferred<Void> {
    store.deferredWrite(locking: [.person(caller.person)]) { [clock] transaction in
      let (table, now) = (DealMarkDAO(transaction), clock())
      guard try table.isNotified(deal, person: caller.person, at: now, on: day) else { throw DealError.notFound }
      try table.markRead(deal, person: caller.person, at: now)
    }
  }

  /// Takes the notification away from the caller. A `DealError.notFound` where the caller has none of that deal.
  package func dismiss(_ deal: DealID, on day: CivilDate, by caller: Caller) -> Deferred<Void> {
    store.deferredWrite(locking: [.person(caller.person)]) { [clock] transaction in
      let (table, now) = (DealMarkDAO(transaction), clock())
      guard try table.isNotified(deal, person: caller.person, at: now, on: day) else { throw DealError.notFound }
      try table.dismiss(deal, person: caller.person, at: now)
    }
  }
}
