import Conditions
package import Texts
package import JSON

/// The values of a form that a search reads: its keys, and the values in its filter.
package final class SearchedForm {
  /// The inputs that a person has to fill in before the search.
  package struct Missing: Sendable {
    /// The text for the person, such as `Fill in first: City`.
    package let text: String
    /// The paths of the inputs; empty if no input is the cause.
    package let atoms: [String]
  }

  private var evaluation: Evaluation
  private let searched: SearchedAtom
  /// The keys, in the order of the list; empty if one is missing or unknown.
  package private(set) var keys: [Value] = []
  /// The inputs without which nothing is searched; nil if the keys have values.
  package private(set) var missing: Missing?
  /// True if a key or a result of the filter depends on an answer that has not arrived.
  package var isPending: Bool { unknown == .pending }
  /// True if a key or a result of the filter depends on a bank system that does not answer.
  package var isUnavailable: Bool { unknown != nil && !isPending }
  private var unknown: UnknownReason? { unknownKey ?? evaluation.doubt }
  private var unknownKey: UnknownReason?
  package var failures: [EvaluationFailure] { evaluation.failures }

  /// The maximum number of captions in a text.
  private static let maxNamed = 5

  /// Evaluates the keys with posted values.
  ///
  /// An input whose value its kind or its options refuse counts as missing, so that nothing is
  /// searched with a value that the person cannot choose.
  ///
  /// - Parameter values: The values of the form; nil if the client has sent none. The inputs that
  ///   the search reads are then missing.
  package init(_ searched: SearchedAtom, _ values: Object?, in language: Language, _ surroundings: any Environment) {
    let (operation, atom) = (searched.operation, searched.atom)
    let keys = searched.call.others
    let reads = keys.flatMap(\.reads.outer) + (atom.filter?.reads.outer ?? [])
    let inputs = operation.enteredInputs(readBy: reads)
    let choices = inputs.compactMap { operation.atoms[$0].isSearch ? operation.atoms[$0].lookup : nil }
    self.searched = searched
    evaluation = Evaluation(
      operation, values ?? Object(), reading: reads + inputs + choices, in: language, surroundings)
    let isKnown = values != nil && evaluation.openItem(at: searched.indexes, of: atom)
    guard isKnown || !atom.needsValues else {
      require(inputs)
      return
    }
    let refused = inputs.filter { !evaluation.accepts($0) }
    unknownKey = evaluation.doubt
    evaluation.learnFacts(of: atom)
    var empty: [ConditionExpression] = []
    for expression in keys {
      let (key, reason) = evaluation.key(expression, for: atom)
      unknownKey = reason?.joined(unknownKey) ?? unknownKey
      if key.isNull { empty.append(expression) }
      self.keys.append(key)
    }
    evaluation.doubt = nil
    guard unknownKey == nil, !empty.isEmpty || !refused.isEmpty else { return }
    let absent = operation.enteredInputs(readBy: empty.flatMap(\.reads.outer)).filter { evaluation.isEmpty($0) }
    require(Set(refused + absent).sorted())
  }

  /// Returns the options that pass the filter of the atom.
  package func passing(_ options: [Value]) -> [Value] { evaluation.filtered(options, for: searched.atom) }

  /// Searches nothing until these inputs have values.
  private func require(_ places: [Int]) {
    let (atoms, language) = (searched.operation.atoms, evaluation.language)
    keys = []
    let captions = places.compactMap { atoms[$0].caption?[language] }.filter { !$0.isEmpty }
    let named = captions.prefix(Self.maxNamed).joined(separator: ", ") + (captions.count > Self.maxNamed ? ", …" : "")
    let text =
      captions.isEmpty
      ? LocalizedText(ru: "Для поиска не хватает данных", en: "The data for this search is missing")
      : LocalizedText(ru: "Сначала заполните: \(named)", en: "Fill in first: \(named)")
    missing = Missing(text: text[language], atoms: places.map { searched.path(of: atoms[$0]) })
  }
}

extension SearchedAtom {
  /// Returns the path of another atom, in the same items where it is in items.
  fileprivate func path(of other: Atom) -> String {
    guard let owner = other.position.owner, let template = operation.atoms[owner].template else { return other.id }
    guard let indexes, indexes.count >= template.names.count else { return operation.path(of: other) }
    return template.prefix(Array(indexes.prefix(template.names.count))) + other.id
  }
}

extension Evaluation {
  /// Loads the item of an atom at these item indexes. Items that the evaluation does not read are
  /// not loaded.
  ///
  /// Returns false if the form has no such item.
  fileprivate mutating func openItem(at indexes: [Int]?, of atom: Atom) -> Bool {
    var templates: [ItemTemplate] = []
    var owner = atom.position.owner
    while let place = owner, let template = operation.atoms[place].template {
      templates.insert(template, at: 0)
      owner = operation.atoms[place].position.owner
    }
    guard !templates.isEmpty else { return true }
    guard let indexes, indexes.count == templates.count else { return false }
    for (template, index) in zip(templates, indexes) where plan.items[template.number].isAny {
      let items = workspace.items[template.number].items
      guard items.indices.contains(index), items[index].isKnown else { return false }
      open(index, of: template)
    }
    return true
  }

  /// Returns true if a shown input has no value.
  fileprivate func isEmpty(_ place: Int) -> Bool { input.values[place].isNull && !marks[place].contains(.hidden) }

  /// Returns true if the kind and the options of an input accept its value, or if it has none.
  ///
  /// If the options are unknown, returns false and adds the reason to `doubt`.
  fileprivate mutating func accepts(_ place: Int) -> Bool {
    let (atom, value) = (operation.atoms[place], input.values[place])
    guard let kind = atom.input, !value.isNull else { return true }
    if atom.currencyFrom == nil, kind.judge(value) != nil { return false }
    learnFacts(of: atom)
    if atom.isSearch {
      if let lookup = atom.lookup { noteDoubt(of: lookup) }
      return searchViolation(of: atom) == nil
    }
    let options = options(of: atom)
    return optionViolation(of: value, among: options, atom) == nil
  }
}
