import Model
import TestBank
import Testing
import ValenceClient

/// The demo's person with a client that uses the client library.
struct LibraryPerson {
  let server: TestServer
  let transport: SocketTransport
  let client: Client

  init(_ server: TestServer, as identity: Client.Identity = Client.Identity(language: "en")) {
    self.server = server
    transport = SocketTransport(server)
    client = Client(transport, as: identity)
  }

  /// Logs in with the login form; returns the next document.
  @discardableResult
  func login() async throws -> Document? {
    var form = LiveForm(try #require(try await client.follow("/operations/auth.login").tree))
    _ = form.enter(.string(server.access.login), at: "login")
    _ = form.enter(.string(server.access.password), at: "password")
    let opened = try await client.send(try #require(form.tap("enter")))
    guard case .progress(let progress) = opened else {
      Issue.record("\(opened)")
      return nil
    }
    #expect(await client.session == progress.session)
    return progress.next
  }

  /// Returns the form of an operation, found in the list of operations.
  func form(_ operation: String) async throws -> LiveForm {
    guard case .listing(let operations) = try await client.follow("/operations") else { throw NotThere() }
    let href = try #require(operations.rows.first { $0.id == operation }?.href)
    return LiveForm(try #require(try await client.follow(href).tree))
  }

  /// Enters values one after another. Sends the resulting requests and merges the responses.
  func enter(_ values: KeyValuePairs<String, WireValue>, into form: inout LiveForm) async throws {
    for (path, value) in values {
      var questions = [form.enter(value, at: path)]
      questions.append(form.endEditing(at: path))
      for question in questions.compactMap(\.self) {
        let isMerged = form.merge(try await client.ask(question))
        #expect(isMerged)
      }
    }
  }

  /// Returns a completed payment order.
  func payment() async throws -> LiveForm {
    var form = try await form("pp.quick")
    let account = try #require(form["from"]?.options.first { $0.caption == "Текущий" })
    try await enter(
      [
        "from": account.value, "name": "ООО Ромашка", "bic": "044525225", "account": "40702810138250123017",
        "purpose": "Оплата по счету 12", "amount": "100.50",
      ], into: &form)
    return form
  }

  /// Returns the signature for a tree with a challenge: correct codes of the matrix, or wrong ones.
  func signature(of tree: Tree?, wrong: Bool = false) throws -> Tap {
    var form = LiveForm(try #require(tree))
    for atom in form.atoms where atom.content == .code {
      let code = try #require(Cell(rawValue: atom.id).flatMap { server.access.matrix[$0] })
      _ = form.enter(.string(wrong ? (code == "0000" ? "0001" : "0000") : code), at: atom.id)
    }
    let button = try #require(form.atoms.first { $0.action?.name == .submit })
    return try #require(form.tap(button.id))
  }

  /// Returns the problem of a refused call.
  func problem<Answer>(
    _ call: () async throws(Failure) -> Answer, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> Problem {
    do {
      Issue.record("\(try await call())", sourceLocation: sourceLocation)
    } catch .refused(let problem) {
      return problem
    } catch {
      Issue.record(error, sourceLocation: sourceLocation)
    }
    throw NotThere()
  }

  struct NotThere: Error {}
}

extension TestServer {
  /// The demo's person with the client library, logged in.
  func libraryPerson() async throws -> LibraryPerson {
    let person = LibraryPerson(self)
    try await person.login()
    return person
  }
}
