import Essentials
import Atoms
import Conditions
import JSON

/// The vocabulary of the case files: one look-up, one list of accounts and two verifications.
enum TestVocabulary {
  static let vocabulary = Vocabulary(
    verifications: [
      Verification("isEven", [.text]) { arguments in
        guard let digit = arguments[0].string?.utf8.last else { return nil }
        return digit % 2 == 0 ? nil : Verification.Reason(LocalizedText(ru: "Нечётное", en: "Odd"))
      },
      Verification("isTidy", [.text], mayAdvise: true) { arguments in
        let text = arguments[0].string ?? ""
        if text.contains("!") { return Verification.Reason(LocalizedText(ru: "Крик", en: "Shouting")) }
        return text.contains("?")
          ? Verification.Reason(LocalizedText(ru: "Вопрос", en: "A question"), isAdvice: true) : nil
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

/// The world of one case: answers and facts from the case file.
struct TestSurroundings: Surroundings {
  var facts: Object
  var answers: Object
  var today = "2026-04-01"

  func fact(_ name: String) -> Value { facts[name] ?? .null }

  func answer(of lookup: String, for key: Value) -> Answer {
    switch answers[key.plainText] {
    case nil: .empty
    case .string("fails"): .failed
    case let found?: .found(found)
    }
  }
}
