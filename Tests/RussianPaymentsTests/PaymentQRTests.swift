import JSON
import RussianPayments
import Testing

@Suite struct PaymentQRTests {
  static let cases = Case.all("qr.json")

  static func read(_ row: Case) throws(PaymentQR.Failure) -> PaymentQR {
    if row.row["bytes"] == nil { return try PaymentQR(reading: row.text("text")) }
    let digits = row.text("bytes").compactMap(\.hexDigitValue)
    let bytes = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
    return try PaymentQR(reading: bytes)
  }

  @Test("The case file has 38 or more payment QR codes") func reads38CodesOrMore() { #expect(Self.cases.count >= 38) }

  @Test(
    "A payment QR code is read, and each doubtful field is reported",
    arguments: cases.filter { $0.row["failure"] == nil })
  func readsFieldsAndDoubts(_ row: Case) throws {
    let code = try Self.read(row)
    let fields = row.row["fields"]?.object?.members.map { [$0.name, $0.value.string ?? ""] } ?? []
    #expect(code.fields.map { [$0.key, $0.value] }.sorted { $0[0] < $1[0] } == fields.sorted { $0[0] < $1[0] })
    let doubts = row.row["doubts"]?.array?.map { [$0.array?[0].string ?? "", $0.array?[1].string ?? ""] } ?? []
    #expect(code.doubts.map { [$0.key ?? "", $0.reason.description] } == doubts)
    #expect(code.kopecks.map { Value.integer($0) } ?? .null == row.row["kopecks"])
  }

  @Test("A malformed payment QR code is rejected with its reason", arguments: cases.filter { $0.row["failure"] != nil })
  func rejectsMalformedCode(_ row: Case) {
    let failure = #expect(throws: PaymentQR.Failure.self) { try Self.read(row) }
    #expect(failure.map { "\($0)" } == row.text("failure"))
  }
}
