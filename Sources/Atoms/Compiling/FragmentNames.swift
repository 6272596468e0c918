import Conditions
import Texts
import SourceText
import JSON

/// The names and constants of included fragments, by inclusion.
struct FragmentNames {
  private var aliases: [ObjectIdentifier: Aliases] = [:]
  /// The text parameters by inclusion and language. Only texts read them.
  private var texts: [ObjectIdentifier: [Language: [String: Value]]] = [:]
  /// The ids of the atoms in items, by the index of the repeat.
  private var items: [Int: Set<String>] = [:]

  /// Records the name of an atom for each enclosing inclusion, up to the file of its repeat.
  mutating func note(variable name: String, at location: Location, upTo list: SourceFile?) {
    note(name, at: location, upTo: list, \.variables)
  }

  /// Records the name of a definition or of a lookup answer for each enclosing inclusion.
  mutating func note(word name: String, at location: Location) { note(name, at: location, upTo: nil, \.names) }

  /// Records the id of an atom in the items of the repeat `owner`.
  mutating func note(item id: String, of owner: Int) { items[owner, default: []].insert(id) }

  private mutating func note(
    _ name: String, at location: Location, upTo stop: SourceFile?,
    _ kind: WritableKeyPath<Aliases, [String: String]>
  ) {
    var (written, file) = (name, location.file)
    let whole = file.whole(name, upTo: stop)
    while let terms = file.terms, let place = file.includedFrom {
      let id = ObjectIdentifier(file)
      if aliases[id] == nil { learn(terms, of: id) }
      if file === stop { return }
      if written != whole { aliases[id]?[keyPath: kind][written] = whole }
      written = terms.named(written)
      file = place.file
    }
  }

  private mutating func learn(_ terms: InclusionTerms, of id: ObjectIdentifier) {
    var constants: [String: Value] = [:]
    for (name, argument) in terms.arguments {
      guard argument.kind == .text else {
        constants[name] = argument.constant
        continue
      }
      let versions = argument.texts
      guard let standard = versions[.standard] else { continue }
      if versions.count == 1 { constants[name] = .string(standard) }
      for language in Language.allCases {
        texts[id, default: [:]][language, default: [:]][name] = .string(versions[language] ?? standard)
      }
    }
    aliases[id] = Aliases(constants: constants)
  }

  /// Returns the scope with the names that are valid in a file.
  ///
  /// - Parameters:
  ///   - language: The language of a text; nil for a condition, which cannot read texts that differ
  ///     by language.
  ///   - lists: The index and file of each enclosing repeat, innermost first.
  func view(
    _ scope: Scope, in file: SourceFile, _ language: Language? = nil, lists: [(place: Int, file: SourceFile)]
  ) -> Scope {
    guard !aliases.isEmpty, file.terms != nil else { return scope }
    var (scope, file) = (scope, file)
    scope.aliases = []
    // Names of items take precedence over names of the repeat's file and of the files that include
    // it.
    let owned = lists.map { list in
      (
        ids: items[list.place] ?? [],
        around: Set(sequence(first: list.file) { $0.includedFrom?.file }.map(ObjectIdentifier.init))
      )
    }
    while file.terms != nil, let place = file.includedFrom {
      let id = ObjectIdentifier(file)
      if var known = aliases[id] {
        if let language, let own = texts[id]?[language] { known.constants.merge(own) { $1 } }
        known.hidden = owned.filter { $0.around.contains(id) }.map(\.ids)
        scope.aliases.append(known)
      }
      file = place.file
    }
    return scope
  }
}

extension InclusionTerms.Argument {
  /// The value in conditions; nil for a text and for options, which conditions cannot read here.
  fileprivate var constant: Value? {
    guard let text = node.scalar else { return nil }
    switch kind {
    case .number: return wholeNumber(text, quoted: false).map(Value.integer) ?? Decimal(plain: text).map(Value.decimal)
    case .boolean: return .bool(text == "true")
    case .date, .word: return .string(text)
    case .text, .options: return nil
    }
  }

  /// The texts by language with escapes resolved; empty if one of them contains placeholders.
  fileprivate var texts: [Language: String] {
    let node = node.translated()
    var written: [Language: String] = [:]
    if let text = node.scalar { written[.standard] = text }
    for entry in node.mapping ?? [] {
      if let language = entry.key.scalar.flatMap(Language.init) { written[language] = entry.value.scalar }
    }
    var plain: [Language: String] = [:]
    for (language, text) in written {
      guard let template = try? Template(text, in: language), template.arguments.isEmpty else { return [:] }
      plain[language] = template.text([]) { _, _ in nil }
    }
    return plain
  }
}

extension OperationCompiler {
  /// Returns the scope with the names that are valid in a file, for a condition or for a text in
  /// `language`.
  func view(_ scope: Scope, in file: SourceFile, _ language: Language? = nil) -> Scope {
    guard file.terms != nil else { return scope }
    let lists = sequence(first: scope.owner) { $0.flatMap { drafts[$0].position.owner } }.prefix { $0 != nil }
    return names.view(
      scope, in: file, language, lists: lists.compactMap { $0 }.map { ($0, drafts[$0].idLocation.file) })
  }

  /// Returns the reason why a condition cannot read the parameter `name` of a file; nil if the file
  /// has no such parameter.
  func parameterFault(_ name: String, in file: SourceFile) -> String? {
    guard let argument = file.terms?.arguments[name] else { return nil }
    switch argument.kind {
    case .options: return "`$\(name)` are options: only the whole property `options` takes them"
    default:
      return "`$\(name)` is a text with placeholders or in several languages: only texts take it, whole or in braces"
    }
  }
}
