import Atoms
import JSON
import Testing

/// Expressions that read the date, the calendar or a fact, in every property that accepts an
/// expression. Each is the only expression of its definition.
struct AmbientTests {
  /// A property with an expression. `@` is the placeholder for the expression, whose value is a
  /// whole number.
  struct Place: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let atoms: String
    var head = ""
    var definitions: [String] = []
    var values: Object = [:]
    var changed: [String]?
    var kinds: KindSet?
    /// False if the property accepts only values, functions and defined names.
    var takesFacts = true

    init(_ name: String, _ atoms: String, _ values: Object = [:]) {
      (testDescription, self.atoms, self.values) = (name, atoms, values)
    }

    /// Limits the client to these kinds.
    mutating func draws(_ names: String...) {
      kinds = names.reduce(into: []) { $0.formUnion(KindSet(kind: $1)) }
    }

    func with(_ change: (inout Place) -> Void) -> Place {
      var place = self
      change(&place)
      return place
    }
  }

  static let places: [Place] = [
    Place("showIf", #"{text: a, caption: A, showIf: "@ == 1"}"#),
    Place("showIf of a group", #"{group: g, caption: G, showIf: "@ == 1", atoms: [{textInput: a, optional: true}]}"#),
    Place("enableIf", #"{textInput: a, optional: true, enableIf: "@ == 1"}"#),
    Place("enableIf of a button", #"{button: a, action: cancel, enableIf: "@ == 1"}"#),
    Place("requireIf", #"{textInput: a, optional: true, requireIf: "@ == 1"}"#),
    Place("value", #"{textInput: a, type: number, value: "@"}"#),
    Place("defaultFrom", #"{textInput: a, type: number, defaultFrom: "@"}"#),
    Place("check", #"{toggle: a, check: "$a == NO OR @ == 1"}"#, ["a": true]),
    Place("message of a check", #"{toggle: a, check: "$a == NO", message: "Not {@}"}"#, ["a": true]),
    Place("condition of a note", #"{toggle: a, check: {when: "@ == 1", severity: info, message: M}}"#, ["a": true]),
    Place(
      "message of a note", #"{toggle: a, check: {when: "$a == YES", severity: info, message: "M {@}"}}"#, ["a": true]),
    Place("messages", #"{textInput: a, messages: {required: "Give {@}"}}"#),
    Place("min", #"{textInput: a, type: number, min: "@"}"#, ["a": 1]),
    Place("max of a date", #"{dateInput: a, max: "date(2026, 4, @)"}"#, ["a": "2026-04-02"]),
    Place("min of a time", #"{timeInput: a, min: "TERNARY(@ == 1, '09:00', '10:00')"}"#, ["a": "09:30"]),
    Place("options", #"{enum: a, optional: true, options: "SUBQUERY(accounts, $x, $x.balance == @)"}"#, ["a": "1"]),
    Place(
      "filter",
      #"{enum: a, optional: true, options: [{value: x, caption: X, n: 1}, {value: y, caption: Y, n: 2}], filter: "n == @"}"#
    )
    .with { $0.takesFacts = false },
    Place("filter of accounts", #"{accountPicker: a, optional: true, filter: "balance == @"}"#).with {
      $0.takesFacts = false
    },
    Place(
      "currencyFrom", #"{textInput: a, type: amount, currencyFrom: "TERNARY(@ == 1, 'RUB', 'JPY')"}"#, ["a": "5.50"]),
    Place(
      "currencyFrom of an option",
      #"{enum: a, options: "SUBQUERY(accounts, $x, $x.balance == @)"}, {textInput: b, type: amount, currencyFrom: $a.currency}"#,
      ["a": "1", "b": "5.50"]),
    Place(
      "formatFrom",
      #"{textInput: i, lookup: company}, {textInput: a, formatFrom: "TERNARY(@ == 1, company.code, nil)"}"#,
      ["i": "7", "a": "x"]),
    Place("caption", #"{text: a, caption: "On {@}"}"#),
    Place("caption of an input", #"{textInput: a, optional: true, caption: "On {@}"}"#),
    Place("captionFrom", #"{text: a, caption: A, captionFrom: "text(@)"}"#),
    Place(
      "failed", #"{textInput: i, lookup: company}, {text: a, captionFrom: company.name, failed: "Not {@}"}"#, ["i": "8"]
    ),
    Place(
      "failed of a lookup",
      #"{textInput: i, lookup: {name: person, failed: "Not {@}"}}, {text: a, captionFrom: person.name}"#,
      ["i": "9"]),
    Place(
      "with",
      #"{textInput: i, lookup: {name: rate, with: {on: "date(2026, 4, @)"}}}, {text: a, captionFrom: "text(rate.value)"}"#,
      ["i": "USD"]),
    Place("a shown value", #"{text: a, caption: A, value: "@"}"#),
    Place(
      "currencyFrom of a shown value",
      #"{text: a, caption: A, value: 5, role: amount, currencyFrom: "TERNARY(@ == 1, 'RUB', 'JPY')"}"#),
    Place("title of confirm", #"{button: a, action: cancel, confirm: "Go on {@}?"}"#),
    Place("text of confirm", #"{button: a, action: cancel, confirm: {title: "Go?", text: "On {@}"}}"#),
    Place(
      "onChange", #"{toggle: t, onChange: {set: {a: "@"}}}, {textInput: a, type: number, optional: true}"#, ["t": true]
    )
    .with { $0.changed = ["t"] },
    Place(
      "from",
      #"{repeat: r, from: "SUBQUERY(accounts, $x, $x.balance == @)", atoms: [{text: a, caption: "{item.value}"}]}"#),
    Place("over", #"{repeat: r, over: "@", max: 5, atoms: [{textInput: a, type: number, value: item}]}"#),
    Place(
      "check of a repeat", #"{repeat: r, check: "$r.@count == @", atoms: [{textInput: a, optional: true}]}"#,
      ["r": [[:]]]),
    Place("value in items", #"{repeat: r, atoms: [{textInput: a, type: number, value: "@"}]}"#, ["r": [[:]]]),
    Place(
      "caption of a fallback",
      #"{accountPicker: a, optional: true, caption: A, fallback: {textInput: a, caption: "On {@}"}}"#
    ).with { $0.draws("textInput") },
    Place(
      "captionFrom of a fallback", #"{image: a, href: /x, caption: A, fallback: {text: a, captionFrom: "text(@)"}}"#
    )
    .with { $0.draws("textInput", "text") },
    Place(
      "options of a fallback",
      #"{search: a, optional: true, in: accounts, fallback: {enum: a, options: "SUBQUERY(accounts, $x, $x.balance == @)"}}"#
    ).with { $0.draws("textInput", "enum") },
    Place("signIf", "{enum: state, options: {on: On, off: Off}}", ["state": "on"])
      .with { $0.head = "effect: switch\nsign: matrix\nsignIf: \"@ == 1\"\n" },
    Place("a defined value", #"{textInput: a, type: number, value: m}"#).with { $0.definitions = ["m: \"@ + 1\""] },
    Place("a defined condition", #"{textInput: a, optional: true, showIf: c}"#).with {
      $0.definitions = ["c: \"@ == 1\""]
    },
    Place("a definition in another", #"{textInput: a, type: number, value: m}"#)
      .with { $0.definitions = ["m: \"b * 2\"", "b: \"@ + 1\""] },
    Place(
      "a definition in with",
      #"{textInput: i, lookup: {name: rate, with: {on: on}}}, {text: a, captionFrom: "text(rate.value)"}"#, ["i": "USD"]
    )
    .with { $0.definitions = ["on: \"date(2026, 4, @)\""] },
  ]

  /// Expressions with the value 1 that read the date, the calendar and a fact.
  private static let expressions = ["day(today())", "day(addBusinessDays(date(2026, 3, 31), 1))", "user.bonuses"]

  @Test("Expressions that read the date, the calendar or a fact are evaluated in every property", arguments: places)
  func evaluatesAmbientExpression(place: Place) throws {
    let one = try Self.outcome(of: place, "length($word)", word: "a")
    #expect(one != (try Self.outcome(of: place, "length($word)", word: "ab")), "the expression has no effect")
    for expression in Self.expressions {
      if place.takesFacts || !expression.contains("user") {
        #expect(try Self.outcome(of: place, expression) == one, "\(expression)")
      }
      #expect(try Self.outcome(of: place, "named", defining: expression) == one, "\(expression), defined")
    }
  }

  /// Returns the states and the result of a submission as text.
  private static func outcome(
    of place: Place, _ expression: String, defining value: String? = nil, word: String = "a"
  ) throws -> String {
    let definitions = place.definitions + (value.map { ["named: \"\($0)\""] } ?? [])
    let text =
      "operation: trial\ntitle: Trial\n\(place.head)"
      + (definitions.isEmpty ? "" : "define: {\(definitions.joined(separator: ", "))}\n")
      + "atoms: [{textInput: word, optional: true}, \(place.atoms)]\n"
    let operation = try EvaluationTests.operation(
      text.replacing("@count", with: "#").replacing("@", with: expression).replacing("#", with: "@count"))
    let world = TestSurroundings(facts: facts, answers: answers)
    var values = place.values
    values["word"] = .string(word)
    let asked = Question(values: values, changed: place.changed, commit: true)
    let question = operation.applyingChangeEffects(of: asked, in: .en, world)
    var evaluation = Evaluation(operation, question, in: .en, world)
    var writer = Writer()
    let presentation = try place.kinds.map { try operation.presentation(for: Capabilities(kinds: $0)) } ?? nil
    evaluation.writeStates(to: &writer, as: presentation, in: .en)
    var states = try #require(try Value(reading: writer.bytes).object)
    states["word"] = .null
    #expect(evaluation.failures.isEmpty)
    let reported = String(decoding: Value.object(states).canonical, as: UTF8.self)
    return "\(reported) \(submission(of: values, operation, world))"
  }

  private static func submission(of values: Object, _ operation: Operation, _ world: TestSurroundings) -> String {
    do throws(Violations) {
      let submission = try CheckedSubmission(operation, values: values, in: .en, world)
      return "\(submission.needsSignature)"
    } catch {
      return error.all.map { "\($0.atom): \($0.text(in: .en))" }.joined(separator: ", ")
    }
  }

  private static let facts: Object = [
    "user": ["bonuses": 1],
    "accounts": [
      ["value": "1", "caption": "One", "currency": "RUB", "balance": 1],
      ["value": "2", "caption": "Two", "currency": "JPY", "balance": 2],
    ],
  ]

  private static let answers: Object = [
    "7": ["code": ["length": 3]], "person 9": "fails", "rate USD 2026-04-01": ["value": 90],
    "rate USD 2026-04-02": ["value": 91],
  ]
}
