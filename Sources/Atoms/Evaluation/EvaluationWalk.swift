import Conditions

extension Evaluation {
  /// Visits the reported atoms in tree order. During a visit, the slots contain the item of the
  /// atom.
  mutating func walk(_ visit: (inout Evaluation, AffectedAtoms.ReportedAtom) -> Void) {
    if operation.templates.isEmpty {
      for entry in affected.reportedAtoms { visit(&self, entry) }
    } else {
      walk(affected.reportedAtoms[...], visit)
    }
  }

  /// True if the client posted no object for the current item. The repeat reports the violation.
  var isUnreadableItem: Bool { here.template != nil && here.posted == nil }

  private mutating func walk(
    _ reportedAtoms: ArraySlice<AffectedAtoms.ReportedAtom>,
    _ visit: (inout Evaluation, AffectedAtoms.ReportedAtom) -> Void
  ) {
    var rest = reportedAtoms
    while let entry = rest.first {
      guard let template = template(around: entry.place) else {
        if let found = entry.found(here, changes) { visit(&self, found) }
        rest = rest.dropFirst()
        continue
      }
      let inside = rest.prefix { template.atoms.contains($0.place) }
      walk(inside, throughItemsOf: template, visit)
      rest = rest.dropFirst(inside.count)
    }
  }

  private mutating func walk(
    _ reportedAtoms: ArraySlice<AffectedAtoms.ReportedAtom>, throughItemsOf template: ItemTemplate,
    _ visit: (inout Evaluation, AffectedAtoms.ReportedAtom) -> Void
  ) {
    let outer = here
    let items = workspace.items[template.number].items
    for index in items.indices where items[index].isKnown {
      guard StepBudget.take(reportedAtoms.count * max(1, changes.count)) else { return }
      let place = outer.item(index, of: template, nil)
      guard reportedAtoms.contains(where: { $0.found(place, changes) != nil }) else { continue }
      open(index, of: template)
      walk(reportedAtoms, visit)
      here = outer
    }
  }

  /// Returns the outermost repeat that contains the atom and was not entered yet; nil if the atom
  /// is in the current item.
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

extension AffectedAtoms.ReportedAtom {
  /// Returns the entry of the atom in this item, combined over all changes; nil if no change
  /// affects it.
  fileprivate func found(_ here: ItemPlace, _ changes: [ChangedAtom]) -> AffectedAtoms.ReportedAtom? {
    guard !changes.isEmpty, here.template != nil else { return self }
    var (reported, checked, isChanged) = (SharedIndexes?.none, SharedIndexes?.none, false)
    for change in changes {
      guard let entry = change.affected.reportedAtom(of: place) else { continue }
      if let shared = entry.reported, change.concerns(shared, here.indexes) { reported = shared }
      if let shared = entry.checked, change.concerns(shared, here.indexes) { checked = shared }
      if change.place == place, change.concerns(.every, here.indexes) { isChanged = true }
    }
    guard reported != nil || checked != nil else { return nil }
    return AffectedAtoms.ReportedAtom(place: place, reported: reported, checked: checked, isChanged: isChanged)
  }
}
