import Atoms
import JSON
import SeededRandom
import Testing

/// Results do not depend on the order in which an operation declares its atoms and names.
struct DeclarationOrderTests {
  private static let definitions = [
    "taxed: \"$type == 1 OR known\"", "known: \"bank.place == 'Moscow'\"", "rich: \"$sum > 100 AND taxed\"",
  ]
  private static let atoms = [
    "{enum: type, options: {1: Tax, 2: Other}, default: 2}",
    "{textInput: bic, type: digits, optional: true, lookup: bank}",
    "{text: bankName, caption: Before, captionFrom: bank.name, failed: Failed}",
    "{textInput: sum, type: amount, currency: RUB, optional: true}",
    "{textInput: fee, type: amount, currency: RUB, optional: true, value: \"$sum * 0.1\"}",
    "{textInput: total, type: amount, currency: RUB, optional: true, value: \"$sum + $fee\", check: \"$total < 1000\"}",
    "{textInput: code, showIf: taxed, requireIf: rich, check: isEven}",
    "{textInput: note, enableIf: \"$code != nil\", default: none, check: \"endsAs($note, $code)\"}",
    "{toggle: agreed, showIf: \"$total > 50\", default: false}",
    "{text: last, showIf: \"$agreed == YES AND $note != nil\", caption: Last}",
    "{accountPicker: from, optional: true, filter: \"currency == 'RUB' AND balance >= $total\"}",
    "{button: go, action: submit, enableIf: \"$from != nil\"}",
    "{text: summary, caption: {ru: \"{$total}\", en: \"{$total}, {bank.name}, {$city}\"}, failed: Nothing}",
    "{segmented: city, options: [{value: a, caption: A, price: 20}, {value: b, caption: B}], filter: \"price <= $sum\", optional: true}",
    "{textInput: most, type: number, max: \"$total\", optional: true, check: {check: \"$most > $fee\", message: \"{$fee}\", severity: warning}}",
    "{textInput: spent, type: number, optional: true, value: \"$lines.@sum.price\", check: \"$spent < 50\"}",
    "{textInput: own, type: amount, currencyFrom: $from.currency, value: \"$sum / 4\", optional: true, showIf: \"$own2 != 3\"}",
    "{textInput: own2, type: amount, currencyFrom: $from.currency, optional: true, max: $total}",
    "{toggle: many, enableIf: \"$lines.@count > 1\"}",
    "{repeat: kept, from: \"SUBQUERY(accounts, $a, $a.balance > $sum)\", as: account, key: id, check: \"$kept.@sum.part < $total\", atoms: [{textInput: part, type: number, optional: true, max: account.balance}, {text: shown, showIf: \"account.currency == $city OR $part == $spent\"}, {textInput: id, value: account.value}]}",
  ]
  /// The atoms of a group, shuffled within the group. `items` are shuffled within the items of a
  /// repeat.
  private static let grouped = [
    "{textInput: inGroup, optional: true, default: g}", "{text: seesGroup, showIf: \"$inGroup == $code\"}",
    "{textInput: copy, value: \"$inGroup\", optional: true}",
  ]
  private static let items = [
    "{textInput: price, type: number, check: \"$price > $least\"}", "{toggle: open, enableIf: \"$price > 3\"}",
    "{textInput: least, type: number, optional: true, showIf: \"$open == YES\", value: \"TERNARY($sum > 100, 5, 1)\"}",
    "{text: dear, showIf: \"$price * 2 >= $spent\"}",
    "{textInput: bank2, type: digits, optional: true, lookup: {name: bank, as: other}, requireIf: \"$open == YES\"}",
    "{text: other2, captionFrom: other.name, caption: None}",
  ]
  private static let world = TestSurroundings(
    facts: [
      "accounts": [
        ["value": "1", "currency": "RUB", "balance": 500], ["value": "2", "currency": "RUB", "balance": 5],
        ["value": "3", "currency": "USD", "balance": 5000],
      ]
    ], answers: ["044525225": ["name": "Sberbank", "place": "Moscow"], "1": "fails"])

  @Test("The states are the same for any declaration order of atoms and names", arguments: 1...100)
  func statesIgnoreDeclarationOrder(seed: Int) throws {
    var chance = Chance(UInt64(seed))
    let asked = Self.definition(Self.definitions, Self.atoms, Self.grouped, Self.items)
    let shuffled = Self.shuffled(&chance)
    let question = Self.question(&chance)
    let (expected, found) = (try Self.states(asked, question), try Self.states(shuffled, question))
    #expect(Set(found.names) == Set(expected.names))
    for (name, state) in expected.members.map({ ($0.name, $0.value) }) { #expect(found[name] == state, "\(name)") }
  }

  @Test("Violations and stored values are the same for any declaration order", arguments: 1...50)
  func submissionIgnoresDeclarationOrder(seed: Int) throws {
    var chance = Chance(UInt64(seed) + 1000)
    let shuffled = Self.shuffled(&chance)
    let values = Self.question(&chance).values
    let expected = try Self.verdict(Self.definition(Self.definitions, Self.atoms, Self.grouped, Self.items), values)
    #expect(try Self.verdict(shuffled, values) == expected)
  }

  private static func definition(
    _ names: [String], _ atoms: [String], _ grouped: [String], _ items: [String], _ first: Int = 0, _ second: Int = 0
  ) -> String {
    var lines = atoms
    lines.insert("{group: box, showIf: taxed, atoms: [\(grouped.joined(separator: ", "))]}", at: first)
    lines.insert(
      "{repeat: lines, max: 3, showIf: \"$type != 2\", atoms: [\(items.joined(separator: ", "))]}", at: second)
    return
      (["operation: trial", "title: Trial", "define:"] + names.map { "  " + $0 } + ["atoms:"]
      + lines.map { "  - " + $0 })
      .joined(separator: "\n")
  }

  private static func shuffled(_ chance: inout Chance) -> String {
    definition(
      definitions.shuffled(using: &chance), atoms.shuffled(using: &chance), grouped.shuffled(using: &chance),
      items.shuffled(using: &chance), Int.random(in: 0...atoms.count, using: &chance),
      Int.random(in: 0...atoms.count, using: &chance))
  }

  private static func question(_ chance: inout Chance) -> Question {
    let choices: [(String, [Value])] = [
      ("type", [1, 2, "1"]), ("bic", ["044525225", "000000000", "1", 7]), ("sum", ["10", "600", "1000.001", "x"]),
      ("code", ["12", "13", ""]), ("note", ["a12", "b"]), ("agreed", [true, false]), ("from", ["1", "2", "3"]),
      ("total", ["7"]), ("city", ["a", "b"]), ("most", ["5", "660", "0.5"]),
      (
        "kept",
        [[], [["id": "3", "part": 5]], [["part": 1], ["part": 600]], [["id": "1"], ["id": "9", "part": 2], 5]]
      ),
      ("total", ["7"]), ("inGroup", ["12", "x"]), ("many", [true]), ("own2", ["3", "4.5", "0.001"]),
      (
        "lines",
        [
          [], 5, [["price": 4, "open": true], ["price": "2", "bank2": "044525225"]], [[:], 7],
          [["price": 30, "open": true, "bank2": "1"], ["price": 25], ["least": 9, "x": 1]], [[:], [:], [:], [:]],
        ]
      ),
    ]
    var values = Object()
    for (name, some) in choices where Bool.random(using: &chance) {
      values[name] = some.randomElement(using: &chance) ?? .null
    }
    let paths =
      choices.map(\.0) + ["lines[0].price", "lines[1].open", "lines[0].bank2", "lines[2].price", "kept[0].part"]
    let changed = paths.filter { _ in Int.random(in: 0..<4, using: &chance) == 0 }
    return Question(
      values: values, changed: Bool.random(using: &chance) ? changed : nil, commit: Bool.random(using: &chance))
  }

  private static func states(_ definition: String, _ question: Question) throws -> Object {
    var evaluation = Evaluation(try EvaluationTests.operation(definition), question, in: .en, world)
    var writer = Writer()
    evaluation.writeStates(to: &writer, in: .en)
    return try #require(try Value(reading: writer.bytes).object)
  }

  /// The violation codes by atom, or the stored values by atom.
  private static func verdict(_ definition: String, _ values: Object) throws -> [String: Value] {
    let operation = try EvaluationTests.operation(definition)
    do throws(Violations) {
      let submission = try CheckedSubmission(operation, values: values, in: .en, world)
      return Dictionary(uniqueKeysWithValues: submission.storable.members.map { ($0.name, $0.value) })
    } catch {
      return Dictionary(uniqueKeysWithValues: error.all.map { ($0.atom, .string("wrong: " + $0.code)) })
    }
  }
}
