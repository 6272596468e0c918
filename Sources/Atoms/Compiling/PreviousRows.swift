import Conditions
import SourceText

/// The previous row, as conditions and values of a row read it.
struct PreviousRow: Sendable {
  /// The slot of the previous row; null in the first row.
  let slot: Int
  /// The indexes of the inputs whose values the next row can read.
  let inputs: [Int]
}

/// The uses of the previous row in the texts of a repeat's items.
private struct PreviousUses {
  /// True if a text has the word `previous`. It need not be a name there.
  private(set) var isMentioned = false
  /// True if a text mentions the row itself, without a field. A comparison with nil reads no field.
  private(set) var isWhole = false
  /// The fields that texts mention.
  private(set) var fields: Set<Substring> = []

  mutating func read(_ node: SourceNode) {
    switch node.content {
    case .scalar(let text, _): read(text)
    case .null: break
    case .sequence(let nodes): for node in nodes { read(node) }
    case .mapping(let entries): for entry in entries { read(entry.value) }
    }
  }

  mutating func read(_ text: String) {
    guard text.utf8.count >= WrittenItems.previous.utf8.count else { return }
    var rest = text[...]
    while let word = rest.firstRange(of: WrittenItems.previous) {
      let isBegun = rest[..<word.lowerBound].last.map(Self.isOfName) ?? false
      rest = rest[word.upperBound...]
      guard !isBegun, rest.first.map(Self.isOfName) != true else { continue }
      isMentioned = true
      let field = rest.first == "." ? rest.dropFirst().prefix(while: Self.isOfName) : ""
      if !field.isEmpty { fields.insert(field) } else if !Self.comparesWithNil(rest) { isWhole = true }
    }
  }

  /// Returns true if a text begins with a comparison with nil.
  private static func comparesWithNil(_ text: Substring) -> Bool {
    let parts = text.prefix(16).split(separator: " ", maxSplits: 2)
    guard parts.count > 1, ["==", "!="].contains(parts[0]) else { return false }
    return ["nil", "null"].contains(parts[1].prefix(while: isOfName).lowercased())
  }

  private static func isOfName(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }
}

extension OperationCompiler {
  /// Adds the name of the previous row to the names of items that people add, if a text in them
  /// mentions it.
  ///
  /// A definition with another `previous` keeps its meaning.
  mutating func readPreviousRow(of index: Int) {
    guard let kind = drafts[index].kind as? RepeatKind, kind.items == nil, uses(inItemsOf: index).isMentioned,
      !isPreviousTaken
    else { return }
    let location = drafts[index].idLocation
    names.note(word: WrittenItems.previous, at: location)
    lookups.append(
      Operation.LookupCall(
        directory: nil, name: location.file.whole(WrittenItems.previous), subject: index, terms: LookupTerms(),
        isPrevious: true))
  }

  /// True if another name of the operation is `previous`.
  private var isPreviousTaken: Bool {
    let name = WrittenItems.previous
    return vocabulary.facts[name] != nil || vocabulary.lookups[name] != nil || vocabulary.definedNames.contains(name)
      || drafts.contains { draft in
        let kind = draft.kind as? RepeatKind
        return draft.lookup?.writtenName == name || kind?.items?.alias?.scalar == name
      }
  }

  private func uses(inItemsOf index: Int) -> PreviousUses {
    var uses = PreviousUses()
    if let children = drafts[index].children { uses.read(children) }
    guard let kind = drafts[index].kind as? RepeatKind else { return uses }
    if let definitions = kind.definitions { uses.read(definitions) }
    for version in kind.texts.title?.versions ?? [] { uses.read(version.text) }
    return uses
  }

  /// Returns the previous row in items of the repeat at `place`; nil if none reads it.
  ///
  /// Computed rows always have it. Items that people add have only the inputs that texts mention.
  func previousRow(ofItemsAt place: Int) -> PreviousRow? {
    guard let index = lookups.firstIndex(where: { $0.isPrevious && $0.subject == place }) else { return nil }
    let slot = drafts.count + index
    let inputs = (place + 1..<drafts[place].position.end).filter { inner in
      drafts[inner].position.owner == place && drafts[inner].input?.isSecret == false
    }
    if (drafts[place].kind as? RepeatKind)?.isCounted == true { return PreviousRow(slot: slot, inputs: inputs) }
    guard review.usedSlots.contains(slot) else { return nil }
    let uses = uses(inItemsOf: place)
    if uses.isWhole { return PreviousRow(slot: slot, inputs: inputs) }
    return PreviousRow(
      slot: slot,
      inputs: inputs.filter {
        uses.fields.contains(drafts[$0].writtenID[...]) || uses.fields.contains(drafts[$0].id[...])
      })
  }

  /// Compiles `until` of the repeat at `place`: the condition for the last of its computed rows.
  ///
  /// Returns nil if it is absent or has faults.
  mutating func lastRow(ofItemsAt place: Int, in scope: Scope) -> Condition? {
    guard let kind = drafts[place].kind as? RepeatKind, let node = kind.until, kind.isCounted else { return nil }
    guard let condition = condition(node, in: scope) else { return nil }
    let isOfRow = condition.reads.outer.contains { slot in
      drafts.indices.contains(slot)
        ? slot == place || drafts[slot].position.owner == place
        : lookups.indices.contains(slot - drafts.count) && owner(of: lookups[slot - drafts.count]) == place
    }
    if !isOfRow, broken.isEmpty {
      diagnostics.error(
        .wrongValue, "`until` reads no value of a row, so it ends the rows after the first one or never",
        remedy: ": compare a value of the row, or write the number of rows as `over`", at: node.location)
    }
    return condition
  }
}
