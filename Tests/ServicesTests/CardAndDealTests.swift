import Dates
import Model
import DataAccess
import SQLiteStorage
import Storage
import Services
import TestDatabases
import Testing

struct CardAndDealTests {
  @Test("Only the holder can read a card or change its status") func restrictsCardToHolder() throws {
    let bank = try TestBank()
    let stranger = try bank.stranger()
    let card = try #require(try bank.services.cards.all(bank.caller.person).first)
    #expect(try bank.services.cards.find(card.id, person: bank.caller.person) == card)
    #expect(try bank.services.cards.find(card.id, person: stranger.person) == nil)
    #expect(try bank.services.cards.history(card.id, person: stranger.person).isEmpty)
    #expect(try bank.services.cards.all(stranger.person).isEmpty)
    #expect(throws: CardRefusal.unknown) { try bank.set(card.id, .blocked, by: stranger) }
    #expect(try bank.services.cards.find(card.id, person: bank.caller.person)?.status == .active)
  }

  @Test("A card's history lists every status with its time and submission") func cardHistoryListsEveryStatus() throws {
    let bank = try TestBank()
    let card = try #require(try bank.services.cards.all(bank.caller.person).first)
    bank.clock.advance(by: .seconds(60))
    let blocked = try bank.set(card.id, .blocked)
    #expect(throws: CardRefusal.unchanged(.blocked)) { try bank.set(card.id, .blocked) }
    bank.clock.advance(by: .seconds(60))
    let unblocked = try bank.set(card.id, .active)
    let history = try bank.services.cards.history(card.id, person: bank.caller.person)
    #expect(history.map(\.status) == [.active, .blocked, .active])
    #expect(history.map(\.submission) == [nil, blocked.id, unblocked.id])
    #expect(history.map(\.at) == [card.changed, card.changed + .seconds(60), card.changed + .seconds(120)])
  }

  @Test(
    "The database rejects invalid changes to cards, deals and settings",
    .onFile,
    arguments: [
      ("UPDATE card SET first_digits = '220070012345'", "a card keeps its number and its holder"),
      ("UPDATE card SET person = 'x'", "a card keeps its number and its holder"),
      ("UPDATE card SET status = 'lost'", "CHECK constraint failed: status IN ('active', 'blocked')"),
      ("UPDATE card_status SET at = 0", "history is only added to"),
      ("UPDATE deal SET end_date = '2000-01-01'", "CHECK constraint failed: end_date GLOB"),
      ("INSERT INTO settings VALUES ('nobody', 0, 'ru', 0)", "FOREIGN KEY constraint failed"),
    ] as [(StaticString, String)])
  func databaseRejectsInvalidChanges(_ sql: StaticString, _ message: String) throws {
    let bank = try TestBank()
    let error = #expect(throws: StoreError.self) { try bank.database.change { try $0.execute(sql) } }
    #expect(error?.words.hasPrefix(message) == true, "\(error?.words ?? "")")
  }

  @Test("The database rejects a card row with more than six leading digits", .onFile)
  func rejectsFullCardNumber() throws {
    let bank = try TestBank()
    let account = try bank.account("Текущий").number
    let error = #expect(throws: StoreError.self) {
      try bank.database.change { connection in
        try connection.execute(
          """
          INSERT INTO card
            (id, person, account, caption, first_digits, last_digits, expires, status, place, issued, changed)
          VALUES ('01890a5d-ac96-774b-bcce-b302099a8057', $1, $2, 'x', '2200700123', '1234', '2029-01-31', 'active', 9, 0, 0)
          """, bank.caller.person, account)
      }
    }
    #expect(error?.words.hasPrefix("CHECK constraint failed: length(first_digits) = 6") == true)
  }

  @Test(
    "Deals are listed as current or ended according to the given day",
    arguments: [
      ("2026-11-21", ["A", "B"], ["D"]), ("2026-11-30", ["A", "B"], ["D"]), ("2026-12-01", ["A", "C"], ["B", "D"]),
      ("2026-10-31", ["D"], []), ("2027-02-01", [], ["A", "C", "B", "D"]),
    ])
  func splitsDealsByDay(_ today: String, _ current: [String], _ ended: [String]) throws {
    let (bank, ids) = try Self.bankWithDeals()
    let day = try #require(CivilDate(today))
    #expect(
      try bank.services.deals.current(on: day, by: bank.caller, limit: 10).elements.map(\.deal.title.ru) == current)
    #expect(try bank.services.deals.ended(by: day, by: bank.caller, limit: 10).elements.map(\.deal.title.ru) == ended)
    for (name, id) in ids {
      #expect(
        try (bank.services.deals.find(id, on: day, by: bank.caller) != nil) == (current + ended).contains(name),
        "\(name)")
    }
  }

  @Test("Current and ended deals are paged by cursor") func pagesDealsByCursor() throws {
    let (bank, _) = try Self.bankWithDeals()
    let day = try #require(CivilDate("2027-02-01"))
    var (found, after): ([String], DealID?) = ([], nil)
    repeat {
      let page = try bank.services.deals.ended(by: day, by: bank.caller, after: after, limit: 1)
      found += page.elements.map(\.deal.title.ru)
      after = page.next
    } while after != nil
    #expect(found == ["A", "C", "B", "D"])
    let first = try bank.services.deals.current(on: #require(CivilDate("2026-11-21")), by: bank.caller, limit: 1)
    #expect(first.elements.map(\.deal.title.ru) == ["A"])
    let second = try bank.services.deals.current(
      on: #require(CivilDate("2026-11-21")), by: bank.caller, after: first.next, limit: 1)
    #expect(second.elements.map(\.deal.title.ru) == ["B"])
    #expect(second.next == nil)
  }

  /// Returns a bank with four deals, and their ids by name.
  private static func bankWithDeals() throws -> (TestBank, [String: DealID]) {
    let bank = try TestBank()
    let now = bank.clock.now
    var ids: [String: DealID] = [:]
    for (place, deal) in [
      ("B", "2026-11-01", "2026-11-30"), ("A", "2026-11-15", "2027-01-31"), ("C", "2026-12-01", "2026-12-31"),
      ("D", "2026-10-01", "2026-10-31"),
    ].enumerated() {
      ids[deal.0] = DealID(at: now, random: (UInt64(place), 0))
    }
    let made = ids
    try bank.database.change { connection in
      try connection.execute("DELETE FROM deal")
      for (name, start, end, place) in [
        ("B", "2026-11-01", "2026-11-30", 2), ("A", "2026-11-15", "2027-01-31", 1),
        ("C", "2026-12-01", "2026-12-31", 3), ("D", "2026-10-01", "2026-10-31", 0),
      ] {
        let (id, first, last) = try (#require(made[name]), #require(CivilDate(start)), #require(CivilDate(end)))
        try DealDAO(connection).insert(
          Deal(
            id: id, title: Deal.Text(ru: name, en: nil), subtitle: Deal.Text(ru: "", en: nil), startDate: first,
            endDate: last, place: place, endedOn: nil, announced: now, created: now, changed: now))
      }
    }
    return (bank, ids)
  }
}

extension TestBank {
  /// Submits a change of a card's status that needs no signature.
  @discardableResult func set(
    _ card: CardID, _ status: Card.Status, by caller: Caller? = nil
  ) throws -> Submission {
    let draft = SubmissionDraft(
      operation: "card.status", version: "1", values: "{}", idempotencyKey: nil, sign: nil)
    return try services.submissions.create(
      draft, by: caller ?? self.caller, effect: services.cards.effect(card, status)
    ).wait().submission
  }
}
