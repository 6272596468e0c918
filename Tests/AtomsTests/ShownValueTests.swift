import Dates
import Texts
import JSON
import Testing

@testable import Atoms

/// Values that are only shown, and their formats.
struct ShownValueTests {
  private static let day = CivilDate("2026-11-22")

  @Test(
    "A shown value is formatted by its role in each language",
    arguments: [
      (.amount("-1234.50", "RUB"), "−1 234,50 ₽", "−1,234.50 RUB"), (.amount("5", "EUR"), "5,00 €", "€5.00"),
      (.number("-1234.5"), "−1 234,5", "−1,234.5"),
      (ShownValue(.date, "2026-11-22"), "22.11.2026", "22 Nov 2026"),
      (ShownValue(.dateTime, "2026-11-22T17:00"), "22.11.2026, 17:00", "22 Nov 2026, 17:00"),
      (.account("40702810900000000123"), "40702 810 9 0000 0000123", "40702 810 9 0000 0000123"),
      (.account("DE89370400440532013000"), "DE89370400440532013000", "DE89370400440532013000"),
      (.account("4070281090000000012"), "4070281090000000012", "4070281090000000012"),
      (.person("ООО Ромашка"), "ООО Ромашка", "ООО Ромашка"),
      (.status("executed", LocalizedText(ru: "Исполнено", en: "Executed")), "Исполнено", "Executed"),
      (.amount("much", "RUB"), "much", "much"), (ShownValue(.date, "2026-13-40"), "2026-13-40", "2026-13-40"),
    ] as [(ShownValue, String, String)])
  func formatsValueByRole(value: ShownValue, ru: String, en: String) {
    let plain = { (text: String) in text.replacing("\u{A0}", with: " ") }
    #expect(plain(value.text(in: .ru)) == ru)
    #expect(plain(value.text(in: .en)) == en)
  }

  @Test("A shown pair is written with its value for programs and its formatted text") func writesPairWithValueAndText()
    throws
  {
    var writer = Writer()
    let group = LocalizedText(ru: "Сведения 1", en: "Detail 1")
    writer.pair(ShownPair(LocalizedText(ru: "Сумма", en: "Sum"), .amount("1.5", "RUB"), group: group), in: .en)
    #expect(
      try Value(reading: writer.bytes) == [
        "label": "Sum", "group": "Detail 1", "role": "amount", "value": "1.5", "text": "1.50\u{A0}RUB",
        "currency": "RUB",
      ])
    var other = Writer()
    other.shown(.text(LocalizedText(ru: "Налоговый", en: nil), value: "1"), in: .ru)
    #expect(try Value(reading: other.bytes) == ["role": "text", "value": "1", "text": "Налоговый"])
  }
}
