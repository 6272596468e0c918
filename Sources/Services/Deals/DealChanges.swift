package import Model
import Dates
import DataAccess
import Secrets
import Storage

/// Operators' changes of deals.
///
/// Each change includes a check of the state that the operator has read, so that operators do not
/// overwrite each other's changes.
extension Deals {
  /// The result of adding a deal.
  package struct Receipt: Sendable, Equatable {
    package let edited: EditedDeal
    /// True if this call added the deal; false if it was added before with the same key.
    package let isNew: Bool
  }

  /// Returns the deal, including past and future deals. Throws `DealError.notFound` if it does not
  /// exist.
  package func edited(_ id: DealID) throws -> EditedDeal {
    try store.read { connection in try connection.snapshot { try Self.edited(id, connection) } }
  }

  /// Adds the deal that `edit` makes from a blank one.
  ///
  /// If the caller has already used the key with the same body, returns the existing deal. People
  /// who want notifications see the deal from its first day on; nothing is written for them.
  /// - Throws `DealError.keyReused` if the key was used with another body.
  package func add(
    key: String, body: String, by caller: Caller, _ days: DealDays, _ edit: @escaping EditedDeal.Edit
  ) -> Deferred<Receipt> {
    let digest = Digest(of: body).bytes
    return store.deferredWrite(locking: [.deals]) { [clock, audit] transaction in
      let table = DealDAO(transaction)
      if let known = try table.find(key: key, author: caller.person) {
        guard known.bodyDigest == digest else { throw DealError.keyReused }
        return Receipt(edited: try Self.edited(known.deal.id, transaction), isNew: false)
      }
      let (now, last) = (clock(), try table.nextPlace())
      let (unsaid, today) = (Deal.Text(ru: "", en: nil), days.day(now))
      let blank = Deal(
        id: .new(at: now), title: unsaid, subtitle: unsaid, startDate: today, endDate: today, place: last,
        endedOn: nil, announced: now, created: now, changed: now)
      let edited = try edit(EditedDeal(deal: blank, pages: []), last)
      let deal = edited.deal.with(\.announced, max(now, days.start(edited.deal.startDate)))
      try table.insert(deal, by: DealDAO.Authorship(author: caller.person, key: key, bodyDigest: digest))
      try DealPageDAO(transaction).replace(edited.pages, of: deal.id)
      try audit.record(.dealAdded, by: AuditActor(caller), of: .row(deal.id), transaction)
      return Receipt(edited: EditedDeal(deal: deal, pages: edited.pages), isNew: true)
    }
  }

  /// Changes a deal if `isRead` accepts its stored state.
  ///
  /// - Throws:
  ///   - `DealError.notFound` if the deal does not exist
  ///   - `DealError.changedMeanwhile` if `isRead` returns false
  ///   - `DealError.ended` if an operator has ended it
  package func change(
    _ id: DealID, by caller: Caller, _ days: DealDays, if isRead: @escaping @Sendable (EditedDeal) throws -> Bool,
    _ edit: @escaping EditedDeal.Edit
  ) -> Deferred<EditedDeal> {
    store.deferredWrite(locking: [.deals]) { [clock, audit] transaction in
      let old = try Self.edited(id, transaction)
      guard try isRead(old) else { throw DealError.changedMeanwhile }
      guard old.deal.endedOn == nil else { throw DealError.ended }
      let table = DealDAO(transaction)
      let edited = try edit(old, table.nextPlace())
      let now = clock()
      var deal = edited.deal
      deal.announced = Self.announcement(from: deal.startDate, before: old.deal, at: now, days)
      deal.changed = max(now, old.deal.changed)
      try table.update(deal)
      try DealPageDAO(transaction).replace(edited.pages, of: id)
      try audit.record(.dealChanged, by: AuditActor(caller), of: .row(id), transaction)
      return EditedDeal(deal: deal, pages: edited.pages)
    }
  }

  /// Ends a deal today if `isRead` accepts its stored state. A repetition changes nothing. A deal
  /// that ends before its first day is never shown.
  ///
  /// Throws `DealError.notFound` or `DealError.changedMeanwhile`.
  package func end(
    _ id: DealID, by caller: Caller, _ days: DealDays, if isRead: @escaping @Sendable (EditedDeal) throws -> Bool
  ) -> Deferred<Void> {
    store.deferredWrite(locking: [.deals]) { [clock, audit] transaction in
      let old = try Self.edited(id, transaction)
      guard try isRead(old) else { throw DealError.changedMeanwhile }
      guard old.deal.endedOn == nil else { return }
      let now = clock()
      let today = days.day(now)
      var deal = old.deal
      (deal.endedOn, deal.endDate) = (today, max(deal.startDate, min(deal.endDate, today)))
      deal.changed = max(now, deal.changed)
      try DealDAO(transaction).update(deal)
      try audit.record(.dealEnded, by: AuditActor(caller), of: .row(id), transaction)
    }
  }

  /// Returns the time from which people are notified of a changed deal.
  ///
  /// People are notified again only if the first day moves into the future.
  private static func announcement(
    from day: CivilDate, before old: Deal, at now: Instant, _ days: DealDays
  ) -> Instant {
    guard day != old.startDate else { return old.announced }
    let start = days.start(day)
    if start > now { return start }
    return min(old.announced, now)
  }

  private static func edited(_ id: DealID, _ connection: Transaction) throws -> EditedDeal {
    guard let deal = try DealDAO(connection).find(id) else { throw DealError.notFound }
    return EditedDeal(deal: deal, pages: try DealPageDAO(connection).all(of: id))
  }
}

/// A deal as operators edit it, with all its texts.
package struct EditedDeal: Sendable, Equatable {
  package let deal: Deal
  /// The pages in their order.
  package let pages: [DealPage]

  package init(deal: Deal, pages: [DealPage]) { (self.deal, self.pages) = (deal, pages) }

  /// Returns the edited deal. `last` is the place after all other deals.
  package typealias Edit = @Sendable (_ edited: EditedDeal, _ last: Int) throws -> EditedDeal
}

/// Reasons why a deal is not found or changed.
package enum DealError: Error, Equatable {
  /// The deal does not exist or is not visible to the caller.
  case notFound
  /// The key was used with another body.
  case keyReused
  /// Another operator has changed the deal since it was read.
  case changedMeanwhile
  /// An operator has ended the deal, so it cannot be changed.
  case ended
}
