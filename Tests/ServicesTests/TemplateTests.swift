import Model
import SQLiteStorage
import Storage
import Services
import Testing

@Suite struct TemplateTests {
  private static func add(
    _ title: String, _ values: String = "{}", of operation: String = "pp.quick", by caller: Caller, _ bank: TestBank
  ) throws -> Templates.Receipt {
    bank.clock.advance(by: .seconds(1))
    return try bank.services.templates.add(values, of: operation, version: "1", title: title, by: caller).wait()
  }

  @Test("A stored template is found by its id") func findsStoredTemplate() throws {
    let bank = try TestBank()
    let kept = try Self.add("Квартира", #"{"a":"1"}"#, by: bank.caller, bank)
    #expect(kept.isNew)
    let found = try bank.services.templates.find(kept.template.id, person: bank.caller.person)
    #expect(found == kept.template)
    #expect(found.title == "Квартира")
    #expect(found.values == #"{"a":"1"}"#)
  }

  @Test("An equal template is stored once, and a taken title is rejected") func storesEqualTemplateOnce() throws {
    let bank = try TestBank()
    let first = try Self.add("Квартира", #"{"a":"1"}"#, by: bank.caller, bank)
    let again = try Self.add("Квартира", #"{"a":"1"}"#, by: bank.caller, bank)
    #expect(!again.isNew)
    #expect(again.template == first.template)
    #expect(throws: TemplateError.titleTaken(first.template.id)) {
      try Self.add("Квартира", #"{"a":"2"}"#, by: bank.caller, bank)
    }
    #expect(try Self.add("Квартира", of: "pp.full", by: bank.caller, bank).isNew)
  }

  @Test("A template is hidden from other people") func hidesTemplatesOfOthers() throws {
    let bank = try TestBank()
    let stranger = try bank.stranger()
    let mine = try Self.add("Моё", by: bank.caller, bank).template
    #expect(throws: TemplateError.notFound) { try bank.services.templates.find(mine.id, person: stranger.person) }
    #expect(throws: TemplateError.notFound) { try bank.services.templates.delete(mine.id, by: stranger).wait() }
    #expect(try bank.services.templates.all(stranger.person, limit: 10).elements == [])
    #expect(try Self.add("Моё", #"{"b":1}"#, by: stranger, bank).isNew)
    #expect(try bank.services.templates.find(mine.id, person: bank.caller.person) == mine)
  }

  @Test("Templates are paged by cursor from the newest") func pagesTemplatesNewestFirst() throws {
    let bank = try TestBank()
    for title in ["a", "b", "c", "d", "e"] { _ = try Self.add(title, by: bank.caller, bank) }
    var titles: [[String]] = []
    var after: TemplateID?
    repeat {
      let page = try bank.services.templates.all(bank.caller.person, before: after, limit: 2)
      titles.append(page.elements.map(\.title))
      after = page.next
    } while after != nil
    #expect(titles == [["e", "d"], ["c", "b"], ["a"]])
  }

  @Test("The number and the size of templates per person are limited") func limitsNumberAndSize() throws {
    let bank = try TestBank { configuration in
      configuration.templates.perPerson = 2
      configuration.templates.bytes = 20
    }
    let first = try Self.add("1", by: bank.caller, bank).template
    _ = try Self.add("2", by: bank.caller, bank)
    #expect(throws: TemplateError.tooMany(limit: 2)) { try Self.add("3", by: bank.caller, bank) }
    #expect(try Self.add("3", by: try bank.stranger(), bank).isNew)
    try bank.services.templates.delete(first.id, by: bank.caller).wait()
    #expect(throws: TemplateError.notFound) { try bank.services.templates.delete(first.id, by: bank.caller).wait() }
    #expect(throws: TemplateError.tooLarge(limit: 20)) {
      try Self.add("3", #"{"a":"1234567890123"}"#, by: bank.caller, bank)
    }
    #expect(try Self.add("3", #"{"a":"123456789012"}"#, by: bank.caller, bank).isNew)
  }

  @Test(
    "The database rejects an empty template title and one of more than 100 characters",
    arguments: ["", String(repeating: "я", count: 101)])
  func databaseRejectsTitleLength(title: String) throws {
    let bank = try TestBank()
    #expect(throws: StoreError.self) { try Self.add(title, by: bank.caller, bank) }
    #expect(try Self.add(String(repeating: "я", count: 100), by: bank.caller, bank).isNew)
  }
}
