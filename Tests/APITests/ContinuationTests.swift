import Definitions
import Atoms
import JSON
import Operations
import TestBank
import Testing

struct ContinuationTests {
  private static func transfer(_ next: String) -> String {
    """
    operation: trial.transfer
    title: {ru: Перевод, en: Transfer}
    effect: transfer
    next: \(next)
    atoms:
      - {accountPicker: from, caption: {ru: Со счёта, en: From}, filter: "isOwner == YES"}
      - {accountPicker: to, caption: {ru: На счёт, en: To}, filter: "isOwner == YES"}
      - {textInput: amount, caption: {ru: Сумма, en: Amount}, type: amount, currencyFrom: $from.currency}
      - {textInput: purpose, caption: {ru: Назначение, en: Purpose}, optional: true}
      - {button: send, caption: {ru: Перевести, en: Transfer}, action: submit}
    """
  }

  private static func payment(_ next: String) -> String {
    """
    operation: trial.payment
    title: {ru: Платёж, en: Payment}
    effect: payment
    sign: matrix
    next: "\(next)"
    atoms:
      - {accountPicker: from, caption: {ru: Со счёта, en: From}}
      - {textInput: name, caption: {ru: Кому, en: To}}
      - {textInput: account, caption: {ru: Счёт, en: Account}, type: digits, length: 20}
      - {textInput: bic, caption: {ru: БИК, en: BIC}, type: digits, length: 9}
      - {textInput: purpose, caption: {ru: Назначение, en: Purpose}}
      - {textInput: amount, caption: {ru: Сумма, en: Amount}, type: amount, currency: RUB}
      - {button: send, caption: {ru: Перевести, en: Transfer}, action: submit}
    """
  }

  private func moved(
    _ next: String, language: String = "en"
  ) throws -> (server: TestServer, person: Visitor, answer: Visitor.Answer, to: String) {
    let (server, person) = try TestServer(serving: [Self.transfer(next)]).withPerson(language: language)
    let accounts = try person.get("/accounts")["data"]?.array?.filter {
      $0["currency"] == "RUB" && $0["isOwner"] == true
    }
    let numbers = accounts?.compactMap { $0["number"]?.string } ?? []
    let values: Value = ["from": .string(numbers[0]), "to": .string(numbers[1]), "amount": "1.00"]
    return (server, person, try person.submit(values, to: "trial.transfer", key: "1"), numbers[1])
  }

  @Test(
    "An operation with `next: back` returns a back transition and a message",
    arguments: [("en", "Executed"), ("ru", "Исполнено")])
  func backReturnsTransitionAndMessage(_ language: String, _ message: String) throws {
    let answer = try moved("back", language: language).answer
    #expect(answer.status == 201 && answer["submission"]?["status"] == "executed", "\(answer.raw.text)")
    #expect(
      answer["next"] == ["document": "back", "transition": ["kind": "back"], "message": .string(message)])
  }

  @Test("An operation with `next: result` returns the result tree") func resultReturnsResultTree() throws {
    #expect(try moved("result").answer["next"]?["operation"] == "result")
  }

  @Test("The route in `next` receives the output of the operation") func routeReceivesOutput() throws {
    let (server, person, answer, to) = try moved("valence://accounts/account?number=$to")
    let next = try #require(answer["next"])
    #expect(next["route"] == "accounts/account" && next["transition"]?["kind"] == "push")
    #expect(next["href"]?.string == "/screens/account?account=\(to)" && next["message"] == "Executed")
    #expect(try person.get(next["href"]?.string ?? "")["screen"] == "account")
    withExtendedLifetime(server) {}
  }

  /// An unsigned submission is not complete, and a rejected one shows its reason.
  @Test("Only an executed submission continues to its `next` route") func continuesAfterExecution() throws {
    let person = try TestServer(serving: [Self.payment("valence://history/submission?id=$submission")])
      .person()
    let values = Value.object(try person.payment(["amount": "100000"]))
    let first = try person.submit(values, to: "trial.payment", key: "1")
    let second = try person.submit(values, to: "trial.payment", key: "2")
    #expect(first["next"]?["operation"] == "signature" && second["next"]?["operation"] == "signature")
    let id = first["submission"]?["id"]?.string ?? ""
    let signed = try person.sign(id, person.codes(for: try person.asked(first)))
    #expect(signed["next"]?["href"]?.string == "/submissions/\(id)/result", "\(signed.raw.text)")
    #expect(try person.get(signed["next"]?["href"]?.string ?? "")["title"] == "Executed")
    #expect(try person.submit(values, to: "trial.payment", key: "1")["next"] == signed["next"])
    let other = second["submission"]?["id"]?.string ?? ""
    let refused = try person.sign(other, person.codes(for: try person.asked(second)))
    #expect(refused["submission"]?["status"] == "rejected", "\(refused.raw.text)")
    #expect(refused["next"]?["operation"] == "result")
  }

  @Test("The settings operation returns a back transition") func settingsReturnBackTransition() throws {
    let person = try TestServer().person()
    let kept = try person.submit(["pushDeals": true, "language": "en"], to: "settings.edit", key: "1")
    #expect(kept["next"]?["transition"]?["kind"] == "back", "\(kept.raw.text)")
  }

  @Test(
    "An invalid `next` is reported with its line and column",
    arguments: [
      ("forth", "`next` takes result, back or a link such as valence://history/submission?id=$submission"),
      ("valence://history/submision", "there is no route `history/submision`, did you mean `history/submission`?"),
      ("valence://history/submission", "route `history/submission` requires the input `id` (text)"),
      (
        "valence://history/submission?id=$amount",
        "input `id` of route `history/submission` takes a text, but `$amount` is a number"
      ),
      (
        "valence://history/submission?id=$submision",
        "`$submision` is not available from operation `trial.payment`, did you mean `submission`?"
      ),
      (
        "valence://history/submission?id=$submission&more=1",
        "unknown input `more` of route `history/submission`, which takes id"
      ),
    ])
  func reportsInvalidNextAtLine(_ next: String, _ fault: String) throws {
    var files = try DefinitionFiles(directory: TestServer.root.appending(path: "config/operations").path)
    files.operations.append(DefinitionFile(name: "trial.yaml", bytes: Array(Self.payment(next).utf8)))
    do throws(Catalog.Failure) {
      _ = try Catalog(files, vocabulary: .bank)
      Issue.record("no fault")
    } catch {
      guard case .faults(let faults) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(faults.all.map(\.headline) == ["trial.yaml:5:7: error: \(fault)"])
    }
  }
}
