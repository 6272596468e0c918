import Testing
import ValenceClient

/// The comparison of shown and current values, with the client library.
struct LibraryChangeTests {
  @Test("The library reports a changed rate with the shown and the new value") func reportsChangedRate() async throws {
    let market = try Market()
    let person = LibraryPerson(try market.server())
    try await person.login()
    var form = try await person.form("trial.exchange")
    try await person.enter(["currency": "USD", "amount": "10"], into: &form)
    #expect(form["rate"]?.isLive == true && form["amount"]?.isLive == false)
    #expect(form.shown["rate"] == "90.07" && form.shown["told"] == "90.07" && form.shown["amount"] == nil)
    market.quote("90.08")
    let tap = try #require(form.tap("send"))
    #expect(tap.body?["shown"] == .object(form.shown))
    let changed = try await person.problem { () throws(Failure) in try await person.client.send(tap) }
    #expect((changed.status, changed.name) == (409, .changed))
    let rate = try #require(changed.changes.first)
    #expect((rate.atom, rate.shown, rate.now) == ("rate", "90.07", "90.08") && changed.moreChanges == 0)
    var redrawn = form.redrawn(as: try #require(changed.next?.tree))
    #expect(
      redrawn["rate"]?.value == "90.08" && redrawn["total"]?.value == "900.80" && redrawn["amount"]?.value == "10.00")
    if let question = redrawn.question() { redrawn.merge(try await person.client.ask(question)) }
    #expect(redrawn["rate"]?.value == "90.08")
    let again = try #require(redrawn.tap("send"))
    guard case .progress(let progress) = try await person.client.send(again) else { throw LibraryPerson.NotThere() }
    #expect(progress.submission?.status == "awaitingSignature")
  }
}
