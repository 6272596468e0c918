import Conditions
import Texts
import SourceText
import JSON

/// The names and constants of included fragments, by the inclusion in whose lines they are written.
struct FragmentNames {
  private var aliases: [ObjectIdentifier: Aliases] = [:]
  /// The texts that differ by language, which only texts read.
  private var texts: [ObjectIdentifier: [Language: [String: Value]]] = [:]
  /// The ids of atoms in items, by the place of the repeat.
  private var items: [Int: Set<String>] = [:]

  /// Notes the name of an atom, for all inclusions around it, up to the file of the repeat that it is in items of.
  mutating func note(variable name: String, at location: Location, upTo list: SourceFile?) {
    note(name, at: location, upTo: list, \.variables)
  }

  /// Notes the name of a definition or of an answer, for all inclusions around it.
  mutating func note(word name: String, at location: Location) { note(name, at: location, upTo: nil, \.names) }

  /// Notes the id of an atom in items.
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

  /// Learns the constants of an inclusion.
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

  /// Returns the scope as the lines of a file see it.
  ///
  /// - Parameters:
  ///   - language: The language of a text; nil for a condition, which reads no text that differs by language.
  ///   - lists: The repeats around the items that the scope is in, innermost first: their places and their files.
  func view(
    _ scope: Scope, in file: SourceFile, _ language: Language? = nil, lists: [(place: Int, file: SourceFile)]
  ) -> Scope {
    guard !aliases.isEmpty, file.terms != nil else { return scope }
    var (scope, file) = (scope, file)
    scope.aliases = []
    // The items of a repeat are nearer than what stands around it in its own file and those that include it.
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
  /// The value in conditions; nil for a text, and for choices, which no condition reads.
  fileprivate var constant: Value? {
    guard let text = node.scalar else { return nil }
    switch kind {
    case .number: return wholeNumber(text, quoted: false).map(Value.integer) ?? Decimal(plain: text).map(Value.decimal)
    case .boolean: return .bool(text == "true")
    case .date: return .string(text)
    case .text, .options: return nil
    }
  }

  /// The texts by language as people read them; empty for a text with placeholders, which only a whole property takes.
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
  /// Returns the scope as the lines of a file see it, for a condition or for a text in that language.
  func view(_ scope: Scope, in file: SourceFile, _ language: Language? = nil) -> Scope {
    guard file.terms != nil else { return scope }
    let lists = sequence(first: scope.owner) { $0.flatMap { drafts[$0].position.owner } }.prefix { $0 != nil }
    return names.view(
      scope, in: file, language, lists: lists.compactMap { $0 }.map { ($0, drafts[$0].idLocation.file) })
  }

  /// Returns the reason why a condition in that file has no variable of a name, if the name is a parameter.
  func parameterFault(_ name: String, in file: SourceFile) -> String? {
    guard let argument = file.terms?.arguments[name] else { return nil }
    switch argument.kind {
    case .options: return "`$\(name)` are options: only the whole property `options` takes them"
    default:
      return "`$\(name)` is a text with placeholders or in several languages: only texts take it, whole or in braces"
    }
  }
}
