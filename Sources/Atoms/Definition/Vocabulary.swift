package import Conditions
package import Dates
package import Texts
import SourceText
package import JSON

/// The names that definitions may use beside their own atoms. They come from outside, so that the engine knows no
/// banking.
///
///     let isEven = Verification("isEven", [.integer]) { arguments in
///       (arguments[0].integer ?? 0) % 2 == 0 ? nil : Verification.Reason(LocalizedText(ru: "Нечётное", en: "Odd"))
///     }
///     let bank = Lookup("bank", fields: [Field("name", .text)])
///     let vocabulary = Vocabulary(verifications: [isEven], lookups: [bank])
package struct Vocabulary: Sendable {
  /// The functions that `check` and conditions may call, by name.
  package var verifications: [String: Verification]
  /// The directories in which an input's value can be looked up, by name.
  package var lookups: [String: Lookup]
  /// The types of the facts about the caller, by name, such as `accounts` and `user`.
  package var facts: [String: ValueType]
  /// The queries of the facts that systems of the bank know, by the facts' names.
  package var factQueries: [String: any SystemQuery] = [:]
  /// The lists that people may search for an option, by name.
  package var searches: [String: Search] = [:]
  /// The effects that submissions may have, by name.
  package var effects: [String: EffectShape]
  /// The effects named `document` that systems of the bank carry out, by the systems' names.
  package var documents: [String: EffectShape] = [:]
  /// A day that is certainly not after today, for limits that have passed; nil if nothing is to be said of such.
  package var today: CivilDate?
  /// The tables of authors, by name.
  package var tables: [String: DataTable] = [:]
  /// The names in `define` of the operation that is compiled.
  var definedNames: Set<String> = []
  /// The ways to write a text that `normalize` may name, by name.
  package var normalizations: [String: Normalization]

  /// Creates a vocabulary; names must be unique in each list.
  package init(
    verifications: [Verification] = [], lookups: [Lookup] = [], facts: [String: ValueType] = [:],
    effects: [String: EffectShape] = [:], normalizations: [Normalization] = []
  ) {
    self.verifications = Dictionary(uniqueKeysWithValues: verifications.map { ($0.name, $0) })
    self.lookups = Dictionary(uniqueKeysWithValues: lookups.map { ($0.name, $0) })
    self.facts = facts
    self.effects = effects
    self.normalizations = Dictionary(uniqueKeysWithValues: normalizations.map { ($0.name, $0) })
  }
}

/// A named function over values that returns the reason why they are wrong.
///
///     let even = Verification("isEven", [.text]) { arguments in
///       guard let digit = arguments[0].string?.utf8.last, digit % 2 == 1 else { return nil }
///       return Verification.Reason(LocalizedText(ru: "Нечётное число", en: "An odd number"))
///     }
///     let reason = even.reason(["13"])?.message[.en]  // "An odd number"; nil for "12"
package struct Verification: Sendable {
  /// The finding of a verification.
  package struct Reason: Sendable {
    /// The sentence for the person.
    package let message: LocalizedText
    /// The evidence, such as the offending character.
    package let params: [(name: String, value: Value)]
    /// True if the finding is too uncertain to refuse the value, unless a check has the severity `error`.
    package let isAdvice: Bool

    /// Creates a reason with its evidence.
    package init(_ message: LocalizedText, params: [(name: String, value: Value)] = [], isAdvice: Bool = false) {
      self.message = message
      self.params = params
      self.isAdvice = isAdvice
    }
  }

  /// The name in conditions, and the code of a violation.
  package let name: String
  /// The types of the arguments.
  package let parameters: [ValueType]
  /// The way to the reason why arguments are wrong.
  package enum Source: Sendable {
    /// Returns the reason at once; nil if the arguments are right. Its caller passes no null.
    case computed(@Sendable ([Value]) -> Reason?)
    /// A system of the bank tells it, as a record of `holds` and `code`; the reasons are those of the codes.
    case asked(any SystemQuery, [String: LocalizedText])
  }

  /// The source of the reasons.
  package let source: Source
  /// True if some reasons may be advice.
  let isAdvisory: Bool
  /// The role of a value that it verifies, such as `account`; nil if it tells none.
  let role: Role?
  /// The form in which right values are kept, whatever else people type; nil if they are kept as typed.
  let form: Normalization?

  /// Creates a verification.
  package init(
    _ name: String, _ parameters: [ValueType], isAdvisory: Bool = false, role: Role? = nil, form: Normalization? = nil,
    reason: @escaping @Sendable ([Value]) -> Reason?
  ) {
    self.name = name
    self.parameters = parameters
    self.isAdvisory = isAdvisory
    self.role = role
    self.form = form
    source = .computed(reason)
  }

  /// Creates a verification that a system of the bank makes, with the texts for its codes.
  package init(
    _ name: String, _ parameters: [ValueType], asking query: any SystemQuery, reasons: [String: LocalizedText]
  ) {
    self.name = name
    self.parameters = parameters
    isAdvisory = false
    role = nil
    form = nil
    source = .asked(query, reasons)
  }

  /// Returns the reason why arguments are wrong; nil if they are right, or if only a system of the bank can tell.
  package func reason(_ arguments: [Value]) -> Reason? {
    if case .computed(let reason) = source { reason(arguments) } else { nil }
  }

  /// The query of a verification that a system of the bank makes; nil for any other.
  package var query: (any SystemQuery)? { if case .asked(let query, _) = source { query } else { nil } }

  /// The verification as a function of conditions: true if it finds nothing, or if an argument is still null.
  var function: Function {
    let source = source
    return Function(name: name, parameters: parameters, result: .boolean) { arguments throws(EvaluationError) in
      if arguments.contains(where: \.isNull) { return true }
      switch source {
      case .computed(let reason): return .bool(reason(arguments) == nil)
      case .asked(let query, let reasons):
        let answer = LookupAnswer.found(try CurrentSurroundings.answer(to: query, arguments))
        return .bool(Self.reason(in: answer, reasons) == nil)
      }
    }
  }

  /// Returns the reason in the answer of a system of the bank; nil if it holds, or if there is no answer.
  static func reason(in answer: LookupAnswer, _ reasons: [String: LocalizedText]) -> Reason? {
    guard case .found(let record) = answer, record["holds"] != true else { return nil }
    return Reason(record["code"]?.string.flatMap { reasons[$0] } ?? Self.unexplained)
  }

  /// The reason of a refusal whose code has no text.
  private static let unexplained = LocalizedText(
    ru: "Значение не прошло проверку", en: "The value did not pass the check")
}

/// The shape of a directory: the type of its keys and the fields of its answers.
///
///     let banks = Lookup("bank", fields: [Field("name", .text), Field("closed", .boolean)])
///     let rates = Lookup("rate", and: [Field("on", .date)], fields: [Field("value", .number)], query: RateQuery())
package struct Lookup: Sendable {
  /// The name in definitions.
  package let name: String
  /// The type of the key that is the value of the atom.
  package let key: ValueType
  /// The further keys, which the atom's line gives by name.
  package let others: [Field]
  /// The fields of an answer.
  package let fields: [Field]
  /// The query, if a system of the bank answers; nil for a directory of the server itself.
  package let query: (any SystemQuery)?
  /// The table, if one of an author answers.
  package let table: DataTable?

  /// Creates the shape of a directory.
  package init(
    _ name: String, key: ValueType = .text, and others: [Field] = [], fields: [Field],
    query: (any SystemQuery)? = nil, table: DataTable? = nil
  ) {
    (self.name, self.key, self.others) = (name, key, others)
    (self.fields, self.query, self.table) = (fields, query, table)
  }
}

/// A list that people search for an option: the way to find an option again, and the way to the options of a text.
///
///     let banks = Search("banks", finding: bank, caption: "name")
package struct Search: Sendable {
  /// The name in definitions.
  package let name: String
  /// The lookup that finds an option by its value.
  package let lookup: Lookup
  /// The field of the option that people read.
  package let caption: String
  /// True if people know an option by its value too, such as a bank by its BIC: they may type it instead of choosing, and
  /// who signs is shown both.
  package let isKnownByValue: Bool
  /// The fact whose elements are the options; nil if the lookup has a source of its own.
  package let fact: String?
  /// The query for pages of options, if a system of the bank answers; nil for a list of the server itself.
  package let pages: (any SystemQuery)?
  /// The properties that a search of the list has unless its line gives others.
  package let implied: Implied?

  /// The properties of a search that its list implies: what people call its value, and how they may type it instead.
  package struct Implied: Sendable {
    /// The caption.
    package let caption: LocalizedText
    /// The hint.
    package let hint: LocalizedText
    /// The count of digits of the value, which a client that cannot draw a search lets people type.
    package let digits: Int

    /// Creates the properties.
    package init(caption: LocalizedText, hint: LocalizedText, digits: Int) {
      (self.caption, self.hint, self.digits) = (caption, hint, digits)
    }
  }

  /// Creates a list whose options `lookup` finds.
  package init(
    _ name: String, finding lookup: Lookup, caption: String = "caption", isKnownByValue: Bool = false,
    fact: String? = nil, pages: (any SystemQuery)? = nil, implying implied: Implied? = nil
  ) {
    (self.name, self.lookup, self.caption, self.isKnownByValue) = (name, lookup, caption, isKnownByValue)
    (self.fact, self.pages, self.implied) = (fact, pages, implied)
  }
}

extension Vocabulary {
  /// Returns the list with that name: one of `searches`, or a fact that is a list of options; nil if there is none.
  package func search(_ name: String) -> Search? {
    if let search = searches[name] { return search }
    guard case .list(.record(let fields)) = facts[name], fields.contains(Field("value", .text)),
      fields.contains(where: { $0.name == "caption" })
    else { return nil }
    return Search(name, finding: Lookup(name, fields: fields), fact: name)
  }

  /// Returns the properties that the list in a search's line implies, as if they stood on the line; none for other lines.
  func implied(by line: [SourceNode.Entry], id: String, at place: Location) -> [SourceNode.Entry] {
    guard let list = line.first(where: { $0.key.scalar == "in" })?.value.scalar, let implied = searches[list]?.implied
    else { return [] }
    func scalar(_ text: String) -> SourceNode { SourceNode(.scalar(text, quoted: true), at: place) }
    func entry(_ name: String, _ value: SourceNode) -> SourceNode.Entry { .init(key: scalar(name), value: value) }
    func text(_ text: LocalizedText) -> SourceNode {
      SourceNode(.mapping(Language.allCases.map { entry($0.rawValue, scalar(text[$0])) }), at: place)
    }
    let typed = [entry(TextInputKind.name, scalar(id)), entry("type", scalar("digits"))]
    let length = entry("length", SourceNode(.scalar("\(implied.digits)", quoted: false), at: place))
    return [
      entry("caption", text(implied.caption)), entry("hint", text(implied.hint)),
      entry("fallback", SourceNode(.mapping(typed + [length]), at: place)),
    ]
  }

  /// The names of the lists that people may search.
  package var searchNames: [String] { Set(searches.keys).union(facts.keys.filter { search($0) != nil }).sorted() }
}

/// The demands of an effect on an operation: the inputs that it reads, and the ways to sign.
///
///     let amount = EffectShape.Input("amount", kind: "textInput", content: "amount", currency: "RUB")
///     let payment = EffectShape([amount], signs: ["matrix", "code"])
package struct EffectShape: Sendable {
  /// An input that the effect reads.
  package struct Input: Sendable {
    /// The atom's id.
    package let id: String
    /// The name of the atom's kind.
    package let kind: String
    /// The `type` of a text input; nil for any.
    package let content: String?
    /// The currency of an amount; nil for any.
    package let currency: String?
    /// The values that the options may have; nil for any.
    package let options: [String]?
    /// True if the operation must have the input.
    package let required: Bool
    /// The type of the value of an atom of any kind; nil if `kind` decides.
    package let type: ValueType?

    /// Creates an input; `content` applies to text inputs, `currency` to amounts.
    package init(
      _ id: String, kind: String, content: String? = nil, currency: String? = nil, options: [String]? = nil,
      required: Bool = true
    ) {
      self.id = id
      self.kind = kind
      type = nil
      self.content = content
      self.currency = currency
      self.options = options
      self.required = required
    }

    /// Creates an input that is an atom of any kind with values of that type.
    package init(_ id: String, type: ValueType, required: Bool = true) {
      (self.id, self.type, self.required) = (id, type, required)
      (kind, content, currency, options) = ("", nil, nil, nil)
    }
  }

  /// The inputs.
  package let inputs: [Input]
  /// The ways to sign; nil if the effect accepts any, and also no signature.
  package let signs: [String]?
  /// True if the effect reads passwords or codes. It cannot be signed, because they are never stored.
  package var readsSecrets = false
  /// True if the effect opens a session for an unauthenticated caller; it makes no submission.
  package var opensSession = false
  /// The retention of its submissions if the operation has no `keep`.
  package var keeping = RetentionRule.document
  /// The declaration of the system of the bank that carries it out; nil for an effect of the server itself.
  package var declared: (any SystemQuery)?
  /// True if the effect reads an amount.
  var pays: Bool { inputs.contains { $0.content == "amount" } }

  /// Creates the demands of an effect.
  package init(_ inputs: [Input], signs: [String]? = nil, keeping: RetentionRule = .document) {
    self.inputs = inputs
    self.signs = signs
    self.keeping = keeping
  }
}
