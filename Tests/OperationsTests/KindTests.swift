@testable import Authoring
@testable import Operations
import Atoms
import Definitions
import JSON
import SourceText
import Testing
import Texts

/// Composed kinds: files of atoms that operations use like built-in kinds.
struct KindTests {
  private static let address = """
    kind: address
    parameters: {countries: options, most: {type: number, default: 35}}
    value: {country: $country, town: $town, flat: $flat}
    shown: "{join({$town, $flat}, ' ')}, {$country.caption}"
    atoms:
      - {enum: country, caption: {ru: Страна, en: Country}, options: $countries}
      - {textInput: town, caption: {ru: Город, en: Town}, maxLength: $most}
      - {textInput: flat, caption: {ru: Квартира, en: Flat}, optional: true}

    """
  private static let account = """
    kind: account
    atoms:
      - {textInput: self, caption: {ru: Счёт, en: Account}, check: "length($self) > 3"}

    """
  private static let countries = "countries: {RU: {ru: Россия, en: Russia}, DE: {ru: Германия, en: Germany}}"

  private static func set(_ lines: [String], more: [String: String] = [:]) -> [String: String] {
    let own = [
      "operations/pay.yaml": Sets.operation(lines), "kinds/address.yaml": address, "kinds/account.yaml": account,
    ]
    return own.merging(more) { $1 }
  }

  private static func operation(_ lines: String..., more: [String: String] = [:]) throws -> Operation {
    try #require(try Sets.catalog(set(lines, more: more))["pay"])
  }

  private static func states(_ operation: Operation, _ values: Object) throws -> Value {
    var evaluation = Evaluation(operation, Question(values: values, commit: true), in: .en, NoSurroundings())
    var writer = Writer()
    evaluation.writeStates(to: &writer, in: .en)
    return try Value(reading: writer.bytes)
  }

  // MARK: - Parts

  @Test("A composed kind becomes a group whose parts have the prefix of its id") func expandsToGroup() throws {
    let operation = try Self.operation(
      "{address: home, caption: {ru: Адрес, en: Address}, \(Self.countries), default: {country: RU}}",
      "{account: payer, caption: {ru: Плательщик, en: Payer}, optional: true}")
    #expect(operation.atoms.map(\.id) == ["home", "homeCountry", "homeTown", "homeFlat", "payer"])
    #expect(operation.atoms.map(\.kind.name) == ["group", "enum", "textInput", "textInput", "textInput"])
    #expect(operation.atoms[4].caption?[.en] == "Payer")
    let states = try Self.states(operation, ["payer": "abc"])
    #expect(states["homeCountry"]?["value"] == "RU")
    #expect(states["payer"]?["error"]?["code"] == "check")
    #expect(states["payer"]?["required"] == false)
  }

  @Test("An optional composed atom requires all parts once one of them is entered") func requiresAllOrNone() throws {
    let operation = try Self.operation(
      "{address: home, caption: {ru: Адрес, en: Address}, \(Self.countries), optional: true}")
    let empty = try Self.states(operation, [:])
    let begun = try Self.states(operation, ["homeTown": "Omsk"])
    #expect(empty["homeCountry"]?["required"] == false)
    #expect(begun["homeCountry"]?["required"] == true)
    #expect(begun["homeFlat"]?["required"] == false)
    let flat = try Self.states(operation, ["homeFlat": "5"])
    #expect(flat["homeTown"]?["required"] == true)
  }

  @Test("`enableIf` of a composed atom applies to all parts in addition to their own conditions")
  func enablesParts() throws {
    let kind = """
      kind: pair
      atoms:
        - {textInput: a, caption: {ru: А, en: A}}
        - {textInput: b, caption: {ru: Б, en: B}, enableIf: "$a == 'x' OR $a == 'y'"}

      """
    let operation = try Self.operation(
      "{toggle: on, caption: {ru: Да, en: Yes}}",
      "{pair: p, caption: {ru: Пара, en: Pair}, enableIf: \"$on == YES\"}", more: ["kinds/pair.yaml": kind])
    let off = try Self.states(operation, ["on": false, "pA": "x"])
    #expect(off["pA"]?["enabled"] == false)
    #expect(off["pB"]?["enabled"] == false)
    let on = try Self.states(operation, ["on": true, "pA": "z"])
    #expect(on["pA"]?["enabled"] == true)
    #expect(on["pB"]?["enabled"] == false)
    #expect(try Self.states(operation, ["on": true, "pA": "y"])["pB"]?["enabled"] == true)
  }

  // MARK: - The value

  @Test("Conditions read the record of a composed atom, which is nil until its required parts are entered")
  func readsRecord() throws {
    let operation = try Self.operation(
      "{address: home, caption: {ru: Адрес, en: Address}, \(Self.countries)}",
      "{text: whole, caption: {ru: Да, en: Yes}, showIf: \"$home != nil\"}",
      "{text: town, caption: {ru: \"Город {$home.town}\", en: \"Town {$home.town}\"}, showIf: \"$home.country == 'DE'\"}"
    )
    #expect(try Self.states(operation, ["homeTown": "Bonn"])["whole"]?["shown"] == false)
    let states = try Self.states(operation, ["homeTown": "Bonn", "homeCountry": "DE"])
    #expect(states["whole"]?["shown"] == true)
    #expect(states["town"]?["caption"] == "Town Bonn")
  }

  @Test("Each item of a list has its own composed atom") func readsRecordInItems() throws {
    let operation = try Self.operation(
      """
      repeat: people
          caption: {ru: Люди, en: People}
          min: 0
          atoms:
            - {address: home, caption: {ru: Адрес, en: Address}, \(Self.countries), optional: true}
            - {text: told, caption: {ru: "{$home.town}", en: "{$home.town}"}, showIf: "$home != nil"}
      """)
    let people: Value = [["homeTown": "Bonn", "homeCountry": "DE"], ["homeTown": "Omsk"], [:]]
    let states = try Self.states(operation, ["people": people])
    #expect(states["people[0].told"]?["caption"] == "Bonn")
    #expect(states["people[1].told"]?["shown"] == false)
    #expect(states["people[1].homeCountry"]?["required"] == true)
    #expect(states["people[2].homeCountry"]?["required"] == false)
  }

  @Test("A check of a composed atom is judged at a required part, not at one of an optional inner atom")
  func placesCheckAtRequiredPart() throws {
    let kind = """
      kind: home
      parameters: {countries: options}
      value: {name: $name}
      atoms:
        - {textInput: name, caption: {ru: Имя, en: Name}}
        - {address: place, caption: {ru: Адрес, en: Address}, countries: $countries, optional: true}

      """
    let operation = try Self.operation(
      "{home: h, caption: {ru: А, en: A}, \(Self.countries), check: \"$h.name != 'x'\"}",
      more: ["kinds/home.yaml": kind])
    #expect(try Self.states(operation, ["hName": "x"])["hName"]?["error"]?["code"] == "check")
    let other = try Self.states(operation, ["hName": "y", "hPlaceFlat": "5"])
    #expect(other["hPlaceTown"]?["required"] == true)
  }

  @Test("A check of a composed atom reads its value") func checksWhole() throws {
    let operation = try Self.operation(
      "{address: home, caption: {ru: Адрес, en: Address}, \(Self.countries)}",
      "{address: work, caption: {ru: Работа, en: Work}, \(Self.countries), check: \"$work.town != $home.town\", message: {ru: Нет, en: \"No\"}}"
    )
    let states = try Self.states(
      operation, ["homeTown": "Bonn", "homeCountry": "DE", "workTown": "Bonn", "workCountry": "DE"])
    #expect(states["workTown"]?["error"]?["message"] == "No")
    #expect(states["homeTown"]?["error"] == .null)
  }

  @Test("The text of a composed atom is signed in place of its parts, if it shows all of them")
  func signsText() throws {
    let operation = try Self.operation("{address: home, caption: {ru: Адрес, en: Address}, \(Self.countries)}")
    let values: Object = ["homeTown": "Bonn", "homeCountry": "DE"]
    let checked = try CheckedSubmission(operation, values: values, in: .en, NoSurroundings())
    #expect(checked.captions["home="] == "Bonn, Germany")
    let partly = try Self.operation(
      "{address: home, caption: {ru: Адрес, en: Address}, \(Self.countries)}",
      more: ["kinds/address.yaml": Self.address.replacing("{$town, $flat}", with: "{$flat}")])
    #expect(try CheckedSubmission(partly, values: values, in: .en, NoSurroundings()).captions["home="] == nil)
  }

  @Test("A consent in a composed atom is signed with its own line, even if the text names it")
  func signsConsent() throws {
    let kind = """
      kind: agreed
      shown: "{$name} {$terms}"
      atoms:
        - {textInput: name, caption: {ru: Имя, en: Name}}
        - {consent: terms, caption: {ru: Да, en: Yes}, document: terms.md, title: {ru: Правила, en: Rules}}

      """
    let operation = try Self.operation(
      "{agreed: a, caption: {ru: А, en: A}}", more: ["kinds/agreed.yaml": kind, "documents/terms.md": "# Terms\n"])
    let values: Object = ["aName": "x", "aTerms": true]
    let captions = try CheckedSubmission(operation, values: values, in: .en, NoSurroundings()).captions
    #expect(captions["a="] == nil)
    #expect(captions["aTerms"]?.string?.contains("SHA-256") == true)
  }

  @Test("The value of a composed atom cannot be posted") func refusesPostedWhole() throws {
    let operation = try Self.operation("{address: home, caption: {ru: Адрес, en: Address}, \(Self.countries)}")
    let values: Object = ["homeTown": "Bonn", "homeCountry": "DE", "home": ["town": "Bonn"]]
    #expect {
      try CheckedSubmission(operation, values: values, in: .en, NoSurroundings())
    } throws: { error in
      (error as? Violations)?.all.map { "\($0.atom) \($0.code)" } == ["home unknown"]
    }
  }

  // MARK: - Versions and clients

  @Test("A changed kind changes the version of the operations that use it, and no others")
  func kindIsPartOfVersion() throws {
    let files = Self.set(
      ["{account: payer, caption: {ru: Плательщик, en: Payer}}"],
      more: [
        "operations/other.yaml": Sets.operation(["{toggle: a, caption: {ru: А, en: A}}"]).replacing(
          "pay", with: "other")
      ])
    let (before, after) = (
      try Sets.catalog(files),
      try Sets.catalog(files.merging(["kinds/account.yaml": Self.account.replacing("> 3", with: "> 4")]) { $1 })
    )
    #expect(before["pay"]?.version != after["pay"]?.version)
    #expect(before["other"]?.version == after["other"]?.version)
    let source = try #require(before.source(of: "pay"))
    let stored = try #require(OperationSource(json: source.json))
    #expect(stored == source)
    let compiled = try stored.compiled(as: stored.version, with: Vocabulary())
    #expect(compiled.atoms.map(\.id) == ["payer"])
    #expect(before.source(of: "other")?.json.contains("kinds") == false)
  }

  @Test("Only a client that lists the kind gets its name") func namesKindForClient() throws {
    let operation = try Self.operation("{address: home, caption: {ru: Адрес, en: Address}, \(Self.countries)}")
    func tree(_ others: Set<String>) throws -> Value {
      let presentation = try operation.presentation(for: Capabilities(otherKinds: others))
      var evaluation = Evaluation(operation, Question(), in: .en, NoSurroundings())
      var writer = Writer()
      evaluation.writeTree(
        to: &writer, links: Links(evaluate: nil, routes: nil, actions: [:]), as: presentation, in: .en)
      return try Value(reading: writer.bytes)
    }
    let (plain, own) = (try tree(["iban"]), try tree(["address", "iban"]))
    #expect(plain["atoms"]?[0]?["composed"] == nil)
    #expect(own["atoms"]?[0]?["composed"] == "address")
    #expect(own["atoms"]?[0]?["atoms"] == plain["atoms"]?[0]?["atoms"])
  }

  @Test("A single input has the name of the outermost kind that the client lists") func namesKindOfInput() throws {
    let operation = try Self.operation(
      "{account: payer, caption: {ru: Плательщик, en: Payer}}", "{mine: own, caption: {ru: Свой, en: Own}}",
      "{textInput: other, caption: {ru: Ещё, en: Other}}",
      more: ["kinds/mine.yaml": "kind: mine\natoms:\n  - {account: self}\n"])
    func kinds(_ others: Set<String>) throws -> [Value?] {
      let presentation = try operation.presentation(for: Capabilities(otherKinds: others))
      var evaluation = Evaluation(operation, Question(), in: .en, NoSurroundings())
      var writer = Writer()
      evaluation.writeTree(
        to: &writer, links: Links(evaluate: nil, routes: nil, actions: [:]), as: presentation, in: .en)
      return try (Value(reading: writer.bytes)["atoms"]?.array ?? []).map { $0["composed"] }
    }
    #expect(try kinds([]) == [nil, nil, nil])
    #expect(try kinds(["address"]) == [nil, nil, nil])
    #expect(try kinds(["account"]) == ["account", "account", nil])
    #expect(try kinds(["mine"]) == [nil, "mine", nil])
    #expect(try kinds(["mine", "account"]) == ["account", "mine", nil])
  }

  // MARK: - Faults

  @Test("Kinds are nested at most four levels deep, and not in a circle") func boundsNesting() throws {
    func nested(_ levels: Int) -> [String: String] {
      Dictionary(
        uniqueKeysWithValues: (1...levels).map { level in
          let part = level == levels ? "{textInput: self}" : "{k\(level + 1): self}"
          return ("kinds/k\(level).yaml", "kind: k\(level)\natoms:\n  - \(part)\n")
        })
    }
    let line = "{k1: a, caption: {ru: А, en: A}}"
    #expect(try Self.operation(line, more: nested(4)).atoms.map(\.id) == ["a"])
    let deep = Sets.findings(Self.set([line], more: nested(5)))
    #expect(
      deep.contains("kinds/k4.yaml:3:6: error: kinds are nested more than 4 levels deep: k1 -> k2 -> k3 -> k4 -> k5"))
    #expect(deep.contains("included from operations/pay.yaml:4:10"))
    let circle = Sets.findings(
      Self.set(
        [line],
        more: ["kinds/k1.yaml": "kind: k1\natoms:\n  - {k2: b}\n", "kinds/k2.yaml": "kind: k2\natoms:\n  - {k1: c}\n"]))
    #expect(circle.contains("kinds/k2.yaml:3:6: error: kinds use each other in a cycle: k1 -> k2 -> k1"))
    #expect(circle.contains("included from kinds/k1.yaml:3:10"))
  }

  @Test(
    "A fault of a line with a composed kind has both places",
    arguments: [
      (
        "{address: home, caption: {ru: А, en: A}}",
        "operations/pay.yaml:4:6: error: the kind `address` also requires `countries`, options (kinds/address.yaml:2:14)"
      ),
      (
        "{address: home, caption: {ru: А, en: A}, \(countries), mots: 3}",
        "error: unknown property `mots` of the kind `address`, did you mean `most`? (kinds/address.yaml:1:7)"
      ),
      (
        "{address: home, caption: {ru: А, en: A}, \(countries), most: much}",
        "error: `most` takes a number, not `much` (kinds/address.yaml:2:34)"
      ),
      (
        "{address: home, caption: {ru: А, en: A}, \(countries)}\n  - {toggle: homeTown, caption: {ru: А, en: A}}",
        "operations/pay.yaml:5:14: error: atom `homeTown` is already defined in kinds/address.yaml:7:17, included from operations/pay.yaml:4:15"
      ),
      (
        "{address: home, caption: {ru: А, en: A}, \(countries), default: {twon: A}}",
        "error: the kind `address` has no part `twon`, did you mean `town`?"
      ),
    ])
  func reportsBothPlaces(line: String, finding: String) {
    let findings = Sets.findings(Self.set([line]))
    #expect(findings.contains(finding), "\(findings)")
  }

  @Test("Ids, nodes and text that composed kinds multiply are limited") func limitsSizes() {
    let long = String(repeating: "a", count: 65)
    let ofLine = Sets.findings(Self.set(["{account: \(long), caption: {ru: А, en: A}}"]))
    #expect(
      ofLine.contains("operations/pay.yaml:4:15: error: the id of a composed atom has at most 64 bytes, found 65"))
    let part = String(repeating: "b", count: 250)
    let named = "kind: k\natoms:\n  - {textInput: \(part), caption: {ru: А, en: A}}\n"
    let ofPart = Sets.findings(Self.set(["{k: abcdefg, caption: {ru: А, en: A}}"], more: ["kinds/k.yaml": named]))
    #expect(ofPart.contains("operations/pay.yaml:4:9: error: ids of parts have up to 257 bytes"), "\(ofPart)")
    func many(_ type: String, _ line: String, _ value: String) -> String {
      let parts = (0..<100).map { "  - {\(line.replacing("ID", with: "p\($0)"))}\n" }.joined()
      return Sets.findings(
        Self.set(
          ["{k: a, caption: {ru: А, en: A}, given: \(value)}"],
          more: ["kinds/k.yaml": "kind: k\nparameters: {given: \(type)}\natoms:\n\(parts)"]))
    }
    let limit = "operations/pay.yaml:4:6: error: fragments and kinds add more than 200000 nodes or 4 MiB of text"
    let options = "{\((0..<1_000).map { "o\($0): {ru: А, en: A}" }.joined(separator: ", "))}"
    #expect(many("options", "enum: ID, caption: {ru: А, en: A}, options: $given", options).contains(limit))
    let text = String(repeating: "x", count: 50_000)
    #expect(many("text", "textInput: ID, caption: $given", "\"\(text)\"").contains(limit))
  }

  @Test(
    "A faulty file of a kind is reported at its place",
    arguments: [
      ("kind: toggle\natoms: [{textInput: self}]", "kinds/k.yaml:1:7: error: `toggle` is a built-in kind of atom"),
      ("kind: k\natoms: []", "kinds/k.yaml:2:8: error: `atoms` takes a list of atoms"),
      (
        "kind: k\nvalue: $a\natoms: [{textInput: self}]",
        "kinds/k.yaml:2:8: error: `value` conflicts with the part `self`"
      ),
      (
        "kind: k\nparameters: {optional: text}\natoms: [{textInput: self}]",
        "kinds/k.yaml:2:14: error: `optional` is already a property of every composed atom"
      ),
      (
        "kind: k\nvalue: {a: $b}\natoms: [{textInput: a, caption: {ru: А, en: A}}]",
        "kinds/k.yaml:2:12: error: unknown variable `$b`"
      ),
    ])
  func reportsFileOfKind(text: String, finding: String) {
    let findings = Sets.findings(Self.set(["{k: a, caption: {ru: А, en: A}}"], more: ["kinds/k.yaml": text]))
    #expect(findings.contains(finding), "\(findings)")
  }

  @Test("The shipped kinds have no faults") func libraryIsValid() throws {
    let paths = try #require(DefinitionFiles.paths(in: "\(Files.repository.path)/library/kinds"))
    var files = Sets.files([
      "operations/pay.yaml": Sets.operation(
        paths.enumerated().map { index, path in
          let kind = path.split(separator: "/").last?.dropLast(".yaml".count) ?? ""
          let more = kind == "postalAddress" ? ", \(Self.countries)" : ""
          return "{\(kind): a\(index), caption: {ru: А, en: A}\(more)}"
        })
    ])
    files.library = files.read(paths)
    #expect(files.library.count == 7)
    #expect(Sets.findings(files, .bank) == "")
    #expect(files.usedLibrary.map(\.id) == files.library.map(\.id))
  }
}

/// An environment without facts or answers.
private struct NoSurroundings: Environment {
  let today = "2026-11-24"
  func fact(_ name: String) -> Value { .null }
  func answer(of lookup: String, for key: Value) -> LookupAnswer { .empty }
}
