import Conditions
import JSON

extension Evaluation {
  /// Works out the items of a repeat which is shown, those that were posted or those of its list, and its value from them.
  mutating func settleItems(of template: ItemTemplate) {
    var list = ItemList()
    defer { workspace.items[template.number] = list }
    // What is no list was noted when it was read.
    guard !marks[template.place].contains(.unreadable) else { return }
    var posted = input.values[template.place].array ?? []
    let records = records(of: template)
    list.count = records?.count ?? posted.count
    input.values[template.place] = .null
    guard list.count <= template.kind.maximum else { return }
    if let source = template.source, let records {
      (posted, list.hasStrays) = matched(posted, with: records, of: source)
    }
    let work = plan.items[template.number]
    list.items.reserveCapacity(posted.count)
    var values: [Value] = []
    if work.isRead { values.reserveCapacity(posted.count) }
    let outer = here
    for (index, value) in posted.enumerated() {
      guard Work.take(template.work + changes.count) else { break }
      here = outer.item(index, of: template, value.object)
      guard !work.onlyChanged || changes.contains(where: { $0.isInside(template, here.indexes) }) else {
        list.items.append(ItemList.Item())
        continue
      }
      settleItem(work, template, records?[index])
      if work.isRead { values.append(.object(itemValue(of: template))) }
      list.items.append(savedItem(of: template))
    }
    here = outer
    if work.isRead { input.values[template.place] = .array(values) }
  }

  /// Works out what an item's value follows; `record` is what it comes from, where it comes from a list.
  mutating func settleItem(_ work: WorkPlan.Items, _ template: ItemTemplate, _ record: Value? = nil) {
    for slot in template.slots { workspace.clear(slot, of: operation) }
    if let source = template.source, let record { show(record, of: source) }
    if let posted = here.posted { readMembers(of: posted, inside: template) }
    if !commit {
      for change in changes where change.indexes == here.indexes && template.atoms.contains(change.place) {
        marks[change.place].insert(.typed)
      }
    }
    if marks[template.place].contains(.disabled) { for place in template.inputs { marks[place].insert(.disabled) } }
    for node in work.early { settle(node) }
  }

  /// The value of the item that has been worked out: what its inputs have.
  private func itemValue(of template: ItemTemplate) -> Object {
    var members: [Object.Member] = []
    members.reserveCapacity(template.inputs.count)
    for place in template.inputs where !input.values[place].isNull {
      members.append(Object.Member(name: operation.atoms[place].id, value: input.values[place]))
    }
    return Object(unique: members)
  }

  private func savedItem(of template: ItemTemplate) -> ItemList.Item {
    ItemList.Item(
      posted: here.posted, isKnown: true, values: template.slots.map { input.values[$0] },
      marks: template.slots.map { marks[$0] }, inner: Array(workspace.items[template.inner]))
  }

  /// Makes the slots hold a known item, to be told of; `here` goes back to what it was when that is done.
  mutating func open(_ index: Int, of template: ItemTemplate) {
    _ = Work.take(template.work)
    let item = workspace.items[template.number].items[index]
    here = here.item(index, of: template, item.posted)
    for (slot, value) in zip(template.slots, item.values) { input.values[slot] = value }
    for (slot, mark) in zip(template.slots, item.marks) { marks[slot] = mark }
    workspace.items.replaceSubrange(template.inner, with: item.inner)
    for node in plan.items[template.number].late { settle(node) }
  }
}

extension ChangedAtom {
  /// Whether the change was made in the item of these indexes.
  func isInside(_ template: ItemTemplate, _ path: [Int]) -> Bool {
    template.atoms.contains(place) && path.count <= indexes.count && concerns(path.count, path)
  }
}
