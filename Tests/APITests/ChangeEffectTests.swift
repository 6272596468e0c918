import HTTPServer
import JSON
import TestBank
import Testing

struct ChangeEffectTests {
  private static let transfer = """
    operation: trial.change
    title: {ru: Перевод, en: Transfer}
    effect: document
    atoms:
      - {enum: country, caption: {ru: Страна, en: Country}, options: {DE: {all: DE}, CH: {all: CH}}, onChange: {reset: city, set: {plan: "TERNARY($country == 'CH', 'gold', 'base')"}}}
      - {textInput: city, caption: {ru: Город, en: City}}
      - {textInput: plan, caption: {ru: План, en: Plan}}
      - {button: send, caption: {ru: Да, en: Yes}, action: submit}
    """

  /// An operation whose items fill 20 inputs on a change, each computed from all the items.
  private static let wide = """
    operation: trial.wide
    title: {ru: Ширина, en: Width}
    atoms:
      - repeat: lines
        max: 10000
        atoms:
          - {toggle: go, caption: {ru: Да, en: Yes}, onChange: {set: {\((1...20).map { "a\($0): \"$lines.@count\"" }.joined(separator: ", "))}}}
    \((1...20).map { "      - {textInput: a\($0), caption: {ru: А, en: A}, type: number, optional: true}" }.joined(separator: "\n"))
      - {text: told, caption: {ru: "{$lines.@count}", en: "{$lines.@count}"}}
    """

  private let server: TestServer
  private let person: Visitor

  init() throws {
    server = try TestServer(serving: [Self.transfer, Self.wide])
    person = try server.stranger()
  }

  private static let values: Value = ["country": "CH", "city": "Bonn", "plan": "own"]

  @Test("A reported change clears and fills the declared inputs") func reportedChangeUpdatesInputs() throws {
    let reported = try person.post(
      "/operations/trial.change/evaluate", ["values": Self.values, "changed": ["country"], "commit": true])["atoms"]
    #expect(
      reported?["city"]?["value"] == .null && reported?["city"]?["entered"] == false
        && reported?["city"]?["error"] == nil)
    #expect(reported?["plan"]?["value"] == "gold" && reported?["plan"]?["entered"] == true)
    #expect(reported?["country"]?["entered"] == nil)
  }

  @Test("Values stay unchanged in requests without a matching reported change") func keepsValuesWithoutReport() throws {
    for question: Value in [
      ["values": Self.values, "commit": true], ["values": Self.values, "changed": ["city"], "commit": true],
      ["values": Self.values, "changed": ["country", "city", "plan"], "commit": true],
      ["values": Self.values, "changed": ["country.x", "country[0]", "send", ""], "commit": true],
    ] {
      let reported = try person.post("/operations/trial.change/evaluate", question)["atoms"]
      #expect(reported?["city"]?["value"] ?? "Bonn" == "Bonn" && reported?["plan"]?["value"] ?? "own" == "own")
      #expect(reported?["city"]?["entered"] == nil && reported?["plan"]?["entered"] == nil)
    }
    // A submission and a draft do not run change effects.
    let kept = try person.put("/drafts/trial.change", ["values": Self.values])
    #expect(kept.status == 200 || kept.status == 201, "\(kept.raw.text)")
    let drawn = try person.get("/drafts/trial.change")["next"]?["atoms"]?.array ?? []
    #expect(drawn.first { $0["id"] == "plan" }?["value"] == "own")
    let sent = try person.submit(Self.values, to: "trial.change", key: "one")
    let id = try sent.submissionID()
    let again = try person.post("/prefill", ["submission": .string(id)])["atoms"]?.array ?? []
    #expect(again.first { $0["id"] == "city" }?["value"] == "Bonn")
    try server.expectUnharmed()
  }

  @Test("An evaluation of 1,000 changes in 10,000 items is refused within 20 seconds")
  func rejectsManyChangesQuickly() throws {
    let items = Value.array(Array(repeating: ["go": true], count: 10_000))
    let changed = Value.array((0..<1000).map { .string("lines[\($0)].go") })
    let clock = ContinuousClock()
    let began = clock.now
    let reported = try person.post("/operations/trial.wide/evaluate", ["values": ["lines": items], "changed": changed])
    #expect(reported.status == 400 && reported["type"] == "/problems/too-much-work", "\(reported.raw.text.prefix(300))")
    #expect(clock.now - began < .seconds(20))
    let few = try person.post(
      "/operations/trial.wide/evaluate",
      ["values": ["lines": [["go": true], [:]]], "changed": ["lines[0].go"], "commit": true])["atoms"]
    #expect(few?["lines[0].a20"]?["value"] == "2" && few?["lines[1].a20"] == nil)
    try server.expectUnharmed()
  }
}
