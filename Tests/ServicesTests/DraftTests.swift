import Dates
import Model
import SQLiteStorage
import Storage
import Services
import Testing

@Suite struct DraftTests {
  @Test("A second put replaces the draft and keeps its creation time") func putReplacesDraft() throws {
    let bank = try TestBank()
    let first = try bank.services.drafts.put(#"{"a":"1"}"#, of: "pp.quick", version: "1", by: bank.caller).wait()
    #expect(first.isNew)
    bank.clock.advance(by: .seconds(60))
    let second = try bank.services.drafts.put(#"{"a":"2"}"#, of: "pp.quick", version: "2", by: bank.caller).wait()
    #expect(!second.isNew)
    let found = try bank.services.drafts.find("pp.quick", person: bank.caller.person)
    #expect(found == second.draft)
    #expect(found.values == #"{"a":"2"}"#)
    #expect(found.version == "2")
    #expect(found.created == first.draft.created)
    #expect(found.changed - found.created == .seconds(60))
    #expect(bank.services.drafts.expiry(of: found) - found.changed == .seconds(30 * 24 * 3600))
  }

  @Test("A draft is hidden from other people") func hidesDraftsOfOthers() throws {
    let bank = try TestBank()
    let stranger = try bank.stranger()
    _ = try bank.services.drafts.put("{}", of: "pp.quick", version: "1", by: bank.caller).wait()
    #expect(throws: DraftError.notFound) { try bank.services.drafts.find("pp.quick", person: stranger.person) }
    #expect(throws: DraftError.notFound) { try bank.services.drafts.delete("pp.quick", by: stranger).wait() }
    #expect(try bank.services.drafts.all(stranger.person) == [])
    _ = try bank.services.drafts.put(#"{"mine":1}"#, of: "pp.quick", version: "1", by: stranger).wait()
    #expect(try bank.services.drafts.find("pp.quick", person: bank.caller.person).values == "{}")
  }

  @Test("Drafts are listed with the newest change first") func listsNewestDraftFirst() throws {
    let bank = try TestBank()
    for operation in ["a", "b", "c", "a"] {
      bank.clock.advance(by: .seconds(1))
      _ = try bank.services.drafts.put("{}", of: operation, version: "1", by: bank.caller).wait()
    }
    #expect(try bank.services.drafts.all(bank.caller.person).map(\.operation) == ["a", "c", "b"])
  }

  @Test("The number of drafts per person is limited") func limitsDraftsPerPerson() throws {
    let bank = try TestBank { $0.drafts.perPerson = 2 }
    let stranger = try bank.stranger()
    func put(_ operation: String, by caller: Caller) throws {
      _ = try bank.services.drafts.put("{}", of: operation, version: "1", by: caller).wait()
    }
    try put("a", by: bank.caller)
    try put("b", by: bank.caller)
    #expect(throws: DraftError.tooMany(limit: 2)) { try put("c", by: bank.caller) }
    // An existing draft can always be replaced, and drafts are counted per person.
    try put("b", by: bank.caller)
    try put("c", by: stranger)
    _ = try bank.services.drafts.delete("a", by: bank.caller).wait()
    try put("c", by: bank.caller)
    #expect(try bank.services.drafts.all(bank.caller.person).map(\.operation).sorted() == ["b", "c"])
  }

  @Test("A draft larger than the limit is rejected") func limitsDraftSize() throws {
    let bank = try TestBank { $0.drafts.bytes = 8 }
    _ = try bank.services.drafts.put(#"{"a":12}"#, of: "a", version: "1", by: bank.caller).wait()
    #expect(throws: DraftError.tooLarge(limit: 8)) {
      try bank.services.drafts.put(#"{"a":"я"}"#, of: "a", version: "1", by: bank.caller).wait()
    }
    #expect(try bank.services.drafts.find("a", person: bank.caller.person).values == #"{"a":12}"#)
  }

  @Test("A draft expires after its lifetime and is deleted when any draft is stored") func expiresOldDraft() throws {
    let bank = try TestBank { $0.drafts.lifetime = .seconds(100) }
    let stranger = try bank.stranger()
    _ = try bank.services.drafts.put(#"{"old":1}"#, of: "a", version: "1", by: bank.caller).wait()
    bank.clock.advance(by: .seconds(99))
    #expect(try bank.services.drafts.find("a", person: bank.caller.person).values == #"{"old":1}"#)
    bank.clock.advance(by: .seconds(1))
    #expect(throws: DraftError.notFound) { try bank.services.drafts.find("a", person: bank.caller.person) }
    #expect(throws: DraftError.notFound) { try bank.services.drafts.delete("a", by: bank.caller).wait() }
    #expect(try bank.services.drafts.all(bank.caller.person) == [])
    _ = try bank.services.drafts.put("{}", of: "a", version: "1", by: bank.caller).wait()
    #expect(try bank.services.drafts.find("a", person: bank.caller.person).created == bank.clock.now)
    // The expired row is deleted when another person stores a draft.
    bank.clock.advance(by: .seconds(100))
    _ = try bank.services.drafts.put("{}", of: "b", version: "1", by: stranger).wait()
    let rows = try bank.database.read { connection in
      try connection.all("SELECT operation FROM draft") { row throws(StoreError) in try row.get(0, as: String.self) }
    }
    #expect(rows == ["b"])
  }

  @Test("A new submission deletes its draft; a rejected or repeated request does not")
  func submissionDeletesDraft() throws {
    let bank = try TestBank()
    let stranger = try bank.stranger()
    for caller in [bank.caller, stranger] {
      _ = try bank.services.drafts.put("{}", of: "pp.quick", version: "1", by: caller).wait()
    }
    _ = try bank.services.drafts.put("{}", of: "other", version: "1", by: bank.caller).wait()
    // A rejected submission keeps the draft.
    #expect(throws: PaymentRefusal.self) { try bank.submit(bank.order("999999.00"), key: "k").wait() }
    #expect(try bank.services.drafts.all(bank.caller.person).count == 2)
    _ = try bank.submit(bank.order("1.00"), key: "k").wait()
    #expect(try bank.services.drafts.all(bank.caller.person).map(\.operation) == ["other"])
    #expect(try bank.services.drafts.all(stranger.person).map(\.operation) == ["pp.quick"])
    // A draft that was stored later is kept when the earlier request is repeated.
    _ = try bank.services.drafts.put("{}", of: "pp.quick", version: "1", by: bank.caller).wait()
    #expect(try !bank.submit(bank.order("1.00"), key: "k").wait().isNew)
    #expect(try bank.services.drafts.all(bank.caller.person).count == 2)
  }

  @Test("A draft has up to three copies, and their number per person is limited")
  func boundsDraftCopies() throws {
    let bank = try TestBank { $0.drafts.perPerson = 2 }
    let drafts = bank.services.drafts
    for operation in ["a", "b", "c", "d"] {
      for number in 1...4 {
        bank.clock.advance(by: .seconds(1))
        let values = #"{"x":\#(number)}"#
        let outcome = try drafts.keep(values, of: operation, version: "1", if: { _ in false }, by: bank.caller).wait()
        #expect(outcome == .refused(current: nil))
      }
    }
    #expect(try drafts.copies(of: "a", person: bank.caller.person) == [])
    #expect(try drafts.copies(of: "b", person: bank.caller.person) == [])
    let newest = try drafts.copies(of: "d", person: bank.caller.person)
    #expect(newest.map(\.values) == [#"{"x":4}"#, #"{"x":3}"#, #"{"x":2}"#] && newest.map(\.number) == [4, 3, 2])
    #expect(try bank.count("SELECT count(*) FROM draft_copy") == 6)
    _ = try drafts.delete("d", by: bank.caller).wait()
    #expect(throws: DraftError.notFound) { try drafts.delete("d", by: bank.caller).wait() }
  }
}
