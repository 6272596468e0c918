import Conditions
import SourceText

/// Large optional composed atoms, whose parts share one value: whether a part was entered.
///
/// Each part is required once another one was entered. With a condition over all parts for each
/// part, the dependencies of an operation and its evaluation would grow with the square of the
/// number of parts.
extension OperationCompiler {
  /// The number of entered parts above which they share a value. Fewer parts read each other, which
  /// needs no node.
  private static let mostUnshared = 16

  /// The part of a path in the name of a shared value, which no name of `define` has.
  private static func name(of use: ComposedUse) -> String { "\(use.id).entered" }

  /// Returns the parts of a use whose entry makes the other parts required.
  func entered(of use: ComposedUse) -> [Int] {
    use.parts.filter { place in
      guard let input = drafts[place].input else { return false }
      return input.type != .boolean && drafts[place].value == nil && drafts[place].preset == nil
        && drafts[place].presetFrom == nil
    }
  }

  /// Returns the text of the condition that one of these parts was entered.
  func entryText(of parts: [Int]) -> String {
    let texts = parts.map { place in
      drafts[place].kind is RepeatKind ? "$\(drafts[place].id).@count > 0" : "$\(drafts[place].id) != nil"
    }
    return texts.joined(separator: " OR ")
  }

  /// Returns the indexes of the uses outside of items, or in items of `owner`, whose parts share a
  /// value.
  private func sharing(in owner: Int?) -> [Int] {
    kindUses.indices.filter { index in
      let use = kindUses[index]
      return use.owner == owner && use.composition.isOptional && use.parts.count > Self.mostUnshared
        && entered(of: use).count > Self.mostUnshared
    }
  }

  /// Returns true if parts outside of items share a value.
  var sharesEntries: Bool { !sharing(in: nil).isEmpty }

  /// Adds a slot for each value that parts in items of the repeat at an index share.
  mutating func readSharedEntries(ofItemsOf index: Int) {
    guard drafts[index].kind is RepeatKind else { return }
    lookups += sharing(in: index).map { use in
      Operation.LookupCall(
        directory: nil, name: Self.name(of: kindUses[use]), subject: index, terms: LookupTerms(), isDefinition: true)
    }
  }

  /// Compiles the values that parts share, and the condition of each.
  mutating func shareEntries(ofItemsAt owner: Int?, in scope: Scope) {
    for index in sharing(in: owner) {
      let use = kindUses[index]
      let text = entryText(of: entered(of: use))
      guard let expression = try? ConditionExpression(text, in: scope) else { continue }
      let named = NamedDraft(
        named: Operation.NamedValue(Self.name(of: use), expression),
        location: use.file.includedFrom ?? Location(file: use.file, line: 1, column: 1),
        decimals: expression.decimalForm { decimalForm(of: $0, $1) })
      let slot = keep(named, ofItemsAt: owner)
      var own = Scope(variables: ["entered": Binding(slot: .outer(slot), type: .boolean)])
      own.trees = scope.trees
      guard let condition = try? Condition("$entered == YES", in: own) else { continue }
      review.note(condition.reads)
      kindUses[index].entry = ComposedUse.Entry(condition: condition)
    }
  }
}
