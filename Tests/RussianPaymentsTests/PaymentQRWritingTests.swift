import RussianPayments
import Testing

@Suite struct PaymentQRWritingTests {
  static let values: [(key: PaymentQR.Key, value: String)] = [
    (.sum, "150000"), (.name, "Казначейство России (ФНС России)"), (.personalAccount, "03100643000000018500"),
    (.bankName, "УФК по Тульской области"), (.bic, "017003983"), (.correspondentAccount, "40102810445370000059"),
    (.purpose, "Единый налоговый платеж"), (.payeeINN, "7727406020"), (.taxPeriod, ""),
  ]

  static func changed(_ key: PaymentQR.Key, _ value: String) -> [(key: PaymentQR.Key, value: String)] {
    values.filter { $0.key != key } + [(key, value)]
  }

  @Test("A written payment QR code can be read in each encoding", arguments: QREncoding.allCases)
  func writesReadableCode(_ encoding: QREncoding) throws {
    let bytes = try PaymentQR.bytes(of: Self.values, in: encoding)
    let code = try PaymentQR(reading: bytes)
    #expect(code.encoding == encoding && code.doubts.isEmpty && code.kopecks == 150_000)
    #expect(code.fields.map(\.key).prefix(5) == ["Name", "PersonalAcc", "BankName", "BIC", "CorrespAcc"])
    #expect(code.fields.count == 8)
    for (key, value) in Self.values where !value.isEmpty { #expect(code[key] == value) }
    #expect(bytes.starts(with: Array("ST0001\(encoding.rawValue)|Name=".utf8)))
  }

  @Test("The separator of a payment QR code occurs in none of its values") func selectsUnusedSeparator() throws {
    let bytes = try PaymentQR.bytes(of: Self.changed(.purpose, "a|b~c"))
    #expect(String(decoding: bytes, as: UTF8.self).hasPrefix("ST00012^"))
    #expect(try PaymentQR(reading: bytes)[.purpose] == "a|b~c")
  }

  @Test("Invalid values of a payment QR code are rejected with the fault and the field") func rejectsInvalidValues() {
    func fault(_ values: [(key: PaymentQR.Key, value: String)], in encoding: QREncoding = .utf8) -> PaymentQR
      .WritingFault?
    {
      #expect(throws: PaymentQR.WritingFault.self) { try PaymentQR.bytes(of: values, in: encoding) }
    }
    #expect(fault(Self.changed(.bic, "")) == .missing([.bic]))
    #expect(fault(Self.changed(.sum, "1.50")) == .value(.sum, .character(".", position: 2)))
    #expect(fault(Self.values + [(.sum, "1")]) == .value(.sum, .repeated("1")))
    #expect(fault(Self.changed(.purpose, "«a»"), in: .koi8r) == .character("«"))
    #expect(fault(Self.changed(.purpose, "|~^#;!*")) == .separator)
    let long = Self.changed(.name, String(repeating: "ж", count: 160))
    #expect(fault(long) == .bytes(465))
  }
}
