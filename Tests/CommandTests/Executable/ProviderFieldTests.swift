import TestBank
import Testing

/// `valence providers add` with masks and patterns.
struct ProviderFieldTests {
  @Test(
    "A provider whose field accepts no text is rejected",
    arguments: [
      (#""pattern": "[0-9""#, "Account: `pattern` is not a regular expression"),
      (#""mask": "----""#, "Account: "), ("\"mask\": \"###\", \"pattern\": \"[0-9]{5}\"", "Account: "),
    ])
  func rejectsUnusableFields(_ members: String, _ error: String) throws {
    let place = try Workplace()
    #expect(try place.run("migrate").status == 0)
    try place.write(
      """
      {"id": "teploset", "title": "Теплосеть", "kind": "amount", "category": "housing", "least": "1.00",
       "most": "500.00",
       "payee": {"name": "АО Теплосеть", "inn": "7710001019", "bic": "044525225", "account": "40702810138250123017"},
       "account": {"caption": {"ru": "Счёт", "en": "Account"}, \(members)}}
      """, to: "teploset.json")
    let refused = try place.run("providers", "add", "teploset.json")
    #expect(refused.status == 1 && refused.errors.hasPrefix("Error: \(error)"), "\(refused)")
    #expect(try place.run("providers", "list").output == "")
  }
}
