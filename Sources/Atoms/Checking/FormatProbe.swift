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

  private static func mapping(_ entries: [(String, String)]) -> SourceNode {
    let entries = entries.map { SourceNode.Entry(key: scalar($0.0), value: scalar($0.1)) }
    return SourceNode(.mapping(entries), at: location)
  }

  private static func scalar(_ text: String) -> SourceNode { SourceNode(.scalar(text, quoted: false), at: location) }
}
