package import JSON

extension Evaluation {
  /// Writes the states that the question asks for, by path.
  package mutating func writeStates(to writer: inout Writer, in language: Language) {
    writer.beginObject()
    if operation.templates.isEmpty {
      for telling in affected.tellings { write(telling, to: &writer) }
    } else {
      writeStates(affected.tellings[...], to: &writer)
    }
    writer.endObject()
  }

  private mutating func write(_ telling: AffectedAtoms.Telling, to writer: inout Writer) {
    let judge = judges(telling)
    guard telling.isTold || judge else { return }
    let atom = operation.atoms[telling.place]
    if here.template == nil { writer.key(atom.key) } else { writer.key(here.prefix + atom.id) }
    writer.beginObject()
    writeState(of: telling.place, atom, judge: judge && !isUnreadable, to: &writer)
    writer.endObject()
  }

  /// Whether what was posted for this item is no object: that is told of its repeat.
  private var isUnreadable: Bool { here.template != nil && here.posted == nil }

  /// Writes states of atoms here and in items of repeats here.
  private mutating func writeStates(_ tellings: ArraySlice<AffectedAtoms.Telling>, to writer: inout Writer) {
    var rest = tellings
    while let telling = rest.first {
      guard let template = template(around: telling.place) else {
        if let found = telling.found(here, changes) { write(found, to: &writer) }
        rest = rest.dropFirst()
        continue
      }
      let inside = rest.prefix { template.atoms.contains($0.place) }
      writeStates(inside, ofItemsOf: template, to: &writer)
      rest = rest.dropFirst(inside.count)
    }
  }

  private mutating func writeStates(
    _ tellings: ArraySlice<AffectedAtoms.Telling>, ofItemsOf template: ItemTemplate, to writer: inout Writer
  ) {
    let outer = here
    let items = workspace.items[template.number].items
    for index in items.indices where items[index].isKnown {
      let place = outer.item(index, of: template, nil)
      guard tellings.contains(where: { $0.found(place, changes) != nil }) else { continue }
      open(index, of: template)
      writeStates(tellings, to: &writer)
      here = outer
    }
  }

  /// The template of the outermost repeat around the atom at that place that the items here do not belong to.
  private func template(around place: Int) -> ItemTemplate? {
    var template: ItemTemplate?
    var position = operation.atoms[place].position
    while position.depth > here.indexes.count, let owner = position.owner {
      template = operation.atoms[owner].template
      position = operation.atoms[owner].position
    }
    return template
  }
}

extension AffectedAtoms.Telling {
  /// What is told of the atom in an item, of all that changed; nil for nothing.
  fileprivate func found(_ here: ItemPlace, _ changes: [ChangedAtom]) -> AffectedAtoms.Telling? {
    guard !changes.isEmpty, here.template != nil else { return self }
    var (told, checked, isChanged) = (Int?.none, Int?.none, false)
    for change in changes {
      guard let telling = change.affected.telling(of: place) else { continue }
      if let shared = telling.told, change.concerns(shared, here.indexes) { told = shared }
      if let shared = telling.checked, change.concerns(shared, here.indexes) { checked = shared }
      if change.place == place, change.concerns(.max, here.indexes) { isChanged = true }
    }
    guard told != nil || checked != nil else { return nil }
    return AffectedAtoms.Telling(place: place, told: told, checked: checked, isChanged: isChanged)
  }
}
