import JSON
import TestBank
import TestClient
import Testing

/// Identifiers that people type with spaces and lower-case letters.
struct ElectronicFormStoryTests {
  private let server: TestServer
  private let person: Visitor

  init() throws {
    (server, person) = try TestServer(serving: [Self.operation]).withPerson()
  }

  private static let operation = """
    operation: abroad
    title: {all: Abroad}
    effect: document
    atoms:
      - {textInput: iban, caption: {all: IBAN}, check: isIban}
      - {textInput: swift, caption: {all: SWIFT}, check: isSwift($swift), optional: true}
      - {textInput: lei, caption: {all: LEI}, check: [isLei], optional: true}
      - {textInput: card, caption: {all: Card}, type: digits, check: isCardNumber, optional: true}
      - {textInput: either, caption: {all: Either}, check: "$swift == nil OR isIban($either)", optional: true}
      - {button: send, caption: {all: Send}, action: submit}
    """

  @Test("Identifiers typed with spaces and lower-case letters are stored in electronic form")
  func storesElectronicForm() throws {
    let typed: Value = [
      "iban": "de89 3704 0044 0532 0130 00", "swift": "deut de ff", "lei": "5493 001k jtii gc8y 1r12",
      "card": "4111 1111 1111 1111", "either": "gb82 west 1234 5698 7654 32",
    ]
    let states = try person.post("/operations/abroad/evaluate", ["values": typed, "commit": true])["atoms"]
    #expect(states?["iban"]?["value"] == "DE89370400440532013000" && states?["iban"]?["error"] == .null)
    #expect(states?["iban"]?["normalized"]?["message"] == "Saved in electronic form: DE89370400440532013000")
    let sent = try person.post(
      "/operations/abroad/submissions", ["values": typed], headers: [("Idempotency-Key", "electronic")])
    #expect(sent.status == 201, "\(sent.raw.text)")
    let id = try sent.submissionID()
    #expect(
      try person.get("/submissions/\(id)")["values"] == [
        "iban": "DE89370400440532013000", "swift": "DEUTDEFF", "lei": "5493001KJTIIGC8Y1R12",
        "card": "4111111111111111", "either": "GB82WEST12345698765432",
      ])
  }

  @Test(
    "An invalid IBAN is reported with the reason and the typed position",
    arguments: [
      ("de88 3704 0044 0532 0130 00", "check-digit", "3"), ("de8\u{A0}9 3704", "length", nil),
      ("de89 3704 0044 0532 0130 0-", "character", "27"),
    ] as [(String, String, String?)])
  func reportsErrorAtTypedPosition(iban: String, reason: String, position: String?) throws {
    let states = try person.post(
      "/operations/abroad/evaluate", ["values": ["iban": .string(iban)], "commit": true])["atoms"]
    #expect(states?["iban"]?["value"] == .string(iban))
    #expect(states?["iban"]?["error"]?["params"]?["reason"] == .string(reason))
    #expect(states?["iban"]?["error"]?["params"]?["position"]?.string == position)
  }
}
