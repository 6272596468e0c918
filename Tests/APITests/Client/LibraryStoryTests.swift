import JSON
import TestBank
import Testing
import ValenceClient

struct LibraryStoryTests {
  private let server: TestServer
  private let person: LibraryPerson
  private var client: Client { person.client }

  init() throws {
    server = try TestServer()
    person = LibraryPerson(server)
  }

  @Test("The library completes a payment from the login to the signature") func completesPayment() async throws {
    let home = try await person.login()
    #expect(home != nil)
    let form = try await person.payment()
    #expect(form["bicInfo"]?.caption == "ПАО Сбербанк, BIC 044525225")
    #expect(form["bic"]?.judgement == .right)
    #expect(!form.isWaiting)
    let sent = try await client.send(try #require(form.tap("send")))
    guard case .progress(let progress) = sent else { throw LibraryPerson.NotThere() }
    #expect(progress.submission?.status == "awaitingSignature")
    let asked = try #require(sent.tree)
    #expect(asked.atoms.contains { $0.caption == "Amount, ₽: 100.50" })

    let mistaken = try person.signature(of: asked, wrong: true)
    let wrong = try await person.problem { () throws(Failure) in try await client.send(mistaken) }
    #expect((wrong.status, wrong.name, wrong.attemptsLeft) == (422, .wrongCode, 2))
    let right = try person.signature(of: wrong.next?.tree)
    guard case .progress(let signed) = try await client.send(right) else { throw LibraryPerson.NotThere() }
    #expect(signed.submission?.status == "executed")
    #expect(signed.submission?.id == progress.submission?.id)
    try server.expectUnharmed()
  }

  @Test("The library shows violations at their atoms and returns the path of the first")
  func showsViolationsAtAtoms() async throws {
    try await person.login()
    var form = try await person.payment()
    try await person.enter(["account": "40702810138250123018"], into: &form)
    #expect(form["account"]?.error?.code == "isAccount")
    #expect(form["account"]?.error?.params["position"] == "9")
    _ = form.enter("0", at: "amount")
    let tap = try #require(form.tap("send"))
    let refused = try await person.problem { () throws(Failure) in try await client.send(tap) }
    #expect((refused.status, refused.name) == (422, .invalidValues))
    let first = form.show(refused)
    #expect(first == "account")
    #expect(form.findings.map(\.path) == ["account", "amount"])
    #expect(form["amount"]?.error?.message == "At least 0.01")
    // A newly entered value has not been evaluated yet.
    _ = form.enter("1", at: "amount")
    #expect(form["amount"]?.judgement == .notJudged)
  }

  @Test("A submission whose reply was lost is repeated with its key and stored once")
  func repeatsLostSubmissionOnce() async throws {
    try await person.login()
    let form = try await person.payment()
    let tap = try #require(form.tap("send"))
    person.transport.loseNextReply(to: "POST", endingIn: "/submissions")
    do {
      _ = try await client.send(tap)
      Issue.record("the reply was not lost")
    } catch {
      guard case .unreachable(let cause) = error else { throw error }
      #expect(cause is SocketTransport.Lost)
    }
    guard case .progress(let progress) = try await client.send(try #require(form.tap("send"))) else {
      throw LibraryPerson.NotThere()
    }
    #expect(person.transport.statuses.suffix(2) == [201, 200])
    let keys = person.transport.sent.suffix(2).compactMap { $0.headers["Idempotency-Key"] }
    #expect(keys.count == 2 && Set(keys).count == 1)
    #expect(progress.submission?.status == "awaitingSignature")
    #expect(try server.person().get("/submissions")["count"] == 1)

    // A changed form with the same key is refused, and no second payment is made.
    var changed = form
    _ = changed.enter("200", at: "amount")
    let another = try #require(changed.tap("send"))
    let reported = try await person.problem { () throws(Failure) in try await client.send(another) }
    #expect(reported.name == .keyReused)
    #expect(try await person.payment().tap("send")?.key != tap.key)
  }

  @Test("The library ignores an answer that is older than the merged one") func ignoresLateAnswer() async throws {
    try await person.login()
    var form = try await person.form("pp.quick")
    let askedFirst = form.enter("044525225", at: "bic")
    let first = try #require(askedFirst)
    let late = try await client.ask(first)
    let askedSecond = form.enter("044525974", at: "bic")
    let second = try #require(askedSecond)
    let newest = try await client.ask(second)
    let name = newest.atoms["bicInfo"]?["caption"]?.string
    let isTaken = form.merge(newest)
    #expect(isTaken)
    #expect(form["bicInfo"]?.caption == name)
    let before = form.tree
    let isTakenLate = form.merge(late)
    #expect(!isTakenLate)
    #expect(form.tree == before)
    #expect(late.atoms["bicInfo"]?["caption"] != newest.atoms["bicInfo"]?["caption"])
  }

  @Test("The changes of a lost evaluation are sent with the next one") func resendsLostChanges() async throws {
    try await person.login()
    var form = try await person.form("pp.quick")
    person.transport.loseNextReply(to: "POST", endingIn: "/evaluate")
    let askedLost = form.enter("044525225", at: "bic")
    let lost = try #require(askedLost)
    await #expect(throws: Failure.self) { try await client.ask(lost) }
    #expect(form.isWaiting)
    _ = form.enter("40702810138250123018", at: "account")
    let askedBoth = form.endEditing(at: "account")
    let both = try #require(askedBoth)
    let isMerged = form.merge(try await client.ask(both))
    #expect(isMerged)
    #expect(form["bicInfo"]?.caption == "ПАО Сбербанк, BIC 044525225")
    #expect(form["account"]?.error?.code == "isAccount")
    #expect(!form.isWaiting)
  }
}
