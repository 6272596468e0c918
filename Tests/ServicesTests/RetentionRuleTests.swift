import Dates
import Model
import SQLiteStorage
import Services
import TestDatabases
import Testing

/// The retention of the values of signed submissions by operation.
struct RetentionRuleTests {
  private static let day: Duration = .seconds(86_400)

  private func submit(_ bank: TestBank, _ operation: String, kept: RetentionPeriod?) throws -> SubmissionID {
    try bank.services.submissions.create(
      SubmissionDraft(
        operation: operation, version: "1", values: #"{"name":"Анна"}"#, idempotencyKey: nil, sign: nil, kept: kept),
      by: bank.caller, effect: bank.services.settings.effect(PersonSettings(pushDeals: true, language: .ru))
    ).wait().submission.id
  }

  private func values(_ id: SubmissionID, _ bank: TestBank) throws -> String {
    try bank.services.submissions.find(id, person: bank.caller.person).values
  }

  private func forgets(_ bank: TestBank, _ what: String) throws -> Int {
    try bank.services.retention.sweep().wait().first { $0.what == what }?.count ?? 0
  }

  private static let brief = "values of submissions that are not documents"
  private static let documents = "values of erased people's submissions"

  @Test("Submission values with a 90-day retention are erased after it; documents are retained")
  func erasesValuesAfterRetention() throws {
    let bank = try TestBank()
    let profile = try submit(bank, "profile.edit", kept: .days(90))
    let paper = try submit(bank, "certificate.order", kept: .years(5))
    bank.clock.advance(by: Self.day * 90 - .seconds(1))
    #expect(try forgets(bank, Self.brief) == 0)
    bank.clock.advance(by: .seconds(1))
    #expect(try forgets(bank, Self.brief) == 1)
    #expect(try values(profile, bank) == "{}")
    #expect(try values(paper, bank) != "{}")
    #expect(try forgets(bank, Self.brief) == 0)
  }

  @Test("An erasure reports the counts and retention dates of documents and other submissions")
  func erasureReportsRetentionDates() throws {
    let bank = try TestBank()
    let profile = try submit(bank, "profile.edit", kept: .days(90))
    try bank.signedPayment("1.00")
    let long = try submit(bank, "contract", kept: .years(10))
    let erasure = try #require(try bank.services.retention.erase(bank.caller.person).wait())
    #expect((erasure.documents, erasure.brief) == (2, 1))
    let today = CivilDate(daysSinceEpoch: Int(bank.clock.now.microseconds / 86_400_000_000))
    #expect(erasure.briefUntil == CivilDate(daysSinceEpoch: today.daysSinceEpoch + 90))
    // The longest of its documents decides; each is forgotten in its own time.
    #expect(erasure.keptUntil == CivilDate("2036-12-31"))
    bank.clock.advance(by: Self.day * 90)
    #expect(try forgets(bank, Self.brief) == 1)
    #expect(try values(profile, bank) == "{}")
    bank.clock.advance(by: try #require(Instant("2032-01-01T00:00:00Z")) - bank.clock.now)
    #expect(try forgets(bank, Self.documents) == 1)
    #expect(try values(long, bank) != "{}")
    bank.clock.advance(by: try #require(Instant("2036-12-31T23:59:59Z")) - bank.clock.now)
    #expect(try forgets(bank, Self.documents) == 0)
    bank.clock.advance(by: .seconds(1))
    #expect(try forgets(bank, Self.documents) == 1)
    #expect(try values(long, bank) == "{}")
    #expect(try bank.count("SELECT count(*) FROM person WHERE forgotten IS NOT NULL") == 1)
  }

  /// A program of the release before stores no rule.
  @Test("A submission without a retention adopts that of its operation once") func adoptsRetentionOfOperation() throws {
    let bank = try TestBank()
    let profile = try submit(bank, "profile.edit", kept: nil)
    let gone = try submit(bank, "gone.operation", kept: nil)
    let stored = try submit(bank, "settings.edit", kept: .days(30))
    let spans: [String: RetentionPeriod] = ["profile.edit": .days(90), "settings.edit": .years(5)]
    #expect(try bank.services.retention.adopt(spans).wait() == 1)
    #expect(try bank.services.retention.adopt(spans).wait() == 0)
    bank.clock.advance(by: Self.day * 30)
    // The retention of the submission counts, whatever the operation says now.
    #expect(try forgets(bank, Self.brief) == 1)
    #expect(try values(stored, bank) == "{}")
    bank.clock.advance(by: Self.day * 60)
    #expect(try forgets(bank, Self.brief) == 1)
    #expect(try values(profile, bank) == "{}")
    #expect(try values(gone, bank) != "{}")
  }

  @Test("Values of a signed submission are retained while it waits for the core")
  func retainsPendingSubmission() throws {
    let bank = try TestBank({ $0.execution = Execution(core: .feed, days: BusinessDays()) })
    let signed = try bank.signedPayment("1.00")
    try bank.database.change { _ = try $0.execute("UPDATE submission SET keep_days = 0") }
    bank.clock.advance(by: Self.day * 400)
    #expect(try forgets(bank, Self.brief) == 0)
    #expect(try values(signed.id, bank) == signed.values)
  }
}
