import JSON
import TestBank
import TestClient
import Testing

/// The caption of a search option in a signature. The person sees the chosen text and not the
/// system's id.
struct SignedCaptionTests {
  private static let service = """
    service: places
    at: ${PEER}
    timeout: 30
    searches:
      - search: address
        get: /addresses
        query: {q: $text, n: $limit, from: $offset}
        answer: {each: SELF, value: text id, caption: text name}
        one: {get: "/addresses/{$value}", missing: 404}
    """
  private static let moving = """
    operation: trial.moving
    title: {ru: Переезд, en: Moving}
    effect: document
    sign: matrix
    atoms:
      - {search: address, caption: {ru: Адрес, en: Address}, in: address}
      - {button: send, caption: {ru: Да, en: Yes}, action: submit}
    """

  @Test("The caption of a chosen search option is signed and stored with the submission")
  func signsChosenCaption() throws {
    let peer = try Peer { link in
      while true {
        switch link.request().split(separator: " ").dropFirst().first {
        case nil: return
        case "/addresses/a-1"?: link.answer(200, #"{"id": "a-1", "name": "Тверская, 1"}"#)
        default: link.answer(404)
        }
      }
    }
    defer { peer.stop() }
    let (server, person) = try TestServer(
      asking: [Self.service], at: peer.url(""), serving: [Self.moving]
    ).withStranger()
    let sent = try person.submit(["address": "a-1"], to: "trial.moving", key: "one")
    #expect(sent.status == 201)
    let id = try sent.submissionID()
    func captions(_ tree: Value?) -> [String] { tree?["atoms"]?.array?.compactMap { $0["caption"]?.string } ?? [] }
    #expect(captions(sent["next"]).first == "Address: Тверская, 1")
    let open = try person.get("/submissions/\(id)")
    #expect(open["values"] == ["address": "a-1"] && open["captions"] == ["address": "Тверская, 1"])
    #expect(try person.get("/submissions")["data"]?[0]?["captions"] == nil)
    // The signature and the result do not query the system again.
    peer.stop()
    #expect(try captions(person.asked(sent)).first == "Address: Тверская, 1")
    let signed = try person.sign(sent)
    #expect(signed["submission"]?["status"] == "executed")
    #expect(captions(signed["next"]).contains("Address: Тверская, 1"))
    try server.expectUnharmed()
  }
}
