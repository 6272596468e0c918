import JSON
import TestBank
import Testing

struct MethodTests {
  @Test(
    "HEAD returns the headers of GET without a body",
    arguments: ["/operations", "/operations/pp.quick", "/user", "/accounts", "/openapi.json", "/healthz"])
  func headMatchesGet(_ path: String) throws {
    let person = try TestServer().person()
    let get = try person.get(path)
    let head = try person.send("HEAD", path)
    #expect(head.status == 200)
    #expect(head.raw.body.isEmpty)
    for name in ["content-type", "content-length", "etag", "cache-control", "vary"] {
      #expect(head.raw[name] == get.raw[name])
    }
    #expect(try person.get(path).raw.body == get.raw.body)
  }

  @Test("HEAD returns 404 for an unknown path and 401 without a session") func headReturnsErrorStatus() throws {
    let server = try TestServer()
    #expect(try Visitor(server).send("HEAD", "/nowhere").status == 404)
    #expect(try Visitor(server).send("HEAD", "/operations").status == 401)
  }

  @Test(
    "OPTIONS lists the methods of a path",
    arguments: [
      ("/operations", "GET, HEAD, OPTIONS"), ("/auth/login", "OPTIONS, POST"),
      ("/submissions/1/signature", "GET, HEAD, OPTIONS, POST"),
    ])
  func optionsListsMethods(_ path: String, _ allow: String) throws {
    let server = try TestServer()
    let answer = try Visitor(server).send("OPTIONS", path)
    #expect(answer.status == 204)
    #expect(answer.raw["allow"] == allow)
    #expect(answer.raw.body.isEmpty)
  }

  @Test("OPTIONS returns 404 for an unknown path") func optionsRejectsUnknownPath() throws {
    let server = try TestServer()
    try Visitor(server).send("OPTIONS", "/nowhere").expectProblem(404, "not-found")
  }

  @Test("A request for an unchanged form returns 304 without a body") func matchingTagReturns304() throws {
    let person = try TestServer().person()
    let first = try person.get("/operations/pp.quick")
    let tag = try #require(first.raw["etag"])
    let again = try person.get("/operations/pp.quick", headers: [("If-None-Match", tag)])
    #expect(again.status == 304)
    #expect(again.raw.body.isEmpty)
    #expect(again.raw["etag"] == tag)
    #expect(try person.get("/operations/pp.quick?name=A", headers: [("If-None-Match", tag)]).status == 200)
  }
}
