import TestBank
import Testing

@testable import API

struct MissingPageTests {
  private static let browser = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"

  @Test(
    "Only an `Accept` header that names `text/html` selects the 404 page",
    arguments: [
      (MissingPageTests.browser, true), ("text/html", true), ("application/json, Text/HTML ; q=0.1", true),
      ("text/html;level=1", true), ("*/*", false), ("text/*", false), ("application/json", false),
      ("application/xhtml+xml", false), ("text/html;q=0", false), ("text/html; q=0.0, */*", false),
      ("text/htmlx", false),
      ("", false), (",;,", false), (String(repeating: "a/b,", count: 1000) + "text/html", false),
    ] as [(String, Bool)])
  func acceptsOnlyExplicitHTML(_ accept: String, _ isAccepted: Bool) {
    #expect(MissingPage.isAccepted(accept) == isAccepted)
  }

  @Test(
    "A browser gets a localized 404 page without scripts",
    arguments: [
      ("ru", "Такой страницы нет", "На главную"), ("en", "Page not found", "To Home"),
      ("de", "Такой страницы нет", "На главную"),
    ] as [(String, String, String)])
  func browserGetsLocalizedPage(_ language: String, _ title: String, _ home: String) throws {
    let server = try TestServer()
    let visitor = try Visitor(server, language: language)
    let answer = try visitor.get("/nothing", headers: [("Accept", Self.browser)])
    #expect(answer.status == 404)
    #expect(answer.raw["content-type"] == "text/html; charset=utf-8" && answer.raw["cache-control"] == "no-store")
    #expect(answer.raw["content-language"] == (language == "en" ? "en" : "ru"))
    let policies = answer.raw.headers.filter { $0.name == "content-security-policy" }.map(\.value)
    #expect(policies == ["default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"])
    #expect(answer.raw["x-content-type-options"] == "nosniff" && answer.raw["referrer-policy"] == "no-referrer")
    let text = answer.raw.text
    #expect(text.contains("<h1>\(title)</h1>") && text.contains("<a href=\"/\">\(home)</a>"))
    #expect(!text.contains("<script") && !text.contains("<style") && !text.contains(" style="))
  }

  @Test("The 404 page contains nothing of the request") func pageEchoesNoInput() throws {
    let visitor = try TestServer().visitor()
    let plain = try visitor.get("/nothing", headers: [("Accept", Self.browser)]).raw.text
    for path in ["/%3Cscript%3Ealert(1)%3C/script%3E", "/nothing?q=%22%3E%3Cb%3E", "/nothing/a/b/c/d/e"] {
      let answer = try visitor.get(path, headers: [("Accept", Self.browser)])
      #expect(answer.status == 404 && answer.raw.text == plain, "\(path)")
    }
  }

  @Test("Other clients and failed endpoints get the problem document of a 404")
  func programsGetProblemDocument() throws {
    let visitor = try TestServer().visitor()
    for accept in ["*/*", "application/json", "text/*", "text/html;q=0"] {
      try visitor.get("/nothing", headers: [("Accept", accept)]).expectProblem(404, "not-found")
    }
    try visitor.get("/nothing").expectProblem(404, "not-found")
    try visitor.send("POST", "/nothing", headers: [("Accept", Self.browser)]).expectProblem(404, "not-found")
    // The problem of an endpoint remains a problem document.
    try visitor.get("/problems/nothing", headers: [("Accept", Self.browser)]).expectProblem(404, "not-found")
    let head = try visitor.send("HEAD", "/nothing", headers: [("Accept", Self.browser)])
    #expect(head.status == 404 && head.raw["content-type"] == "text/html; charset=utf-8")
  }
}
