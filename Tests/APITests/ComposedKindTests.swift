import JSON
import TestBank
import Testing

/// Atoms of a composed kind over HTTP.
struct ComposedKindTests {
  private let person: Visitor

  init() throws { person = try TestServer(operations: "Tests/APITests/Cases/composed/operations").person() }

  @Test("Only a client that lists the kind gets its name; the values and states are the same")
  func namesKindForClient() throws {
    let known = "group, enum, textInput, text, button"
    let plain = try person.get("/operations/moving", headers: [("Accept-Atoms", known)])
    let own = try person.get("/operations/moving", headers: [("Accept-Atoms", "\(known), address")])
    let all = try person.get("/operations/moving")
    #expect(plain.raw.text == all.raw.text)
    #expect(own["atoms"]?[0]?["composed"] == "address")
    #expect(own.raw.text.replacing(#""composed":"address","#, with: "") == all.raw.text)
    let question: Value = [
      "values": ["homeCountry": "DE", "homeTown": "Bonn"], "changed": ["homeTown"], "commit": true,
    ]
    let states = try person.post(
      "/operations/moving/evaluate", question, headers: [("Accept-Atoms", "\(known), address")])
    #expect(states["atoms"]?["abroad"]?["caption"] == "Town Bonn")
  }

  @Test("Only a client that lists the kind of a single input gets its name") func namesKindOfInput() throws {
    let known = "textInput, button"
    let all = try person.get("/operations/closing")
    let plain = try person.get("/operations/closing", headers: [("Accept-Atoms", "\(known), address")])
    let own = try person.get("/operations/closing", headers: [("Accept-Atoms", "\(known), agreement")])
    #expect(plain.raw.text == all.raw.text)
    #expect(own["atoms"]?[0]?["composed"] == "agreement" && own["atoms"]?[1]?["composed"] == nil)
    #expect(own.raw.text.replacing(#""composed":"agreement","#, with: "") == all.raw.text)
  }

  @Test("A person signs one line for a composed atom, and its value as an object is unknown")
  func signsOneLine() throws {
    let values: Value = ["homeCountry": "DE", "homeTown": "Bonn", "homeFlat": "5"]
    let sent = try person.post(
      "/operations/moving/submissions", ["values": values], headers: [("Idempotency-Key", "one")])
    #expect(sent.status == 201)
    let captions = (sent["next"]?["atoms"]?.array ?? []).compactMap { $0["caption"]?.string }
    #expect(captions.contains("Address: Bonn, 5, Germany"), "\(captions)")
    #expect(!captions.contains { $0.contains("Town") }, "\(captions)")
    let whole = try person.post(
      "/operations/moving/submissions", ["values": ["home": values]], headers: [("Idempotency-Key", "two")])
    #expect(whole.status == 422)
    let errors = (whole["errors"]?.array ?? []).map { "\($0["atom"]?.string ?? "") \($0["code"]?.string ?? "")" }
    #expect(errors.contains("home unknown"), "\(errors)")
    let partly = try person.post(
      "/operations/moving/submissions", ["values": ["homeCountry": "DE", "homeTown": "Bonn", "postTown": "Omsk"]],
      headers: [("Idempotency-Key", "three")])
    let missing = (partly["errors"]?.array ?? []).map { "\($0["atom"]?.string ?? "") \($0["code"]?.string ?? "")" }
    #expect(missing == ["postCountry required"])
  }
}
