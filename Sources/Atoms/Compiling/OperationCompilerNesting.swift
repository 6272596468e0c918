import Conditions
import SourceText
import JSON

extension OperationCompiler {
  /// The maximum depth of nested repeats.
  private static let maxRepeats = 2

  /// Reads a list of atoms with their children. Ids are unique outside of items and within the
  /// items of each repeat.
  mutating func readLines(of node: SourceNode, at position: AtomPosition, seen: inout [String: Location]) {
    guard let lines = node.sequence, !lines.isEmpty else {
      let hint = node.isNull && position.parent != nil ? ": indent the lines of its atoms deeper than `atoms`" : ""
      return diagnostics.error(
        .wrongShape, "`atoms` takes a list of atoms, one line each", remedy: hint, at: node.location)
    }
    let list = position.owner.map { drafts[$0].idLocation.file }
    for line in lines {
      guard var draft = AtomDraft(line, vocabulary, inItemsOf: list, collecting: &diagnostics) else {
        distrust(line, inItemsOf: list)
        continue
      }
      names.note(variable: draft.writtenID, at: draft.idLocation, upTo: list)
      if let owner = position.owner { names.note(item: draft.id, of: owner) }
      if let first = seen[draft.id] {
        reportTwin(draft, of: first)
        if let children = draft.children { distrust(children, inItemsOf: list) }
        continue
      }
      seen[draft.id] = draft.idLocation
      note(companionsOf: draft, seen: &seen)
      let place = drafts.count
      draft.position = position
      noteKinds(around: draft, upTo: list)
      drafts.append(draft)
      if let children = draft.children { readChildren(children, of: draft, at: place, seen: &seen) }
      drafts[place].position.end = drafts.count
    }
  }

  /// Records the ids of the atoms next to the fallbacks of an atom. Adds an error for each id that
  /// another atom has.
  private mutating func note(companionsOf draft: AtomDraft, seen: inout [String: Location]) {
    var own: [String: Location] = [:]
    for companion in draft.fallbacks.flatMap(\.companions) {
      if let first = seen[companion.id] {
        diagnostics.error(
          .duplicate,
          "`\(companion.id)`, an atom of the fallback of `\(draft.id)`, is already defined in "
            + first.described(from: companion.location), at: companion.location)
      }
      own[companion.id] = companion.location
    }
    seen.merge(own) { first, _ in first }
  }

  /// Reports an atom whose id is taken. A fragment that is included again is reported once, at the
  /// second `include`.
  private mutating func reportTwin(_ draft: AtomDraft, of first: Location) {
    let place = draft.idLocation
    guard let again = place.file.includedFrom, let before = first.file.includedFrom, place.file !== first.file,
      place.file.name == first.file.name, place.line == first.line, place.column == first.column
    else {
      return diagnostics.error(
        .duplicate, "atom `\(draft.id)` is already defined in \(first.described(from: place))", at: place)
    }
    guard includedAgain.insert(ObjectIdentifier(place.file)).inserted else { return }
    diagnostics.error(
      .duplicate,
      "the fragment is already included in \(before.described(from: again)), with the same atom `\(draft.id)`",
      remedy: ": give this one `as: NAME`", at: again)
  }

  private mutating func readChildren(
    _ node: SourceNode, of draft: AtomDraft, at place: Int, seen: inout [String: Location]
  ) {
    var position = draft.position
    position.parent = place
    guard draft.kind is RepeatKind else { return readLines(of: node, at: position, seen: &seen) }
    let outerNames = vocabulary.definedNames
    defer { vocabulary.definedNames = outerNames }
    vocabulary.definedNames.formUnion(definedNames(inItemsOf: draft))
    (position.owner, position.depth) = (place, position.depth + 1)
    guard position.depth <= Self.maxRepeats else {
      distrust(node, inItemsOf: drafts[place].idLocation.file)
      return diagnostics.error(
        .limit, "repeats can be nested in items of a repeat, but not deeper", at: draft.idLocation)
    }
    var seenInside: [String: Location] = [:]
    readLines(of: node, at: position, seen: &seenInside)
    readTitle(ofItemsAt: place, at: position)
  }

  /// Records the names that an unreadable definition may declare, so that their uses are not
  /// reported.
  private mutating func distrust(_ line: SourceNode, inItemsOf list: SourceFile?) {
    for name in Self.names(in: line) {
      broken.insert(line.location.file.whole(name, upTo: list))
      names.note(variable: name, at: line.location, upTo: list)
    }
  }

  /// Returns the names that an unreadable definition may declare.
  private static func names(in line: SourceNode) -> [String] {
    switch line.content {
    case .scalar(let text, _): isIdentifier(text[...]) ? [text] : []
    case .null: []
    case .sequence(let lines): lines.flatMap(names)
    case .mapping(let entries): entries.flatMap { names(in: $0.value) }
    }
  }

  /// Returns the scope of the items of each repeat by its index, and the scope outside of items
  /// with the key nil.
  mutating func scopes(over scope: Scope) -> [Int?: Scope] {
    var scopes: [Int?: Scope] = [nil: scope]
    for (place, draft) in drafts.enumerated() where draft.kind is RepeatKind {
      let outer = scopes[draft.position.owner] ?? scope
      recordTypes[place] = recordType(of: place, in: outer)
      var inner = named(in: place, over: outer)
      refineOptionTypes(of: place, in: &inner)
      addComposed(in: place, to: &inner)
      define(inItemsOf: place, in: &inner)
      shareEntries(ofItemsAt: place, in: inner)
      scopes[place] = inner
    }
    checkComposed(in: scopes)
    return scopes
  }

  mutating func compileAtoms(in scopes: [Int?: Scope]) -> [AtomParts] {
    var atoms = drafts.enumerated().map { place, draft in
      compile(draft, at: place, in: scopes[draft.position.owner] ?? Scope())
    }
    for (place, draft) in drafts.enumerated() {
      if let parent = draft.position.parent, parent != draft.position.owner {
        atoms[place].gate = atoms[parent].showIf == nil ? atoms[parent].gate : parent
      }
      if let kind = draft.kind as? RepeatKind {
        checkKey(of: atoms[place].items, at: place, among: atoms)
        atoms[place].unique = uniqueInputs(ofItemsAt: place)
        if let first = atoms[place].unique.first { atoms[first].distinctIn = place }
        if let preset = atoms[place].presetFrom {
          for inner in place + 1..<draft.position.end where drafts[inner].input != nil && drafts[inner].value == nil {
            atoms[inner].listPresets.append(preset)
          }
        }
        if let until = lastRow(ofItemsAt: place, in: scopes[place] ?? Scope()) {
          atoms[place].end(by: until, firstFact)
        }
        checkTable(ofItemsAt: place)
        let pasted = pastedInputs(ofItemsAt: place)
        atoms[place].template = template(of: kind, at: place, pasting: pasted, among: atoms)
      }
    }
    return atoms
  }

  /// Returns the scope with the inputs and answers in items of `owner`, or outside of items if
  /// `owner` is nil.
  func named(in owner: Int?, over scope: Scope) -> Scope {
    var scope = scope
    scope.owner = owner
    for (slot, draft) in drafts.enumerated() where draft.position.owner == owner {
      guard let input = draft.input else { continue }
      var options: [Value]?
      if case .literal(let choices) = input.options { options = choices.map(\.value) }
      scope.variables[draft.id] = Binding(slot: .outer(slot), type: type(at: slot, of: input), options: options)
    }
    for (index, call) in lookups.enumerated() where self.owner(of: call) == owner {
      let draft = drafts[call.subject]
      if call.isOption || call.search != nil, let binding = scope.variables[draft.id] {
        scope.variables[draft.id] = binding.choosing(
          .outer(drafts.count + index), call.isOption ? optionFields(of: draft) : call.fields)
      }
      if call.isOption || call.isDefinition { continue }
      let own = call.isRecord && !call.isRow ? nil : ValueType.record(call.fields)
      let row = call.isPrevious ? rowType(of: call.subject) : nil
      guard let type = own ?? row ?? recordTypes[call.subject] else { continue }
      scope.names[call.name] = Binding(slot: .outer(drafts.count + index), type: type)
    }
    return scope
  }

  /// Returns the type of an input's value. For a repeat it is a list of records with the inputs of
  /// an item, except passwords and codes.
  private func type(at place: Int, of input: any InputKind) -> ValueType {
    guard input is RepeatKind, broken.isEmpty else { return input.type }
    let fields = (place + 1..<drafts[place].position.end).compactMap { inner -> Field? in
      guard drafts[inner].position.owner == place, let input = drafts[inner].input, !input.isSecret else {
        return nil
      }
      return Field(drafts[inner].id, type(at: inner, of: input))
    }
    return .list(.record(fields))
  }

  private func template(
    of kind: RepeatKind, at place: Int, pasting pasted: [Int], among parts: [AtomParts]
  ) -> ItemTemplate {
    let atoms = place + 1..<drafts[place].position.end
    let number = drafts[..<place].count { $0.kind is RepeatKind }
    let inside = drafts[atoms].count { $0.kind is RepeatKind }
    // The record of the repeat's own items comes before the answers in them.
    let firstLookup = drafts.count + lookups.count { $0.subject < place }
    let names = sequence(first: place) { drafts[$0].position.owner }.map { drafts[$0].id }
    return ItemTemplate(
      place: place, number: number, kind: kind, source: parts[place].items, names: names.reversed(), atoms: atoms,
      lookups: firstLookup..<firstLookup + lookups.count { $0.subject == place || atoms.contains($0.subject) },
      inner: number + 1..<number + 1 + inside, recordValues: recordValues(inItemsOf: place, among: parts),
      title: title(ofItemsAt: place), row: rowSlot(ofItemsAt: place), previous: previousRow(ofItemsAt: place),
      unique: parts[place].unique, pasted: pasted,
      own: atoms.filter { drafts[$0].position.owner == place }.map { ($0, drafts[$0].id, drafts[$0].input != nil) })
  }

  /// Returns the computed values in items that depend only on records of a list.
  ///
  /// Each reads the record of its item, and can read the records of enclosing items. Posted
  /// enclosing items are matched to their records first.
  private func recordValues(inItemsOf place: Int, among atoms: [AtomParts]) -> [RecordValue] {
    guard let source = atoms[place].items, (drafts[place].kind as? RepeatKind)?.isCounted == false else { return [] }
    let around = sequence(first: place) { drafts[$0].position.owner }.compactMap { atoms[$0].items?.slot }
    return (place + 1..<drafts[place].position.end).compactMap { inner in
      guard let reads = atoms[inner].computed?.reads, reads.ambient.isEmpty, reads.outer.contains(source.slot),
        Set(reads.outer).isSubset(of: around)
      else { return nil }
      let owners = sequence(first: inner) { drafts[$0].position.owner }.dropFirst().prefix { $0 != place }
      return RecordValue(repeats: owners.map { drafts[$0].id }.reversed(), place: inner)
    }
  }

  /// Returns the path of a node without item indexes, such as `lines.amount`, for a message.
  func path(of node: Int) -> String {
    if let named = namedValue(in: node), node >= drafts.count + lookups.count { return named.name }
    let subject = node < drafts.count ? node : lookups[node - drafts.count].subject
    let id = node < drafts.count ? drafts[node].id : lookups[node - drafts.count].name
    let isRecord = node >= drafts.count && lookups[node - drafts.count].isRecord
    let places = sequence(first: subject) { drafts[$0].position.owner }.dropFirst(isRecord ? 0 : 1)
    let owners = places.map { drafts[$0].id }
    return (owners.reversed() + [id]).joined(separator: ".")
  }

  /// Returns the item structure for the graph; nil without repeats.
  func outline(of atoms: [AtomParts]) -> GraphItems.Outline? {
    let templates = atoms.compactMap(\.template)
    guard !templates.isEmpty else { return nil }
    return GraphItems.Outline(
      owners: drafts.map(\.position.owner) + lookups.map(owner) + values.map { _ in nil },
      parts: Dictionary(uniqueKeysWithValues: templates.map { ($0.place, $0.inputs) }),
      previous: Dictionary(
        uniqueKeysWithValues: templates.compactMap { template in template.previous.map { (template.place, $0) } }),
      ends: Set(templates.flatMap { $0.source?.until?.reads.outer ?? [] }),
      checked: Set(templates.map(\.place).filter { !atoms[$0].checks.isEmpty || !atoms[$0].notes.isEmpty }))
  }
}

extension OperationCompiler {
  /// Adds the name of an item's record to the lookups.
  mutating func readItems(of index: Int) {
    guard let written = (drafts[index].kind as? RepeatKind)?.items else { return }
    let place = written.alias?.location ?? written.list.location
    // A row alias equal to the name of the previous row was already reported.
    let isReported = written.isCount && written.writtenName == WrittenItems.previous
    if !isReported, lookups.contains(where: { $0.name == written.name && !$0.isDefinition }) {
      diagnostics.error(
        .duplicate, "`\(written.name)` is already the name of an answer or of another list's items",
        remedy: "; choose another name with `as`", at: place)
    } else if !isReported, let fault = fault(ofAlias: written.name) {
      diagnostics.error(.reservedName, fault, at: place)
    }
    names.note(word: written.writtenName, at: written.list.location)
    lookups.append(Operation.LookupCall(directory: nil, name: written.name, subject: index, terms: LookupTerms()))
    if written.isCount { readRows(of: index, at: written.list.location) }
  }

  /// Adds the name of the previous row, and an error for each input of a row without `value`.
  private mutating func readRows(of index: Int, at location: Location) {
    names.note(word: WrittenItems.previous, at: location)
    lookups.append(
      Operation.LookupCall(
        directory: nil, name: location.file.whole(WrittenItems.previous), subject: index, terms: LookupTerms(),
        isPrevious: true))
    for place in index + 1..<drafts[index].position.end where drafts[place].input != nil {
      guard drafts[place].value == nil else { continue }
      diagnostics.error(
        .missingCompanion,
        drafts[place].kind is RepeatKind
          ? "computed rows cannot contain a list: `\(drafts[place].id)` is in rows of `\(drafts[index].id)`"
          : "computed rows contain only computed values: `\(drafts[place].id)` requires `value`",
        at: drafts[place].idLocation)
    }
  }

  /// Returns the type of a row as read by the next row.
  private func rowType(of place: Int) -> ValueType {
    guard broken.isEmpty else { return .any }
    let own = drafts.indices.filter { drafts[$0].position.owner == place }
    return .record(
      own.compactMap { slot in
        guard let input = drafts[slot].input, !input.isSecret else { return nil }
        return Field(drafts[slot].id, type(at: slot, of: input))
      })
  }

  /// Returns the repeat whose items can read the answer. The record of an item belongs to its own
  /// repeat.
  func owner(of call: Operation.LookupCall) -> Int? {
    call.isRecord ? call.subject : drafts[call.subject].position.owner
  }

  /// Returns the element type of a repeat's list; `.integer` for computed rows.
  ///
  /// Returns `.any` for a list with faults, which are reported when the list is compiled.
  private func recordType(of place: Int, in scope: Scope) -> ValueType {
    let items = (drafts[place].kind as? RepeatKind)?.items
    if items?.isCount == true { return .integer }
    guard let text = items?.list.scalar,
      let list = try? ConditionExpression(text, in: view(scope, in: drafts[place].idLocation.file)),
      case .list(let record) = list.type
    else { return .any }
    return record
  }

  /// Compiles the list or count that defines the items of a repeat.
  ///
  /// Returns nil if people add the items, or after adding an error.
  mutating func itemSource(of draft: AtomDraft, at place: Int, in scope: Scope) -> ItemSource? {
    guard let written = (draft.kind as? RepeatKind)?.items, let list = expression(written.list, in: scope),
      let index = lookups.firstIndex(where: { $0.isRecord && !$0.isDefinition && $0.subject == place })
    else { return nil }
    if written.isCount {
      guard [.any, .integer, .number].contains(list.type) else {
        diagnostics.error(
          .wrongType, "`over` takes the count of rows, found \(list.type.wholeNoun)", at: written.list.location)
        return nil
      }
      return ItemSource(list: list, slot: drafts.count + index)
    }
    switch list.type {
    case .any, .list(.any), .list(.record): break
    default:
      diagnostics.error(
        .wrongType, "`from` takes a list of records, found \(list.type.wholeNoun)", at: written.list.location)
      return nil
    }
    let source = ItemSource(list: list, slot: drafts.count + index)
    guard let node = written.key else {
      warnOfEntries(inItemsOf: draft, at: place, written.list.location)
      return source
    }
    let inside = place + 1..<draft.position.end
    guard let key = inside.first(where: { drafts[$0].position.owner == place && drafts[$0].writtenID == node.scalar }),
      drafts[key].value != nil
    else {
      diagnostics.error(
        .wrongValue,
        "`key` takes the id of an atom of the items that has a `value`, not \(node.scalar.map { "`\($0)`" } ?? node.noun)",
        at: node.location)
      return source
    }
    return ItemSource(list: list, slot: source.slot, key: key)
  }

  /// Adds a remark if items without a key contain inputs. Such entries belong to the item's index,
  /// even if the list changes.
  private mutating func warnOfEntries(inItemsOf draft: AtomDraft, at place: Int, _ location: Location) {
    let entered = drafts[place + 1..<draft.position.end].first { inner in
      if let list = inner.kind as? RepeatKind { return list.items == nil }
      return inner.input != nil && inner.value == nil
    }
    guard let entered else { return }
    diagnostics.remark(
      .missingKey,
      "`\(draft.id)` has no `key`: entries such as `\(entered.id)` are assigned by the item\'s number, which another record can get",
      remedy: ". Name the computed atom that identifies an item, as `key: id`", at: location)
  }

  /// Adds an error if the key depends on anything but the record of its item.
  ///
  /// The key is evaluated before the rest of the item.
  private mutating func checkKey(of source: ItemSource?, at place: Int, among atoms: [AtomParts]) {
    guard let source, let key = source.key, let computed = atoms[key].computed,
      let node = (drafts[place].kind as? RepeatKind)?.items?.key, computed.reads.outer != [source.slot]
    else { return }
    diagnostics.error(
      .wrongValue, "the `value` of `\(atoms[key].id)`, the key, must depend only on the item's record",
      at: node.location)
  }
}
