import JSON
import RussianPayments
import Testing

@Suite struct NormalizationTests {
  @Test("A payment text is normalized, and each change is reported", arguments: Case.all("normalization.json"))
  func normalizesText(_ row: Case) {
    let (text, changes) = PaymentText.normalized(row.text("value"))
    #expect(text == row.text("text"))
    let expected = row.row["changes"]?.array ?? []
    #expect(changes.map { "\($0.character)\($0.replacement)\($0.position)" } == expected.map { $0.string ?? "" })
    #expect(Purpose.verify(text)?.description == row.expect)
  }

  @Test("Normalization drops no character and reports each replacement") func reportsEveryReplacement() {
    for value in UInt32(0)..<0x30000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let before = "a" + String(String.UnicodeScalarView([scalar])) + "b"
      let (after, changes) = PaymentText.normalized(before)
      #expect(after.unicodeScalars.count == 3)
      if changes.isEmpty {
        #expect(Array(after.unicodeScalars) == Array(before.unicodeScalars))
      } else {
        #expect(changes.map(\.character) == [scalar] && changes[0].position == 2)
        #expect(PaymentText.verify(after, upTo: 3) == nil && PaymentText.verify(before, upTo: 3) != nil)
      }
    }
  }

  @Test("Each Unicode space separator becomes a space, and no other character does") func replacesSpaceSeparators() {
    for scalar in (UInt32(0x21)..<0x30000).compactMap(Unicode.Scalar.init) {
      let (text, _) = PaymentText.normalized(String(String.UnicodeScalarView([scalar])))
      #expect((text == " ") == (scalar.properties.generalCategory == .spaceSeparator))
    }
  }

  @Test("Normalization of a normalized payment text changes nothing") func isIdempotent() {
    for row in Case.all("normalization.json") {
      let (text, _) = PaymentText.normalized(row.text("value"))
      #expect(PaymentText.normalized(text).changes.isEmpty)
    }
  }
}
