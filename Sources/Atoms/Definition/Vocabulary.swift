package import Conditions
package import Dates
package import Texts
import SourceText
package import JSON

/// The names that definitions can use in addition to their own atoms. The application defines them,
/// so that `Atoms` does not depend on banking.
package struct Vocabulary: Sendable {
  /// The functions that conditions can call, by name.
  package var verifications: [String: Verification]
  /// The directories for lookups of an input's value, by name.
  package var lookups: [String: Lookup]
  /// The types of the facts about the caller, by name, such as `accounts` and `user`.
  package var facts: [String: ValueType]
  /// The forms of fields of facts, by the names of fact and field, for warnings about literals.
  package var factForms: [String: [String: ValueForm]] = [:]
  /// The queries for facts that bank systems provide, by the name of the fact.
  package var factQueries: [String: any SystemQuery] = [:]
  /// The lists that people can search for an option, by name.
  package var searches: [String: Search] = [:]
  /// The effects of submissions, by name.
  package var effects: [String: EffectShape]
  /// The effects named `document` that bank systems execute, by the name of the system.
  package var documents: [String: EffectShape] = [:]
  /// A date that is not after today, for warnings about limits in the past; nil disables these
  /// warnings.
  package var today: CivilDate?
  /// The tables of the definitions, by name.
  package var tables: [String: DataTable] = [:]
  /// The documents that consents can name, by file name.
  package var consentDocuments: [String: ConsentDocument] = [:]
  /// The pictures of the definition set; nil if they are unknown.
  package var pictures: Pictures?
  /// The numbers of the operation that is being compiled whose digits are shown without groups, by
  /// id.
  package var ungrouped: Set<String> = []
  /// The fields of the record that the texts being compiled read as bare words, such as the row of
  /// a list; empty for other definitions.
  package var row: [Field] = []
  /// The names in `define` of the operation that is being compiled.
  var definedNames: Set<String> = []
  /// The text normalizations for `normalize`, by name.
  var normalizations: [String: Normalization]

  /// Creates a vocabulary. Names must be unique in each list.
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

/// A named function over values that returns the reason why they are invalid.
package struct Verification: Sendable {
  package struct Reason: Sendable {
    /// The sentence for the person.
    package let message: LocalizedText
    /// The evidence, such as the invalid character.
    package let params: [(name: String, value: Value)]
    /// True if the finding is only a warning, unless the check has the severity `error`.
    let isAdvice: Bool

    package init(_ message: LocalizedText, params: [(name: String, value: Value)] = [], isAdvice: Bool = false) {
      self.message = message
      self.params = params
      self.isAdvice = isAdvice
    }
  }

  /// The name in conditions, and the code of a violation.
  package let name: String
  package let parameters: [ValueType]
  enum Source: Sendable {
    /// A function that returns the reason; nil if the arguments are valid. It is never called with
    /// null.
    case computed(@Sendable ([Value]) -> Reason?)
    /// A query to a bank system that returns a record of `holds` and `code`, with the text for each
    /// code.
    case asked(any SystemQuery, [String: LocalizedText])
  }

  let source: Source
  /// True if some reasons can be warnings.
  let isAdvisory: Bool
  /// The role of a verified value, such as `account`; nil if unspecified.
  let role: Role?
  /// The normalization in which valid values are stored; nil to store them as entered.
  let form: Normalization?
  /// For each parameter, the only lengths of valid values; empty if they are not fixed.
  let lengths: [[Int]]
  /// True if each valid text has a letter.
  let hasLetters: Bool

  /// Creates a verification that is computed by `reason`.
  package init(
    _ name: String, _ parameters: [ValueType], isAdvisory: Bool = false, role: Role? = nil, form: Normalization? = nil,
    lengths: [[Int]] = [], hasLetters: Bool = false, reason: @escaping @Sendable ([Value]) -> Reason?
  ) {
    self.name = name
    self.parameters = parameters
    self.isAdvisory = isAdvisory
    self.role = role
    self.form = form
    self.lengths = lengths
    self.hasLetters = hasLetters
    source = .computed(reason)
  }

  /// Creates a verification by a bank system, with the texts for its codes.
  package init(
    _ name: String, _ parameters: [ValueType], asking query: any SystemQuery, reasons: [String: LocalizedText]
  ) {
    self.name = name
    self.parameters = parameters
    isAdvisory = false
    role = nil
    form = nil
    (lengths, hasLetters) = ([], false)
    source = .asked(query, reasons)
  }

  /// Returns the reason why the arguments are invalid; nil if they are valid, or if the
  /// verification queries a bank system.
  package func reason(_ arguments: [Value]) -> Reason? {
    if case .computed(let reason) = source { reason(arguments) } else { nil }
  }

  /// The query of a verification by a bank system; nil for any other.
  package var query: (any SystemQuery)? { if case .asked(let query, _) = source { query } else { nil } }

  /// The verification as a function for conditions. It returns true without a reason, or if an
  /// argument is null.
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

  /// Returns the reason in the answer of a bank system; nil if `holds` is true, or if no record was
  /// found.
  static func reason(in answer: LookupAnswer, _ reasons: [String: LocalizedText]) -> Reason? {
    guard case .found(let record) = answer, record["holds"] != true else { return nil }
    return Reason(record["code"]?.string.flatMap { reasons[$0] } ?? Self.unexplained)
  }

  /// The reason for a code without text.
  private static let unexplained = LocalizedText(
    ru: "Значение не прошло проверку", en: "The value did not pass the check")
}

/// The declaration of a directory: the types of its keys and the fields of its answers.
package struct Lookup: Sendable {
  package let name: String
  /// The type of the first key, which is the value of the atom.
  package let key: ValueType
  /// The additional keys, which the atom's definition provides by name.
  let others: [Field]
  package let fields: [Field]
  /// The query; nil unless a bank system answers.
  package let query: (any SystemQuery)?
  /// The table; nil unless a table of the definitions answers.
  package let table: DataTable?

  package init(
    _ name: String, key: ValueType = .text, and others: [Field] = [], fields: [Field],
    query: (any SystemQuery)? = nil, table: DataTable? = nil
  ) {
    (self.name, self.key, self.others) = (name, key, others)
    (self.fields, self.query, self.table) = (fields, query, table)
  }
}

/// A list that people search for an option, with the lookup of an option by its value.
package struct Search: Sendable {
  package let name: String
  /// The lookup of an option by its value.
  package let lookup: Lookup
  /// The field with the caption of an option.
  let caption: String
  /// True if people know an option by its value, such as a bank by its BIC. They can enter the
  /// value instead of choosing, and the signer sees the value with the caption.
  let isKnownByValue: Bool
  /// The fact that contains the options; nil if the lookup has another source.
  package let fact: String?
  /// The query for pages of options; nil unless a bank system answers.
  package let pages: (any SystemQuery)?
  /// The default properties of a search of this list.
  let implied: Implied?
  /// The names of the keys that `lookup` does not send. The record of a chosen option must have
  /// equal fields.
  let comparedKeys: [String]

  /// The keys in addition to the typed text, which an atom provides by `with`.
  package var keys: [Field] { lookup.others }

  /// True if an atom can select options by `filter`: the list returns whole records.
  var takesFilter: Bool { pages != nil || fact != nil || lookup.table != nil }

  /// Default properties of a search: a caption, a hint, and an alternative input for the value.
  package struct Implied: Sendable {
    let caption: LocalizedText
    let hint: LocalizedText
    /// The number of digits of the value, for the input that clients without searches draw.
    let digits: Int

    package init(caption: LocalizedText, hint: LocalizedText, digits: Int) {
      (self.caption, self.hint, self.digits) = (caption, hint, digits)
    }
  }

  /// Creates a list whose options `lookup` finds by value.
  package init(
    _ name: String, finding lookup: Lookup, caption: String = "caption", isKnownByValue: Bool = false,
    fact: String? = nil, pages: (any SystemQuery)? = nil, implying implied: Implied? = nil,
    comparing comparedKeys: [String] = []
  ) {
    (self.name, self.lookup, self.caption, self.isKnownByValue) = (name, lookup, caption, isKnownByValue)
    (self.fact, self.pages, self.implied) = (fact, pages, implied)
    self.comparedKeys = comparedKeys
  }
}

extension Vocabulary {
  /// Returns the list with this name from `searches`, a table with one key, or a fact that is a
  /// list of options; nil if absent.
  func search(_ name: String) -> Search? {
    if let search = searches[name] ?? tables[name]?.search { return search }
    guard case .list(.record(let fields)) = facts[name], fields.contains(Field("value", .text)),
      fields.contains(where: { $0.name == "caption" })
    else { return nil }
    return Search(name, finding: Lookup(name, fields: fields), fact: name)
  }

  /// Returns the default properties that the list of a search implies, as entries of its
  /// definition; empty for other atoms.
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

  package var searchNames: [String] {
    Set(searches.keys).union(facts.keys.filter { search($0) != nil }).union(tables.keys.filter { search($0) != nil })
      .sorted()
  }
}

/// The requirements of an effect: the inputs that it reads and its signing methods.
package struct EffectShape: Sendable {
  /// An input that the effect reads.
  package struct Input: Sendable {
    package let id: String
    package let kind: String
    /// The `type` of a text input; nil for any.
    package let content: String?
    /// The currency of an amount; nil for any.
    package let currency: String?
    /// The values that the options may have; nil for any.
    package let options: [String]?
    /// True if every submission must contain the input.
    package let required: Bool
    /// The type of the value of an atom of any kind; nil to check `kind` instead.
    package let type: ValueType?

    /// Creates an input. `content` applies to text inputs, `currency` to amounts.
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

    /// Creates an input of any kind with values of `type`.
    package init(_ id: String, type: ValueType, required: Bool = true) {
      (self.id, self.type, self.required) = (id, type, required)
      (kind, content, currency, options) = ("", nil, nil, nil)
    }
  }

  package let inputs: [Input]
  /// The accepted signing methods; nil if the effect accepts any method or no signature.
  package let signs: [String]?
  /// True if the effect reads passwords or codes. Its submissions cannot be signed, because secrets
  /// are never stored.
  package var readsSecrets = false
  /// True if the effect opens a session for an unauthenticated caller and creates no submission.
  package var opensSession = false
  /// The retention of its submissions if the operation has no `keep`.
  var keeping = RetentionRule.document
  /// The declaration of the bank system that executes the effect; nil for an effect of the server.
  package var declared: (any SystemQuery)?
  var pays: Bool { inputs.contains { $0.content == "amount" } }

  package init(_ inputs: [Input], signs: [String]? = nil, keeping: RetentionRule = .document) {
    self.inputs = inputs
    self.signs = signs
    self.keeping = keeping
  }
}
