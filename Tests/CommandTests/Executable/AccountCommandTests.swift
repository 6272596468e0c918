import TestBank
import Testing

/// Commands for customers, accounts, cards, providers and meters.
struct AccountCommandTests {
  private static let account = "40817810500000000001"

  /// Returns the output of a command that must succeed.
  private static func done(_ place: Workplace, _ words: String..., input: String = "") throws -> String {
    let outcome = try Program(words + ["--database", "b.sqlite"], in: place, input: input).outcome()
    #expect(outcome.status == 0, "\(words): \(outcome.errors)")
    return outcome.output
  }

  /// Returns the error of a command that must fail with status 1.
  private static func refused(_ place: Workplace, _ words: String...) throws -> String {
    let outcome = try Program(words + ["--database", "b.sqlite"], in: place).outcome()
    #expect(outcome.status == 1, "\(words): \(outcome.output)")
    return outcome.errors
  }

  /// Returns a folder with the database of a bank with a person and an account.
  private static func bank() throws -> Workplace {
    let place = try Workplace()
    _ = try done(place, "accounts", "internal", "30102810500000000001", "--duty", "settlement")
    _ = try done(place, "customers", "add", "C-1", "--name", "Смирнова Анна")
    _ = try done(place, "users", "add", "anna", "--name", "Анна", input: "a long password\n")
    _ = try done(place, "accounts", "open", account, "--customer", "C-1", "--product", "Текущий")
    return place
  }

  @Test("Accounts and customers are listed by pages, and shown with holder and access") func listsAndShows() throws {
    let place = try Self.bank()
    _ = try Self.done(place, "accounts", "grant", Self.account, "anna", "--until", "2999-12-31")
    #expect(try Self.done(place, "users", "show", "anna").contains("\(Self.account) 0.00 RUB, owner, Текущий\n"))
    _ = try Self.done(place, "accounts", "grant", Self.account, "anna", "--role", "signatory")
    #expect(try Self.done(place, "users", "show", "anna").contains("\(Self.account) 0.00 RUB, signatory, Текущий\n"))
    _ = try Self.done(place, "accounts", "grant", Self.account, "anna", "--until", "2999-12-31")
    let first = try Self.done(place, "accounts", "list", "--limit", "1").split(separator: "\n")
    #expect(
      first == ["30102810500000000001  internal  0.00 RUB  held 0.00  open", "more: --after 30102810500000000001"])
    let rest = try Self.done(place, "accounts", "list", "--after", "30102810500000000001")
    #expect(rest == "\(Self.account)  customer  0.00 RUB  held 0.00  open\n")
    let shown = try Self.done(place, "accounts", "show", Self.account)
    #expect(shown.contains("holder   C-1  individual  Смирнова Анна\n"))
    #expect(shown.contains("access   anna  owner  Текущий, until 2999-12-31T21:00:00"))
    #expect(try Self.done(place, "customers", "list") == "C-1  individual  Смирнова Анна\n")
    #expect(try Self.done(place, "customers", "show", "C-1").contains("account     \(Self.account)"))
    #expect(try Self.done(place, "customers", "rename", "C-1", "Петрова Анна") == "renamed C-1: Петрова Анна\n")
    #expect(try Self.done(place, "customers", "link", "C-1", "anna") == "linked C-1: person anna\n")
    #expect(try Self.done(place, "customers", "show", "C-1").contains("person      anna, id "))
    #expect(try Self.refused(place, "customers", "link", "C-1", "anna").contains("`C-1` already is a person"))
    #expect(try Self.refused(place, "customers", "show", "C-2").contains("valence customers add C-2"))
    #expect(try Self.refused(place, "accounts", "show", "40817810500000000002").contains("valence accounts list"))
  }

  @Test("A card is added to an account with access, blocked and unblocked") func managesCards() throws {
    let place = try Self.bank()
    func add() throws -> Program.Outcome {
      try place.run(
        "cards", "add", "anna", Self.account, "--number", "220000******1234", "--expires", "2029-08-31", "--caption",
        "Зарплатная", "--database", "b.sqlite")
    }
    let without = try add()
    #expect(without.status == 1 && without.errors.contains("valence accounts grant \(Self.account)"))
    _ = try Self.done(place, "accounts", "grant", Self.account, "anna")
    let added = try add().output
    #expect(added.hasPrefix("added 220000******1234 of anna, id "))
    let id = String(added.suffix(37).dropLast())
    #expect(try Self.done(place, "cards", "disable", id) == "\(id) is blocked\n")
    #expect(try Self.refused(place, "cards", "disable", id).contains("already is blocked"))
    #expect(
      try Self.done(place, "cards", "list")
        == "\(id)  220000******1234  anna  \(Self.account)  blocked  until 2029-08-31\n")
    #expect(try Self.done(place, "cards", "enable", id) == "\(id) is active\n")
  }

  @Test("A provider is added from a file, and its meters belong to a person") func managesProviders() throws {
    let place = try Self.bank()
    try place.write(
      """
      {"id": "teploset", "title": "Теплосеть", "kind": "meters", "category": "housing", "least": "1.00", "most": "500.00",
       "payee": {"name": "АО Теплосеть", "inn": "7710001019", "bic": "044525225", "account": "40702810138250123017"},
       "account": {"caption": {"ru": "Счёт", "en": "Account"}, "keyboard": "digits"}}
      """, to: "teploset.json")
    #expect(try Self.done(place, "providers", "add", "teploset.json") == "added teploset, Теплосеть\n")
    #expect(try Self.refused(place, "providers", "add", "teploset.json").contains("already exists"))
    try place.write(#"{"id": "x", "kind": "meters", "category": "housing"}"#, to: "wrong.json")
    #expect(try Self.refused(place, "providers", "add", "wrong.json").contains("`bic`"))
    let meter = ["teploset", "12", "7"]
    let values = [
      "--caption", "Тепло", "--unit", "Гкал", "--tariff", "2500.5", "--reading", "10", "--read-on", "2026-10-01",
    ]
    let added = try Program(["meters", "add", "anna"] + meter + values + ["--database", "b.sqlite"], in: place)
      .outcome()
    #expect((added.status, added.output) == (0, "added meter 7 of anna at teploset\n"), "\(added.errors)")
    _ = try Self.done(place, "meters", "disable", "teploset", "12", "7")
    #expect(
      try Self.done(place, "meters", "list", "teploset", "12")
        == "7  Тепло  10 Гкал on 2026-10-01  tariff 2500.5  disabled\n")
    _ = try Self.done(place, "meters", "enable", "teploset", "12", "7")
    _ = try Self.done(place, "providers", "disable", "teploset")
    #expect(try Self.done(place, "providers", "list") == "teploset  meters  housing  Теплосеть  disabled\n")
    _ = try Self.done(place, "providers", "enable", "teploset")
  }
}
