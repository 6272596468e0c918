import RussianPayments
import Testing

struct ElectronicFormTests {
  @Test(
    "The electronic form of an identifier has capital letters and no whitespace",
    arguments: [
      ("DE89370400440532013000", "DE89370400440532013000"), ("de89 3704 0044 0532 0130 00", "DE89370400440532013000"),
      ("4111\u{A0}1111\u{2009}1111 1111", "4111111111111111"), ("deut de ff", "DEUTDEFF"), ("", ""), ("é-я", "é-я"),
    ])
  func normalizesIdentifier(text: String, form: String) { #expect(ElectronicForm.of(text).text == form) }

  @Test("Every white space of Unicode is removed, and no other character")
  func removesWhitespace() throws {
    for value in UInt32(0)...0x3100 {
      guard let scalar = Unicode.Scalar(value), !(0x61...0x7A).contains(value) else { continue }
      let text = String(scalar)
      #expect(ElectronicForm.of(text).text == (scalar.properties.isWhitespace ? "" : text))
    }
  }

  @Test("Only ASCII letters become capitals, and every position stays") func capitalizes() {
    #expect(ElectronicForm.capitals(of: "de 1éßя") == "DE 1éßя")
  }

  @Test("Each change to the electronic form is reported with its position") func reportsChanges() {
    #expect(
      ElectronicForm.of("d 1").changes == [
        .init(character: "d", replacement: "D", position: 1), .init(character: " ", replacement: nil, position: 2),
      ])
  }
}
