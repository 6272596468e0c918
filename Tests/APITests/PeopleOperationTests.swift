import JSON
import TestBank
import Testing

/// The operations for cards, settings and the profile, over HTTP.
struct PeopleOperationTests {
  @Test("A card is blocked at once and unblocked with a signature") func blocksAndUnblocksCard() throws {
    let person = try TestServer().person()
    let card = try #require(try person.get("/cards")["data"]?[0])
    let tree = try person.get(try #require(card["operation"]?.string))
    #expect(tree["atoms"]?[0]?["value"] == card["id"])
    #expect(Self.shown(tree.body) == ["card", "active", "state", "hint", "becomes", "block"])
    #expect(tree["atoms"]?[3]?["caption"] == "The card is active")
    let question = tree["atoms"]?.array?.first { $0["id"] == "block" }?["confirm"]
    #expect(question?["title"]?.string == "Block the card \(card["number"]?.string ?? "")?")
    #expect(Self.shown(try person.get("/operations/card.status").body) == ["card"])
    #expect(try person.get(try #require(tree["atoms"]?[1]?["href"]?.string)).status == 200)

    let values: Value = ["card": card["id"] ?? .null]
    try person.submit(values, to: "card.status", key: "1").expectProblem(400, "malformed-request")
    let early = try person.submit(values, to: "card.status", action: "unblock", key: "1")
    early.expectProblem(422, "invalid-values")
    let blocked = try person.submit(values, to: "card.status", action: "block", key: "1")
    #expect(blocked.status == 201)
    #expect(blocked["submission"]?["status"] == "executed")
    #expect(try person.submit(values, to: "card.status", action: "block", key: "1").status == 200)
    // A second blocking with an outdated form is refused and does not unblock the card.
    try person.submit(values, to: "card.status", action: "block", key: "2").expectProblem(422, "invalid-values")

    #expect(
      Self.shown(try person.get("/operations/card.status?card=\(card["id"]?.string ?? "")").body)
        == ["card", "blocked", "state", "hint", "becomes", "unblock"])
    let sent = try person.submit(values, to: "card.status", action: "unblock", key: "3")
    #expect(sent["submission"]?["status"] == "awaitingSignature")
    let captions = sent["next"]?["atoms"]?.array?.compactMap { $0["caption"]?.string } ?? []
    #expect(captions.contains("New state: Active"))
    let href = try #require(card["href"]?.string)
    #expect(try person.get(href)["status"] == "blocked")
    let id = try sent.submissionID()
    #expect(try person.sign(sent).status == 200)
    let history = try person.get(href)["history"]?.array ?? []
    #expect(history.compactMap { $0["status"]?.string } == ["active", "blocked", "active"])
    #expect(history.last?["submission"] == .string("/submissions/\(id)"))
  }

  @Test("Blocking a card of another person is refused") func rejectsCardOfAnotherPerson() throws {
    let (server, person) = try TestServer().withPerson()
    let card = try #require(try person.get("/cards")["data"]?[0])
    let stranger = try server.stranger()
    let refused = try stranger.submit(["card": card["id"] ?? .null], to: "card.status", action: "block", key: "1")
    refused.expectProblem(422, "invalid-values")
    #expect(refused["errors"]?[0]?["code"] == "option")
    #expect(try person.get("/cards")["data"]?[0]?["status"] == "active")
    #expect(try stranger.get("/cards")["count"] == 0)
    let prefilled = try stranger.get("/operations/card.status?card=\(card["id"]?.string ?? "")")
    #expect(!prefilled.raw.text.contains("1234"))
  }

  @Test("The settings form starts with the stored values and keeps omitted ones") func editsStoredSettings() throws {
    let person = try TestServer().person()
    #expect(try person.patch("/settings", ["pushDeals": true]).status == 200)
    let tree = try person.get("/operations/settings.edit")
    #expect(tree["atoms"]?[0]?["value"] == true)
    #expect(tree["atoms"]?[1]?["value"] == "ru")
    // An omitted setting keeps its value.
    #expect(try person.submit(["language": "en"], to: "settings.edit", key: "1").status == 201)
    #expect(try person.get("/settings").body == ["pushDeals": true, "language": "en"])
    #expect(try person.submit(["pushDeals": false], to: "settings.edit", key: "2").status == 201)
    #expect(try person.get("/settings").body == ["pushDeals": false, "language": "en"])
  }

  @Test("A change of the phone number requires a signature") func phoneChangeRequiresSignature() throws {
    let person = try TestServer().person()
    let named = try person.submit(["name": "Анна Петрова"], to: "profile.edit", key: "1")
    #expect(named["submission"]?["status"] == "executed")
    #expect(try person.get("/user")["phone"] == "+79000000000")
    let sent = try person.submit(["phone": "8 911 111 11 11"], to: "profile.edit", key: "2")
    #expect(sent["submission"]?["status"] == "awaitingSignature")
    #expect(try person.get("/user")["phone"] == "+79000000000")
    #expect(try person.sign(sent).status == 200)
    #expect(try person.get("/user")["phone"] == "+79111111111")
    let codes = try person.get("/operations/profile.edit")["atoms"]?[2]?["pair"]
    #expect(codes?["label"] == "One-time codes are sent to" && codes?["value"] == "+79111111111")
    let refused = try person.submit(["phone": "111-11-11-11"], to: "profile.edit", key: "3")
    refused.expectProblem(422, "invalid-values")
    #expect(refused["errors"]?[0]?["code"] == "isPhone")
  }

  private static func shown(_ tree: Value) -> [String] {
    (tree["atoms"]?.array ?? []).filter { $0["shown"] == true }.compactMap { $0["id"]?.string }
  }
}
