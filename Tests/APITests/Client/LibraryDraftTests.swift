import TestBank
import Testing
import ValenceClient

/// Two devices of one person that edit the same draft, with the client library.
struct LibraryDraftTests {
  @Test("The library merges draft changes of two devices and reports conflicting fields")
  func mergesDraftOfTwoDevices() async throws {
    let server = try TestServer()
    let (one, two) = (LibraryPerson(server), LibraryPerson(server))
    try await one.login()
    try await two.login()
    var form = try await one.form("pp.quick")
    try await one.enter(["name": "ООО Ромашка"], into: &form)
    let tag = try #require(try await one.client.keep(form))
    let base = form.keptValues

    func resumed() async throws -> Tree {
      let document = try await two.client.follow("/drafts/pp.quick")
      guard case .other(let draft) = document else { throw LibraryPerson.NotThere() }
      return try Tree(try #require(draft["next"]?.object))
    }
    let begun = try await resumed()
    #expect(begun.draftTag == tag)
    var other = LiveForm(begun)
    try await two.enter(["purpose": "Оплата", "amount": "1"], into: &other)
    let newer = try #require(try await two.client.keep(other, ifMatch: begun.draftTag))

    try await one.enter(["inn": "7707083893", "amount": "2"], into: &form)
    do throws(Failure) {
      _ = try await one.client.keep(form, ifMatch: tag)
      Issue.record("overwritten")
    } catch {
      guard case .refused(let problem) = error else { throw error }
      #expect(problem.name == .draftChanged && problem.currentDraft?.etag == newer)
      #expect(problem.differences.map(\.caption).contains("Amount, ₽"))
      let merge = DraftMerge(base: base, mine: form.keptValues, theirs: problem.currentDraft?.values ?? [:])
      #expect(merge.conflicts.map(\.atom) == ["amount"])
      let last = try await one.client.keep(form, values: merge.values(taking: ["amount"]), ifMatch: newer)
      #expect(last != nil && last != newer)
    }
    let values = LiveForm(try await resumed()).keptValues
    #expect(values["purpose"] == "Оплата" && values["inn"] == "7707083893" && values["amount"] == "1.00")
  }
}
