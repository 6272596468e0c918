package import Model
import Essentials
import Persistence
import Storage

/// Deletes data whose retention has ended, and erases persons.
///
///     let deleted = try retention.sweep().wait()
package struct Retention: Sendable {
  /// The number of rows that one transaction deletes: another write waits for no more than that.
  static let batch = 200
  /// The number of transactions that one sweep takes for one kind of rows; the next sweep deletes the rest.
  private static let mostBatches = 500

  /// The lengths of retention.
  package let rules: RetentionRules
  let store: any Store
  let audit: Audit
  let clock: Clock
  private let drafts: DraftRules

  /// Creates the retention of the data in `database` by these rules.
  init(
    store: any Store, rules: RetentionRules, drafts: DraftRules, audit: Audit, clock: @escaping Clock
  ) {
    (self.store, self.rules, self.drafts) = (store, rules, drafts)
    (self.audit, self.clock) = (audit, clock)
  }

  /// A kind of rows, and the deletion of some of them.
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

  /// Deletes all data whose retention has ended, and returns the numbers by kind. Other writes run in between.
  package func sweep() -> Deferred<[Erasure.Count]> { .from { run(steps(at: clock())[...], []) } }

  /// Gives submissions that were stored without a rule, by a program of the release before, that of their operation: from
  /// now on it stands with them. Answers how many.
  package func adopt(_ spans: [String: KeptSpan]) -> Deferred<Int> {
    .from {
      let steps = spans.sorted { $0.key < $1.key }.map { operation, span in
        Step(operation) { try $0.keep(span, of: operation, limit: $1) }
      }
      return run(steps[...], []).map { $0.reduce(0) { $0 + $1.count } }
    }
  }

  /// The last day on which documents keep their values that are kept `years` years, of a person whose data were erased at
  /// `instant`.
  func keptUntil(_ instant: Instant, years: Int) -> CivilDate {
    let year = min(9999, day(at: instant).year + years)
    return CivilDate(year: year, month: 12, day: 31) ?? day(at: instant)
  }

  private func steps(at now: Instant) -> [Step] {
    let (sessions, kept) = (now - rules.sessions, now - drafts.lifetime)
    let (unsigned, told) = (now - rules.unsigned, now - rules.notifications)
    let over = day(at: told)
    let erased = erasedBefore(now)
    let (years, year) = (rules.documentYears, day(at: now).year)
    return [
      Step("sessions") { try $0.deleteSessions(expiredBy: sessions, limit: $1) },
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

  /// Whoever was erased before then has no documents left: the years count from the end of that year.
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

extension Instant {
  /// The instant `duration` earlier.
  fileprivate static func - (left: Instant, duration: Duration) -> Instant { left + (.zero - duration) }
}

/// The lengths of retention of data without further use.
package struct RetentionRules: Sendable, Equatable {
  /// The retention of sessions after their expiry; 1 day.
  package var sessions: Duration = .seconds(24 * 3600)
  /// The retention of the values of unsigned submissions after their end; 90 days.
  package var unsigned: Duration = .seconds(90 * 24 * 3600)
  /// The retention of marks and notifications after the end of their deal; 90 days.
  package var notifications: Duration = .seconds(90 * 24 * 3600)
  /// The least number of years, after the year of a person's erasure, for which their documents keep their values; 5.
  ///
  /// The operation tells by `keep` whether its submissions are documents. Primary accounting documents are kept five
  /// years after the year of the report (402-FZ, article 29), documents on customers five years after the end of the
  /// relation (115-FZ, article 7).
  package var documentYears = 5

  /// Creates the defaults.
  package init() {}
}

extension Retention {
  /// Erases a person's data; nobody can log in as that person again, and the login is free. Returns nil if there is no
  /// person with that id.
  ///
  /// - Signed submissions keep their values for the retention of their operation, and the ledger its entries, which
  ///   belong to the other side too.
  /// - Accounts, cards and the audit name the person by an id that leads to no other data.
  /// - Unsigned submissions are cancelled and lose their values.
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
      // SQLite overwrites the deleted data in the file. The write-ahead log is purged here.
      try store.purgeLog()
      return erasure
    }
  }
}
