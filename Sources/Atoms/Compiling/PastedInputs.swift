import SourceText

extension OperationCompiler {
  /// The maximum number of columns of pasted rows.
  private static let maxColumns = 100
  /// The number of wrong names of a list for which similar names are searched.
  private static let maxSuggestions = 20

  /// Returns the indexes of the inputs in `paste` of a repeat, in the order of the columns; empty
  /// if it is absent, or after adding an error.
  mutating func pastedInputs(ofItemsAt place: Int) -> [Int] {
    guard let kind = drafts[place].kind as? RepeatKind, kind.items == nil, let node = kind.paste else { return [] }
    guard let nodes = node.sequence, !nodes.isEmpty else {
      diagnostics.error(
        .wrongShape, "`paste` takes a list of inputs of the items, one for each column", at: node.location)
      return []
    }
    guard nodes.count <= Self.maxColumns else {
      diagnostics.error(
        .limit, "`paste` has at most \(Self.maxColumns) columns, found \(nodes.count)", at: node.location)
      return []
    }
    let inputs = (place + 1..<drafts[place].position.end).filter { inner in
      drafts[inner].position.owner == place && drafts[inner].input != nil
    }
    let places = Dictionary(inputs.map { (drafts[$0].writtenID, $0) }, uniquingKeysWith: { first, _ in first })
    var (found, unknown): ([Int], Int) = ([], 0)
    for node in nodes {
      guard let input = pastedInput(node, among: places, &unknown) else { continue }
      if found.contains(input) {
        diagnostics.error(.duplicate, "`paste` already has `\(drafts[input].writtenID)`", at: node.location)
      } else {
        found.append(input)
      }
    }
    return found.count == nodes.count ? found : []
  }

  /// Returns the index of an input of the items whose value a cell can contain; nil after adding an
  /// error. `inputs` has their indexes by id, and `unknown` counts the names that none has.
  private mutating func pastedInput(_ node: SourceNode, among inputs: [String: Int], _ unknown: inout Int) -> Int? {
    guard let name = node.scalar else {
      diagnostics.error(.wrongShape, "`paste` takes the ids of inputs, not \(node.noun)", at: node.location)
      return nil
    }
    guard let input = inputs[name] else {
      guard !broken.contains(name) else { return nil }
      unknown += 1
      diagnostics.error(
        .wrongValue, "`paste` takes the ids of inputs of the items, not `\(name)`",
        remedy: unknown > Self.maxSuggestions ? "" : suggestion(for: name, among: inputs.keys.sorted()),
        at: node.location)
      return nil
    }
    let fault: String? =
      if drafts[input].kind is RepeatKind || drafts[input].kind is ChoicesKind {
        "is a list, and a cell contains one value"
      } else if drafts[input].input?.isSecret == true {
        "is a password or code, which people do not keep in tables"
      } else if drafts[input].kind is ConsentKind {
        "is a consent, which only a person gives"
      } else if drafts[input].value != nil {
        "is computed"
      } else {
        nil
      }
    guard let fault else { return input }
    diagnostics.error(.conflict, "`paste` cannot fill `\(name)`, which \(fault)", at: node.location)
    return nil
  }

  /// Reports the atoms that a table cannot have as a column, with `edit: table`.
  mutating func checkTable(ofItemsAt place: Int) {
    guard (drafts[place].kind as? RepeatKind)?.editing == .table else { return }
    for inner in place + 1..<drafts[place].position.end where drafts[inner].position.parent == place {
      let noun = drafts[inner].kind is RepeatKind ? "a repeat" : drafts[inner].kind is GroupKind ? "a group" : nil
      guard let noun else { continue }
      diagnostics.error(
        .conflict, "`edit: table` shows each atom in a column, and `\(drafts[inner].writtenID)` is \(noun)",
        remedy: ": write `edit: apart`", at: drafts[inner].idLocation)
    }
  }
}
