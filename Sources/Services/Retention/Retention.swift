package import Model
import Essentials
import Persistence
import Storage

/// Deletes data whose time is over, and a person's data on request.
///
///     for count in try services.retention.sweep().wait() { print(count.what, count.count) }
///     let erasure = try services.retention.erase(person).wait()
package struct Retention: Sendable {
  /// Most rows that one transaction deletes: other writes wait for no more than that.
  static let batch = 200
  /// Most transactions of one sweep for one kind of rows; the next sweep deletes the rest.
  private static let mostBatches = 500

  /// The lengths of retention.
  package let rules: RetentionRules
  let store: any Store
  let audit: Audit
  let clock: Clock
  private let drafts: DraftRules

  /// Retention in `store` by these rules.
  init(
    store: any Store, rules: RetentionRules, drafts: DraftRules, audit: Audit, clock: @escaping Clock
  ) {
    (self.store, self.rules, self.drafts) = (store, rules, drafts)
    (self.audit, self.clock) = (audit, clock)
  }

  /// Deletes everything whose time is over, and returns the counts by kind. Other writes run between its transactions.
  package func sweep() -> Deferred<[Erasure.Count]> { .from { run(steps(at: clock())[...], []) } }

  /// Gives the submissions that a program of the release before stored without a rule the rule of their operation, for
  /// good.
  ///
  /// Returns their number.
  package func adopt(_ spans: [String: KeptSpan]) -> Deferred<Int> {
    .from {
      let steps = spans.sorted { $0.key < $1.key }.map { operation, span in
        Step(operation) { try $0.keep(span, of: operation, limit: $1) }
      }
      return run(steps[...], []).map { $0.reduce(0) { $0 + $1.count } }
    }
  }

  /// The last day on which documents keep their values for `years` years, for a person erased at `instant`.
  func keptUntil(_ instant: Instant, years: Int) -> CivilDate {
    let year = min(9999, day(at: instant).year + years)
    return CivilDate(year: year, month: 12, day: 31) ?? day(at: instant)
  }

  /// One kind of rows, with a closure that deletes some of them.
  private struct Step: Sendable {
    let what: String
    let forget: @Sendable (Transaction, _ limit: Int) throws -> Int

    init(_ what: String, _ forget: @escaping @Sendable (RetentionDAO, _ limit: Int) throws -> Int) {
      self.what = what
      self.forget = { try forget(RetentionDAO($0), $1) }
    }

    init(_ what: String, in forget: @escaping @Sendable (Transaction, _ limit: Int) throws -> Int) {
      (self.what, self.forget) = (what, forget)
    }
  }

  private func steps(at now: Instant) -> [Step] {
    let (sessions, kept) = (now - rules.sessions, now - drafts.lifetime)
    let (unsigned, told) = (now - rules.unsigned, now - rules.notifications)
    let over = day(at: told)
    let erased = erasedBefore(now)
    let (years, year) = (rules.documentYears, day(at: now).year)
    return [
      Step("sessions") { try $0.deleteSessions(expiredBy: sessions, limit: $1) },
      Step("messages") { table, limit in
        var count = 0
        for kind in Message.Kind.allCases {
          count += try table.deleteMessages(kind, expiredBy: now, limit: limit - count)
        }
        return count
      },
      Step("drafts") { try $0.deleteDrafts(keptBy: kept, limit: $1) },
      Step(
        "expired submissions",
        in: { [audit] transaction, limit in
          let expired = try RetentionDAO(transaction).expire(by: unsigned, limit: limit)
          for id in expired { try audit.record(.submissionExpired, by: .system, of: .submission(id), transaction) }
          return expired.count
        }),
      Step("values of unsigned submissions") { try $0.forgetUnsigned(endedBy: unsigned, limit: $1) },
      Step("marks on deals") { try $0.deleteMarks(of: over, limit: $1) },
      Step("times of notification") { try $0.deletePushPeriods(endedBy: told, on: over, limit: $1) },
      Step("values of submissions that are no documents") { try $0.forgetKeptForDays(by: now, limit: $1) },
      Step("values of erased people's submissions") {
        let count = try $0.forgetDocuments(erasedBefore: erased, years: years, in: year, limit: $1)
        if count < $1 { try $0.noteForgotten(erasedBefore: erased, at: now, limit: $1) }
        return count
      },
    ]
  }

  /// The instant before which an erasure is `documentYears` ago, counted from the end of its year.
  private func erasedBefore(_ now: Instant) -> Instant {
    let first = CivilDate(year: max(1, day(at: now).year - rules.documentYears), month: 1, day: 1)
    return Instant(seconds: Int64(first?.daysSinceEpoch ?? 0) * 86_400)
  }

  /// The day in GMT: over years and months no hour counts.
  func day(at instant: Instant) -> CivilDate {
    CivilDate(daysSinceEpoch: Int((Double(instant.microseconds) / 86_400_000_000).rounded(.down)))
  }

  private func run(_ steps: ArraySlice<Step>, _ done: [Erasure.Count]) -> Deferred<[Erasure.Count]> {
    guard let step = steps.first else { return .now(done.filter { $0.count > 0 }) }
    return forget(step, 0, batches: 1).then { count in
      run(steps.dropFirst(), done + [Erasure.Count(step.what, count)])
    }
  }

  private func forget(_ step: Step, _ before: Int, batches: Int) -> Deferred<Int> {
    store.deferredWrite(locking: [.retention]) { try step.forget($0, Self.batch) }.then { count in
      count < Self.batch || batches == Self.mostBatches
        ? .now(before + count) : forget(step, before + count, batches: batches + 1)
    }
  }
}

extension Retention {
  /// Removes a person's data and login. The login may be given to somebody else.
  ///
  /// - Signed submissions keep their values as long as their operation says.
  /// - The ledger keeps its entries, which belong to the other side too.
  /// - Accounts, cards and the audit name the person by an id that leads to nothing else.
  /// - Unsigned submissions are cancelled and their values deleted.
  /// - Returns nil when nobody has that id.
  package func erase(_ id: PersonID) -> Deferred<Erasure?> {
    store.deferredWrite(locking: [.person(id)]) { [self] (transaction) -> Erasure? in
      guard try PersonDAO(transaction).find(id) != nil else { return nil }
      let table = ErasureDAO(transaction)
      let now = clock()
      var removed = try table.removeBelongings(of: id)
      try table.cancelUnsigned(of: id, at: now)
      removed.append(try table.removeCodes(of: id, at: now))
      removed.append(try table.forgetUnsigned(of: id))
      try table.anonymize(id, at: now)
      try audit.record(.personErased, by: .system, of: .person(id), transaction)
      let documents = try table.documents(of: id, years: rules.documentYears)
      return Erasure(
        person: id, removed: removed.filter { $0.count > 0 }, documents: documents.kept, brief: documents.brief,
        briefUntil: documents.briefUntil.map { day(at: max(now, $0)) }, waiting: documents.waiting,
        filledAccounts: try table.filledAccounts(of: id), keptUntil: keptUntil(now, years: documents.years))
    }.map { [store] erasure in
      // Erased data are overwritten in the file; this removes them from the log of changes too.
      try store.purgeLog()
      return erasure
    }
  }
}

/// Retention of data after their last use.
package struct RetentionRules: Sendable, Equatable {
  /// Sessions after their expiry; 1 day.
  package var sessions: Duration = .seconds(24 * 3600)
  /// Values of submissions that were never signed, after their end; 90 days.
  package var unsigned: Duration = .seconds(90 * 24 * 3600)
  /// Marks and notifications of a deal after its end; 90 days.
  package var notifications: Duration = .seconds(90 * 24 * 3600)
  /// Least full years that documents keep their values after the year in which the person's data were erased; 5.
  ///
  /// An operation's `keep` says whether its submissions are documents.
  /// - Primary accounting documents are kept five years after the year of the report (402-FZ, article 29).
  /// - Documents on customers are kept five years after the last business with them (115-FZ, article 7).
  package var documentYears = 5

  /// The defaults.
  package init() {}
}

extension Instant {
  /// The instant `duration` earlier.
  fileprivate static func - (left: Instant, duration: Duration) -> Instant { left + (.zero - duration) }
}
