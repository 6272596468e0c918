@testable import BankSystems
@testable import Operations
import Atoms
import JSON
import Testing

/// Values of composed atoms that effects of services and `send` read.
struct ComposedEffectTests {
  private static let kinds = [
    "kinds/address.yaml": """
    kind: address
    value: {town: $town, flat: $flat, rent: $rent}
    atoms:
      - {textInput: town, caption: {ru: Город, en: Town}}
      - {textInput: flat, caption: {ru: Квартира, en: Flat}, optional: true}
      - {textInput: rent, caption: {ru: Плата, en: Rent}, type: amount, currency: RUB, optional: true}

    """,
    "kinds/total.yaml": """
    kind: total
    value: "$net + $tax"
    atoms:
      - {textInput: net, caption: {ru: Сумма, en: Sum}, type: number}
      - {textInput: tax, caption: {ru: Налог, en: Tax}, type: number}

    """,
    "kinds/guarded.yaml": """
    kind: guarded
    value: {name: $name, pin: $pin}
    atoms:
      - {textInput: name, caption: {ru: Имя, en: Name}}
      - {textInput: pin, caption: {ru: Код, en: Code}, type: code}

    """,
  ]

  private static func files(_ takes: String, _ lines: [String], more: String = "") -> [String: String] {
    let service = """
      service: crm
      at: https://crm.example
      effects:
        - effect: move
          takes: \(takes)
          post: /moves
          body: {address: $home, town: $home.town, flat: $home.flat}
          executed: {status: 201}

      """
    let operation = Sets.operation(lines, more: "effect: move\n\(more)")
    return Self.kinds.merging(["operations/pay.yaml": operation, "services/crm.yaml": service]) { $1 }
  }

  private static let home = "{address: home, caption: {ru: Адрес, en: Address}}"
  private static let send = "{button: send, caption: {ru: Отправить, en: Send}, action: submit}"

  /// Returns the values stored with a submission, and the body of its request.
  private static func submitted(
    _ takes: String, _ lines: [String], more: String = "", _ values: Object
  ) throws -> (derived: Object, body: String) {
    let operation = try #require(
      try Catalog(Sets.files(files(takes, lines + [send], more: more)), vocabulary: .bank)["pay"])
    let checked = try CheckedSubmission(operation, values: values, in: .en, NoSurroundings())
    let effect = try #require(operation.delivery as? DeclaredEffect)
    let all = Object(unique: checked.storable.members + checked.derived.members)
    let extra: [Value] = [[:], "S-1", "pay", .object(all)]
    let request = try effect.request.rendered(try effect.taken(from: all) + extra, nullable: effect.nullable)
    return (checked.derived, String(decoding: request.body ?? [], as: UTF8.self))
  }

  @Test("The body of an effect reads the record of a composed atom, which is stored with the submission")
  func readsRecord() throws {
    let (derived, body) = try Self.submitted(
      "{home: record}", [Self.home], ["homeTown": "Bonn", "homeRent": "100.50"])
    #expect(derived == ["home": ["town": "Bonn", "flat": .null, "rent": "100.50"]])
    #expect(body == #"{"address":{"town":"Bonn","flat":null,"rent":"100.50"},"town":"Bonn","flat":null}"#)
  }

  @Test("The record of an optional atom is nil while a required part is empty") func omitsEmptyRecord() throws {
    let lines = [
      "{address: home, caption: {ru: Адрес, en: Address}, optional: true}", "{textInput: a, caption: {ru: А, en: A}}",
    ]
    let (derived, body) = try Self.submitted("{home: optional record}", lines, ["a": "x"])
    #expect(derived.count == 0)
    #expect(body == #"{"address":null,"town":null,"flat":null}"#)
  }

  @Test("An effect takes the value of one expression") func readsExpression() throws {
    let (derived, body) = try Self.submitted(
      "{home: record, rent: number}", [Self.home, "{total: rent, caption: {ru: Сумма, en: Total}}"],
      ["homeTown": "Bonn", "rentNet": "1.50", "rentTax": "2"])
    #expect(derived["rent"] == "3.50")
    #expect(body.hasPrefix(#"{"address":{"town":"Bonn""#))
  }

  @Test("`send` stores the record of a composed atom and its fields") func sendsRecord() throws {
    let (derived, _) = try Self.submitted(
      "{home: record}", [Self.home], more: "send: {copy: $home, town: $home.town}\n", ["homeTown": "Bonn"])
    #expect(derived["copy"]?["town"] == "Bonn" && derived["town"] == "Bonn" && derived["home"]?["town"] == "Bonn")
  }

  @Test(
    "An effect that cannot read a composed atom is an error with its place and a remedy",
    arguments: [
      (
        "{home: record}", "{address: home, caption: {ru: А, en: A}, optional: true}",
        "operations/pay.yaml:5:15: error: effect `move` needs `home` in every submission, and its value can be empty: "
          + "remove `optional`, `showIf` and `enableIf`, or mark the type in `takes` as `optional`"
      ),
      (
        "{home: record}", "{address: home, caption: {ru: А, en: A}, showIf: \"$x == YES\"}",
        "operations/pay.yaml:5:15: error: effect `move` needs `home` in every submission, and its value can be empty"
      ),
      (
        "{home: text}", "{address: home, caption: {ru: А, en: A}}",
        "operations/pay.yaml:3:9: error: effect `move` needs `home` to be text, and its value is a record"
      ),
      (
        "{home: record}", "{total: home, caption: {ru: А, en: A}}",
        "operations/pay.yaml:3:9: error: effect `move` needs `home` to be a record, and its value is a number"
      ),
      (
        "{home: record}", "{guarded: home, caption: {ru: А, en: A}}",
        "operations/pay.yaml:5:15: error: effect `move` stores `home`, and its part `homePin` is a password or code: "
          + "leave it out of `value` of the kind"
      ),
    ])
  func reportsWrongWhole(takes: String, line: String, finding: String) {
    let lines = [line, "{toggle: x, caption: {ru: Х, en: X}}", Self.send]
    let findings = Sets.findings(Sets.files(Self.files(takes, lines)), .bank)
    #expect(findings.contains(finding), "\(findings)")
  }
}

/// An environment without facts or answers.
private struct NoSurroundings: Environment {
  let today = "2026-11-24"
  func fact(_ name: String) -> Value { .null }
  func answer(of lookup: String, for key: Value) -> LookupAnswer { .empty }
}
