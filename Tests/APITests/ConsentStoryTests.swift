import Atoms
import Definitions
import JSON
import Model
import Operations
import TestBank
import Testing

/// Consents to documents over HTTP.
struct ConsentStoryTests {
  private static let definition = """
    operation: trial
    title: {ru: Проба, en: Trial}
    effect: document
    sign: matrix
    atoms:
      - {consent: terms, caption: {ru: Согласен, en: I agree}, document: terms.md, mustOpen: true}
      - {button: send, caption: {ru: Отправить, en: Send}, action: submit}
    """

  /// Serves the repository's operations with a consent to a document of this text. Returns the
  /// digest of the document.
  @discardableResult
  static func serve(_ text: String, at server: TestServer) throws -> String {
    var files = try DefinitionFiles(directory: TestServer.root.appending(path: "config/operations").path)
    files.operations.append(DefinitionFile(name: "trial.yaml", bytes: Array(definition.utf8)))
    files.documents.append(DefinitionFile(name: "documents/terms.md", bytes: Array(text.utf8)))
    let catalog = try Catalog(files, vocabulary: .bank)
    try server.definitions.serve(catalog)
    return catalog["trial"]?.consentDocuments.first?.sha256 ?? ""
  }

  private static let earlier = "text, link, toggle, button, group"

  @Test("A document is opened, recorded once in a session, and signed by its title and digest")
  func opensAndSigns() throws {
    let (server, person) = try TestServer().withPerson()
    try Self.serve("# Terms\n\nThe **whole** text.", at: server)
    let consent = try person.get("/operations/trial")["atoms"]?.array?.first
    let href = try #require(consent?["document"]?["href"]?.string)
    let sha256 = try #require(consent?["document"]?["sha256"]?.string)
    let tree = try person.get(href)
    #expect(tree.status == 200 && tree["title"] == "Terms" && tree["content"]?["sha256"] == .string(sha256))
    #expect(tree["atoms"]?.array?.first?["markdown"]?.array?.count == 2)
    _ = try person.get(href)
    #expect(try server.services.audit.events(after: 0).count { $0 == "document-opened" } == 1)
    let file = try Visitor(port: server.port, token: nil).get("\(href)/file")
    #expect(
      file.raw.text == "# Terms\n\nThe **whole** text." && file.raw["content-type"] == "text/markdown; charset=utf-8")
    for unknown in [String(repeating: "0", count: 64), sha256.uppercased(), String(repeating: "g", count: 64)] {
      try person.get("/documents/\(unknown)").expectProblem(404, "not-found")
    }

    try person.submit([:], to: "trial", key: "no").expectProblem(422, "invalid-values")
    let sent = try person.submit(["terms": true], to: "trial", key: "yes")
    #expect(sent.status == 201, "\(sent.raw.text)")
    let signed = sent["next"]?["atoms"]?.array ?? []
    #expect(signed.contains { $0["caption"] == .string("I agree: Terms, SHA-256 \(sha256)") })
  }

  @Test("An earlier client gets a link to the document and a switch, and a replaced document stays readable")
  func servesEarlierClients() throws {
    let (server, person) = try TestServer().withPerson()
    try Self.serve("# Terms\n\nOne.", at: server)
    let tree = try person.get("/operations/trial", headers: [("Accept-Atoms", Self.earlier)])
    let atoms = tree["atoms"]?.array ?? []
    #expect(atoms.map { $0["kind"] } == ["link", "toggle", "button"])
    let href = try #require(atoms[0]["action"]?["href"]?.string)
    try Self.serve("# Terms\n\nTwo.", at: server)
    #expect(try person.get(href)["atoms"]?.array?.first?["caption"] == "Terms\n\nOne.")
    try Visitor(server).get(href).expectProblem(404, "not-found")
    let body: Value = ["values": ["terms": true], "version": tree["version"] ?? .null]
    let sent = try person.post(
      "/operations/trial/submissions", body,
      headers: [("Idempotency-Key", "old"), ("Accept-Atoms", Self.earlier)])
    #expect(sent.status == 201, "\(sent.raw.text)")
  }
}
