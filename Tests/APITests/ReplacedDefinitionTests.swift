import Atoms
import Operations
import TestBank
import Testing

struct ReplacedDefinitionTests {
  /// Weak references to a set of definitions.
  private struct Past {
    weak var catalog: Catalog?
    weak var operation: Atoms.Operation?
  }

  private static func definition(_ number: Int) -> String {
    """
    operation: trial.note
    title: {ru: "Заметка \(number)", en: "Note \(number)"}
    effect: document
    atoms:
      - {textInput: what, caption: {ru: Что, en: What}, check: "$what MATCHES '[а-яё]{1,9}'"}
      - {textInput: more, caption: {ru: Ещё, en: More}, optional: true, showIf: "$what != nil"}
      - {button: send, caption: {ru: Послать, en: Send}, action: submit}
    """
  }

  @Test("A replaced set of definitions is freed after its forms were evaluated and submitted")
  func freesReplacedDefinitions() throws {
    let (server, person) = try TestServer().withPerson()
    var past: [Past] = []
    var versions: [String] = []
    for number in 0..<4 {
      try server.serve([Self.definition(number)])
      past.append(
        Past(catalog: server.definitions.catalog, operation: server.definitions.catalog["trial.note"]))
      let tree = try person.get("/operations/trial.note")
      #expect(tree["title"]?.string == "Note \(number)")
      versions.append(try #require(tree["version"]?.string))
      // Forms of all versions are evaluated, so that earlier versions are compiled again.
      for version in versions {
        let answer = try person.post(
          "/operations/trial.note/evaluate", ["values": ["what": "да"], "version": .string(version), "commit": true])
        #expect(answer.status == 200)
      }
      let sent = try person.post(
        "/operations/trial.note/submissions", ["values": ["what": "да"], "version": .string(versions[0])],
        headers: [("Idempotency-Key", "\(number)")])
      #expect(sent.status == 201, "\(sent.raw.text)")
      #expect(try person.get("/start").status == 200)
    }
    #expect(past.map { $0.catalog == nil } == [true, true, true, false])
    #expect(past.map { $0.operation == nil } == [true, true, true, false])
  }
}
