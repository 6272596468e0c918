import Foundation
import Dates
import Model
import DataAccess
@testable import SQLiteStorage
import Services
import Storage
import Testing

/// The running balances in movements, and the cost of a statement that reads them.
@Suite struct KeptBalanceTests {
  private static let (first, second) = ("40817810000000000001", "40817810000000000002")

  /// A bank with movements in both directions. The clock was set back before the fourth movement.
  private static let rows = """
    INSERT INTO person (id, login, name, role, password, created)
      VALUES ('00000000-0000-7000-8000-00000000000a', 'a', 'A', 'person', '$argon2id$', 1);
    INSERT INTO account (number, kind, currency, opened) VALUES ('10207810700000000001', 'internal', 'RUB', 0),
      ('\(first)', 'customer', 'RUB', 0), ('\(second)', 'customer', 'RUB', 0);
    INSERT INTO account_access (person, account, is_owner, caption, place)
      VALUES ('00000000-0000-7000-8000-00000000000a', '\(first)', 1, 'a', 1);
    INSERT INTO ledger (id, debit, credit, amount, currency, purpose, at, reached, debit_balance, debit_received,
      credit_balance, credit_received)
    VALUES (1, '10207810700000000001', '\(first)', 500, 'RUB', 'a', 10, NULL, NULL, NULL, 500, 500),
      (2, '\(first)', '\(second)', 200, 'RUB', 'b', 20, NULL, 300, 500, 200, 200),
      (4, '\(second)', '10207810700000000001', 50, 'RUB', 'c', 40, NULL, 150, 200, NULL, NULL),
      (5, '\(first)', '\(second)', 1, 'RUB', 'd', 15, 40, 299, 500, 151, 201),
      (6, '\(second)', '\(first)', 7, 'RUB', 'e', 40, NULL, 144, 201, 306, 507),
      (9, '10207810700000000001', '\(first)', 30, 'RUB', 'f', 50, NULL, NULL, NULL, 336, 537);
    """

  private static func filled() throws -> Database {
    let database = try Database.temporary()
    try TestBank.migrate(database)
    try database.exclusively { try $0.run(script: rows) }
    return database
  }

  private static let person = PersonID(high: 0x7000, low: 0x8000_0000_0000_000a)

  @Test("A movement continues the running balances after a clock was set back") func continuesRunningBalances() throws {
    let database = try Self.filled()
    let ledger = try Inspection(store: database).ledger()
    #expect(ledger.isSound, "\(ledger.faults)")
    try database.exclusively { connection in
      try LedgerDAO(Connection(connection)).insert(
        Transfer(
          debit: try #require(AccountNumber(Self.second)), credit: try #require(AccountNumber(Self.first)),
          amount: Money(minor: 4, .rub), purpose: "g", submission: nil), at: Instant(microseconds: 45))
    }
    #expect(try Inspection(store: database).ledger().isSound)
    let last = try database.read {
      try StatementDAO($0).entries(
        #require(AccountNumber(Self.first)), person: Self.person, at: Instant(microseconds: 100), in: 10..<Int64.max,
        limit: 9)
    }
    #expect(last.map(\.balance.minor) == [340])
  }

  /// Each movement is in exactly one of two adjacent periods, even if the clock was set back.
  @Test(
    "A statement of a period lists its movements, turnover, opening and closing balance",
    arguments: [
      (nil, nil, ["f", "e", "d", "b", "a"], 0), (0, 15, ["a"], 0), (15, 40, ["b"], 500), (40, 50, ["e", "d"], 300),
      (50, nil, ["f"], 306), (41, 50, [], 306), (51, nil, [], 336), (nil, 10, [], 0), (16, 20, [], 500),
    ] as [(Int64?, Int64?, [String], Int64)])
  func statementCoversPeriod(_ start: Int64?, _ end: Int64?, _ purposes: [String], _ opening: Int64) throws {
    let accounts = Accounts(store: try Self.filled()) { Instant(microseconds: 100) }
    let number = try #require(AccountNumber(Self.first))
    let found = try accounts.statement(
      number, person: Self.person, from: start.map { Instant(microseconds: $0) },
      to: end.map { Instant(microseconds: $0) }, limit: 10)
    #expect(found.page.elements.map(\.purpose) == purposes)
    guard start != nil || end != nil else { return #expect(found.turnover == nil) }
    let turnover = try #require(found.turnover)
    let moved = found.page.elements.map(\.amount.minor)
    #expect(turnover.opening.minor == opening)
    #expect(turnover.received.minor == moved.filter { $0 > 0 }.reduce(0, +))
    #expect(turnover.paid.minor == -moved.filter { $0 < 0 }.reduce(0, +))
    #expect(turnover.closing.minor == found.page.elements.first?.balance.minor ?? opening)
  }

  @Test(
    "Inspection reports tampered running balances and times of movements",
    arguments: [
      ("UPDATE ledger SET debit_balance = debit_balance + 1 WHERE id = 2", "movement 2 stores totals"),
      ("UPDATE ledger SET credit_balance = NULL WHERE id = 9", "movement 9 stores totals"),
      ("UPDATE ledger SET credit_received = 1 WHERE id = 9", "movement 9 stores totals"),
      ("UPDATE ledger SET credit_balance = 0 WHERE id = 4", "movement 4 stores totals"),
      ("UPDATE ledger SET reached = 41 WHERE id = 5", "movement 5 does not store the latest time"),
      ("UPDATE ledger SET reached = NULL WHERE id = 5", "movement 5 does not store the latest time"),
      ("UPDATE account SET received = 0 WHERE number = '40817810000000000001'", "40817810000000000001: "),
    ] as [(String, String)])
  func detectsTamperedBalances(_ sql: String, _ fault: String) throws {
    let database = try Self.filled()
    try database.exclusively { connection in
      try connection.run(script: "DROP TRIGGER ledger_is_not_changed; DROP TRIGGER account_follows_ledger; \(sql)")
    }
    let ledger = try Inspection(store: database).ledger()
    #expect(!ledger.isSound)
    #expect(ledger.faults.contains { $0.hasPrefix(fault) }, "\(ledger.faults)")
  }

  /// Returns SQLite's steps for three requests, with `count` entries on the account, one per
  /// minute.
  ///
  /// They are a page of the oldest entries, a page with turnover of 100 minutes in the middle, and
  /// a payment.
  private func steps(with count: Int) throws -> (deepest: Int, month: Int, payment: Int) {
    let database = try Self.filled()
    let number = try #require(AccountNumber(Self.first))
    return try database.exclusively { connection in
      _ = try connection.transaction {
        try connection.execute(
          """
          INSERT INTO ledger (debit, credit, amount, currency, purpose, at, credit_balance, credit_received)
          WITH RECURSIVE step (number) AS (VALUES (1) UNION ALL SELECT number + 1 FROM step WHERE number < $1)
          SELECT '10207810700000000001', '40817810000000000001', 1, 'RUB', 'h', 60000000 * step.number,
            balance + step.number, received + step.number
          FROM step JOIN account ON account.number = '40817810000000000001'
          """, count)
      }
      let table = StatementDAO(Connection(connection))
      func cost(_ body: () throws -> Void) throws -> Int {
        let before = connection.steps
        try body()
        return connection.steps - before
      }
      let deepest = try cost {
        let page = try table.entries(
          number, person: Self.person, at: Instant(microseconds: 100), in: 0..<40, limit: 51)
        #expect(page.last?.id == 1)
      }
      let middle = Int64(count / 2) * 60_000_000
      let month = try cost {
        let places = try table.places(
          from: Instant(microseconds: middle), to: Instant(microseconds: middle + 100 * 60_000_000))
        let page = try table.entries(
          number, person: Self.person, at: Instant(microseconds: 100), in: places, limit: 51)
        let turnover = try table.turnover(of: number, .rub, in: places)
        #expect(places.count == 100 && page.count == 51 && turnover.received.minor == 100)
      }
      let payment = try cost {
        try LedgerDAO(Connection(connection)).insert(
          Transfer(
            debit: number, credit: try #require(AccountNumber(Self.second)), amount: Money(minor: 1, .rub), purpose: "",
            submission: nil), at: Instant(microseconds: 0))
      }
      return (deepest, month, payment)
    }
  }

  @Test("The cost of a statement page and of a payment is independent of the number of entries")
  func statementCostIsIndependentOfSize() throws {
    let (few, many) = (try steps(with: 900), try steps(with: 90_000))
    #expect(few.deepest == many.deepest)
    #expect(few.payment == many.payment)
    // The binary search for each of the two dates takes seven more steps.
    #expect(many.month < few.month + 2 * 10 * 30, "\(few.month) and \(many.month)")
  }
}
