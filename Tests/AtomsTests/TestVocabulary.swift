import Dates
import Texts
import Atoms
import Conditions
import JSON

/// The vocabulary of the case files.
enum TestVocabulary {
  /// The vocabulary, including queries of a bank system: lookups, a fact, searches and
  /// a verification.
  static let vocabulary: Vocabulary = {
    var words = own
    let (person, rate) = (TestQuery("person"), TestQuery("rate"))
    words.lookups["person"] = Lookup("person", fields: [Field("name", .text), Field("next", .text)], query: person)
    words.lookups["rate"] = Lookup(
      "rate", and: [Field("on", .date)], fields: [Field("value", .number), Field("fixed", .boolean)], query: rate)
    words.lookups["index"] = Lookup(
      "index", fields: [Field("value", .number)], query: TestQuery("index", canBeEmpty: false))
    words.facts["loans"] = .list(
      .record([Field("value", .text), Field("caption", .text), Field("monthly", .number)]))
    words.factQueries["loans"] = TestQuery("loans")
    words.searches["people"] = Search(
      "people",
      finding: Lookup(
        "people", fields: [Field("value", .text), Field("caption", .text), Field("city", .text)],
        query: TestQuery("one")),
      pages: TestQuery("people"))
    let branch = [
      Field("value", .text), Field("caption", .text), Field("city", .text), Field("cash", .boolean),
      Field("currency", .text),
    ]
    words.searches["branches"] = Search(
      "branches", finding: Lookup("branches", and: [Field("city", .text)], fields: branch, query: TestQuery("branch")),
      pages: TestQuery("branches"))
    words.searches["offices"] = Search(
      "offices", finding: Lookup("offices", and: [Field("city", .text)], fields: branch, query: TestQuery("office")),
      pages: TestQuery("offices"), comparing: ["city"])
    words.searches["places"] = Search(
      "places", finding: words.lookups["bank"] ?? Lookup("bank", fields: []), caption: "name")
    words.factForms["accounts"] = ["currency": .notation(.currency, mayBeEmpty: false)]
    words.factForms["loans"] = ["caption": .notation(.word(among: ["car", "house"]), mayBeEmpty: true)]
    words.consentDocuments = documents
    words.today = CivilDate("2026-11-20")
    words.verifications["isListed"] = Verification(
      "isListed", [.text], asking: TestQuery("isListed"), reasons: ["OLD": LocalizedText(ru: "Старый", en: "Too old")])
    return words
  }()

  private static let documents: [String: ConsentDocument] = {
    let text = Array("# Terms\n\nThe **whole** text.".utf8)
    let terms = try? ConsentDocument(markdown: text, name: "terms.md", path: "terms.md", sha256: "5e1f")
    let rules = ConsentDocument(pdf: Array("%PDF-1.7".utf8), name: "rules.pdf", sha256: "9abc")
    return Dictionary(uniqueKeysWithValues: [terms, rules].compactMap(\.self).map { ($0.name, $0) })
  }()

  private static let own = Vocabulary(
    verifications: [
      Verification("isEven", [.text]) { arguments in
        guard let digit = arguments[0].string?.utf8.last else { return nil }
        return digit % 2 == 0 ? nil : Verification.Reason(LocalizedText(ru: "Нечётное", en: "Odd"))
      },
      Verification("isTidy", [.text], isAdvisory: true) { arguments in
        let text = arguments[0].string ?? ""
        if text.contains("!") { return Verification.Reason(LocalizedText(ru: "Крик", en: "Shouting")) }
        return text.contains("?")
          ? Verification.Reason(LocalizedText(ru: "Вопрос", en: "A question"), isAdvice: true) : nil
      },
      Verification("isCode", [.text], form: code) { arguments in
        code.normalize(arguments[0].string ?? "").text.utf8.count == 4
          ? nil : Verification.Reason(LocalizedText(ru: "Не код", en: "No code"))
      },
      Verification("isTag", [.text], lengths: [[6, 8]]) { arguments in
        [6, 8].contains(arguments[0].string?.unicodeScalars.count)
          ? nil : Verification.Reason(LocalizedText(ru: "Не метка", en: "No tag"))
      },
      Verification("isLong", [.text], lengths: [[20]]) { arguments in
        arguments[0].string?.unicodeScalars.count == 20
          ? nil : Verification.Reason(LocalizedText(ru: "Коротко", en: "Too short"))
      },
      Verification("hasWords", [.text], hasLetters: true) { arguments in
        arguments[0].string?.contains(where: \.isLetter) == true
          ? nil : Verification.Reason(LocalizedText(ru: "Без слов", en: "No words"))
      },
      Verification("isPair", [.text, .text], lengths: [[20], [9]]) { arguments in
        arguments[0].string == arguments[1].string
          ? Verification.Reason(LocalizedText(ru: "Одинаковы", en: "Equal")) : nil
      },
      Verification("endsAs", [.text, .text]) { arguments in
        let (text, end) = (arguments[0].string ?? "", arguments[1].string ?? "")
        return text.hasSuffix(end)
          ? nil
          : Verification.Reason(LocalizedText(ru: "Не то окончание", en: "Wrong end"), params: [("end", .string(end))])
      },
    ],
    lookups: [
      Lookup("bank", fields: [Field("name", .text), Field("place", .text)]),
      Lookup(
        "company",
        fields: [
          Field("name", .text), Field("fee", .number), Field("since", .date), Field("staff", .integer),
          Field(
            "branches",
            .list(.record([Field("value", .text), Field("caption", .text), Field("city", .text)]))),
          Field(
            "code",
            .record([
              Field("length", .integer), Field("pattern", .text), Field("mask", .text), Field("keyboard", .text),
              Field("hint", .record([Field("ru", .text), Field("en", .text)])),
              Field("caption", .record([Field("ru", .text), Field("en", .text)])),
            ])),
        ]),
    ],
    facts: [
      "accounts": .list(
        .record([
          Field("value", .text), Field("caption", .text), Field("currency", .text), Field("balance", .number),
          Field("isOwner", .boolean), Field("disabled", .boolean),
        ])),
      "meters": .list(
        .record([
          Field("house", .text), Field("number", .text), Field("name", .text), Field("before", .number),
          Field("tariff", .number), Field("usual", .number), Field("digits", .list(.record([Field("at", .integer)]))),
        ])),
      "user": .record([Field("name", .text), Field("bonuses", .integer)]),
    ],
    effects: [
      "payment": EffectShape([
        EffectShape.Input("amount", kind: "textInput", content: "amount", currency: "RUB"),
        EffectShape.Input("note", kind: "textInput", required: false),
      ]),
      "switch": EffectShape([EffectShape.Input("state", kind: "enum", options: ["on", "off"])]),
      "secret": secret, "session": session,
      "coded": EffectShape([], signs: ["code"]),
      "term": EffectShape(["months", "days", "years", "price"].map { EffectShape.Input($0, type: .integer) }),
    ],
    normalizations: [
      Normalization("plain") { text in
        let places = text.unicodeScalars.enumerated().filter { $0.element == "«" || $0.element == "\u{A0}" }
        let changes = places.map {
          Normalization.Change($0.element, to: $0.element == "«" ? "\"" : " ", position: $0.offset + 1)
        }
        return (
          String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "«" ? "\"" : $0 == "\u{A0}" ? " " : $0 })),
          changes
        )
      }
    ])

  /// The form of a code: four characters in upper case without white space. Other texts are
  /// unchanged.
  private static let code = Normalization("") { text in
    let places = text.unicodeScalars.enumerated().filter {
      $0.element.properties.isWhitespace || $0.element.properties.isLowercase
    }
    let form = text.filter { !$0.isWhitespace }.uppercased()
    if form.utf8.count != 4 { return (text, []) }
    return (
      form,
      places.map {
        let capital = $0.element.properties.uppercaseMapping.unicodeScalars.first
        return Normalization.Change(
          $0.element, to: $0.element.properties.isWhitespace ? nil : capital, position: $0.offset + 1)
      }
    )
  }

  private static let secret: EffectShape = {
    var shape = EffectShape([EffectShape.Input("word", kind: "textInput", content: "password")])
    shape.readsSecrets = true
    return shape
  }()

  private static let session: EffectShape = {
    var shape = secret
    shape.opensSession = true
    return shape
  }()
}

/// A query of a bank system.
final class TestQuery: SystemQuery {
  let name: String
  let system = "crm"
  let digest = ""
  let canBeEmpty: Bool

  init(_ name: String, canBeEmpty: Bool = true) { (self.name, self.canBeEmpty) = (name, canBeEmpty) }
}

/// The environment of one case, with answers and facts from the case file.
struct TestSurroundings: Environment {
  var facts: Object
  var answers: Object
  var today = "2026-04-01"

  func fact(_ name: String) -> Value { facts[name] ?? .null }

  /// On 29 March 2026 the clock goes forward from 2 to 3 o'clock.
  func shows(_ minutes: Int, on day: CivilDate) -> Bool {
    !(120..<180).contains(minutes) || day != CivilDate("2026-03-29")
  }

  func answer(of lookup: String, for key: Value) -> LookupAnswer { answer(under: key.plainText) }

  /// Returns the answer with the name and the arguments of the query as its key:
  /// `rate USD 2026-01-01`.
  func answer(to query: any SystemQuery, _ arguments: [Value], _ terms: LookupTerms) -> LookupAnswer {
    answer(under: ([query.name] + arguments.map(\.plainText)).joined(separator: " "))
  }

  private func answer(under name: String) -> LookupAnswer {
    switch answers[name] {
    case nil: .empty
    case .string("fails"): .unavailable
    case .string("waits"): .pending
    case let found?: .found(found)
    }
  }
}
