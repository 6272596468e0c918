import Conditions
import SourceText

/// The names that `define` of a repeat gives to conditions and values of an item.
extension OperationCompiler {
  /// Adds a slot for each name in `define` of a repeat.
  ///
  /// It is not known yet which of them are conditions. The slot of a condition stays empty, because
  /// the condition is inlined where it is used.
  mutating func readDefinitions(ofItemsOf index: Int) {
    for entry in (drafts[index].kind as? RepeatKind)?.definitions?.mapping ?? [] {
      guard let word = entry.key.scalar, isIdentifier(word[...]) else { continue }
      lookups.append(
        Operation.LookupCall(
          directory: nil, name: entry.key.location.file.whole(word), subject: index, terms: LookupTerms(),
          isDefinition: true))
    }
  }

  /// Returns the names in `define` of a repeat as written.
  func definedNames(inItemsOf draft: AtomDraft) -> [String] {
    ((draft.kind as? RepeatKind)?.definitions?.mapping ?? []).compactMap(\.key.scalar)
  }

  /// Compiles `define` of the repeat at `place` in the scope of its items.
  mutating func define(inItemsOf place: Int, in scope: inout Scope) {
    guard let node = (drafts[place].kind as? RepeatKind)?.definitions else { return }
    define(definitions(node, in: scope), in: &scope)
    // Options may refer to a named list.
    refineOptionTypes(of: place, in: &scope)
  }

  /// Stores a compiled value of `define` of the operation, or of the repeat at `owner`. Returns its
  /// slot.
  mutating func keep(_ value: NamedDraft, ofItemsAt owner: Int?) -> Int {
    let index = lookups.firstIndex { $0.isDefinition && $0.subject == owner && $0.name == value.named.name }
    guard let index else {
      values.append(value)
      return drafts.count + lookups.count + values.count - 1
    }
    lookups[index] = lookups[index].defined(as: value.named)
    itemValues[drafts.count + index] = value
    return drafts.count + index
  }
}
