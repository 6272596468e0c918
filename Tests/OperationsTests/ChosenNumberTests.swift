import Atoms
import JSON
import Operations
import Testing

/// Numbers that a person has chosen, on the screens of a flow.
struct ChosenNumberTests {
  private struct World: Environment {
    let today = "2026-11-24"
    func fact(_ name: String) -> Value { .null }
    func answer(of directory: String, for key: Value) -> LookupAnswer { .unavailable }
  }

  private static let atoms = [
    "{enum: year, caption: {all: Year}, options: {2025: {all: \"2025\"}, 2026: {all: \"2026\"}}}",
    "{textInput: code, type: digits, caption: {all: Code}}",
    "{textInput: amount, type: number, caption: {all: Amount}}",
  ]

  private static func files() -> [String: String] {
    let step = Sets.operation(atoms + ["{button: go, caption: {all: Next}, action: next}"])
    return [
      "operations/pay.yaml": Sets.operation(
        atoms + ["{button: send, caption: {all: Send}, action: submit}"], more: "effect: document\n"),
      "operations/form.yaml": step.replacing("operation: pay", with: "operation: form"),
      "screens/home.yaml": "screen: home\ntitle: {ru: Дом, en: Home}\nmodules:\n  - {list: accounts}\n",
      "screens/check.yaml": """
      screen: check
      title: {ru: Проверка, en: Check}
      input: {year: number, code: text, amount: number}
      modules:
        - {text: yearShown, caption: {all: Year}, value: $year}
        - {text: yearText, caption: {all: "Year {$year}"}, showIf: $year > 2024}
        - {text: codeShown, caption: {all: Code}, value: $code}
        - {text: amountShown, caption: {all: Amount}, value: $amount}
      """,
      "flows/pay.yaml": """
      flow: pay
      title: {ru: Платёж, en: Payment}
      operation: pay
      steps:
        - {operation: form}
        - {screen: check, input: {year: $year, code: $code, amount: $amount}}
      """,
    ]
  }

  @Test("A confirming screen shows a chosen number without groups of digits") func showsChosenNumberPlainly() throws {
    let catalog = try Catalog(
      Sets.files(Self.files()), vocabulary: Vocabulary(effects: ["document": EffectShape([])]))
    let screen = try #require(catalog.navigation.screen("check"))
    let values: Object = ["year": "2025", "code": "1234", "amount": "1234.5"]
    var shown = Evaluation(screen.captions, Question(values: values), in: .en, World())
    #expect(shown.pair("yearShown")?.value.text(in: .en) == "2025")
    #expect(shown.inscription("yearText") == "Year 2025")
    #expect(shown.pair("codeShown")?.value.text(in: .en) == "1234")
    #expect(shown.pair("amountShown")?.value.text(in: .en) == "1,234.5")
  }
}
