import JSON
import TestBank
import Testing

@testable import API

struct LanguageTests {
  /// Returns the texts of an atom in order, without data such as account names and entered values.
  private static func texts(in atom: Value) -> [String] {
    let own = ["caption", "hint"].compactMap { atom[$0]?.string }
    // Accounts, cards and providers have the same name in both languages. Each language is named in
    // that language.
    let isData = atom["kind"] == "accountPicker" || ["card", "language", "provider"].contains(atom["id"])
    let options = isData ? [] : atom["options"]?.array ?? []
    let inside = (atom["atoms"]?.array ?? []) + (atom["item"]?.array ?? [])
    return own + options.compactMap { $0["caption"]?.string } + inside.flatMap(texts)
  }

  /// True if a text has Russian letters, except two-capital codes such as МС, which a payment has
  /// in any language.
  private static func isRussian(_ text: String) -> Bool {
    text.split { !$0.isLetter }.contains { word in
      word.unicodeScalars.contains { (0x400...0x4FF).contains($0.value) }
        && !(word.count == 2 && word.allSatisfy(\.isUppercase))
    }
  }

  @Test("Every operation is drawn in Russian and in English") func drawsOperationsInBothLanguages() throws {
    let server = try TestServer()
    let (russian, english) = (
      try server.person(language: "ru"), try server.person(language: "en-GB, ru;q=0.5")
    )
    let operations = try english.get("/operations")["data"]?.array ?? []
    #expect(!operations.isEmpty)
    for operation in operations {
      let href = try #require(operation["href"]?.string)
      #expect(!Self.isRussian(operation["title"]?.string ?? "я"), "\(href)")
      let (ru, en) = (try russian.get(href).body, try english.get(href).body)
      let (texts, translations) = (
        (ru["atoms"]?.array ?? []).flatMap(Self.texts), (en["atoms"]?.array ?? []).flatMap(Self.texts)
      )
      #expect(texts.count == translations.count && !texts.isEmpty)
      for (text, translation) in zip(texts, translations) {
        #expect(!translation.isEmpty && !Self.isRussian(translation), "\(href): \(text)")
        #expect(Self.isRussian(text) || text == translation, "\(href): \(text)")
      }
      // Messages about values.
      let body: Value = ["values": [:], "commit": true]
      let (errors, translated) = (
        try russian.post("\(href)/evaluate", body)["atoms"], try english.post("\(href)/evaluate", body)["atoms"]
      )
      for state in errors?.object?.members ?? [] {
        guard let message = state.value["error"]?["message"]?.string else { continue }
        #expect(Self.isRussian(message), "\(href) \(state.name)")
        #expect(!Self.isRussian(translated?[state.name]?["error"]?["message"]?.string ?? "я"), "\(href) \(state.name)")
      }
    }
  }

  @Test("Signature and result trees can be read again in the other language")
  func redrawsTreesInOtherLanguage() throws {
    let server = try TestServer()
    let english = try server.person(language: "en")
    let russian = try Visitor(server, token: english.token, language: "ru")
    let (id, sent) = try english.waitingPayment(key: "1")
    let asked = try #require(sent["next"])
    func again(_ tree: Value?, titles: (en: Value, ru: Value)) throws {
      let source = try #require(tree?["self"])
      #expect(source["method"] == "GET")
      let href = source["href"]?.string ?? ""
      #expect(tree?["title"] == titles.en)
      #expect(try english.get(href).body == tree)
      let other = try russian.get(href).body
      #expect((other["title"], other["self"]) == (titles.ru, source))
      #expect(other["version"] == tree?["version"])
    }
    try again(asked, titles: ("Signature", "Подпись"))
    let wrong = try english.sign(id, english.codes(for: asked, wrong: true))
    try again(wrong["next"], titles: ("Signature", "Подпись"))
    let signed = try english.sign(id, english.codes(for: wrong["next"]))
    try again(signed["next"], titles: ("Executed", "Исполнено"))
    // A form has no `self`. The client reads it again at the link that led to it.
    #expect(try english.get("/operations/pp.quick")["self"] == nil)
  }

  @Test(
    "Accept-Language selects the best supported language, Russian by default",
    arguments: [
      ("en", "Log in first"), ("EN-us", "Log in first"), ("ru", "Нужен вход"), ("de", "Нужен вход"), ("", "Нужен вход"),
      ("de, en;q=0.1", "Log in first"), ("en;q=0, ru;q=0.1", "Нужен вход"), ("*", "Нужен вход"),
    ])
  func selectsBestLanguage(_ accepted: String, _ title: String) throws {
    let server = try TestServer()
    let refused = try Visitor(server, language: accepted).get("/user")
    #expect(refused["title"] == .string(title))
    #expect(refused.raw["content-language"] == (title == "Log in first" ? "en" : "ru"))
  }

  @Test("Every problem is explained in Russian and in English") func explainsProblemsInBothLanguages() throws {
    let server = try TestServer()
    let (russian, english) = (try Visitor(server, language: "ru"), try Visitor(server, language: "en"))
    for problem in ProblemType.all {
      for name in ["title", "explanation"] {
        let path = "/problems/\(problem.name)"
        #expect(Self.isRussian(try russian.get(path)[name]?.string ?? ""), "\(path)")
        #expect(!Self.isRussian(try english.get(path)[name]?.string ?? "я"), "\(path)")
      }
    }
  }

  @Test("The list of problems has the explanation of each, without a login", arguments: ["ru", "en"])
  func listsProblems(_ language: String) throws {
    let visitor = try Visitor(try TestServer(), language: language)
    let list = try visitor.get("/problems")
    #expect(list.status == 200 && list["document"] == "list" && list["count"]?.integer == Int64(ProblemType.all.count))
    #expect(list["data"]?.array?.compactMap { $0["name"]?.string } == ProblemType.all.map(\.name))
    for problem in list["data"]?.array?.prefix(3) ?? [] {
      #expect(try visitor.get(try #require(problem["type"]?.string)).body == problem)
    }
    let tag = try #require(list.raw["etag"])
    #expect(try visitor.get("/problems", headers: [("If-None-Match", tag)]).status == 304)
    let other = try Visitor(try TestServer(), language: language == "ru" ? "en" : "ru").get("/problems")
    #expect(other.raw["etag"] != tag)
  }

  @Test(
    "The detail of a 400 response is in the language of the request",
    arguments: [
      ("POST", "/operations/pp.quick/evaluate", "{"), ("POST", "/operations/pp.quick/evaluate", "[]"),
      ("POST", "/operations/pp.quick/evaluate", #"{"revision": "x"}"#), ("GET", "/operations/pp.quick?ghost=1", nil),
      ("POST", "/operations/pp.quick/evaluate", #"{"changed": 1}"#), ("GET", "/submissions?limit=0", nil),
      ("GET", "/user?x=1", nil), ("POST", "/auth/login", "{}"), ("PUT", "/drafts/pp.quick", "{}"),
      ("GET", "/submissions?after=x", nil), ("POST", "/operations/pp.quick/evaluate", #"{"a": 1, "a": 1}"#),
    ])
  func writesDetailInBothLanguages(_ method: String, _ path: String, _ body: String?) throws {
    let server = try TestServer()
    for (language, isRussian) in [("ru", true), ("en", false)] {
      let person = try server.person(language: language)
      let refused = try person.send(method, path, headers: [("Content-Type", "application/json")], body: body)
      #expect(refused.status == 400)
      #expect(Self.isRussian(refused["detail"]?.string ?? "") == isRussian, "\(refused["detail"]?.text ?? "")")
      #expect(refused["detail"]?.string?.isEmpty == false)
    }
  }
}
