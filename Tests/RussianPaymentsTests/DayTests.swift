import Dates
import RussianPayments
import Testing

@Suite struct DayTests {
  @Test(
    "An ISO 8601 date is read and written unchanged",
    arguments: ["2026-04-01", "2024-02-29", "0001-01-01", "9999-12-31"])
  func readsISODate(_ text: String) { #expect(CivilDate(text)?.description == text) }

  @Test(
    "A malformed or nonexistent date is rejected",
    arguments: [
      "2026-4-1", "2023-02-29", "2026-13-01", "2026-00-01", "2026-01-00", "2026-04-31", "0000-01-01", "01.04.2026",
      "2026-04-01 ", "", "２026-04-01", "2026-04-01-01",
    ])
  func rejectsInvalidDate(_ text: String) { #expect(CivilDate(text) == nil) }

  @Test("A dotted date is read as day, month and year") func readsDottedDate() {
    #expect(CivilDate(dotted: "01.04.2026") == CivilDate("2026-04-01"))
    #expect(CivilDate(dotted: "2026-04-01") == nil)
  }

  @Test("A dated rule is in force from its date on") func appliesRuleFromItsDate() throws {
    let rules = Dated("old", (since: try #require(CivilDate("2026-04-01")), "new"))
    #expect(rules.inForce(on: try #require(CivilDate("2026-03-31"))) == "old")
    #expect(rules.inForce(on: try #require(CivilDate("2026-04-01"))) == "new")
    #expect(rules.inForce(on: try #require(CivilDate("2036-04-01"))) == "new")
  }
}
