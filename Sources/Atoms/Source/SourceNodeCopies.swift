extension SourceNode {
  /// This node of a fragment as it stands where an operation includes it: its places name both files.
  package func included(in file: SourceFile) -> SourceNode {
    let place = Location(file: file, line: location.line, column: location.column)
    switch content {
    case .scalar, .null: return SourceNode(content, at: place)
    case .sequence(let elements): return SourceNode(.sequence(elements.map { $0.included(in: file) }), at: place)
    case .mapping(let entries):
      let copies = entries.map { Entry(key: $0.key.included(in: file), value: $0.value.included(in: file)) }
      return SourceNode(.mapping(copies), at: place)
    }
  }

  /// This text with the translations of the catalogs beside it: what the file itself says in a language wins.
  func translated() -> SourceNode {
    guard let translations = location.file.translations else { return self }
    var entries: [Entry]
    switch content {
    case .scalar:
      let language = SourceNode(.scalar(Language.standard.rawValue, quoted: false), at: location)
      entries = [Entry(key: language, value: self)]
    case .mapping(let written): entries = written
    case .sequence, .null: return self
    }
    guard let standard = entries.first(where: { $0.key.scalar == Language.standard.rawValue })?.value,
      let text = standard.scalar
    else { return self }
    let before = entries.count
    for language in Language.allCases where !entries.contains(where: { $0.key.scalar == language.rawValue }) {
      guard let translation = translations.translation(of: text, into: language) else { continue }
      let key = SourceNode(.scalar(language.rawValue, quoted: false), at: translation.location)
      entries.append(Entry(key: key, value: translation))
    }
    return entries.count == before ? self : SourceNode(.mapping(entries), at: location)
  }
}
