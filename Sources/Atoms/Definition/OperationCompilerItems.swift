import Conditions

extension OperationCompiler {
  /// Notes the name of the records that the items of a repeat come from, as that of an answer.
  mutating func readItems(of index: Int) {
    guard let written = (drafts[index].kind as? RepeatKind)?.items else { return }
    let place = written.alias?.location ?? written.list.location
    if lookups.contains(where: { $0.name == written.name }) {
      diagnostics.error(
        "`\(written.name)` is the name of an answer or of another list's items already; give these one with `as`",
        at: place)
    } else if let fault = fault(ofAlias: written.name) {
      diagnostics.error(fault, at: place)
    }
    lookups.append(Operation.LookupCall(directory: nil, name: written.name, subject: index, terms: LookupTerms()))
  }

  /// The repeat in whose items the answer of a look-up can be named; for the record of an item that is its own repeat.
  func owner(of call: Operation.LookupCall) -> Int? {
    call.directory == nil ? call.subject : drafts[call.subject].position.owner
  }

  /// The type of the records in the list of a repeat; anything where that has faults, which are told where it is compiled.
  func recordType(of place: Int, in scope: Scope) -> ValueType {
    guard let text = (drafts[place].kind as? RepeatKind)?.items?.list.scalar,
      let list = try? Expression(text, in: scope), case .list(let record) = list.type
    else { return .any }
    return record
  }

  /// Compiles the list that gives a repeat its items; nil where people add them, or where it has faults, which are noted.
  mutating func itemSource(of draft: AtomDraft, at place: Int, in scope: Scope) -> ItemSource? {
    guard let written = (draft.kind as? RepeatKind)?.items, let list = expression(written.list, in: scope),
      let index = lookups.firstIndex(where: { $0.directory == nil && $0.subject == place })
    else { return nil }
    switch list.type {
    case .any, .list(.any), .list(.record): break
    default:
      diagnostics.error("`from` takes a list of records, found \(list.type)", at: written.list.location)
      return nil
    }
    let source = ItemSource(list: list, slot: drafts.count + index)
    guard let node = written.key else { return source }
    let inside = place + 1..<draft.position.end
    guard let key = inside.first(where: { drafts[$0].position.owner == place && drafts[$0].id == node.scalar }),
      drafts[key].value != nil
    else {
      diagnostics.error(
        "`key` takes the id of an atom of the items that has a `value`, not \(node.scalar.map { "`\($0)`" } ?? node.noun)",
        at: node.location)
      return source
    }
    return ItemSource(list: list, slot: source.slot, key: key)
  }

  /// Notes a key that follows more than the record of its item: it must be known before anything of the item is.
  mutating func checkKey(of source: ItemSource?, at place: Int, among atoms: [AtomParts]) {
    guard let source, let key = source.key, let computed = atoms[key].computed,
      let node = (drafts[place].kind as? RepeatKind)?.items?.key, computed.reads.outer != [source.slot]
    else { return }
    diagnostics.error(
      "the `value` of `\(atoms[key].id)`, the key, follows the item's record and nothing else", at: node.location)
  }
}
