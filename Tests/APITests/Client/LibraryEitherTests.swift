import TestBank
import Testing
import ValenceClient

struct LibraryEitherTests {
  @Test("The library sends the last entered input of a circle, and draws the one that follows")
  func sendsLastEntry() async throws {
    let market = try Market()
    let person = LibraryPerson(try market.server(serving: EitherTests.amounts))
    try await person.login()
    var form = try await person.form("trial.amounts")
    #expect(form["give"]?.either == ["get"] && form["currency"]?.either == [])
    try await person.enter(["give": "900.70"], into: &form)
    #expect(form["get"]?.value == "10.00" && form.values["get"] == nil)
    try await person.enter(["get": "20"], into: &form)
    #expect(form["give"]?.value == "1801.40" && form.values["give"] == nil && form.values["get"] == "20.00")
    let tap = try #require(form.tap("send"))
    #expect(tap.body?["shown"]?.object?["give"] == "1801.40" && tap.body?["values"]?.object?["give"] == nil)
    _ = try await person.client.send(tap)
  }

  @Test("An entry that the server has not answered yet replaces the entry of the other input")
  func replacesUnansweredEntry() async throws {
    let market = try Market()
    let person = LibraryPerson(try market.server(serving: EitherTests.amounts))
    try await person.login()
    var form = try await person.form("trial.amounts")
    _ = form.enter("900.70", at: "give")
    let lost = form.endEditing(at: "give")
    _ = form.enter("20", at: "get")
    let asked = form.endEditing(at: "get")
    #expect(lost?.body["values"]?.object?["give"] == "900.70")
    let question = try #require(asked)
    #expect(question.body["values"]?.object?["give"] == nil && question.body["changed"] == ["get"])
    form.merge(try await person.client.ask(question))
    #expect(form["give"]?.value == "1801.40" && !form.isWaiting)
  }
}
