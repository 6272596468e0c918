package import Model
import Dates
import DataAccess
import Secrets
import Storage

/// Operators' changes of deals.
///
/// Each change says which state of the deal the operator has read, so that two operators do not overwrite each other's.
extension Deals {
  /// A deal that was added, by this call or before with the same key.
  package struct Receipt: Sendable, Equatable {
    /// The deal.
    package let edited: EditedDeal
    /// True if this call added it.
    package let isNew: Bool
  }

  /// The deal with `id`, past and future ones too; throws `DealError.notFound`.
  package func edited(_ id: DealID) throws -> EditedDeal {
    try store.read { connection in try connection.snapshot { try Self.edited(id, connection) } }
  }

  /// Adds the deal that `edit` makes of a blank one.
  ///
  ///     let receipt = try services.deals.add(key: key, body: body, by: caller, days) { blank, last in
  ///       EditedDeal(deal: blank.deal.with(\.title, Deal.Text(ru: "Вклад", en: nil)), pages: [])
  ///     }.wait()
  ///
  /// The caller's same key with the same body returns the deal that is there. People who want notifications have one
  /// from the deal's first day on; this writes none.
  /// - Throws `DealError.keyReused` when the key came with another body.
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
      try audit.record(.dealAdded, by: AuditActor(caller), of: .deal(deal.id), transaction)
      return Receipt(edited: EditedDeal(deal: deal, pages: edited.pages), isNew: true)
    }
  }

  /// Changes a deal as `edit` says, if `isRead` accepts its state.
  ///
  /// - Throws `DealError.notFound` when there is no such deal.
  /// - Throws `DealError.changedMeanwhile` when `isRead` returns false.
  /// - Throws `DealError.ended` when an operator has ended it.
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
      try audit.record(.dealChanged, by: AuditActor(caller), of: .deal(id), transaction)
      return EditedDeal(deal: deal, pages: edited.pages)
    }
  }

  /// Ends a deal today, if `isRead` accepts its state. A repeat changes nothing. A deal ended before its first day is
  /// never seen.
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
      try audit.record(.dealEnded, by: AuditActor(caller), of: .deal(id), transaction)
    }
  }

  /// The start of notifications for a changed deal.
  ///
  /// People are notified once, and again only if its first day moves into the future.
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

/// A deal as operators change it, with all its texts.
package struct EditedDeal: Sendable, Equatable {
  /// The deal.
  package let deal: Deal
  /// Its pages, in their order.
  package let pages: [DealPage]

  /// Creates a deal with its pages.
  package init(deal: Deal, pages: [DealPage]) { (self.deal, self.pages) = (deal, pages) }

  /// Returns a changed deal; `last` is the place after all others.
  package typealias Edit = @Sendable (_ edited: EditedDeal, _ last: Int) throws -> EditedDeal
}

/// Reasons why a deal is not found or changed.
package enum DealError: Error, Equatable {
  /// The caller sees no deal with that id.
  case notFound
  /// Another body came with the same key.
  case keyReused
  /// Another operator has changed it since it was read.
  case changedMeanwhile
  /// An operator has ended it, and it stays as it is.
  case ended
}
