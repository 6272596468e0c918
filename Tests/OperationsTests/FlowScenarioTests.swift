import Authoring
import Definitions
import Operations
import SourceText
import Testing

/// Scenarios of flows: the walk through the steps, its expectations and the coverage.
struct FlowScenarioTests {
  private static let set = [
    "operations/pay.yaml": """
    operation: pay
    title: Платёж
    effect: document
    atoms:
      - {textInput: to, caption: Кому, maxLength: 5}
      - {textInput: sum, caption: Сумма, type: number}
      - {textInput: note, caption: Заметка, optional: true}
      - {button: send, caption: Отправить, action: submit}
    """,
    "operations/who.yaml": """
    operation: who
    title: Кто
    atoms: [{textInput: to, caption: Кому}, {button: next, caption: Далее, action: next}]
    """,
    "operations/many.yaml": """
    operation: many
    title: Сколько
    atoms:
      - {textInput: sum, caption: Сумма, type: number, min: 1}
      - {textInput: note, caption: Заметка, optional: true}
      - {command: half, caption: Половина, set: {sum: "$sum / 2"}, enableIf: "$sum != nil"}
      - {button: next, caption: Далее, action: next}
    """,
    "screens/home.yaml": "screen: home\ntitle: Дом\nmodules: [{list: accounts}]",
    "screens/large.yaml": """
    screen: large
    title: Много
    input: {sum: number}
    modules: [{text: all, caption: "{$sum}"}]
    """,
    "flows/f.yaml": """
    flow: f
    title: Путь
    operation: pay
    input: {note: optional text}
    steps:
      - {operation: who, next: [{if: "$to == 'no'", step: no}]}
      - {step: no, exit: home}
      - {operation: many}
      - {screen: large, input: {sum: $sum}, skipIf: "$sum < 10"}
      - {review: true}
    """,
  ]

  private static func file(_ text: String) throws -> Result<ScenarioFile, Diagnostics> {
    let catalog = try Catalog(Sets.files(set), vocabulary: .bank)
    do throws(Diagnostics) {
      return .success(
        try ScenarioFile(
          Array(text.utf8), name: "s.yaml", operations: catalog.operations, flows: catalog.navigation.flows,
          vocabulary: .bank))
    } catch { return .failure(error) }
  }

  private static func found(_ text: String) throws -> String {
    let found =
      switch try file(text) {
      case .success(let file): file.run()
      case .failure(let faults): faults
      }
    return found.sorted.map { "\($0)".prefix { $0 != "\n" } + "\n" }.joined()
  }

  private static let walk = """
    flow: f
    scenarios:
      - scenario: Walk
        input: {note: n}
        steps:
          - {page: who, exit: false, shown: to, wrong: {to: required}}
          - {next: true, wrong: {to: required}}
          - {set: {to: no}, next: true, page: no, exit: true}
          - {next: true, page: no}
          - {back: true, page: who, values: {to: no}}
          - {set: {to: Anna}, next: true, page: many, values: {note: n}}
          - {set: {sum: 2}, back: true, page: who}
          - {next: true, page: many, values: {sum: "2"}}
          - {next: true, page: review, review: {to: "Кому: Anna", sum: "Сумма: 2", note: "Заметка: n"}}
          - {change: to, page: who}
          - {set: {to: no}, back: true, page: review, review: {to: "Кому: Anna"}}
          - {change: sum, page: many}
          - {set: {sum: 40}, tap: half, values: {sum: "20"}, wrong: {}}
          - {next: true, page: large}
          - {next: true, page: review}
          - {change: to}
          - {set: {to: Vera}, next: true, page: review, review: {to: "Кому: Vera"}}
          - {change: to}
          - {set: {to: too long}, next: true, wrong: {to: length}, page: who}
          - {set: {to: Eva}, next: true, page: review}
          - {submit: true, submitted: {to: Eva, sum: 20, note: n}, signed: false}
    """

  @Test("A scenario walks the steps of a flow, and its coverage has the steps and conditions") func walksFlow() throws {
    #expect(try Self.found(Self.walk) == "")
    #expect(
      try Self.file(Self.walk).get().coverage() == ["f: 7 of 7 conditions, checks, options and pages seen both ways"])
    let short = "flow: f\nscenarios: [{scenario: s, steps: [{set: {to: Anna}, next: true}]}]"
    #expect(
      try Self.file(short).get().coverage().dropFirst() == [
        "  step no is never shown", "  step large is never shown", "  step review is never shown",
        "  next of who is never true", "  skipIf of large is never true or false",
      ])
  }

  @Test("Deviations from a walk are reported at their step") func reportsDeviations() throws {
    let found = try Self.found(
      """
      flow: f
      scenarios:
        - scenario: back
          steps: [{back: true}]
        - scenario: enter
          steps: [{set: {sum: 1}}, {next: true}]
        - scenario: submit
          steps: [{submit: true}]
        - scenario: change
          steps: [{change: to}]
        - scenario: tap
          steps: [{tap: half}]
      """)
    for line in [
      "s.yaml:4:13: error: back, step 1: expected the previous page, got the first page\n",
      "enter, step 1: expected an atom of page `who`, got `sum` of another page; the last step is skipped\n",
      "submit, step 1: expected a step before the submission, got step `who`\n",
      "change, step 1: expected the review, with the page of `to`, got page `who`\n",
      "tap, step 1: expected a command of page `who`, got `half` of another page\n",
    ] { #expect(found.contains(line), "\(found)") }
  }

  @Test(
    "Faults of a scenario file of a flow are reported with line and column",
    arguments: [
      ("flow: g\nscenarios: []", "1:7: error: unknown flow `g`; there is f"),
      (
        "{flow: f, operation: pay, scenarios: [{scenario: a, steps: [{next: true}]}]}",
        "1:22: error: a scenario file tests an operation or a flow, not both"
      ),
      (
        "{flow: f, scenarios: [{scenario: a, input: {nte: a}, steps: [{next: true}]}]}",
        "1:45: error: unknown input `nte`, did you mean `note`?"
      ),
      (
        "{flow: f, scenarios: [{scenario: a, steps: [{page: mny}]}]}",
        "1:52: error: unknown page `mny`, did you mean `many`?"
      ),
      ("{flow: f, scenarios: [{scenario: a, steps: [{set: {summ: 1}}]}]}", "1:52: error: f has no atom `summ`"),
      (
        "{operation: pay, scenarios: [{scenario: a, input: {note: a}, steps: [{shown: to}]}]}",
        "1:51: error: `input` requires a flow"
      ),
    ])
  func rejectsFaultyFile(text: String, fault: String) throws {
    let found = try Self.found(text)
    #expect(found.hasPrefix("s.yaml:" + fault), "\(found)")
  }
}
