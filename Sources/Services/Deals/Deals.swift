package import Model
package import Dates
import DataAccess
import Storage

/// Deals that the bank offers to everybody. People do not see a deal before its first day.
package struct Deals: Sendable {
  let store: any Store
  let audit: Audit
  let clock: Clock

  init(store: any Store, audit: Audit, clock: @escaping Clock) {
    (self.store, self.audit, self.clock) = (store, audit, clock)
  }

  /// Returns the deal with its pages; nil if people do not see it on `day`. For a customer, the
  /// result includes whether the customer has seen the deal.
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

  /// Returns a page of the deals that are current on `day`, in their order, after `after`.
  ///
  /// The results have no `isSeen` for unauthenticated callers and operators.
  package func current(
    on day: CivilDate, by caller: Caller?, after: DealID? = nil, limit: Int
  ) throws -> Page<OfferedDeal, DealID> {
    try page(by: caller, limit: limit) { (deals, person) throws(StoreError) in
      try deals.current(on: day, seenBy: person, after: after, limit: limit + 1)
    }
  }

  /// Returns a page of the deals that have ended by `day`, most recently ended first, after
  /// `after`.
  package func ended(
    by day: CivilDate, by caller: Caller, after: DealID? = nil, limit: Int
  ) throws -> Page<OfferedDeal, DealID> {
    try page(by: caller, limit: limit) { (deals, person) throws(StoreError) in
      try deals.ended(by: day, seenBy: person, after: after, limit: limit + 1)
    }
  }

  /// Returns a page of all deals, including past and future ones, after `after`.
  package func all(by caller: Caller, after: DealID? = nil, limit: Int) throws -> Page<OfferedDeal, DealID> {
    try page(by: caller, limit: limit) { (deals, person) throws(StoreError) in
      try deals.all(seenBy: person, after: after, limit: limit + 1)
    }
  }

  /// Marks the deal as seen by the caller. A repetition changes nothing.
  ///
  /// Throws `DealError.notFound` if people do not see the deal on `day`.
  package func markSeen(_ id: DealID, on day: CivilDate, by caller: Caller) -> Deferred<Void> {
    store.deferredWrite(locking: [.person(caller.person)]) { [clock] transaction in
      try transaction.requireNotErased(caller.person)
      guard try DealDAO(transaction).find(id, by: day) != nil else { throw DealError.notFound }
      try DealMarkDAO(transaction).markSeen(id, person: caller.person, at: clock())
    }
  }

  private func page(
    by caller: Caller?, limit: Int,
    _ find: @Sendable (DealDAO, PersonID?) throws(StoreError) -> [(deal: Deal, isSeen: Bool)]
  ) throws -> Page<OfferedDeal, DealID> {
    let person = caller.flatMap { $0.role == .person ? $0.person : nil }
    let offered = try store.read { connection in
      try find(DealDAO(connection), person).map { OfferedDeal(deal: $0.deal, isSeen: person == nil ? nil : $0.isSeen) }
    }
    return Page(offered, limit: limit) { $0.deal.id }
  }
}

/// A deal for a caller.
package struct OfferedDeal: Sendable, Equatable {
  package let deal: Deal
  /// True if the person has seen the deal; nil if the caller is not a customer.
  package let isSeen: Bool?
}

/// The bank's calendar days in its time zone.
package struct DealDays: Sendable {
  /// Returns the day at an instant.
  package let day: @Sendable (Instant) -> CivilDate
  /// Returns the start of a day.
  package let start: @Sendable (CivilDate) -> Instant

  package init(
    day: @escaping @Sendable (Instant) -> CivilDate, start: @escaping @Sendable (CivilDate) -> Instant
  ) {
    (self.day, self.start) = (day, start)
  }
}
