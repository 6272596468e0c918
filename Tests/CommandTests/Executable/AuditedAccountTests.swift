import Foundation
import SQLiteStorage
import TestBank
import Testing

/// The audit records of commands for customers, accounts and people without logins.
struct AuditedAccountTests {
  private static let account = "40817810500000000001"
  private static let provider = """
    {"id": "teploset", "title": "Теплосеть", "kind": "meters", "category": "housing", "least": "1.00", "most": "500.00",
     "payee": {"name": "АО Теплосеть", "inn": "7710001019", "bic": "044525225", "account": "40702810138250123017"},
     "account": {"caption": {"ru": "Счёт", "en": "Account"}, "keyboard": "digits"}}
    """

  /// The commands that the tests of this suite run.
  static let covered: Set<String> = Set(
    (customers + money + cardless + people).map { $0.prefix(2).joined(separator: " ") }
      + ["accounts assign", "cards add", "cards list", "cards disable", "cards enable", "accounts close"])

  private static let customers: [[String]] = [
    ["accounts", "internal", "30102810500000000001", "--duty", "settlement"],
    ["accounts", "internal", "10207810700000000001", "--duty", "equity"],
    ["customers", "add", "C-1", "--name", "Смирнова Анна"], ["customers", "list"], ["customers", "show", "C-1"],
    ["customers", "rename", "C-1", "Петрова Анна"], ["customers", "link", "C-1", "anna"],
    ["accounts", "open", account, "--customer", "C-1", "--product", "Текущий", "--balance", "10.00"],
  ]
  private static let money: [[String]] = [
    ["accounts", "grant", account, "anna"], ["accounts", "list"], ["accounts", "show", account],
    ["accounts", "rename", account, "Общий"],
    [
      "accounts", "post", account, "--amount", "5000.00", "--from", "ООО Ромашка", "--purpose", "Зарплата", "--id",
      "E-1",
    ],
    ["accounts", "disable", account], ["accounts", "enable", account],
  ]
  private static let cardless: [[String]] = [
    ["providers", "add", "teploset.json"],
    [
      "meters", "add", "anna", "teploset", "12", "7", "--caption", "Тепло", "--unit", "Гкал", "--tariff", "2500.5",
      "--reading", "10", "--read-on", "2026-10-01",
    ],
    ["meters", "list", "teploset", "12"], ["meters", "disable", "teploset", "12", "7"],
    ["meters", "enable", "teploset", "12", "7"], ["providers", "disable", "teploset"],
    ["providers", "enable", "teploset"], ["accounts", "revoke", account, "anna"],
  ]
  private static let people: [[String]] = [
    ["users", "import", "people.csv", "--out", "codes.csv"], ["users", "invite", "C-2"], ["users", "list"],
    ["users", "show", "C-2"], ["users", "block", "C-2", "--reason", "a call of the person"],
    ["users", "unblock", "C-2"],
  ]

  /// Returns a folder with the database of a bank with a person.
  private static func bank() throws -> Workplace {
    let place = try Workplace()
    let added = try Program(["users", "add", "anna", "--name", "Анна"], in: place, input: "a long password\n")
    #expect(try added.outcome().status == 0)
    return place
  }

  @Test("Every command for customers, accounts, cards and providers writes its audit records")
  func accountCommandsWriteAuditRecords() throws {
    let place = try Self.bank()
    let audited = AuditedRuns(place)
    for command in Self.customers { try audited.run(command) }
    for command in Self.money { try audited.run(command) }
    let added = try audited.run([
      "cards", "add", "anna", Self.account, "--number", "220000******1234", "--expires", "2029-08-31", "--caption",
      "Зарплатная",
    ])
    let card = String(added.suffix(37).dropLast())
    for command in ["list", "disable", "enable"] {
      try audited.run(["cards", command] + (command == "list" ? [] : [card]))
    }
    try place.write(Self.provider, to: "teploset.json")
    for command in Self.cardless { try audited.run(command) }
    let other = "40817810800000000002"
    #expect(try place.run("accounts", "open", other, "--customer", "C-1").status == 0)
    try audited.run(["accounts", "close", other])
    // An account of an earlier release has no holder.
    let old = "40817810100000000003"
    #expect(try place.run("accounts", "open", old, "--customer", "C-1").status == 0)
    try SQLiteConnection(path: place.folder.appending(path: "valence.sqlite").path).execute(
      "UPDATE account SET customer = NULL WHERE number = '40817810100000000003'")
    try audited.run(["accounts", "assign", old, "--customer", "C-1"])
    let held = try place.run("accounts", "assign", old, "--customer", "C-1")
    #expect(held.status == 1 && held.errors.contains("has a holder"), "\(held.errors)")
    #expect(try place.run("audit", "verify").output.hasPrefix("whole: "))
  }

  @Test("Every command for people without logins writes its audit records")
  func peopleCommandsWriteAuditRecords() throws {
    let place = try Self.bank()
    try place.write("id,login,name,phone\nC-2,olga,Ольга,+79001234567\n", to: "people.csv")
    for command in Self.people { try AuditedRuns(place).run(command) }
    #expect(try place.run("audit", "verify").output.hasPrefix("whole: "))
  }
}
