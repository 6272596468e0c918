package import Model
package import Essentials
import Persistence
package import Storage

/// The bank's offers. A deal is the same for everybody, and customers see it from its first day.
package struct Deals: Sendable {
  let store: any Store
  let audit: Audit
  let clock: Clock

  /// Creates the service over `store`.
  package init(store: any Store, audit: Audit, clock: @escaping Clock) {
    (self.store, self.audit, self.clock) = (store, audit, clock)
  }

  /// Finds the deal with `id` and its pages if customers see it on `day`; a customer also gets whether they have seen
  /// it.
  package func find(
    _ id: DealID, on day: CivilDate, by caller: Caller
  ) throws -> (offered: OfferedDeal, pages: [DealPage])? {
    try store.read { connection in
      try connection.snapshot {
        guard let deal = try DealDAO(connection).find(id, by: day) else { return nil }
        let isSeen = caller.role == .person ? try DealMarkDAO(connection).isSeen(id, person: caller.person) : nil
        return (OfferedDeal(deal: deal, isSeen: isSeen), try DealPageDAO(connection).all(of: id))
      }
    }
  }

  /// Returns a page of the deals in force on `day`, in their order, behind `after`. Without a caller it has no marks.
  package func current(
    on day: CivilDate, by caller: Caller?, after: DealID? = nil, limit: Int
  ) throws -> Page<OfferedDeal, DealID> {
    try page(by: caller, limit: limit) { (deals) throws(StoreError) in
      try deals.current(on: day, after: after, limit: limit + 1)
    }
  }

  /// Returns a page of the deals that have ended on `day`, the last ones first, behind `after`.
  package func ended(
    by day: CivilDate, by caller: Caller, after: DealID? = nil, limit: Int
  ) throws -> Page<OfferedDeal, DealID> {
    try page(by: caller, limit: limit) { (deals) throws(StoreError) in
      try deals.ended(by: day, after: after, limit: limit + 1)
    }
  }

  /// Returns a page of all deals in any state, behind `after`.
  package func all(by caller: Caller, after: DealID? = nil, limit: Int) throws -> Page<OfferedDeal, DealID> {
    try page(by: caller, limit: limit) { (deals) throws(StoreError) in
      try deals.all(after: after, limit: limit + 1)
    }
  }

  /// Notes that the person has seen the deal; done again it changes nothing. A `DealError.notFound` where people do not
  /// see it on `day`.
  package func markSeen(_ id: DealID, on day: CivilDate, by caller: Caller) -> Deferred<Void> {
    store.deferredWrite(locking: [.person(caller.person)]) { [clock] transaction in
      guard try DealDAO(transaction).find(id, by: day) != nil else { throw DealError.notFound }
      try DealMarkDAO(transaction).markSeen(id, person: caller.person, at: clock())
    }
  }

  private func page(
    by caller: Caller?, limit: Int, _ find: @Sendable (DealDAO) throws(StoreError) -> [Deal]
  ) throws -> Page<OfferedDeal, DealID> {
    let offered = try store.read { connection in
      try connection.snapshot {
        let person = caller.flatMap { $0.role == .person ? $0.person : nil }
        let seen = try person.map { try DealMarkDAO(connection).seen(person: $0) }
        return try find(DealDAO(connection)).map { OfferedDeal(deal: $0, isSeen: seen?.contains($0.id)) }
      }
    }
    return Page(offered, limit: limit) { $0.deal.id }
  }
}

/// A deal as a person reads it.
package struct OfferedDeal: Sendable, Equatable {
  /// The deal.
  package let deal: Deal
  /// True if the person has seen it; nil for a caller who is no customer.
  package let isSeen: Bool?
}

/// The bank's days, as deals follow them.
package struct DealDays: Sendable {
  /// The day at an instant.
  package let day: @Sendable (Instant) -> CivilDate
  /// Returns the beginning of a day.
  package let start: @Sendable (CivilDate) -> Instant

  /// Creates the days of a time zone.
  package init(
    day: @escaping @Sendable (Instant) -> CivilDate, start: @escaping @Sendable (CivilDate) -> Instant
  ) {
    (self.day, self.start) = (day, start)
  }
}
