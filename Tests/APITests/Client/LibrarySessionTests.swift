import JSON
import TestBank
import Testing
import ValenceClient

/// Sessions, versions, caching and minimum versions in the client library, against a running
/// server.
struct LibrarySessionTests {
  @Test("A form of an expired session is sent after a new login") func sendsFormOfExpiredSession() async throws {
    let server = try TestServer()
    let person = try await server.libraryPerson()
    let form = try await person.payment()
    server.pass(.seconds(24 * 3600))
    let tap = try #require(form.tap("send"))
    let ended = try await person.problem { () throws(Failure) in try await person.client.send(tap) }
    #expect(ended.name == .unauthorized)
    #expect(await person.client.session == nil)
    try await person.login()
    guard case .progress(let progress) = try await person.client.send(tap) else { throw LibraryPerson.NotThere() }
    #expect(progress.submission?.status == "awaitingSignature")
  }

  @Test("Q4, T8: a form of an outdated version is redrawn with the entered values, which are not reported as changed")
  func redrawsOutdatedForm() async throws {
    let server = try TestServer { $0.versionsKept = .zero }
    let person = try await server.libraryPerson()
    let form = try await person.payment()
    try server.servePaymentOrder("maxLength: 160", as: "maxLength: 5")
    let tap = try #require(form.tap("send"))
    let outdated = try await person.problem { () throws(Failure) in try await person.client.send(tap) }
    #expect((outdated.status, outdated.name) == (409, .outdatedVersion))
    var redrawn = form.redrawn(as: try #require(outdated.next?.tree))
    #expect(redrawn.tree.version != form.tree.version)
    #expect(redrawn.values == form.values)
    #expect(redrawn.keys == form.keys)
    let asked = redrawn.question()
    let question = try #require(asked)
    #expect(question.body["changed"] == nil && question.body["commit"] == nil)
    let isMerged = redrawn.merge(try await person.client.ask(question))
    #expect(isMerged && !redrawn.isWaiting)
    #expect(redrawn["bicInfo"]?.caption == "ПАО Сбербанк, BIC 044525225")
    let again = try #require(redrawn.tap("send"))
    let refused = try await person.problem { () throws(Failure) in try await person.client.send(again) }
    #expect(redrawn.show(refused) == "name" && redrawn["name"]?.error?.code == "length")
  }

  @Test("The library reuses cached responses within a session, except `no-store` ones")
  func reusesCachedResponses() async throws {
    let person = try await TestServer().libraryPerson()
    let first = try await person.client.follow("/providers")
    let second = try await person.client.follow("/providers")
    #expect(person.transport.statuses.suffix(2) == [200, 304])
    #expect(first == second)
    guard case .listing(let providers) = second else { throw LibraryPerson.NotThere() }
    #expect(providers.rows.isEmpty == false)
    // Accounts are `no-store`, so they are fetched again.
    for _ in 0..<2 { _ = try await person.client.follow("/accounts") }
    #expect(person.transport.statuses.suffix(2) == [200, 200])
    // A new session does not reuse cached responses, so that no person sees another person's data.
    await person.client.forget()
    try await person.login()
    _ = try await person.client.follow("/providers")
    #expect(person.transport.statuses.last == 200)
  }

  @Test("A client below the minimum version gets 426 with the update URL") func reportsRequiredUpdate() async throws {
    let server = try TestServer.servingNewerClients()
    let old = LibraryPerson(server, as: Client.Identity(version: "ios/1.4"))
    let refused = try await old.problem { () throws(Failure) in try await old.client.follow("/operations/auth.login") }
    #expect((refused.status, refused.name) == (426, .clientOutdated))
    #expect((refused.minimumVersion, refused.update) == ("1.5", "https://example.org/app"))
    try await LibraryPerson(server, as: Client.Identity(version: "ios/1.5", language: "en")).login()
  }

  @Test("A form with atom kinds that the client lacks returns 406") func rejectsUnsupportedKinds() async throws {
    let server = try TestServer()
    let kinds: [Atom.Kind] = [.text, .textInput, .button]
    let person = LibraryPerson(server, as: Client.Identity(kinds: kinds, language: "en"))
    try await person.login()
    let refused = try await person.problem { () throws(Failure) in
      try await person.client.follow("/operations/pp.quick")
    }
    #expect((refused.status, refused.name) == (406, .kindsNotAccepted))
  }

  @Test("The library refuses foreign addresses and omits the token from descriptions of a session")
  func sendsTokenToServerOnly() async throws {
    let person = try await TestServer().libraryPerson()
    let count = person.transport.sent.count
    for address in ["https://example.org/", "//example.org/", "/\\example.org", "tel:+7", "valence://a/b"] {
      do {
        _ = try await person.client.follow(address)
        Issue.record("\(address)")
      } catch {
        guard case .foreign(let reported) = error else { throw error }
        #expect(reported == address)
      }
    }
    #expect(person.transport.sent.count == count)
    let session = try #require(await person.client.session)
    for text in ["\(session)", "\(Optional(session) as Any)", String(reflecting: session)] {
      #expect(!text.contains(session.token))
    }
  }

  @Test("A draft saved by the library omits passwords") func draftOmitsSecrets() async throws {
    let server = try TestServer()
    let person = try await server.libraryPerson()
    let form = try await person.payment()
    try await person.client.keep(form)
    #expect(try server.person().get("/drafts")["data"]?[0]?["id"] == "pp.quick")
    var password = try await person.form("auth.password")
    for atom in password.atoms where atom.isInput { _ = password.enter("a secret", at: atom.id) }
    #expect(password.values.count > 1)
    #expect(password.keptValues.isEmpty)
  }
}
