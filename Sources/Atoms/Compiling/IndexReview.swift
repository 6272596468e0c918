import Conditions
import SourceText

extension OperationCompiler {
  /// Warns of the first item with a fixed index in each computed value, if the list can be shorter.
  mutating func warnOfIndexes(in atoms: [AtomParts]) {
    for (place, atom) in atoms.enumerated() {
      guard let computed = atom.computed, let node = drafts[place].value, let text = node.scalar else { continue }
      let indexes = computed.fixedIndexes.filter { index in
        guard drafts.indices.contains(index.slot), let list = drafts[index.slot].kind as? RepeatKind else {
          return false
        }
        return list.items == nil && index.number >= list.minimum
      }
      guard let index = indexes.first, let list = drafts[index.slot].kind as? RepeatKind else { continue }
      // A condition such as `$lines.@count > 1` excludes shorter lists.
      let isGuarded = allConditions(showing: place, atoms).contains { reach(of: $0.reads.outer).contains(index.slot) }
      if !isGuarded { warn(of: index, of: list, at: node.location.inside(text, offset: index.offset)) }
    }
  }

  private mutating func warn(of index: ConditionExpression.FixedIndex, of list: RepeatKind, at location: Location) {
    let name = "$\(drafts[index.slot].writtenID)"
    let problem = "`\(name)[\(index.number)]` is item \(index.number + 1), because indexes begin with 0"
    if index.number >= list.maximum {
      diagnostics.warning(
        .mayBeEmpty, "\(problem), and `max` of the list allows \(list.maximum): the value can never be computed",
        at: location)
    } else {
      diagnostics.warning(
        .mayBeEmpty,
        "\(problem), and `min` of the list allows \(list.minimum): without the item, the value cannot be computed",
        remedy: "; set `min: \(index.number + 1)`, or write `showIf: \"\(name).@count > \(index.number)\"`",
        at: location)
    }
  }
}
