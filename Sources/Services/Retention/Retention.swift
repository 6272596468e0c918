import Dispatch
package import Model
import Dates
import DataAccess
import Storage

/// Deletion of data at the end of its retention period, and of a person's data on request.
package struct Retention: Sendable {
  /// The number of rows that are deleted between two checks of the transaction's duration.
  static let portion = 10
  /// The maximum number of rows in one search that precedes the transactions.
  private static let found = 2000
  /// The maximum number of rows of one kind in one sweep. The next sweep deletes the others.
  private static let maximum = 100_000

  let rules: RetentionRules
  let store: any Store
  let audit: Audit
  let clock: Clock
  private let drafts: DraftRules
  private let leases: Leases

  init(
    store: any Store, rules: RetentionRules, drafts: DraftRules, audit: Audit, leases: Leases, clock: @escaping Clock
  ) {
    (self.store, self.rules, self.drafts, self.leases) = (store, rules, drafts, leases)
    (self.audit, self.clock) = (audit, clock)
  }

  /// Deletes all data whose retention period is over. Returns the counts by kind.
  ///
  /// Each transaction lasts for about `Pace.span`. After a transaction that changed rows, the sweep
  /// pauses, so that other writes come first.
  package func sweep() -> Deferred<[Erasure.Count]> { sweep(under: nil) }

  private func sweep(under lease: Duration?) -> Deferred<[Erasure.Count]> {
    .from { run(steps(at: clock())[...], [], lease) }
  }

  /// Calls `adopt` and `sweep` under a lease. Other servers cannot sweep for `interval` afterwards.
  ///
  /// The outcome is nil if another server holds the lease. Each transaction renews the lease and
  /// holds it until the commit. If this process was suspended and another server took over, the
  /// next transaction fails with `Leases.Lost`.
  package func sweepAlone(_ spans: [String: RetentionPeriod], every interval: Duration) -> Deferred<[Erasure.Count]?> {
    leases.take(.retention, for: Self.lease).then { isMine in
      guard isMine else { return .now(nil) }
      return adopt(spans, under: Self.lease).then { _ in sweep(under: Self.lease) }.then { removed in
        leases.take(.retention, for: interval).map { _ in removed }
      }
    }
  }

  /// The time without a transaction after which another server can take over.
  private static let lease: Duration = .seconds(60)

  /// Assigns retention rules, by operation, to submissions that an earlier release stored without
  /// one.
  ///
  /// Returns the number of submissions.
  package func adopt(_ spans: [String: RetentionPeriod]) -> Deferred<Int> { adopt(spans, under: nil) }

  private func adopt(_ spans: [String: RetentionPeriod], under lease: Duration?) -> Deferred<Int> {
    .from {
      let steps = spans.sorted { $0.key < $1.key }.map { operation, span in
        Step(operation) { try $0.keep(span, of: operation, limit: $1) }
      }
      return run(steps[...], [], lease).map { $0.reduce(0) { $0 + $1.count } }
    }
  }

  /// Returns the last day on which documents keep their values for `years` years, for a person
  /// erased at `instant`.
  func keptUntil(_ instant: Instant, years: Int) -> CivilDate {
    let year = min(9999, instant.utcDay.year + years)
    return CivilDate(year: year, month: 12, day: 31) ?? instant.utcDay
  }

  /// The deletion of one kind of rows.
  private struct Step: Sendable {
    /// Deletes at most `limit` rows. Returns their number.
    typealias Search = @Sendable (Transaction, _ limit: Int) throws -> Int
    /// Deletes one row, if it still exists. Returns the number of rows.
    typealias Forget = @Sendable (Transaction) throws -> Int

    enum RowSource: Sendable {
      /// The transaction finds the rows by an index.
      case search(Search)
      /// The rows are found before the transactions, by a search that reads many other rows.
      case list(@Sendable (Connection) throws -> [Forget])
    }

    let what: String
    let way: RowSource

    init(_ what: String, _ forget: @escaping @Sendable (RetentionDAO, _ limit: Int) throws -> Int) {
      (self.what, way) = (what, .search { try forget(RetentionDAO($0), $1) })
    }

    init(_ what: String, in forget: @escaping Search) { (self.what, way) = (what, .search(forget)) }

    init<Key: Sendable>(
      _ what: String, found: @escaping @Sendable (RetentionDAO, _ limit: Int) throws -> [Key],
      _ forget: @escaping @Sendable (RetentionDAO, Key) throws -> Int
    ) {
      self.what = what
      way = .list { connection in
        try found(RetentionDAO(connection), Retention.found).map { key in { try forget(RetentionDAO($0), key) } }
      }
    }
  }

  private func steps(at now: Instant) -> [Step] {
    let (sessions, kept) = (now - rules.sessions, now - drafts.lifetime)
    let (unsigned, notified) = (now - rules.unsigned, now - rules.notifications)
    let over = notified.utcDay
    let erased = erasedBefore(now)
    let (years, year) = (rules.documentYears, now.utcDay.year)
    return [
      Step("sessions") { try $0.deleteSessions(expiredBy: sessions, limit: $1) },
      Step("enrolments") { try $0.deleteEnrolments(expiredBy: now, limit: $1) },
      Step("invitations") { try $0.deleteInvitations(expiredBy: now, limit: $1) },
      Step("messages") { table, limit in
        var count = 0
        for kind in Message.Kind.allCases {
          count += try table.deleteMessages(kind, expiredBy: now, limit: limit - count)
        }
        return count
      },
      Step("drafts") { try $0.deleteDrafts(keptBy: kept, limit: $1) },
      Step("copies of drafts") { try $0.deleteDraftCopies(keptBy: kept, limit: $1) },
      Step(
        "expired submissions",
        in: { [audit] transaction, limit in
          let expired = try RetentionDAO(transaction).expire(by: unsigned, limit: limit)
          for id in expired { try audit.record(.submissionExpired, by: .system, of: .submission(id), transaction) }
          return expired.count
        }),
      Step("values of unsigned submissions", found: { try $0.unsigned(endedBy: unsigned, limit: $1) }) {
        try $0.forget($1)
      },
      Step("marks on deals") { try $0.deleteMarks(of: over, limit: $1) },
      Step("times of notification", found: { try $0.pushPeriods(endedBy: notified, on: over, limit: $1) }) {
        try $0.delete($1, endedBy: notified)
      },
      Step("values of submissions that are not documents", found: { try $0.keptForDays(by: now, limit: $1) }) {
        try $0.forget($1)
      },
      Step(
        "values of erased people's submissions",
        found: { try $0.documents(erasedBefore: erased, years: years, in: year, limit: $1) }, { try $0.forget($1) }),
      // Only a marker is stored. It is not counted.
      Step(Self.noted, found: { try $0.forgotten(erasedBefore: erased, limit: $1) }) {
        try $0.noteForgotten($1, at: now)
        return 0
      },
    ]
  }

  /// Returns the instant before which an erasure is at least `documentYears` ago, counted from the
  /// end of its year.
  private func erasedBefore(_ now: Instant) -> Instant {
    let first = CivilDate(year: max(1, now.utcDay.year - rules.documentYears), month: 1, day: 1)
    return Instant(seconds: Int64(first?.daysSinceEpoch ?? 0) * 86_400)
  }

  private static let noted = "erased people without values"

  private func run(
    _ steps: ArraySlice<Step>, _ done: [Erasure.Count], _ lease: Duration?
  ) -> Deferred<[Erasure.Count]> {
    guard let step = steps.first else { return .now(done.filter { $0.count > 0 }) }
    return forget(step, lease).then { count in
      run(steps.dropFirst(), done + [Erasure.Count(step.what, count)], lease)
    }
  }

  private func forget(_ step: Step, _ lease: Duration?) -> Deferred<Int> {
    switch step.way {
    case .search(let search): forget(by: search, 0, lease)
    case .list(let seek): forget(by: seek, 0, seen: 0, lease)
    }
  }

  /// Returns a transaction of the sweep. With a lease, it first renews the lease.
  private func write<Value: Sendable>(
    _ lease: Duration?, _ body: @escaping @Sendable (Transaction) throws -> Value
  ) -> Deferred<Value> {
    store.deferredWrite(locking: [.retention]) { [leases] transaction in
      if let lease { try leases.keep(.retention, for: lease, transaction) }
      return try body(transaction)
    }
  }

  /// Deletes rows until none remain or `maximum` are deleted. `before` is the number of rows
  /// deleted so far.
  private func forget(by search: @escaping Step.Search, _ before: Int, _ lease: Duration?) -> Deferred<Int> {
    let (pace, began) = (rules.pace, ContinuousClock.now)
    return write(lease) { transaction in
      let began = ContinuousClock.now
      var count = 0
      repeat {
        let some = try search(transaction, Self.portion)
        count += some
        if some < Self.portion { return (count: count, isLast: true) }
      } while ContinuousClock.now - began < pace.span
      return (count: count, isLast: false)
    }.then { batch in
      let count = before + batch.count
      if batch.count == 0 { return .now(count) }
      return pace.rest(after: ContinuousClock.now - began).then {
        batch.isLast || count >= Self.maximum ? .now(count) : forget(by: search, count, lease)
      }
    }
  }

  /// Searches for rows and deletes them, until a search finds fewer rows than its limit or
  /// `maximum` rows were found.
  private func forget(
    by seek: @escaping @Sendable (Connection) throws -> [Step.Forget], _ before: Int, seen: Int, _ lease: Duration?
  ) -> Deferred<Int> {
    .from {
      let found = try store.read(seek)
      return forget(found[...], before, lease).then { count in
        found.count < Self.found || seen + found.count >= Self.maximum
          ? .now(count) : forget(by: seek, count, seen: seen + found.count, lease)
      }
    }
  }

  private func forget(_ found: ArraySlice<Step.Forget>, _ before: Int, _ lease: Duration?) -> Deferred<Int> {
    if found.isEmpty { return .now(before) }
    let (pace, began) = (rules.pace, ContinuousClock.now)
    return write(lease) { transaction in
      let began = ContinuousClock.now
      var (count, done) = (0, 0)
      for forget in found {
        count += try forget(transaction)
        done += 1
        if done % Self.portion == 0, ContinuousClock.now - began >= pace.span { break }
      }
      return (count: count, done: done)
    }.then { batch in
      pace.rest(after: ContinuousClock.now - began).then {
        forget(found.dropFirst(batch.done), before + batch.count, lease)
      }
    }
  }
}

extension Retention {
  /// Deletes a person's data and login. The login can then be assigned to another person.
  ///
  /// - Signed submissions keep their values for the period of their operation.
  /// - The ledger keeps its entries, because they also belong to the other party.
  /// - Accounts, cards and the audit refer to the person by an id that leads to no other data.
  /// - Unsigned submissions are cancelled and their values deleted.
  /// - Returns nil if the person does not exist.
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
      try table.anonymizeCustomer(id)
      try audit.record(.personErased, by: .system, of: .person(id), transaction)
      let documents = try table.documents(of: id, years: rules.documentYears)
      return Erasure(
        person: id, removed: removed.filter { $0.count > 0 }, documents: documents.kept, brief: documents.brief,
        briefUntil: documents.briefUntil.map { max(now, $0).utcDay }, waiting: documents.waiting,
        filledAccounts: try table.filledAccounts(of: id), keptUntil: keptUntil(now, years: documents.years))
    }.map { [store] erasure in
      // Deleted data are overwritten in the file. This call also removes them from the log.
      try store.purgeLog()
      return erasure
    }
  }
}

/// Retention periods after the last use of data.
package struct RetentionRules: Sendable, Equatable {
  /// Sessions, after their expiry; 1 day.
  package var sessions: Duration = .seconds(24 * 3600)
  /// Values of submissions that were never signed, after their end; 90 days.
  package var unsigned: Duration = .seconds(90 * 24 * 3600)
  /// Marks and notifications of a deal, after its end; 90 days.
  package var notifications: Duration = .seconds(90 * 24 * 3600)
  /// The number of full years for which documents keep their values after the year in which the
  /// person was erased; 5.
  ///
  /// The `keep` property of an operation determines whether its submissions are documents.
  /// - Primary accounting documents are kept five years after the reporting year (402-FZ, article
  ///   29).
  /// - Documents on customers are kept five years after the last business with them (115-FZ,
  ///   article 7).
  package var documentYears = 5
  /// The time for which the text of a version is kept after it stopped validating forms:
  /// `documentYears` full years and the rest of the first one. Values of people who are not erased
  /// can outlive it.
  var longest: Duration { .seconds((documentYears + 1) * 366 * 86_400) }
  /// The pace of a sweep, which gives priority to other writes.
  package var pace = Pace()

  /// The duration of a sweep's transactions and of the pauses between them.
  package struct Pace: Sendable, Equatable {
    /// The time after which a transaction ends. It can take longer by one portion of rows and by
    /// its commit.
    package var span: Duration = .milliseconds(2)
    /// The pause after a transaction, as a multiple of its duration including the commit.
    package var rests = 3

    init() {}

    /// Returns the pause after a transaction of this duration; at most a quarter of a second.
    func rest(after taken: Duration) -> Deferred<Void> {
      let length = min(taken * rests, .milliseconds(250))
      if length <= .zero { return .now(()) }
      let (seconds, attoseconds) = length.components
      return Deferred { then in
        DispatchQueue.global(qos: .utility).asyncAfter(
          deadline: .now() + .nanoseconds(Int(seconds * 1_000_000_000 + attoseconds / 1_000_000_000))
        ) { then(.success(())) }
      }
    }
  }

  package init() {}
}

extension Instant {
  /// Returns the instant `duration` earlier.
  fileprivate static func - (left: Instant, duration: Duration) -> Instant { left + (.zero - duration) }
}
