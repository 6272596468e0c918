import Dates
import Model
import DataAccess
import SQLiteStorage
import Services
import Storage
import Synchronization
import TestClient
import TestDatabases
import Testing

/// Notices of new deals to subscribed people.
@Suite struct NoticeTests {
  private static let days = DealDays(
    day: { LocalTime(utc: $0).day }, start: { Instant(seconds: Int64($0.daysSinceEpoch) * 86_400) })

  private static func bank(
    _ sender: any MessageSender, _ adjust: (inout MessageRules) -> Void = { _ in }
  ) throws -> TestBank {
    let bank = try TestBank {
      $0.messages.notices = sender
      adjust(&$0.messages)
    }
    // The demo's deals were announced before any subscription.
    bank.clock.advance(by: .seconds(1))
    return bank
  }

  private static func want(_ caller: Caller, _ bank: TestBank, _ isOn: Bool = true) throws {
    _ = try bank.services.settings.change(caller.person) { $0.pushDeals = isOn }.wait()
  }

  /// Adds a deal that begins `later` days from today.
  @discardableResult
  private static func add(_ title: String, _ bank: TestBank, later: Int = 0) throws -> DealID {
    let clerk = try clerk(bank)
    let today = days.day(bank.clock.now).daysSinceEpoch
    return try bank.services.deals.add(key: title, body: title, by: clerk, days) { blank, _ in
      EditedDeal(
        deal: Deal(
          id: blank.deal.id, title: Deal.Text(ru: title, en: "\(title) (en)"),
          subtitle: Deal.Text(ru: "Под", en: "Sub"), startDate: CivilDate(daysSinceEpoch: today + later),
          endDate: CivilDate(daysSinceEpoch: today + later + 30), place: 100, endedOn: nil,
          announced: blank.deal.announced, created: blank.deal.created, changed: blank.deal.changed), pages: [])
    }.wait().edited.deal.id
  }

  private static func clerk(_ bank: TestBank) throws -> Caller {
    if try bank.services.users.find(login: "clerk") == nil {
      _ = try bank.services.users.add(login: "clerk", name: "Ольга", password: "a clerks password", role: .operator)
        .wait()
    }
    return try TestBank.login(bank.services, "clerk", "a clerks password")
  }

  /// Starts the due messages and waits until they have ended.
  private static func run(_ bank: TestBank) {
    bank.services.messages.poll()
    bank.services.messages.finish()
  }

  @Test("Each subscriber gets one notice of a new deal, in the selected language")
  func sendsNoticeOnceInLanguage() throws {
    let sender = ReadySender()
    let bank = try Self.bank(sender)
    let (english, silent) = (try bank.stranger(), try bank.stranger("silent"))
    try Self.want(bank.caller, bank)
    _ = try bank.services.settings.change(english.person) { ($0.pushDeals, $0.language) = (true, .en) }.wait()
    Self.run(bank)
    #expect(sender.messages.isEmpty)
    let deal = try Self.add("Вклад", bank)
    for _ in 0..<3 { Self.run(bank) }
    #expect(sender.messages.count == 2)
    let mine = try #require(sender.messages.first { $0.person == bank.caller.person })
    #expect((mine.kind, mine.title, mine.text, mine.phone) == (.notice, "Вклад", "Вклад. Под", "+79000000000"))
    #expect(mine.deal == deal)
    let theirs = try #require(sender.messages.first { $0.person == english.person })
    #expect((theirs.title, theirs.text, theirs.phone) == ("Вклад (en)", "Вклад (en). Sub", nil))
    #expect(!sender.messages.contains { $0.person == silent.person })
    #expect(try bank.count("SELECT count(*) FROM message") == 0)
  }

  @Test("Without a configured sender no notice is queued") func queuesNothingWithoutSender() throws {
    let bank = try TestBank()
    try Self.want(bank.caller, bank)
    try Self.add("Вклад", bank)
    Self.run(bank)
    #expect(try bank.count("SELECT count(*) FROM message") == 0)
    #expect(try bank.count("SELECT count(*) FROM deal_round") == 0)
  }

  @Test("A notice is sent to people subscribed since before the deal who have not seen it")
  func sendsNoticeToPriorSubscribers() throws {
    let sender = ReadySender()
    let bank = try Self.bank(sender)
    let (late, changed, seen) = (
      try bank.stranger("late"), try bank.stranger("changed"), try bank.stranger("seen")
    )
    for caller in [changed, seen, bank.caller] { try Self.want(caller, bank) }
    let deal = try Self.add("Вклад", bank)
    bank.clock.advance(by: .seconds(1))
    try Self.want(late, bank)
    try Self.want(changed, bank, false)
    try bank.services.deals.markSeen(deal, on: Self.days.day(bank.clock.now), by: seen).wait()
    Self.run(bank)
    #expect(sender.messages.map(\.person) == [bank.caller.person])
  }

  @Test("A queued notice is dropped if the person unsubscribes or sees the deal, or the deal ends")
  func dropsObsoleteNotice() throws {
    let sender = ReadySender(.failed("down"))
    let bank = try Self.bank(sender)
    let other = try bank.stranger()
    for caller in [bank.caller, other] { try Self.want(caller, bank) }
    let (first, second) = (try Self.add("Первый", bank), try Self.add("Второй", bank))
    Self.run(bank)
    #expect(sender.messages.count == 4)
    try Self.want(other, bank, false)
    let today = Self.days.day(bank.clock.now)
    try bank.services.deals.markSeen(first, on: today, by: bank.caller).wait()
    _ = try bank.services.deals.end(second, by: Self.clerk(bank), Self.days) { _ in true }.wait()
    bank.clock.advance(by: .seconds(60))
    Self.run(bank)
    #expect(sender.messages.count == 4)
    #expect(try bank.count("SELECT count(*) FROM message") == 0)
  }

  @Test("A notice of a deal that starts tomorrow is sent tomorrow morning") func sendsNoticeOnFirstMorning() throws {
    let sender = ReadySender()
    let bank = try Self.bank(sender)
    try Self.want(bank.caller, bank)
    // The clock is at noon UTC.
    try Self.add("Вклад", bank, later: 1)
    Self.run(bank)
    bank.clock.advance(by: .seconds(13 * 3600))
    Self.run(bank)
    #expect(sender.messages.isEmpty)
    bank.clock.advance(by: .seconds(8 * 3600))
    Self.run(bank)
    #expect(sender.messages.count == 1)
  }

  @Test("A failed notice is retried within the allowed hours and expires after a day")
  func retriesNoticeInAllowedHours() throws {
    let sender = ReadySender(.failed("down"))
    let bank = try Self.bank(sender) { $0.noticeHours = DayHours(from: 12 * 60, until: 13 * 60) }
    try Self.want(bank.caller, bank)
    try Self.add("Вклад", bank)
    Self.run(bank)
    #expect(sender.messages.count == 1)
    bank.clock.advance(by: .seconds(3600))
    Self.run(bank)
    #expect(sender.messages.count == 1)
    bank.clock.advance(by: .seconds(23 * 3600 - 1))
    Self.run(bank)
    #expect(sender.messages.count == 2)
    #expect(Set(sender.messages.map(\.id)).count == 1)
    // After a day the notice expires.
    bank.clock.advance(by: .seconds(1))
    Self.run(bank)
    #expect(try bank.count("SELECT count(*) FROM message") == 0)
    #expect(try bank.services.messages.figures().first { $0.kind == .notice }?.expired == 1)
  }

  @Test("Notices of a deal are skipped if the server was down for a day") func skipsNoticesAfterDay() throws {
    let bank = try Self.bank(ReadySender())
    try Self.want(bank.caller, bank)
    try Self.add("Вклад", bank)
    bank.clock.advance(by: .seconds(24 * 3600))
    Self.run(bank)
    #expect(try bank.count("SELECT count(*) FROM deal_round") == 0)
  }

  @Test("Notices to many people are queued in batches and continue after a crash") func sendsNoticesInBatches() throws {
    let sender = HeldMessages(atOnce: 8)
    let bank = try Self.bank(sender)
    try Self.crowd(2_500, bank)
    try Self.add("Вклад", bank)
    let before = bank.database.writeCounts.writes
    bank.services.messages.poll()
    sender.await(8)
    // The queue holds at most 1,000 notices, however many recipients there are.
    #expect(try eventually { try bank.count("SELECT count(*) FROM message") == 1_000 })
    #expect(try bank.count("SELECT max(notices) FROM deal_round") == 1_000)
    #expect(bank.database.writeCounts.writes - before < 20)
    // A second process continues the round, as after a crash of the first.
    let next = ReadySender()
    let notified = Mutex<[MessageEvent]>([])
    var configuration = ServiceConfiguration(ownBIC: bank.services.configuration.ownBIC)
    configuration.messages.notices = next
    configuration.messages.report = { event in notified.withLock { $0.append(event) } }
    let clock = bank.clock
    let services = try BankServices(
      store: bank.database, keys: .init(bank.key), configuration: configuration, clock: { clock.now })
    try services.messages.begin(alone: true)
    // The demo's two deals also have rounds, but no recipients.
    let isReported = eventually {
      services.messages.poll()
      return notified.withLock { $0.contains { if case .notified(_, people: 2_500) = $0 { true } else { false } } }
    }
    #expect(isReported)
    services.messages.finish()
    let people = next.messages.map(\.person)
    #expect(people.count == 2_500)
    #expect(Set(people).count == 2_500)
    #expect(Set(sender.messages.map(\.id)).isSubset(of: Set(next.messages.map(\.id))))
    #expect(try bank.count("SELECT max(notices) FROM deal_round WHERE ended IS NOT NULL") == 2_500)
  }

  @Test("Codes are sent while all senders of notices are occupied") func noticesDoNotDelayCodes() throws {
    let sender = HeldMessages()
    let bank = try Self.bank(sender)
    try Self.crowd(50, bank)
    try Self.add("Вклад", bank)
    bank.services.messages.poll()
    sender.await(4)
    let payment = try bank.waitingPayment("1.00", sign: .code)
    #expect(eventually { bank.codes.code("code1", of: payment.id) != nil })
    #expect(sender.messages.count == 4)
  }

  /// Adds subscribed people.
  private static func crowd(_ count: Int, _ bank: TestBank) throws {
    let now = bank.clock.now
    try bank.database.change { connection in
      try connection.execute(
        """
        WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < $1)
        INSERT INTO person (id, login, name, password, created, role)
        SELECT '00000000-0000-7000-8000-' || substr(CAST(1000000000000 + n AS TEXT), 2), 'p' || n, 'N', '$argon2id$x', 0, 'person' FROM number
        """, count)
      try connection.execute(
        "INSERT INTO push_period (person, begun) SELECT id, $1 FROM person WHERE id LIKE '00000000-0000-7000-8000-%'",
        now)
    }
  }
}
