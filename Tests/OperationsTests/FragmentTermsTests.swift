import Atoms
import Texts
import JSON
import Operations
import Testing

/// Fragments that are included with a prefix and with values for their parameters.
struct FragmentTermsTests {
  private static let party = """
    parameters:
      caption: text
      needed: {type: boolean, default: false}
      most: {type: number, default: 40}
    define: {isKnown: "$name != nil"}
    atoms:
      - {textInput: name, caption: {ru: "{$caption}: имя", en: "{$caption}: name"}, maxLength: $most, optional: true, requireIf: "$needed == YES"}
      - {textInput: inn, caption: $caption, type: digits, optional: true, showIf: "isKnown AND $name != $own"}

    """
  private static func operation(_ lines: String...) -> String {
    Sets.operation(["{textInput: own, caption: {ru: Своё, en: Own}}"] + lines)
  }

  private static func operation(of catalog: Catalog) throws -> Operation { try #require(catalog["pay"]) }

  private static func states(_ operation: Operation, _ values: Object, _ language: Language = .en) throws -> Value {
    var evaluation = Evaluation(operation, Question(values: values, commit: true), in: language, NoSurroundings())
    var writer = Writer()
    evaluation.writeStates(to: &writer, in: language)
    return try Value(reading: writer.bytes)
  }

  private static let twice = [
    "operations/pay.yaml": operation(
      "{include: party, as: payer, with: {caption: {ru: Плательщик, en: Payer}, needed: true}}",
      "{include: party, as: payee, with: {caption: {ru: Получатель, en: Payee}, most: 5}}",
      "{text: told, caption: {ru: Два, en: Two}, showIf: \"payerIsKnown AND $payeeName != nil\"}"),
    "fragments/party.yaml": party,
  ]

  @Test("A fragment included under two prefixes creates atoms with the parameters of each include")
  func includesFragmentTwice() throws {
    let operation = try Self.operation(of: try Sets.catalog(Self.twice))
    #expect(operation.atoms.map(\.id) == ["own", "payerName", "payerInn", "payeeName", "payeeInn", "told"])
    #expect(Sets.findings(Self.twice) == "")
    let states = try Self.states(operation, ["own": "A", "payerName": "B", "payeeName": "A"])
    #expect(states["payerName"]?["required"] == true)
    #expect(states["payeeName"]?["required"] == false)
    #expect(states["payerInn"]?["shown"] == true)
    #expect(states["payeeInn"]?["shown"] == false)
    #expect(states["told"]?["shown"] == true)
    let long = try Self.states(operation, ["own": "A", "payerName": "123456", "payeeName": "123456"])
    #expect(long["payerName"]?["error"] == .null)
    #expect(long["payeeName"]?["error"]?["code"] == "length")
  }

  @Test(
    "A text parameter is inserted into captions in each language",
    arguments: [(Language.ru, "Плательщик: имя", "Плательщик"), (.en, "Payer: name", "Payer")])
  func insertsTextParameter(language: Language, inBraces: String, whole: String) throws {
    let operation = try Self.operation(of: try Sets.catalog(Self.twice))
    #expect(operation.atoms[1].caption?[language] == inBraces)
    #expect(operation.atoms[2].caption?[language] == whole)
  }

  @Test("A text parameter of a fragment can read values of the operation") func textParameterReadsOperationValues()
    throws
  {
    let files = [
      "operations/pay.yaml": Self.operation(
        "{include: party, as: payer, with: {caption: {ru: \"Имя для {$own}\", en: \"Name for {$own}\"}}}"),
      "fragments/party.yaml":
        "parameters: {caption: text}\natoms:\n  - {textInput: own, caption: $caption, optional: true}\n",
    ]
    let operation = try Self.operation(of: try Sets.catalog(files))
    let states = try Self.states(operation, ["own": "me", "payerOwn": "other"])
    #expect(states["payerOwn"]?["caption"] == "Name for me")
  }

  @Test("Nested fragments join their prefixes") func nestedFragmentsJoinPrefixes() throws {
    let files = [
      "operations/pay.yaml": Self.operation("{include: party, as: payer, with: {title: {ru: Т, en: T}}}"),
      "fragments/party.yaml": """
      parameters: {title: text}
      atoms:
        - {textInput: name, caption: $title, optional: true}
        - {include: bank, as: bank, with: {title: $title}}
        - {text: told, caption: {ru: Да, en: Yes}, showIf: "$bankBic != nil"}

      """,
      "fragments/bank.yaml": """
      parameters: {title: text}
      atoms:
        - {textInput: bic, caption: $title, optional: true, showIf: "$name != nil AND $own != nil"}

      """,
    ]
    let operation = try Self.operation(of: try Sets.catalog(files))
    #expect(operation.atoms.map(\.id) == ["own", "payerName", "payerBankBic", "payerTold"])
    let states = try Self.states(operation, ["own": "A", "payerName": "B", "payerBankBic": "C"])
    #expect(states["payerBankBic"]?["shown"] == true)
    #expect(states["payerTold"]?["shown"] == true)
    #expect(operation.atoms[2].caption?[.en] == "T")
  }

  @Test("Items of a repeat in a prefixed fragment keep their ids and read them first") func repeatItemsKeepIDs() throws
  {
    let files = [
      "operations/pay.yaml": Self.operation("{include: lines, as: payer}"),
      "fragments/lines.yaml": """
      atoms:
        - {textInput: amount, caption: {ru: С, en: A}, type: number, optional: true}
        - repeat: lines
          caption: {ru: С, en: L}
          max: 3
          atoms:
            - {textInput: amount, caption: {ru: С, en: A}, type: number, check: "$amount < 10"}
        - {textInput: total, caption: {ru: В, en: T}, type: number, optional: true, value: "$lines.@sum.amount + $amount"}

      """,
    ]
    let operation = try Self.operation(of: try Sets.catalog(files))
    #expect(operation.atoms.map(\.id) == ["own", "payerAmount", "payerLines", "amount", "payerTotal"])
    let states = try Self.states(
      operation, ["own": "A", "payerAmount": 50, "payerLines": [["amount": 3], ["amount": 20]]])
    #expect(states["payerTotal"]?["value"] == "73")
    #expect(states["payerLines[0].amount"]?["error"] == .null)
    #expect(states["payerLines[1].amount"]?["error"]?["code"] == "check")
  }

  @Test("Options, numbers, dates and texts are passed as fragment parameters") func passesParametersOfEachType() throws
  {
    let files = [
      "operations/pay.yaml": Self.operation(
        "{include: choice, as: a, with: {all: {RU: {ru: Россия, en: Russia}, DE: {ru: Германия, en: Germany}}, least: 3, day: 2026-01-31, ever: 'A'}}",
        "{include: choice, as: b, with: {all: $all, least: 0.5}}".replacing(
          "$all", with: "[{value: KZ, caption: {ru: К, en: K}}]")),
      "fragments/choice.yaml": """
      parameters: {all: options, least: number, day: {type: date, default: 2026-02-28}, ever: {type: text, default: B}}
      atoms:
        - {enum: country, caption: {ru: С, en: C}, options: $all, optional: true}
        - {textInput: sum, caption: {ru: С, en: S}, type: number, min: $least, optional: true}
        - {dateInput: until, caption: {ru: До, en: Until}, optional: true, max: $day, default: $day}
        - {text: told, caption: {ru: "{$least}", en: "from {$least}"}, showIf: "$ever == 'A' AND $sum > $least + 1"}

      """,
    ]
    #expect(Sets.findings(files) == "")
    let operation = try Self.operation(of: try Sets.catalog(files))
    let states = try Self.states(
      operation, ["own": "x", "aCountry": "DE", "bCountry": "DE", "aSum": 2, "bSum": 2, "aUntil": "2026-02-01"])
    #expect(states["aCountry"]?["error"] == .null && states["bCountry"]?["error"]?["code"] == "option")
    #expect(states["aSum"]?["error"]?["code"] == "min" && states["bSum"]?["error"] == .null)
    #expect(states["aUntil"]?["error"]?["code"] == "max" && states["bUntil"]?["value"] == "2026-02-28")
    #expect(try Self.states(operation, ["own": "x", "aSum": 5, "bSum": 5])["aTold"]?["shown"] == true)
    #expect(try Self.states(operation, ["own": "x", "aSum": 5, "bSum": 5])["bTold"]?["shown"] == false)
    #expect(operation.atoms[4].caption?[.en] == "from 3")
  }

  @Test(
    "An include with invalid parameters or an invalid prefix is a fault at its line",
    arguments: [
      (
        "{include: party}",
        "operations/pay.yaml:5:15: error: the fragment `party` also requires `with: {caption: ...}`, a text (fragments/party.yaml:2:3)"
      ),
      (
        "{include: party, with: {caption: A, captoin: B}}",
        "operations/pay.yaml:5:41: error: unknown parameter `captoin` of the fragment `party`, did you mean `caption`? (fragments/party.yaml:2:3)"
      ),
      (
        "{include: party, with: {captoin: A}}",
        "operations/pay.yaml:5:29: error: unknown parameter `captoin` of the fragment `party`, did you mean `caption`? (fragments/party.yaml:2:3)"
      ),
      (
        "{include: party, with: {caption: A, most: much}}",
        "operations/pay.yaml:5:47: error: `most` takes a number, not `much` (fragments/party.yaml:4:3)"
      ),
      (
        "{include: party, with: {caption: A, most: $own}}",
        "operations/pay.yaml:5:47: error: `most` takes a number, not `$own`; the value must be known when the file is loaded and cannot depend on a person's values (fragments/party.yaml:4:3)"
      ),
      (
        "{include: party, with: {caption: A, needed: yes}}",
        "operations/pay.yaml:5:49: error: `needed` takes true or false, not `yes` (fragments/party.yaml:3:3)"
      ),
      (
        "{include: party, with: {caption: [A]}}",
        "operations/pay.yaml:5:38: error: `caption` takes a text or {ru: ..., en: ...}, not a list (fragments/party.yaml:2:3)"
      ),
      (
        "{include: party, with: [caption]}",
        "operations/pay.yaml:5:28: error: `with` takes {parameter: value}, not a list"
      ),
      (
        "{include: party, as: 1st, with: {caption: A}}",
        "operations/pay.yaml:5:26: error: `as` takes the prefix of the fragment's names: at most 64 Latin letters, digits and _, not beginning with a digit"
      ),
      (
        "{include: party, with: {caption: A, most: 100000000}}",
        "operations/pay.yaml:5:47: error: `maxLength` takes a whole number from 1 to 100000"
      ),
    ])
  func rejectsInvalidInclude(line: String, fault: String) {
    let found = Sets.findings([
      "operations/pay.yaml": Self.operation(line), "fragments/party.yaml": Self.party,
    ])
    #expect(found.hasPrefix(fault), "\(found)")
  }

  @Test(
    "Faulty and unused parameter declarations of a fragment are reported at their place",
    arguments: [
      (
        "parameters: {caption: txt}\natoms: [{text: a}]\n",
        "fragments/party.yaml:1:23: error: the type of a parameter is one of text, number, boolean, date, options, word, did you mean `text`?, or {type: ..., default: ...}"
      ),
      (
        "parameters: {caption: {type: number, default: a}}\natoms: [{text: a}]\n",
        "fragments/party.yaml:1:47: error: `default` of `caption` takes a number, not `a`"
      ),
      (
        "parameters: {caption: {type: text, default: \"{$a}\"}}\natoms: [{text: a}]\n",
        "fragments/party.yaml:1:45: error: `default` of a parameter must not contain placeholders"
      ),
      (
        "parameters: [a]\natoms: [{text: a}]\n",
        "fragments/party.yaml:1:13: error: `parameters` takes {name: type}, not a list"
      ),
      (
        "parameters: {a: {type: text, default: b}}\natoms: [{textInput: a, caption: $a}]\n",
        "fragments/party.yaml:2:21: error: `a` is already a parameter of this fragment"
      ),
      (
        "parameters: {a: {type: text, default: {ru: б, en: b}}}\natoms: [{toggle: c, showIf: \"$a == 'b'\"}]\n",
        "fragments/party.yaml:2:30: error: `$a` is a text with placeholders or in several languages: only texts take it, whole or in braces"
      ),
      (
        "parameters: {a: {type: text, default: b}}\natoms: [{toggle: c, caption: {ru: с, en: c}, optional: true}]\n",
        "fragments/party.yaml:1:14: warning: the parameter `a` is unused"
      ),
    ])
  func reportsParameterFindings(text: String, fault: String) {
    let found = Sets.findings([
      "operations/pay.yaml": Self.operation("{include: party, as: p}"), "fragments/party.yaml": text,
    ])
    #expect(found.hasPrefix(fault), "\(found)")
  }

  @Test("A fault in a prefixed fragment uses the names written in the file") func prefixedFaultUsesWrittenNames() {
    let found = Sets.findings([
      "operations/pay.yaml": Self.operation("{include: party, as: payer}"),
      "fragments/party.yaml": Sets.fragment(["{textInput: name}", "{text: t, showIf: \"$nam == nil\"}"]),
    ])
    #expect(
      found == """
        fragments/party.yaml:3:24: error: unknown variable `$nam`, did you mean `$name`?
            - {text: t, showIf: "$nam == nil"}
                                 ^
          included from operations/pay.yaml:5:15
        """)
  }

  @Test("A changed parameter default creates another version that compiles from its source")
  func parameterDefaultChangesVersion() throws {
    var changed = Self.twice
    changed["fragments/party.yaml"] = Self.party.replacing("default: 40", with: "default: 41")
    let (old, new) = (try Sets.catalog(Self.twice), try Sets.catalog(changed))
    #expect(old["pay"]?.version != new["pay"]?.version)
    let source = try #require(old.source(of: "pay"))
    #expect(source.fragments.map(\.name) == ["fragments/party.yaml"])
    let again = try #require(OperationSource(json: source.json))
    let compiled = try again.compiled(as: source.version, with: Vocabulary())
    #expect(compiled.atoms.map(\.id) == old["pay"]?.atoms.map(\.id))
  }
}

/// An environment without facts or answers.
private struct NoSurroundings: Environment {
  let today = "2026-11-24"
  func fact(_ name: String) -> Value { .null }
  func answer(of lookup: String, for key: Value) -> LookupAnswer { .empty }
}
