import Dates
import JSON
import Model
import Operations
import Services
import TestBank
import TestClient
import TestDatabases
import Testing

@testable import API

/// The cache of form trees. A cached tree is served only while a new drawing would be identical.
@Suite struct DrawnTreeTests {
  private static func form(_ title: String) -> String {
    """
    operation: trial.kept
    title: {ru: Форма, en: \(title)}
    effect: document
    atoms:
      - {accountPicker: from, caption: {ru: Со счёта, en: From}}
      - {dateInput: day, caption: {ru: День, en: Day}, defaultFrom: today()}
      - {textInput: payer, caption: {ru: Плательщик, en: Payer}, value: user.name}
      - {button: send, caption: {ru: Послать, en: Send}, action: submit}
    """
  }
  private static let plain = """
    operation: trial.plain
    title: {ru: Простая, en: Plain}
    effect: document
    atoms:
      - {textInput: note, caption: {ru: Заметка, en: Note}}
      - {button: send, caption: {ru: Послать, en: Send}, action: submit}
    """
  private static let failing = """
    operation: trial.failing
    title: {ru: Ошибка, en: Fault}
    effect: document
    atoms:
      - {textInput: one, caption: {ru: Раз, en: One}, default: x}
      - {textInput: two, caption: {ru: Два, en: Two}, showIf: "100 / (length($one) - 1) > 1"}
      - {button: send, caption: {ru: Послать, en: Send}, action: submit}
    """
  private static let path = "/operations/trial.kept"

  private let server: TestServer
  private let person: Visitor

  init() throws {
    (server, person) = try TestServer(serving: [Self.form("Form"), Self.plain, Self.failing]).withPerson()
  }

  /// The number of trees drawn so far.
  private var drawn: Int {
    let name = #"valence_engine_seconds_count{work="draw"} "#
    let lines = String(decoding: server.metrics.text, as: UTF8.self).split(separator: "\n")
    return lines.first { $0.hasPrefix(name) }.flatMap { Int($0.dropFirst(name.count)) } ?? 0
  }

  private func tree(_ path: String = path, by visitor: Visitor? = nil) throws -> Visitor.Answer {
    let answer = try (visitor ?? person).get(path)
    #expect(answer.status == 200, "\(answer.raw.text)")
    return answer
  }

  /// Expects that the tag of an earlier response no longer matches; returns the current response.
  private func changed(_ before: Visitor.Answer, _ path: String = path) throws -> Visitor.Answer {
    let tag = try #require(before.raw["etag"])
    let now = try person.get(path, headers: [("If-None-Match", tag)])
    #expect(now.status == 200 && now.raw["etag"] != tag)
    return now
  }

  @Test("An unchanged form tree is drawn once and then served from the cache") func drawsUnchangedTreeOnce() throws {
    let first = try tree()
    let count = drawn
    for _ in 0..<16 {
      let again = try tree()
      #expect(again.raw.body == first.raw.body && again.raw["etag"] == first.raw["etag"])
      let known = try person.get(Self.path, headers: [("If-None-Match", try #require(first.raw["etag"]))])
      #expect(known.status == 304 && known.raw["content-length"] == "\(first.raw.body.count)")
      let short = try person.get(Self.path, headers: [("Accept-Encoding", "gzip")])
      #expect(short.raw["content-encoding"] == "gzip" && short.raw.body == first.raw.body)
    }
    #expect(drawn == count)
    // A commit without influence on the tree. The facts are compared, and the tree is not drawn
    // again.
    _ = try server.stranger()
    #expect(try tree().raw.body == first.raw.body)
    #expect(drawn == count)
  }

  @Test("A cached form tree is redrawn after a balance changes") func redrawsAfterFactChange() throws {
    let before = try tree()
    #expect(before["atoms"]?[0]?["options"]?[0]?["balance"]?.string == "152300.00")
    let (from, to) = (try person.account("Текущий"), try person.account("Накопительный"))
    let own: Value = ["from": .string(from), "to": .string(to), "amount": "300"]
    let sent = try person.submit(own, to: "transfer.own", key: "1")
    #expect(sent.status == 201, "\(sent.raw.text)")
    for _ in 0..<16 {
      #expect(try changed(before)["atoms"]?[0]?["options"]?[0]?["balance"]?.string == "152000.00")
    }
  }

  @Test("A cached form tree is redrawn after another process changes a name") func redrawsAfterExternalWrite() throws {
    let before = try tree()
    #expect(before["atoms"]?[2]?["value"]?.string == "Анна Смирнова")
    try server.database.change { try $0.execute("UPDATE person SET name = 'Анна Иванова' WHERE login = 'demo'") }
    for _ in 0..<16 { #expect(try changed(before)["atoms"]?[2]?["value"]?.string == "Анна Иванова") }
  }

  @Test("A cached form tree is redrawn after its definition is replaced") func redrawsAfterDefinitionChange() throws {
    let before = try tree()
    for title in ["Another", "Third"] {
      try server.serve([Self.form(title), Self.plain])
      #expect(try changed(before)["title"]?.string == title)
    }
    // The first definition again. A tree that is still cached for it is valid.
    try server.serve([Self.form("Form"), Self.plain])
    #expect(try tree()["title"]?.string == "Form")
  }

  @Test("An operation with a cached form tree is refused with 503 while it is disabled")
  func refusesDisabledOperation() throws {
    let tag = try #require(try tree().raw["etag"])
    _ = try server.services.availability.disable("trial.kept")
    for _ in 0..<8 {
      try person.get(Self.path, headers: [("If-None-Match", tag)]).expectProblem(503, "operation-disabled")
    }
    _ = try server.services.availability.enable("trial.kept")
    #expect(try person.get(Self.path, headers: [("If-None-Match", tag)]).status == 304)
  }

  @Test("A cached form tree is redrawn on the next day") func redrawsOnNextDay() throws {
    let before = try tree()
    server.pass(.seconds(24 * 3600))
    try person.login(server.access.login, server.access.password)
    let (today, then) = (try changed(before)["atoms"]?[1]?["value"]?.string, before["atoms"]?[1]?["value"]?.string)
    let days = [then, today].compactMap { $0.flatMap { CivilDate($0) }?.daysSinceEpoch }
    #expect(days.count == 2 && days.last == days.first.map { $0 + 1 })
  }

  @Test("Form trees are cached separately for each language") func cachesTreePerLanguage() throws {
    let russian = try server.person(language: "ru")
    for _ in 0..<8 {
      #expect(try tree()["title"]?.string == "Form")
      #expect(try tree(by: russian)["title"]?.string == "Форма")
      #expect(try tree("/operations/trial.plain")["title"]?.string == "Plain")
      #expect(try tree("/operations/trial.plain", by: russian)["title"]?.string == "Простая")
    }
  }

  @Test("Form trees with personal data are cached separately for each person") func cachesTreePerPerson() throws {
    let stranger = try server.stranger()
    let before = try tree()
    for _ in 0..<8 {
      let theirs = try tree(by: stranger)
      #expect(theirs["atoms"]?[0]?["options"]?.array?.isEmpty == true)
      #expect(theirs["atoms"]?[2]?["value"]?.string == "Иван")
      let tag = try #require(before.raw["etag"])
      #expect(try stranger.get(Self.path, headers: [("If-None-Match", tag)]).status == 200)
      #expect(try tree().raw.body == before.raw.body)
    }
    // A tree without facts is shared by all people and drawn once.
    _ = try tree("/operations/trial.plain")
    let count = drawn
    for _ in 0..<8 { _ = try tree("/operations/trial.plain", by: stranger) }
    #expect(drawn == count)
    try Visitor(server).get(Self.path).expectProblem(401, "unauthorized")
  }

  @Test("A form tree with a failed expression is drawn for each request") func drawsFailingTreeEachTime() throws {
    let count = drawn
    for _ in 0..<4 { _ = try tree("/operations/trial.failing") }
    #expect(drawn == count + 4)
    #expect(server.logged.contains { $0.contains("trial.failing") })
  }

  @Test("A form tree with values from the query is excluded from the cache")
  func excludesPrefilledTreeFromCache() throws {
    _ = try tree("/operations/trial.plain")
    #expect(try tree("/operations/trial.plain?note=hello")["atoms"]?[0]?["value"]?.string == "hello")
    #expect(try tree("/operations/trial.plain")["atoms"]?[0]?["value"]?.string != "hello")
  }

  @Test("The cache of form trees stays within its size limit") func limitsCacheSize() throws {
    let operation = try #require(server.definitions.catalog["trial.kept"])
    let trees = TreeCache(maximum: 100_000)
    for number in 0..<1_000 {
      let person = PersonID(at: Instant(microseconds: Int64(number)), random: (UInt64(number), 0))
      let tree = DrawnTree(Array(repeating: 32, count: 1_000), of: operation, following: [.fact("bonuses", 1)])
      trees.keep(tree, as: TreeCache.Key(operation, for: person, in: .en))
      #expect(trees.total.size <= 100_000 && trees.total.count <= 80)
    }
    #expect(trees.total.count > 20)
  }
}
