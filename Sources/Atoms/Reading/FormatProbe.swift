import SourceText

/// A property that a reader of definitions has requested, with the expected shape.
package struct AskedProperty: Sendable, Equatable {
  /// The shape of a property's value.
  package enum Shape: Sendable, Equatable {
    /// A value that its reader interprets, such as a condition.
    case own
    /// A text without translations.
    case string
    /// A text, plain or by language.
    case text
    case flag
    /// A whole number in the range.
    case integer(ClosedRange<Int>)
    case number
    case word([String])
  }

  package private(set) var shape = Shape.own
  /// True if a line without the property is an error.
  package private(set) var isRequired = false
  /// The default as written in a file; nil for a property without a default.
  package var standard: String?

  /// Merges the request of another reader. A shape other than `.own` replaces the previous one.
  mutating func ask(for shape: Shape, required: Bool) {
    if case .own = shape {} else { self.shape = shape }
    if required { isRequired = true }
  }
}

/// The properties that a definition can have, found by compiling nearly empty lines.
///
/// The result always matches the compiler. The JSON Schema of operation files is generated from it.
package enum FormatProbe {
  private static let location = Location(file: SourceFile(name: "(probe)", text: ""), line: 1, column: 1)

  /// Returns the properties of an operation's head, by name.
  ///
  /// The effect `document` is probed because `core` then also takes the services that declare it.
  package static func head(with vocabulary: Vocabulary) -> [String: AskedProperty] {
    var compiler = OperationCompiler(vocabulary: vocabulary, version: { _ in "" })
    _ = compiler.operation(mapping(vocabulary.documents.isEmpty ? [] : [("effect", "document")]))
    return compiler.asked
  }

  /// Returns the properties of an atom's line by name, without the kind.
  ///
  /// - Parameter words: Properties of the line that determine which others are allowed, such as
  ///   `type`.
  package static func properties(
    of kind: any AtomKind.Type, _ words: [(String, String)] = [], with vocabulary: Vocabulary
  ) -> [String: AskedProperty] {
    var diagnostics = Diagnostics()
    let line = mapping([(kind.name, "probe")] + words)
    var asked = AtomDraft(line, vocabulary, collecting: &diagnostics)?.asked ?? [:]
    asked[kind.name] = nil
    return asked
  }

  /// Returns the properties of a kind for all values of its word properties. For example,
  /// `type: number` allows other properties than `type: text`.
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
    // A property that only some words require is optional for the kind.
    return all.reduce(into: [:]) { all, entry in
      let isRequired = base[entry.key]?.isRequired ?? false
      all[entry.key] = AskedProperty(
        shape: entry.value.shape, isRequired: isRequired, standard: entry.value.standard)
    }
  }

  /// The properties of a kind whose words decide whether `property` is allowed, each with the words
  /// that allow it, such as `("type", ["number", "amount"])`.
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
