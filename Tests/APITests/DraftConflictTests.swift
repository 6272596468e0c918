import JSON
import TestBank
import Testing

struct DraftConflictTests {
  private static let definition = """
    operation: trial
    title: {ru: Проба, en: Trial}
    effect: document
    atoms:
      - {textInput: name, caption: {ru: Имя, en: Name}, optional: true}
      - {textInput: sum, caption: {ru: Сумма, en: Sum}, type: amount, currency: RUB, optional: true}
      - {enum: speed, caption: {ru: Скорость, en: Speed}, options: {slow: {ru: Раз, en: One}, fast: {ru: Два, en: Two}}, optional: true}
      - {textInput: word, caption: {ru: Пароль, en: Password}, type: password, optional: true}
      - {button: send, caption: {ru: Отправить, en: Send}, action: submit}
    """
  private let server: TestServer
  private let person: Visitor

  init() throws {
    (server, person) = try TestServer(serving: [Self.definition]).withPerson()
  }

  private func keep(
    _ values: Value, match: String? = nil, noneMatch: String? = nil, by visitor: Visitor? = nil
  ) throws -> Visitor.Answer {
    var headers = [("Content-Type", "application/json")]
    if let match { headers.append(("If-Match", match)) }
    if let noneMatch { headers.append(("If-None-Match", noneMatch)) }
    let body: Value = ["values": values]
    return try (visitor ?? person).send("PUT", "/drafts/trial", headers: headers, body: body.text)
  }

  private func copies() throws -> [Value] {
    let answer = try person.get("/drafts/trial/copies")
    #expect(answer.status == 200, "\(answer.raw.text)")
    return (answer["data"]?.array ?? []).map { $0["values"] ?? .null }
  }

  @Test("A stale draft update is refused with 412 and its values are stored as a copy")
  func rejectsStaleDraftUpdate() throws {
    let first = try keep(["name": "first", "word": "secret"])
    #expect(first.status == 201)
    let resumed = try person.get("/drafts/trial")
    let tag = try #require(resumed["next"]?["draft"]?["etag"]?.string)
    #expect(first.raw["etag"] == tag && first["draft"]?["etag"]?.string == tag)
    #expect(resumed["draft"]?["etag"]?.string == tag && resumed.raw["etag"] != tag)
    // Another tab with the same draft saves first.
    let other = try keep(["name": "other", "speed": "slow"], match: tag)
    #expect(other.status == 200)
    let stale = try keep(["name": "mine", "speed": "fast", "sum": "1234.5", "word": "secret"], match: tag)
    stale.expectProblem(412, "draft-changed")
    #expect(stale["current"]?["values"] == ["name": "other", "speed": "slow"])
    #expect(stale["current"]?["etag"] == other["draft"]?["etag"] && stale.raw["etag"] == other.raw["etag"])
    #expect(
      stale["differs"] == [
        ["atom": "name", "caption": "Name", "mine": "mine", "theirs": "other"],
        ["atom": "sum", "caption": "Sum", "mine": "1234.5", "mineText": "1,234.50", "theirs": nil],
        [
          "atom": "speed", "caption": "Speed", "mine": "fast", "mineText": "Two", "theirs": "slow", "theirsText": "One",
        ],
      ], "\(stale.raw.text)")
    #expect(try person.get("/drafts/trial")["draft"]?["values"]?["name"] == "other")
    #expect(try copies() == [["name": "mine", "speed": "fast", "sum": "1234.5"]])
    // The client sends the merged values with the tag of the 412 response.
    #expect(try keep(["name": "mine", "speed": "slow"], match: stale.raw["etag"]).status == 200)
    #expect(try copies().count == 1)
  }

  @Test(
    "Conditional headers accept the tags of a draft and its response, lists and *", arguments: ["draft", "response"])
  func matchesDraftTags(of kind: String) throws {
    let kept = try keep(["name": "first"])
    let found = try person.get("/drafts/trial")
    let tag = try #require(kind == "draft" ? kept.raw["etag"] : found.raw["etag"])
    #expect(try person.get("/drafts/trial", headers: [("If-None-Match", found.raw["etag"] ?? "")]).status == 304)
    for match in ["\"x\", \(tag)", "\(tag),\"y\"", "*", tag] {
      #expect(try keep(["name": "first"], match: match).status == 200, "\(match)")
    }
    for match in ["W/\(tag)", "\"x\"", "x", "", "\"\"", tag.replacing("\"", with: ""), "\"\(tag)\"", "\(tag)*"] {
      try keep(["name": "second"], match: match).expectProblem(412, "draft-changed")
    }
    for noneMatch in ["*", tag, "W/\(tag)", "\"x\", \(tag)"] {
      try keep(["name": "second"], noneMatch: noneMatch).expectProblem(412, "draft-changed")
    }
    let body: Value = ["values": ["name": "first"]]
    let lines = [("Content-Type", "application/json"), ("If-Match", "\"x\""), ("If-Match", tag)]
    #expect(try person.send("PUT", "/drafts/trial", headers: lines, body: body.text).status == 200)
    #expect(try keep(["name": "second"], match: "*", noneMatch: "\"x\"").status == 200)
  }

  @Test("If-None-Match: * creates a draft once, and If-Match requires an existing draft")
  func createsDraftOnce() throws {
    let gone = try keep(["name": "0"], match: "*")
    gone.expectProblem(412, "draft-changed")
    #expect(gone["current"] == .null && gone["differs"] == [])
    #expect(try copies() == [["name": "0"]])
    #expect(try keep(["name": "1"], noneMatch: "*").status == 201)
    try keep(["name": "2"], noneMatch: "*").expectProblem(412, "draft-changed")
    #expect(try person.get("/drafts/trial")["draft"]?["values"] == ["name": "1"])
  }

  @Test("An unconditional draft update stores the last three replaced drafts as copies")
  func storesReplacedDraftsAsCopies() throws {
    for name in ["1", "2", "2", "3", "4", "5"] {
      #expect(try keep(["name": .string(name)]).status < 300)
    }
    #expect(try copies() == [["name": "4"], ["name": "3"], ["name": "2"]])
    #expect(try person.delete("/drafts/trial").status == 204)
    #expect(try copies() == [])
    let stranger = try server.stranger()
    #expect(try keep(["name": "6"], by: stranger).status == 201)
    #expect(try keep(["name": "7"], by: stranger).status == 200)
    #expect(try copies() == [], "copies of another person are visible")
    try person.get("/drafts/ghost/copies").expectProblem(404, "not-found")
  }

  @Test("The deletion of a draft with a stale ETag is refused with 412")
  func rejectsStaleDraftDeletion() throws {
    let tag = try #require(try keep(["name": "first"]).raw["etag"])
    let next = try #require(try keep(["name": "second"]).raw["etag"])
    try person.send("DELETE", "/drafts/trial", headers: [("If-Match", tag)]).expectProblem(412, "draft-changed")
    #expect(try person.send("DELETE", "/drafts/trial", headers: [("If-Match", next)]).status == 204)
    try person.send("DELETE", "/drafts/trial", headers: [("If-Match", next)]).expectProblem(404, "not-found")
  }

  @Test("A started flow is listed among the drafts with links to resume and delete it")
  func listsStartedFlow() throws {
    #expect(try person.post("/flows/payments.steps?bic=044525225", nil).status == 201)
    #expect(try keep(["name": "first"]).status == 201)
    let list = try person.get("/drafts")
    #expect(list["count"] == 2)
    let row = try #require(list["data"]?.array?.first { $0["flow"] != nil })
    #expect(row["flow"] == "payments.steps" && row["step"] == "payee" && row["href"] == "/flows/payments.steps")
    #expect(row["etag"] == nil && row["operation"]?.string?.hasPrefix("flow:") == false)
    #expect(try person.get(row["href"]?.string ?? "")["flow"]?["step"] == "payee")
    let delete = row["actions"]?[0]
    #expect(delete?["method"] == "DELETE")
    #expect(try person.delete(delete?["href"]?.string ?? "").status == 204)
    #expect(try person.get("/drafts")["count"] == 1)
  }
}
