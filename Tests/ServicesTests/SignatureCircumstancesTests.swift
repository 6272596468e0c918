import DataAccess
import JSON
import Model
import Services
import Storage
import TestDatabases
import Testing

/// The circumstances of a signature, which are stored with it.
@Suite struct SignatureCircumstancesTests {
  private static let request = SigningRequest(peer: "203.0.113.7", client: "web/4.1", id: "request-1")

  private static func signed(_ bank: TestBank, by method: Challenge.Method) throws -> SubmissionID {
    let (bank, payment) = try bank.withWaitingPayment("1.00", sign: method)
    let outcome = try bank.services.signing.answer(
      bank.right(payment.challenge), to: payment.id, by: bank.caller, from: request, text: SentCodes.text
    ) { [services = bank.services, order = payment.order] _ in services.payments.effect(order) }.wait()
    #expect(outcome.done?.status == .executed)
    return payment.id
  }

  private static func circumstances(_ bank: TestBank, _ id: SubmissionID) throws -> String? {
    try bank.database.read { try SubmissionRecordDAO($0).find(id)?.circumstances }
  }

  @Test("A signature stores session, client, address, request and question", arguments: Challenge.Method.allCases)
  func storesCircumstances(_ method: Challenge.Method) throws {
    let bank = try TestBank()
    let id = try Self.signed(bank, by: method)
    let stored = try Value(reading: try #require(try Self.circumstances(bank, id)))
    #expect(stored["session"]?.string == bank.caller.session.description)
    #expect(stored["sessionBegan"]?.string == bank.caller.began?.description)
    #expect(bank.caller.began != nil)
    #expect(stored["client"] == "web/4.1" && stored["peer"] == "203.0.113.7" && stored["request"] == "request-1")
    switch method {
    case .matrix:
      #expect(stored["cells"]?.array?.count == 2 && stored["sentTo"] == nil)
      let matrix = try #require(stored["matrix"]?.string)
      #expect(try bank.count("SELECT count(*) FROM security_matrix WHERE retired IS NULL") == 1)
      #expect(MatrixID(matrix) != nil)
    case .code:
      #expect(stored["sentTo"]?.string?.contains("*") == true && stored["cells"] == nil)
    }
  }

  @Test("The database rejects another text after the signature, and a text before it")
  func circumstancesAreStoredOnce() throws {
    let bank = try TestBank()
    let id = try Self.signed(bank, by: .matrix)
    let waiting = try bank.waitingPayment("2.00").id
    for other in [id, waiting] {
      #expect(throws: StoreError.self) {
        _ = try bank.database.deferredWrite(locking: []) { transaction in
          try transaction.execute("UPDATE submission SET signed_with = '{}' WHERE id = $1", other)
        }.wait()
      }
    }
  }

  @Test("The circumstances are deleted together with the values") func forgetsCircumstances() throws {
    let bank = try TestBank()
    let id = try Self.signed(bank, by: .matrix)
    #expect(try Self.circumstances(bank, id) != nil)
    _ = try bank.database.deferredWrite(locking: []) { transaction in
      try transaction.execute("UPDATE submission SET \"values\" = '{}' WHERE id = $1", id)
    }.wait()
    #expect(try Self.circumstances(bank, id) == nil)
  }
}
