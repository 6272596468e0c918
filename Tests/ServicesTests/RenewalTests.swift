import Model
import SQLiteStorage
import Storage
import Services
import Testing

/// The renewal of a matrix, signed by a one-time code.
@Suite struct RenewalTests {
  private static func renew(_ bank: TestBank) throws -> (Submissions.Receipt, SignatureOutcome) {
    let draft = SubmissionDraft(
      operation: "matrix.renew", version: "1", values: "{}", idempotencyKey: nil, sign: .code)
    let receipt = try bank.services.submissions.create(
      draft, by: bank.caller, effect: bank.services.signing.renewal(), text: SentCodes.text
    ).wait()
    return (receipt, try sign(receipt, bank))
  }

  private static func sign(_ receipt: Submissions.Receipt, _ bank: TestBank) throws -> SignatureOutcome {
    try bank.services.signing.answer(
      bank.right(receipt.challenge), to: receipt.submission.id, by: bank.caller
    ) { [services = bank.services] _ in services.signing.renewal() }.wait()
  }

  @Test("An exhausted matrix is renewed by code, and its new codes are shown once")
  func renewsExhaustedMatrix() throws {
    let bank = try TestBank { ($0.signing.columns, $0.signing.rows) = (2, 1) }
    let order = try bank.order("1.00")
    _ = try bank.pay(order)
    #expect(throws: SigningError.matrixExhausted) { try bank.submit(order).wait() }
    let (receipt, outcome) = try Self.renew(bank)
    #expect(outcome.done?.status == .executed)
    let matrix = try #require(outcome.shown?.matrix)
    #expect(matrix.keys.sorted().map(\.rawValue) == ["A1", "B1"])
    let again = try Self.sign(receipt, bank)
    #expect(again.done == outcome.done && again.shown == nil)
    let sent = try bank.submit(order).wait()
    let codes = Dictionary(
      uniqueKeysWithValues: try #require(sent.challenge).cells.map { ($0.rawValue, matrix[$0] ?? "") })
    #expect(try bank.answer(codes, to: sent.submission.id, order).wait().done?.status == .executed)
  }

  @Test("The database stores only MACs of the codes of a renewed matrix") func storesRenewedCodesAsMACs() throws {
    let bank = try TestBank { $0.signing.codeLength = 9 }
    let matrix = try #require(try Self.renew(bank).1.shown?.matrix)
    let stored = try bank.database.read { connection in
      try connection.all("SELECT \"values\" || operation FROM submission") { row throws(StoreError) in
        try row.get(0, as: String.self)
      }
    }
    #expect(stored == ["{}matrix.renew"])
    let cells = try bank.database.read { connection in
      try connection.all("SELECT macs FROM security_matrix WHERE macs IS NOT NULL") { row throws(StoreError) in
        try row.get(0, as: [UInt8].self)
      }
    }
    // No codes of the previous matrix are stored.
    #expect(cells.map(\.count) == [32 * 100])
    for code in matrix.values { #expect(!cells[0].contains(Array(code.utf8))) }
  }

  @Test("The descriptions of a disclosure are redacted") func redactsDisclosure() {
    let shown = OneTimeDisplay(matrix: [:])
    var dumped = ""
    dump(shown, to: &dumped)
    #expect("\(shown)" == "[redacted]" && String(reflecting: shown) == "[redacted]" && !dumped.contains("matrix"))
  }
}
