import SourceText

extension OperationCompiler {
  /// Returns the indexes of the inputs in `unique` of a repeat, in the order written; empty if it
  /// is absent, or after adding an error.
  mutating func uniqueInputs(ofItemsAt place: Int) -> [Int] {
    guard let node = (drafts[place].kind as? RepeatKind)?.unique else { return [] }
    let nodes = node.sequence ?? [node]
    guard !nodes.isEmpty else {
      diagnostics.error(.wrongShape, "`unique` takes an input of the items, or a list of inputs", at: node.location)
      return []
    }
    var found: [Int] = []
    for node in nodes {
      guard let input = uniqueInput(node, ofItemsAt: place) else { continue }
      if found.contains(input) {
        diagnostics.error(.duplicate, "`unique` already has `\(drafts[input].writtenID)`", at: node.location)
      } else {
        found.append(input)
      }
    }
    return found.count == nodes.count ? found : []
  }

  /// Returns the index of an input of the items that `unique` can compare; nil after adding an
  /// error. Passwords, codes and lists cannot be compared.
  private mutating func uniqueInput(_ node: SourceNode, ofItemsAt place: Int) -> Int? {
    let inputs = (place + 1..<drafts[place].position.end).filter { inner in
      drafts[inner].position.owner == place && drafts[inner].input != nil && !(drafts[inner].kind is RepeatKind)
    }
    guard let name = node.scalar else {
      diagnostics.error(.wrongShape, "`unique` takes the id of an input, not \(node.noun)", at: node.location)
      return nil
    }
    guard let input = inputs.first(where: { drafts[$0].writtenID == name }) else {
      guard !broken.contains(name) else { return nil }
      let near = suggestion(for: name, among: inputs.map { drafts[$0].writtenID })
      diagnostics.error(
        .wrongValue, "`unique` takes the id of an input of the items, not `\(name)`", remedy: near, at: node.location)
      return nil
    }
    guard drafts[input].input?.isSecret != true else {
      diagnostics.error(
        .secret, "`\(name)` is a password or code, and `unique` would show that two of them are equal",
        at: node.location)
      return nil
    }
    return input
  }
}
