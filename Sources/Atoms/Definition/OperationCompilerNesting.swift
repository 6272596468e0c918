extension OperationCompiler {
  /// Reads the lines of a list of atoms, and those of their own atoms.
  mutating func readLines(of node: SourceNode, within parent: Int?, seen: inout [String: Location]) {
    guard let lines = node.sequence, !lines.isEmpty else {
      return diagnostics.error("`atoms` takes a list of atoms, one line each", at: node.location)
    }
    for line in lines {
      guard var draft = AtomDraft(line, collecting: &diagnostics) else {
        broken.formUnion(Self.names(in: line))
        continue
      }
      if let first = seen[draft.id] {
        diagnostics.error("atom `\(draft.id)` stands already in line \(first.line)", at: draft.idLocation)
        broken.formUnion(draft.children.map(Self.names) ?? [])
        continue
      }
      seen[draft.id] = draft.idLocation
      let place = drafts.count
      draft.position = AtomPosition(parent: parent, end: place + 1)
      drafts.append(draft)
      if let children = draft.children { readLines(of: children, within: place, seen: &seen) }
      drafts[place].position.end = drafts.count
    }
  }

  /// Every name that a line which could not be read may have been meant to give.
  private static func names(in line: SourceNode) -> [String] {
    switch line.content {
    case .scalar(let text, _): isIdentifier(text[...]) ? [text] : []
    case .sequence(let lines): lines.flatMap(names)
    case .mapping(let entries): entries.flatMap { names(in: $0.value) }
    }
  }

  /// The atoms, each with the nearest group around it that is not always shown.
  func gated(_ atoms: [AtomParts]) -> [AtomParts] {
    var gated = atoms
    for (place, draft) in drafts.enumerated() {
      guard let parent = draft.position.parent else { continue }
      gated[place].gate = gated[parent].showIf == nil ? gated[parent].gate : parent
    }
    return gated
  }
}
