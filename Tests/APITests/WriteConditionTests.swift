import JSON
import TestBank
import Testing

/// `If-Match` and `If-None-Match` on changes to a person's resources, over HTTP.
struct WriteConditionTests {
  private let server: TestServer
  private let person: Visitor

  init() throws {
    (server, person) = try TestServer().withPerson()
  }

  private func send(
    _ method: String, _ path: String, _ body: Value? = nil, _ header: String, _ value: String
  ) throws -> Visitor.Answer {
    let type = body == nil ? [] : [("Content-Type", "application/merge-patch+json")]
    return try person.send(method, path, headers: type + [(header, value)], body: body?.text)
  }

  @Test("A PATCH of settings or profile with a stale `If-Match` returns 412", arguments: ["/settings", "/user"])
  func rejectsStalePatch(path: String) throws {
    let phones: [Value] = [["phone": "+7 900 000-00-01"], ["phone": "+7 900 000-00-02"]]
    let bodies = path == "/user" ? phones : [["language": "en"], ["language": "ru"]]
    let tag = try #require(try person.get(path).raw["etag"])
    let changed = try send("PATCH", path, bodies[0], "If-Match", tag)
    #expect(changed.status == 200, "\(changed.raw.text)")
    let now = try person.get(path)
    #expect(changed.raw["etag"] == now.raw["etag"] && now.raw["etag"] != tag)
    for stale in [tag, "\"0000000000000000\"", "W/\(now.raw["etag"] ?? "")"] {
      try send("PATCH", path, bodies[1], "If-Match", stale).expectProblem(412, "changed-meanwhile")
    }
    for same in ["*", now.raw["etag"] ?? "", "W/\(now.raw["etag"] ?? "")"] {
      try send("PATCH", path, bodies[1], "If-None-Match", same).expectProblem(412, "changed-meanwhile")
    }
    #expect(try person.get(path).body == now.body)
    #expect(try send("PATCH", path, bodies[1], "If-Match", "*").status == 200)
    #expect(try send("PATCH", path, bodies[0], "If-None-Match", "\"0\"").status == 200)
  }

  @Test("Renaming or deleting a template with a stale `If-Match` returns 412")
  func rejectsStaleTemplateChange() throws {
    let body: Value = ["operation": "pp.quick", "title": "one", "values": ["name": "Анна"]]
    let href = try #require(try person.post("/templates", body)["href"]?.string)
    // The tag of a template differs between languages and identifies the same state.
    let tag = try #require(try Visitor(server, token: person.token, language: "ru").get(href).raw["etag"])
    let none = "\"0000000000000000\""
    try send("PATCH", href, ["title": "two"], "If-Match", none).expectProblem(412, "changed-meanwhile")
    let renamed = try send("PATCH", href, ["title": "two"], "If-Match", tag)
    let now = try person.get(href)
    #expect(renamed.status == 200 && renamed.raw["etag"] == now.raw["etag"])
    try send("PATCH", href, ["title": "three"], "If-Match", tag).expectProblem(412, "changed-meanwhile")
    try send("DELETE", href, nil, "If-Match", tag).expectProblem(412, "changed-meanwhile")
    #expect(try person.get(href)["title"] == "two")
    #expect(try send("DELETE", href, nil, "If-Match", renamed.raw["etag"] ?? "").status == 204)
    // A request that would be refused without its condition gets the same refusal (RFC 9110,
    // 13.2.1).
    try send("DELETE", href, nil, "If-Match", "*").expectProblem(404, "not-found")
  }
}
