import JSON
import Testing

@testable import Conformance

@Suite("Changes of JSON answers (RFC 6902)") struct JSONPatchTests {
  private func pointer(_ text: String) throws -> JSONPointer { try #require(JSONPointer(text)) }

  @Test("Each change is applied at its path") func applies() throws {
    let root: Value = ["a": [1, 2], "b": ["c/d": "x"], "e": nil]
    let cases: [(JSONPatch.Change, Value)] = [
      (.add(try pointer("/a/1"), 9), ["a": [1, 9, 2], "b": ["c/d": "x"], "e": nil]),
      (.add(try pointer("/a/-"), 9), ["a": [1, 2, 9], "b": ["c/d": "x"], "e": nil]),
      (.add(try pointer("/f"), 9), ["a": [1, 2], "b": ["c/d": "x"], "e": nil, "f": 9]),
      (.remove(try pointer("/a/0")), ["a": [2], "b": ["c/d": "x"], "e": nil]),
      (.replace(try pointer("/b/c~1d"), "y"), ["a": [1, 2], "b": ["c/d": "y"], "e": nil]),
      (.move(from: try pointer("/a"), to: try pointer("/b/a")), ["b": ["c/d": "x", "a": [1, 2]], "e": nil]),
      (.copy(from: try pointer("/a/0"), to: try pointer("/e")), ["a": [1, 2], "b": ["c/d": "x"], "e": 1]),
      (.test(try pointer("/a/1"), 2), root),
      (.replace(try pointer(""), "all"), "all"),
    ]
    for (change, expected) in cases {
      #expect(try JSONPatch(changes: [change]).applied(to: root) == expected, "\(change)")
    }
  }

  @Test("A path without a value and a failed test throw") func refuses() throws {
    let root: Value = ["a": [1]]
    let failing: [JSONPatch.Change] = [
      .remove(try pointer("/b")), .replace(try pointer("/a/1"), 2), .add(try pointer("/a/3"), 2),
      .add(try pointer("/b/c"), 2), .test(try pointer("/a/0"), 2), .remove(try pointer("/a/01")),
    ]
    for change in failing {
      #expect(throws: JSONPatch.Failure.self, "\(change)") { try JSONPatch(changes: [change]).applied(to: root) }
    }
  }

  @Test("A pointer begins with a slash, and `~1` and `~0` are `/` and `~`") func readsPointers() throws {
    #expect(JSONPointer("a") == nil)
    #expect(try pointer("/a~1b/~0c").tokens == ["a/b", "~c"])
    #expect(try pointer("/a~01").tokens == ["a~1"])
    #expect(try pointer("/").value(in: ["": 1]) == 1)
  }
}

@Suite("Points of sessions") struct ExchangePointTests {
  @Test(
    "A request belongs to a point",
    arguments: [
      ("GET", "/start", ExchangePoint.start), ("POST", "/auth/login", .login), ("GET", "/operations/x", .form),
      ("POST", "/operations/auth.login/submissions", .login), ("POST", "/operations/x/submissions", .submit),
      ("POST", "/operations/x/evaluate", .evaluate), ("POST", "/flows/1/steps/a/evaluate", .evaluate),
      ("POST", "/flows/1/submissions", .submit), ("POST", "/operations/x/options", .search),
      ("POST", "/submissions/1/signature", .sign), ("GET", "/submissions/1/signature", .submission),
      ("GET", "/submissions", .list), ("PUT", "/drafts/x", .draft), ("PUT", "/flows/1/steps/a/draft", .draft),
      ("POST", "/flows/1/steps/a", .step), ("POST", "/flows/1/steps/a/back", .back), ("POST", "/flows/x", .flow),
      ("GET", "/screens/home", .screen), ("GET", "/screens/home/lists/a", .list), ("GET", "/events", .events),
      ("GET", "/images/a.svg", .other), ("GET", "/routes", .route), ("GET", "/accounts/1/entries", .list),
      ("GET", "/providers", .list), ("GET", "/drafts", .list), ("PUT", "/drafts/a", .draft),
    ])
  func classifies(method: String, path: String, point: ExchangePoint) {
    #expect(ExchangePoint(method: method, path: path) == point)
  }

  @Test("A reference has a point and a number from 1") func readsReferences() {
    #expect(ExchangeReference("submit 2")?.number == 2)
    #expect(ExchangeReference("submit")?.number == nil)
    for text in ["sumbit 1", "submit 0", "submit x", "submit 1 2", ""] {
      #expect(ExchangeReference(text) == nil, "\(text)")
    }
  }
}
