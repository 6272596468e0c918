import Dates
import Model
import DataAccess
import SQLiteStorage
import Storage
import Services
import TestDatabases
import Testing

/// Data that are deleted by age, and data that are retained.
struct RetentionTests {
  private static let day: Duration = .seconds(86_400)

  @Test("A retention sweep of a new bank deletes nothing") func deletesNothingInNewBank() throws {
    let bank = try TestBank()
    try bank.signedPayment("1.00")
    try bank.waitingPayment("2.00")
    #expect(try bank.services.retention.sweep().wait().isEmpty)
  }

  @Test("Sessions are deleted one day after they expire") func deletesSessionsAfterDay() throws {
    let bank = try TestBank()
    let lifetime = bank.services.configuration.sessions.lifetime
    bank.clock.advance(by: lifetime + .seconds(86_399))
    #expect(try bank.services.retention.sweep().wait().isEmpty)
    bank.clock.advance(by: .seconds(1))
    #expect(try bank.services.retention.sweep().wait() == [Erasure.Count("sessions", 1)])
    #expect(try bank.count("SELECT count(*) FROM session") == 0)
  }

  @Test("The retention sweep deletes expired copies of drafts")
  func deletesExpiredDraftCopies() throws {
    let bank = try TestBank()
    for values in ["{}", #"{"a":1}"#] {
      _ = try bank.services.drafts.keep(values, of: "pp.quick", version: "1", if: nil, by: bank.caller).wait()
    }
    #expect(try bank.services.drafts.copies(of: "pp.quick", person: bank.caller.person).map(\.values) == ["{}"])
    bank.clock.advance(by: bank.services.configuration.drafts.lifetime)
    #expect(try bank.services.drafts.copies(of: "pp.quick", person: bank.caller.person) == [])
    #expect(try bank.services.retention.sweep().wait().contains(Erasure.Count("copies of drafts", 1)))
    #expect(try bank.count("SELECT count(*) FROM draft_copy") == 0)
  }

  @Test("The retention sweep deletes expired drafts") func deletesExpiredDrafts() throws {
    let bank = try TestBank()
    _ = try bank.services.drafts.put("{}", of: "pp.quick", version: "1", by: bank.caller).wait()
    bank.clock.advance(by: bank.services.configuration.drafts.lifetime)
    #expect(try bank.services.retention.sweep().wait().contains(Erasure.Count("drafts", 1)))
    #expect(try bank.count("SELECT count(*) FROM draft") == 0)
  }

  @Test("Values of unsigned submissions are erased after 90 days; signed values are retained")
  func erasesValuesOfUnsigned() throws {
    let bank = try TestBank()
    let paid = try bank.signedPayment("1.00")
    let cancelled = try bank.submit(bank.order("2.00")).wait().submission
    _ = try bank.services.submissions.cancel(cancelled.id, by: bank.caller).wait()
    let left = try bank.submit(bank.order("3.00")).wait().submission
    bank.clock.advance(by: Self.day * 90 - .seconds(1))
    #expect(try bank.services.retention.sweep().wait().map(\.what) == ["sessions"])
    bank.clock.advance(by: .seconds(2))
    // The values of the cancelled submission. The retention period of the unsigned one begins a day
    // later, when it expires.
    #expect(try bank.services.retention.sweep().wait() == [Erasure.Count("values of unsigned submissions", 1)])
    bank.clock.advance(by: Self.day)
    #expect(
      try bank.services.retention.sweep().wait()
        == [Erasure.Count("expired submissions", 1), Erasure.Count("values of unsigned submissions", 1)])
    for (submission, values) in [(cancelled, "{}"), (left, "{}"), (paid, paid.values)] {
      #expect(try bank.services.submissions.find(submission.id, person: bank.caller.person).values == values)
    }
    let expired = try bank.services.submissions.find(left.id, person: bank.caller.person)
    #expect(expired.status == .expired)
    #expect(expired.changed == left.expires)
    #expect(try bank.services.retention.sweep().wait().isEmpty)
    #expect(try bank.services.inspection.ledger().isSound)
  }

  @Test(
    "The database rejects changed values, and erased values of an open submission",
    arguments: [
      ("UPDATE submission SET \"values\" = '{\"a\":1}'", "a submission keeps its content"),
      ("UPDATE submission SET \"values\" = '{}' WHERE status = 'awaitingSignature'", "a submission keeps its content"),
    ] as [(StaticString, String)])
  func databaseRejectsEarlyErasure(_ sql: StaticString, _ message: String) throws {
    let bank = try TestBank()
    try bank.signedPayment("1.00")
    try bank.waitingPayment("2.00")
    let error = #expect(throws: StoreError.self) { try bank.database.change { try $0.execute(sql) } }
    #expect(error?.words == message)
  }

  @Test("Marks on deals and notification periods are deleted after their retention")
  func deletesMarksOfEndedDeals() throws {
    let bank = try TestBank()
    let today = try #require(CivilDate("2026-11-21"))
    _ = try bank.services.settings.change(bank.caller.person) { $0.pushDeals = true }.wait()
    let deals = try bank.services.deals.current(on: today, by: bank.caller, limit: 10).elements.map(\.deal)
    for deal in deals { try bank.services.deals.markSeen(deal.id, on: today, by: bank.caller).wait() }
    bank.clock.advance(by: .seconds(1))
    _ = try bank.services.settings.change(bank.caller.person) { $0.pushDeals = false }.wait()
    // The demo's two deals end 25 and 40 days from now.
    bank.clock.advance(by: Self.day * (25 + 90))
    let first = try bank.services.retention.sweep().wait()
    #expect(first.contains(Erasure.Count("marks on deals", 1)))
    #expect(first.contains { $0.what == "times of notification" } == false)
    bank.clock.advance(by: Self.day * 400)
    let second = try bank.services.retention.sweep().wait()
    #expect(second.contains(Erasure.Count("marks on deals", 1)))
    #expect(second.contains(Erasure.Count("times of notification", 1)))
    #expect(try bank.count("SELECT count(*) FROM deal_mark") == 0)
    #expect(try bank.count("SELECT count(*) FROM push_period") == 0)
  }

  /// A transaction checks its duration after every ten rows.
  @Test(
    "A sweep deletes many rows in transactions of limited duration",
    arguments: [(Duration.zero, 101), (.seconds(3600), 1)])
  func deletesRowsInShortTransactions(_ span: Duration, _ transactions: Int) throws {
    let bank = try TestBank { ($0.retention.pace.span, $0.retention.pace.rests) = (span, 0) }
    try bank.database.change { connection in
      try connection.execute(
        """
        WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 1001)
        INSERT INTO draft (person, operation, version, "values", created, changed)
        SELECT $1, 'old.' || n, '1', '{}', 0, 0 FROM number
        """, bank.caller.person)
    }
    let before = bank.database.writeCounts.writes
    #expect(try bank.services.retention.sweep().wait() == [Erasure.Count("drafts", 1001)])
    // Seven other kinds of data need one transaction each.
    #expect(bank.database.writeCounts.writes == before + transactions + 7)
  }

  /// The submissions of erased people are selected before the transactions that erase their values.
  @Test("A sweep erases values of erased people in transactions of limited duration")
  func erasesValuesInShortTransactions() throws {
    let bank = try TestBank { ($0.retention.pace.span, $0.retention.pace.rests) = (.zero, 0) }
    for _ in 1...25 {
      _ = try bank.services.submissions.create(
        SubmissionDraft(operation: "x", version: "1", values: "{\"a\":1}", idempotencyKey: nil, sign: nil),
        by: bank.caller,
        effect: bank.services.settings.effect(PersonSettings())
      ).wait()
    }
    _ = try bank.services.retention.erase(bank.caller.person).wait()
    bank.clock.advance(by: Self.day * 366 * 8)
    let before = bank.database.writeCounts.writes
    let removed = try bank.services.retention.sweep().wait()
    #expect(removed.contains(Erasure.Count("values of erased people's submissions", 25)), "\(removed)")
    #expect(try bank.count("SELECT count(*) FROM submission WHERE \"values\" <> '{}'") == 0)
    #expect(try bank.count("SELECT count(*) FROM person WHERE forgotten IS NOT NULL") == 1)
    // Three transactions of at most ten rows, one that marks the person, and one for each of eight
    // other kinds of data.
    #expect(bank.database.writeCounts.writes == before + 3 + 1 + 8)
    #expect(try bank.services.retention.sweep().wait().isEmpty)
  }
}

extension TestBank {
  /// Returns the number that a query selects.
  func count(_ sql: StaticString) throws -> Int {
    try database.read { connection in
      try connection.first(sql) { (row) throws(StoreError) in try row.get(0, as: Int.self) }
    } ?? 0
  }
}
