/// A property as a loader asks for it: what it takes, told by how it was read.
package struct AskedProperty: Sendable, Equatable {
  /// What a property takes.
  package enum Shape: Sendable, Equatable {
    /// What its loader reads by itself, such as a condition.
    case own
    /// A text without translation.
    case string
    /// A text, plain or by language.
    case text
    /// `true` or `false`.
    case flag
    /// A whole number of that range.
    case integer(ClosedRange<Int>)
    /// A number.
    case number
    /// One of these words.
    case word([String])
  }

  /// What it takes.
  package let shape: Shape
  /// Whether its loader refuses a line without it.
  package let isRequired: Bool
}

/// Asks the loaders themselves what a definition may say, by giving them lines that say next to nothing.
package enum FormatProbe {
  private static let location = Location(file: SourceFile(name: "(probe)", text: ""), line: 1, column: 1)

  /// What the head of an operation may say.
  package static func head(with vocabulary: Vocabulary) -> [String: AskedProperty] {
    var compiler = OperationCompiler(vocabulary: vocabulary, version: { "" })
    _ = compiler.operation(mapping([]))
    return compiler.asked
  }

  /// What the line of an atom of that kind may say beside the kind itself, when its properties are these words.
  package static func properties(
    of kind: any AtomKind.Type, _ words: [(String, String)] = [], with vocabulary: Vocabulary
  ) -> [String: AskedProperty] {
    var diagnostics = Diagnostics()
    let line = mapping([(kind.name, "probe")] + words)
    var asked = AtomDraft(line, vocabulary, collecting: &diagnostics)?.asked ?? [:]
    asked[kind.name] = nil
    return asked
  }

  /// What the line of an atom of that kind may say with any of the words that its properties take: a word may decide
  /// what else the line may say.
  package static func allProperties(
    of kind: any AtomKind.Type, with vocabulary: Vocabulary
  ) -> [String: AskedProperty] {
    let base = properties(of: kind, with: vocabulary)
    var all = base
    for (name, property) in base.sorted(by: { $0.key < $1.key }) {
      guard case .word(let words) = property.shape else { continue }
      for word in words {
        all.merge(properties(of: kind, [(name, word)], with: vocabulary)) { known, new in
          known.shape == .own ? new : known
        }
      }
    }
    // What only some of the words demand is not required of the kind.
    return all.reduce(into: [:]) { all, entry in
      let isRequired = base[entry.key]?.isRequired ?? false
      all[entry.key] = AskedProperty(shape: entry.value.shape, isRequired: isRequired)
    }
  }

  /// The words of the kind's other properties that a property goes with, as `("type", ["number", "amount"])`; empty
  /// where it goes with all.
  package static func company(
    of property: String, in kind: any AtomKind.Type, with vocabulary: Vocabulary
  ) -> [(name: String, words: [String])] {
    properties(of: kind, with: vocabulary).sorted { $0.key < $1.key }.compactMap { name, asked in
      guard name != property, case .word(let words) = asked.shape else { return nil }
      let fitting = words.filter { properties(of: kind, [(name, $0)], with: vocabulary)[property] != nil }
      return fitting.isEmpty || fitting.count == words.count ? nil : (name, fitting)
    }
  }

  private static func mapping(_ entries: [(String, String)]) -> SourceNode {
    let entries = entries.map { SourceNode.Entry(key: scalar($0.0), value: scalar($0.1)) }
    return SourceNode(.mapping(entries), at: location)
  }

  private static func scalar(_ text: String) -> SourceNode { SourceNode(.scalar(text, quoted: false), at: location) }
}
