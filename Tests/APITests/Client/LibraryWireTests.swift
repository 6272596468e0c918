import JSON
import TestBank
import Testing
import ValenceClient

/// Responses of a running server in the models of the client library, without lost members.
struct LibraryWireTests {
  private let server: TestServer
  private let visitor: Visitor

  init() throws {
    server = try TestServer()
    visitor = try server.person()
  }

  private func tree(_ answer: Visitor.Answer) throws -> Tree { try JSONText.read(answer.raw.body) }

  @Test("The library decodes and encodes every operation tree without loss")
  func encodesOperationsWithoutLoss() throws {
    let operations = try visitor.get("/operations")["data"]?.array?.compactMap { $0["href"]?.string } ?? []
    #expect(operations.count > 5)
    var kinds: Set<Atom.Kind> = []
    for href in operations + ["/operations/auth.login"] {
      let answer = try visitor.get(href)
      let tree = try tree(answer)
      #expect(try Value(reading: JSONText.written(tree)).canonical == answer.body.canonical, "\(href)")
      func note(_ atoms: [Atom]) {
        for atom in atoms {
          kinds.insert(atom.kind)
          note(atom.atoms ?? [])
          note(atom.item?.atoms ?? [])
        }
      }
      note(tree.atoms)
      #expect(tree.title == answer["title"]?.string)
    }
    #expect(kinds.isSubset(of: Atom.Kind.all))
    #expect(kinds.isSuperset(of: [.textInput, .button, .accountPicker, .group, .repeat, .text, .enum, .toggle]))
  }

  @Test("The library decodes and encodes states, problems, submissions and lists without loss")
  func encodesResponsesWithoutLoss() throws {
    func holds<Model: WireModel>(_ answer: Visitor.Answer, _ type: Model.Type) throws -> Model {
      let model: Model = try JSONText.read(answer.raw.body)
      #expect(try Value(reading: JSONText.written(model)).canonical == answer.body.canonical)
      return model
    }
    let states = try holds(
      visitor.post("/operations/pp.full/evaluate", ["values": ["kind": "tax"], "commit": true, "revision": 3]),
      States.self)
    #expect(states.revision == 3)
    #expect(states.atoms.count > 10)
    let problem = try holds(visitor.submit(["amount": "0"], key: "tap"), Problem.self)
    #expect(problem.violations.contains { $0.atom == "amount" && $0.code == "min" && $0.params["min"] == "0.01" })
    let sent = try holds(visitor.submit(visitor.payment(), key: "tap"), Progress.self)
    #expect(sent.next?.tree?.atoms.isEmpty == false)
    let listing = try holds(visitor.get("/submissions"), Listing.self)
    #expect(listing.rows.map(\.id) == [sent.submission?.id])
    #expect(listing.rows.first?.trailing == "100.50 RUB")
  }

  @Test("A fixed list has one item for each meter of the account number") func fixedListHasItemPerMeter() async throws {
    let person = try await server.libraryPerson()
    let provider = try visitor.get("/providers/gorvodokanal")
    let href = try #require(provider["subscriptions"]?[0]?["href"]?.string)
    var form = LiveForm(try #require(try await person.client.follow(href).tree))
    #expect(form["meters"]?.isFixed == true)
    #expect(form["meters[1].previous"]?.value == "97.25")
    try await person.enter(["meters[0].reading": "148.777", "meters[1].reading": "101.001"], into: &form)
    #expect(form["meters[0].sum"]?.value == "412.84")
    #expect(form["total"]?.value == "1585.04")
    // This account number has no meters.
    try await person.enter(["account": "9"], into: &form)
    #expect(form["meters"]?.items?.isEmpty == true)
    try await person.enter(["account": "1234567890"], into: &form)
    #expect(form["meters"]?.items?.count == 2)
    #expect(form["meters[1].previous"]?.value == "97.25")
  }
}
