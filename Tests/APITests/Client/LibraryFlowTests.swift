import TestBank
import Testing
import ValenceClient

struct LibraryFlowTests {
  private let server: TestServer
  private let person: LibraryPerson
  private var client: Client { person.client }

  init() throws {
    server = try TestServer()
    person = LibraryPerson(server)
  }

  private func form(_ document: Document?, step: String) throws -> LiveForm {
    let tree = try #require(document?.tree)
    #expect(tree.flow?.step == step)
    return LiveForm(tree)
  }

  @Test("The library completes a flow step by step and submits it once") func submitsFlowOnce() async throws {
    try await person.login()
    let route = try await client.follow("/routes?url=valence%3A%2F%2Fpayments%2Fsteps%3Fbic%3D044525225")
    guard case .lead(let lead) = route else { throw LibraryPerson.NotThere() }
    #expect(lead.link.method == "POST")
    var payee = try form(try await client.follow(lead.link), step: "payee")
    #expect(payee["bic"]?.value == "044525225")
    // Violations are shown at their atoms, and the flow stays at the step.
    let next = try #require(payee.tap("next"))
    let refused = try await person.problem { () throws(Failure) in try await client.send(next) }
    #expect(payee.show(refused) == "name")
    _ = payee.enter("ООО Ромашка", at: "name")
    _ = payee.enter("40702810138250123017", at: "account")
    var amount = try form(try await client.send(try #require(payee.tap("next"))), step: "amount")
    let back = try form(try await client.send(try #require(amount.tap("back"))), step: "payee")
    #expect(back["name"]?.value == "ООО Ромашка")
    amount = try form(try await client.send(try #require(back.tap("next"))), step: "amount")
    _ = amount.enter(.string(try server.person().account("Текущий")), at: "from")
    _ = amount.enter("Оплата по счету 12", at: "purpose")
    _ = amount.enter("100.50", at: "amount")
    guard case .screen(let confirm) = try await client.send(try #require(amount.tap("next"))) else {
      throw LibraryPerson.NotThere()
    }
    #expect(confirm.flow?.place == 3)
    #expect(confirm.modules.map(\.title).contains("Amount: 100.50\u{a0}RUB"))
    let submit = try #require(confirm.actions.first { $0.name == .submit })
    let tap = confirm.tap(submit, seed: "drawn-once")
    person.transport.loseNextReply(to: "POST", endingIn: "/submissions")
    _ = try? await client.send(tap)
    guard case .progress(let progress) = try await client.send(tap) else { throw LibraryPerson.NotThere() }
    #expect(person.transport.statuses.suffix(2) == [201, 200])
    #expect(progress.submission?.status == "awaitingSignature")
    #expect(try server.person().get("/submissions")["count"] == 1)
    // A request from an old step returns 404, because the flow is finished.
    let stale = try #require(amount.tap("next"))
    let late = try await person.problem { () throws(Failure) in try await client.send(stale) }
    #expect(late.status == 404)
  }
}
