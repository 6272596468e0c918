import Atoms
import JSON
import Model
import Services
import TestBank
import Testing

/// Computed values that an operation stores with its submissions (`send`).
struct SentValueStoryTests {
  private static let definition = """
    operation: trial
    title: {ru: Проба, en: Trial}
    effect: document
    sign: matrix
    define: {factor: "round($amount / 3, 4)"}
    send: {factor: factor, whole: "$amount > 5", note: "concat('x', text($amount))", nothing: $other}
    atoms:
      - {textInput: amount, caption: {ru: Сумма, en: Amount}, type: number}
      - {textInput: other, caption: {ru: Ещё, en: More}, optional: true}
      - {button: send, caption: {ru: Отправить, en: Send}, action: submit}
    """

  @Test("Computed values are stored with the submission, and neither shown nor signed") func storesValues() throws {
    let (server, person) = try TestServer(serving: [Self.definition]).withPerson()
    let sent = try person.submit(["amount": "10"], to: "trial", key: "1")
    #expect(sent.status == 201, "\(sent.raw.text)")
    #expect(!sent.raw.text.contains("factor") && !sent.raw.text.contains("3.3333"))
    let id = try #require(sent["submission"]?["id"]?.string.flatMap { SubmissionID($0) })
    let holder = try #require(try server.services.users.find(login: server.access.login)?.id)
    let stored = try server.services.submissions.find(id, person: holder)
    #expect(stored.derived == #"{"factor":"3.3333","note":"x10","whole":true}"#)
    #expect(stored.values == #"{"amount":"10"}"#)
    let shown = try person.get("/submissions/\(id.rawValue)")
    #expect(shown["derived"] == nil)
    // A posted value with the name is unknown.
    let posted = try person.submit(["amount": "10", "factor": "1"], to: "trial", key: "2")
    posted.expectProblem(422, "invalid-values")
  }

  @Test("An operation with pages stores computed values, and its review has names for items without captions")
  func storesValuesOfPages() throws {
    let definition = """
      operation: paged
      title: {ru: Проба, en: Trial}
      effect: document
      send: {half: $amount / 2}
      pages:
        - {page: one, title: {ru: Раз, en: One}, atoms: [{textInput: amount, caption: {all: "Sum:"}, type: number}]}
        - page: two
          title: {ru: Два, en: Two}
          atoms: [{repeat: people, min: 1, atoms: [{textInput: name, caption: {ru: Имя, en: Name}}]}]
      """
    let (server, person) = try TestServer(serving: [definition]).withPerson()
    let second = try person.go(try person.post("/flows/paged", nil), "next", ["amount": "10"])
    let review = try person.go(second, "next", ["people": [["name": "Anna"]]])
    let captions = (review["atoms"]?.array ?? []).compactMap { $0["caption"]?.string }
    #expect(captions.contains("Sum: 10") && captions.contains("No. 1, Name: Anna"), "\(captions)")
    let sent = try person.post(try #require(review.href("submit")), [:], headers: [("Idempotency-Key", "1")])
    let id = try #require(sent["submission"]?["id"]?.string.flatMap { SubmissionID($0) }, "\(sent.raw.text)")
    let holder = try #require(try server.services.users.find(login: server.access.login)?.id)
    #expect(try server.services.submissions.find(id, person: holder).derived == #"{"half":"5"}"#)
  }
}
