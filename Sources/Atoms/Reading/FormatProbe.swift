import SourceText

/// A property that the code reading a definition asked for, with the shape that it expects.
package struct AskedProperty: Sendable, Equatable {
  /// The values that a property takes.
  package enum Shape: Sendable, Equatable {
    /// A value that its reader interprets itself, such as a condition.
    case own
    /// A text without translations.
    case string
    /// A text, plain or by language.
    case text
    /// `true` or `false`.
    case flag
    /// A whole number in that range.
    case integer(ClosedRange<Int>)
    /// A number.
    case number
    /// One of these words.
    case word([String])
  }

  /// The values that the property takes.
  package private(set) var shape = Shape.own
  /// True if a line without the property is a fault.
  package private(set) var isRequired = false
  /// The value that a line without the property has, as a file would write it; nil if it has none.
  package var standard: String?

  /// Adds what one more reader of the property expects; one that interprets the value itself leaves the shape.
  mutating func ask(for shape: Shape, required: Bool) {
    if case .own = shape {} else { self.shape = shape }
    if required { isRequired = true }
  }
}

/// Finds the properties that a definition may have, by compiling lines that have next to none.
///
/// The answers cannot differ from the compiler's behaviour; the JSON Schema of operation files is made of them.
///
///     FormatProbe.head(with: Vocabulary())["sign"]?.shape  // .word(["matrix", "code"])
///     FormatProbe.properties(of: TextInputKind.self, with: Vocabulary())["optional"]?.shape  // .flag
///     FormatProbe.properties(of: TextInputKind.self, with: Vocabulary())["optional"]?.standard  // "false"
package enum FormatProbe {
  private static let location = Location(file: SourceFile(name: "(probe)", text: ""), line: 1, column: 1)

  /// Returns the properties of an operation's head, by name.
  package static func head(with vocabulary: Vocabulary) -> [String: AskedProperty] {
    var compiler = OperationCompiler(vocabulary: vocabulary, version: { _ in "" })
    _ = compiler.operation(mapping([]))
    return compiler.asked
  }

  /// Returns the properties of an atom's line by name, without the kind itself.
  ///
  /// - Parameter words: Properties that the line has, since a word such as `type` decides which others it may have.
  package static func properties(
    of kind: any AtomKind.Type, _ words: [(String, String)] = [], with vocabulary: Vocabulary
  ) -> [String: AskedProperty] {
    var diagnostics = Diagnostics()
    let line = mapping([(kind.name, "probe")] + words)
    var asked = AtomDraft(line, vocabulary, collecting: &diagnostics)?.asked ?? [:]
    asked[kind.name] = nil
    return asked
  }

  /// Returns the properties of that kind with any of the words that its properties take: `type: number` allows others
  /// than `type: text`.
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
    // A property that only some of the words demand is not required of the kind.
    return all.reduce(into: [:]) { all, entry in
      let isRequired = base[entry.key]?.isRequired ?? false
      all[entry.key] = AskedProperty(
        shape: entry.value.shape, isRequired: isRequired, standard: entry.value.standard)
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
