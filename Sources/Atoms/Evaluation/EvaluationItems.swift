import Conditions
import JSON

/// The items of one repeat, as far as they have been worked out.
struct ItemList: Sendable {
  /// How many were posted, too many included.
  var count = 0
  /// Whether something was posted that belongs to no item of the list that they come from.
  var hasStrays = false
  /// The items; none where there are too many.
  var items: [Item] = []

  /// One item: what the slots of its atoms hold while it is looked at.
  struct Item: Sendable {
    /// What was posted for it; nil where that is no object.
    var posted: Object?
    /// Whether it was worked out; else nobody asks for it.
    var isKnown = false
    /// The values of its slots: atoms, then answers.
    var values: [Value] = []
    /// Their marks.
    var marks: [Marks] = []
    /// The items of the repeats inside, in their order.
    var inner: [ItemList] = []
  }
}

/// Which item is being worked out or written.
struct ItemPlace {
  /// What it is made of; nil outside of items.
  private(set) var template: ItemTemplate?
  /// Its indexes, outermost first.
  private(set) var indexes: [Int] = []
  /// What was posted for it; nil where that is no object.
  private(set) var posted: Object?

  /// The place of an item of the repeat that stands here.
  func item(_ index: Int, of template: ItemTemplate, _ posted: Object?) -> ItemPlace {
    ItemPlace(template: template, indexes: indexes + [index], posted: posted)
  }

  /// What stands before an id to make it the path of an atom here, as `lines[3].`.
  var prefix: String { template.map { $0.prefix(indexes) } ?? "" }
}

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

extension Evaluation {
  /// The records that the items of a repeat come from; nil where people add the items.
  mutating func records(of template: ItemTemplate) -> [Value]? {
    guard let source = template.source else { return nil }
    return value(of: source.list, for: operation.atoms[template.place], "from").array ?? []
  }

  /// Makes the slot of an item's record hold that one.
  mutating func show(_ record: Value, of source: ItemSource) {
    input.values[source.slot] = record
    marks[source.slot] = .known
  }

  /// What was posted for each record's item, by the key where it has one, else by its number; and whether more was posted
  /// than there are items for.
  mutating func matched(
    _ posted: [Value], with records: [Value], of source: ItemSource
  ) -> (items: [Value], hasStrays: Bool) {
    let blank = Value.object(Object())
    guard let key = source.key, !posted.isEmpty else {
      let missing = max(0, records.count - posted.count)
      return (posted.prefix(records.count) + Array(repeating: blank, count: missing), posted.count > records.count)
    }
    let names = posted.map { postedKey(of: $0, at: key) }
    // The items of each key by the bytes of it, the first one last.
    var places: [[UInt8]: [Int]] = [:]
    for place in names.indices.reversed() where !names[place].isNull {
      places[names[place].canonical, default: []].append(place)
    }
    var isFree = [Bool](repeating: true, count: posted.count)
    var found = records.map { record -> Int? in
      show(record, of: source)
      let name = self.key(at: key)
      let place = name.isNull ? nil : places[name.canonical]?.popLast()
      if let place { isFree[place] = false }
      return place
    }
    // What does not say where it belongs goes by its number.
    for number in found.indices where found[number] == nil && names.indices.contains(number) {
      guard isFree[number], names[number].isNull else { continue }
      (found[number], isFree[number]) = (number, false)
    }
    return (found.map { $0.map { posted[$0] } ?? blank }, isFree.contains(true))
  }

  /// The key of the item whose record is shown.
  private mutating func key(at place: Int) -> Value {
    let atom = operation.atoms[place]
    return atom.computed.map { kept(value(of: $0, for: atom, "value"), of: atom, "value") } ?? .null
  }

  /// The key that an item was posted with; null for none.
  private func postedKey(of item: Value, at place: Int) -> Value {
    let atom = operation.atoms[place]
    return item.object?[atom.id].flatMap { atom.input?.read($0) } ?? .null
  }
}
