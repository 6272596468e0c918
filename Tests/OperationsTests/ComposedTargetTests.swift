@testable import Operations
import Atoms
import JSON
import Testing

/// Composed atoms that change effects and commands name as a whole.
struct ComposedTargetTests {
  private static let address = """
    kind: address
    parameters: {countries: options}
    value: {country: $country, town: $town, flat: $flat}
    atoms:
      - {enum: country, caption: {ru: Страна, en: Country}, options: $countries}
      - {textInput: town, caption: {ru: Город, en: Town}}
      - {textInput: flat, caption: {ru: Квартира, en: Flat}, optional: true}
      - {textInput: note, caption: {ru: Заметка, en: Note}, optional: true}

    """
  private static let party = """
    kind: party
    parameters: {countries: options}
    value: {name: $name, place: $place, shown: "$name"}
    atoms:
      - {textInput: name, caption: {ru: Имя, en: Name}}
      - {address: place, caption: {ru: Адрес, en: Address}, countries: $countries}

    """
  private static let sum = """
    kind: sum
    value: "$net"
    atoms:
      - {textInput: net, caption: {ru: Сумма, en: Sum}, type: number}
      - {textInput: remark, caption: {ru: Заметка, en: Remark}, optional: true}

    """
  private static let total = """
    kind: total
    value: "$net + $tax"
    atoms:
      - {textInput: net, caption: {ru: Сумма, en: Sum}, type: number}
      - {textInput: tax, caption: {ru: Налог, en: Tax}, type: number}

    """
  private static let insured = """
    kind: insured
    atoms:
      - {toggle: self, caption: {ru: Да, en: Yes}}
      - {textInput: premium, caption: {ru: Взнос, en: Premium}, type: number, optional: true}

    """
  private static let guarded = """
    kind: guarded
    value: {name: $name}
    atoms:
      - {textInput: name, caption: {ru: Имя, en: Name}}
      - {textInput: pin, caption: {ru: Код, en: Code}, type: code}

    """

  private static let mute = "kind: mute\natoms:\n  - {textInput: net, caption: {ru: Сумма, en: Sum}}\n"
  private static let countries = "countries: {RU: {ru: Россия, en: Russia}, DE: {ru: Германия, en: Germany}}"
  private static let home = "{address: home, caption: {ru: Адрес, en: Address}, \(countries)}"
  private static let post = "{address: post, caption: {ru: Для писем, en: For letters}, \(countries), optional: true}"

  private static func set(_ lines: [String]) -> [String: String] {
    [
      "operations/pay.yaml": Sets.operation(lines), "kinds/address.yaml": address, "kinds/party.yaml": party,
      "kinds/sum.yaml": sum, "kinds/total.yaml": total, "kinds/insured.yaml": insured, "kinds/guarded.yaml": guarded,
      "kinds/mute.yaml": mute,
    ]
  }

  /// Returns the values after a tap on the command `go` or a change of the toggle `go`.
  private static func after(_ lines: [String], _ values: Object, changed: [String]? = nil) throws -> Object {
    let operation = try #require(try Sets.catalog(set(lines))["pay"])
    var question = Question(values: values, changed: changed, commit: true)
    if changed == nil { question.tapped = "go" }
    return operation.applyingChangeEffects(of: question, in: .en, NoSurroundings()).values
  }

  private static func command(_ effect: String) -> String { "{command: go, caption: {ru: Да, en: Go}, \(effect)}" }

  // MARK: - Values

  @Test("`reset` of a composed atom clears each entered part, also of kinds in it") func resetsParts() throws {
    let lines = [
      Self.home, "{party: payer, caption: {ru: А, en: A}, \(Self.countries)}", Self.command("reset: [home, payer]"),
    ]
    let values: Object = [
      "homeTown": "Bonn", "homeFlat": "5", "homeNote": "x", "payerName": "A", "payerPlaceTown": "Omsk",
    ]
    #expect(try Self.after(lines, values).count == 0)
  }

  @Test("`reset` of a kind with the part `self` clears all its parts") func resetsSelf() throws {
    let lines = ["{insured: car, caption: {ru: А, en: A}}", Self.command("reset: car")]
    #expect(try Self.after(lines, ["car": true, "carPremium": "5"]).count == 0)
  }

  @Test("`set` copies the value of another composed atom to the parts that `value` names") func copiesValue() throws {
    let lines = [Self.home, Self.post, Self.command("set: {post: $home}")]
    let values: Object = ["homeTown": "Bonn", "homeCountry": "DE", "postFlat": "9", "postNote": "kept"]
    let copied = try Self.after(lines, values)
    #expect(copied["postTown"] == "Bonn" && copied["postCountry"] == "DE")
    #expect(copied["postFlat"] == .null && copied["postNote"] == "kept")
    // An incomplete value is nil, which clears the parts.
    let cleared = try Self.after(lines, ["homeTown": "Bonn", "postTown": "Omsk", "postCountry": "RU"])
    #expect(cleared["postTown"] == .null && cleared["postCountry"] == .null)
  }

  @Test("`onChange` sets a composed atom by part and keeps an entered part") func setsByPart() throws {
    let go = "{toggle: go, caption: {ru: Да, en: Go}, onChange: {set: {home: {country: \"'DE'\", town: $name}}}}"
    let lines = [go, "{textInput: name, caption: {ru: Имя, en: Name}}", Self.home]
    let values: Object = ["go": true, "name": "Bonn", "homeFlat": "5"]
    let filled = try Self.after(lines, values, changed: ["go"])
    #expect(filled["homeTown"] == "Bonn" && filled["homeCountry"] == "DE" && filled["homeFlat"] == "5")
    let entered = try Self.after(
      lines, ["go": true, "name": "Bonn", "homeTown": "Omsk"], changed: ["go", "homeTown"])
    #expect(entered["homeTown"] == "Omsk" && entered["homeCountry"] == "DE")
  }

  @Test("`set` fills a kind in a kind, and a value of one expression") func setsNested() throws {
    let lines = [
      "{party: payer, caption: {ru: А, en: A}, \(Self.countries)}",
      "{party: payee, caption: {ru: Б, en: B}, \(Self.countries)}", Self.home,
      "{sum: rent, caption: {ru: В, en: C}}",
      Self.command("set: {payee: $payer, rent: \"length($payer.name)\", home: $payer.place}"),
    ]
    let values: Object = ["payerName": "Anna", "payerPlaceTown": "Bonn", "payerPlaceCountry": "DE"]
    let filled = try Self.after(lines, values)
    #expect(filled["payeeName"] == "Anna" && filled["payeePlaceTown"] == "Bonn" && filled["homeTown"] == "Bonn")
    #expect(filled["rentNet"]?.integer == 4 || filled["rentNet"] == "4")
    let parts = lines.dropLast() + [Self.command("set: {payee: {name: \"'B'\", place: {town: \"'Omsk'\"}}}")]
    let set = try Self.after(Array(parts), values)
    #expect(set["payeeName"] == "B" && set["payeePlaceTown"] == "Omsk")
  }

  @Test("In items, the whole of the same item is changed") func changesItem() throws {
    let lines = [
      """
      repeat: people
          caption: {ru: Люди, en: People}
          min: 0
          atoms:
            - \(Self.home)
            - \(Self.post)
            - {toggle: go, caption: {ru: Да, en: Go}, onChange: {reset: home, set: {post: {town: "'Omsk'"}}}}
      """
    ]
    let item: Object = ["homeTown": "Bonn", "go": true]
    let values: Object = ["people": [.object(item), .object(item)]]
    let changed = try Self.after(lines, values, changed: ["people[1].go"])["people"]
    #expect(changed?[0]?["homeTown"] == "Bonn" && changed?[0]?["postTown"] == nil)
    #expect(changed?[1]?["homeTown"] == nil && changed?[1]?["postTown"] == "Omsk")
  }

  // MARK: - Faults

  @Test(
    "A wrong use of a whole in `set` or `reset` is an error with its place and a remedy",
    arguments: [
      (
        "{total: rent, caption: {ru: А, en: A}}", "set: {rent: \"5\"}",
        "operations/pay.yaml:6:58: error: the value of `rent` cannot be set: `$net + $tax` does not determine each part "
          + "that it reads (kinds/total.yaml:2:8): set its parts, `{net: ..., tax: ...}`"
      ),
      (
        "{insured: car, caption: {ru: А, en: A}}", "set: {car: \"5\"}",
        "operations/pay.yaml:6:57: error: `set` gives a whole number, and `car` takes a Boolean"
      ),
      (
        "{sum: x, caption: {ru: А, en: A}}", "set: {homme: $home}",
        "operations/pay.yaml:6:52: error: unknown input `homme` in a command, did you mean `home`?"
      ),
      (
        "{sum: rent, caption: {ru: А, en: A}}", "set: {home: \"5\"}",
        "operations/pay.yaml:6:58: error: `set` of `home` takes a record, found a whole number: its fields are country, "
          + "town, flat"
      ),
      (
        "{sum: rent, caption: {ru: А, en: A}}", "set: {home: {twon: \"'A'\"}}",
        "operations/pay.yaml:6:59: error: the kind `address` has no part `twon` with a value, did you mean `town`?"
      ),
      (
        "{sum: rent, caption: {ru: А, en: A}}", "set: {rent: $home}",
        "operations/pay.yaml:6:58: error: `set` gives a record of country, town, flat for `rentNet`, which takes a number: "
          + "set the parts by name, `{part: expression}`"
      ),
      (
        "{mute: rent, caption: {ru: А, en: A}}", "set: {rent: $home}",
        "operations/pay.yaml:6:58: error: `rent` has no value, because the kind `mute` has no `value`: set its parts, "
          + "`{net: ...}`"
      ),
      (
        "{sum: rent, caption: {ru: А, en: A}}", "set: {home: {}}",
        "operations/pay.yaml:6:58: error: `set` of `home` takes {part: expression} or an expression, found an empty "
          + "mapping: set its parts, `{country: ..., town: ..., flat: ...}`"
      ),
      (
        "{guarded: safe, caption: {ru: А, en: A}}", "reset: safe",
        "operations/pay.yaml:6:53: error: `safePin`, a part of `safe`, is a password or code, which must be entered each "
          + "time: name the other parts by their ids"
      ),
      (
        "{sum: rent, caption: {ru: А, en: A}}", "reset: [home, homeTown]",
        "operations/pay.yaml:6:60: error: `homeTown` is named twice"
      ),
      (
        "{sum: rent, caption: {ru: А, en: A}}", "reset: [homeTown, home]",
        "operations/pay.yaml:6:64: error: `homeTown`, a part of `home`, is named twice: remove one of both"
      ),
    ])
  func reportsWrongUse(line: String, effect: String, finding: String) {
    let findings = Sets.findings(Self.set([Self.home, line, Self.command(effect)]))
    #expect(findings.contains(finding), "\(findings)")
  }

  @Test("A whole outside of items cannot be changed by an atom in items") func refusesOtherItems() {
    let list = """
      repeat: people
          caption: {ru: Люди, en: People}
          atoms:
            - {toggle: go, caption: {ru: Да, en: Go}, onChange: {reset: home}}
      """
    let findings = Sets.findings(Self.set([Self.home, list]))
    let fault = "error: `home` is in other items: `onChange` changes inputs of the same item"
    #expect(findings.contains(fault), "\(findings)")
  }

  @Test("A part of a whole cannot reset the whole") func refusesItself() {
    let line = "{insured: car, caption: {ru: А, en: A}, onChange: {reset: car}}"
    let findings = Sets.findings(Self.set([line]))
    let fault = "operations/pay.yaml:4:63: error: `car`, a part of `car`, would change itself"
    #expect(findings.contains(fault), "\(findings)")
  }
}

/// An environment without facts or answers.
private struct NoSurroundings: Environment {
  let today = "2026-11-24"
  func fact(_ name: String) -> Value { .null }
  func answer(of lookup: String, for key: Value) -> LookupAnswer { .empty }
}
