import Conditions
import JSON

/// The evaluated items of one repeat.
struct ItemList: Sendable {
  /// The number of posted items, of records in the repeat's list, or of computed rows, even if it
  /// exceeds the limit.
  var count = 0
  /// True if the client posted an item that matches no record of the repeat's list.
  var hasStrays = false
  /// True if the items are those of `defaultFrom`, because the person has not changed the list.
  var isPreset = false
  /// True if the last of computed rows is not known, because `until` cannot be evaluated.
  var isEndless = false
  /// The values of the last row that a next row would read; null without rows.
  var last = Value.null
  /// The items; empty if there are too many.
  var items: [Item] = []
  /// For each item that `unique` refuses, the index of the first item with the same values. Empty
  /// unless the values are validated.
  var firsts: [Int: Int] = [:]

  /// One item with the content of its slots.
  struct Item: Sendable {
    /// The posted object; nil if the client posted another type.
    var posted: Object?
    /// True if the item was evaluated; false if the question does not need it.
    var isKnown = false
    /// The values of the template's slots: atoms, then lookup answers.
    var values: [Value] = []
    /// The flags of the same slots.
    var marks: [SlotFlags] = []
    /// The items of the nested repeats in tree order.
    var inner: [ItemList] = []
  }
}

/// The item that is being evaluated or written.
struct ItemPlace {
  /// The template of the item; nil outside of items.
  private(set) var template: ItemTemplate?
  /// The item indexes, outermost first.
  private(set) var indexes: [Int] = []
  /// The posted object; nil if the client posted another type.
  private(set) var posted: Object?
  /// True if the item was not posted: it is an item of `defaultFrom`.
  private(set) var isPreset = false

  /// Returns the place of an item of a repeat in this item, or outside of items.
  func item(_ index: Int, of template: ItemTemplate, _ posted: Object?, isPreset: Bool = false) -> ItemPlace {
    ItemPlace(template: template, indexes: indexes + [index], posted: posted, isPreset: isPreset)
  }

  /// The path prefix of the item's atoms, such as `lines[3].`; empty outside of items.
  var prefix: String { template.map { $0.prefix(indexes) } ?? "" }
}

extension Evaluation {
  /// Evaluates the items of a shown repeat and the value of the repeat.
  mutating func settleItems(of template: ItemTemplate) {
    var list = ItemList()
    defer { workspace.items[template.number] = list }
    let isCounted = template.kind.isCounted
    // The values of computed rows do not depend on posted items.
    if isCounted { marks[template.place].remove(.unreadable) }
    // A posted value that is not a list was marked when it was read.
    guard !marks[template.place].contains(.unreadable) else { return }
    var posted = input.values[template.place].array ?? []
    let rows = isCounted ? rowCount(of: template) : nil
    let records = isCounted ? nil : records(of: template)
    list.count = rows ?? records?.count ?? posted.count
    list.isPreset = isPreset(template)
    input.values[template.place] = .null
    guard list.count <= template.kind.maximum else { return }
    if let rows { posted = Array(repeating: .object(Object()), count: rows) }
    if let source = template.source, let records {
      (posted, list.hasStrays) = matched(posted, with: records, of: source, template)
    }
    let work = plan.items[template.number]
    list.items.reserveCapacity(posted.count)
    var values: [Value] = []
    if work.isRead { values.reserveCapacity(posted.count) }
    let (outer, own) = (here, doubt)
    var end = RowEnd(until: template.source?.until)
    var duplicates = commit && work.isRead ? DuplicateItems(comparing: template.unique) : nil
    for (index, value) in posted.enumerated() {
      guard StepBudget.take(template.work + changes.count) else { break }
      here = outer.item(index, of: template, value.object, isPreset: list.isPreset)
      guard !work.onlyChanged || changes.contains(where: { $0.isInside(template, here.indexes) }) else {
        list.items.append(ItemList.Item())
        continue
      }
      settleItem(work, template, isCounted ? .integer(Int64(index + 1)) : records?[index], after: list.last)
      let item = work.isRead || isCounted ? Value.object(itemValue(of: template.inputs)) : .null
      if isCounted {
        list.last = item
      } else if work.isCarried, let row = template.previous {
        list.last = .object(itemValue(of: row.inputs))
      }
      if work.isRead { values.append(item) }
      duplicates?.add(index, input.values, marks)
      list.items.append(savedItem(of: template))
      if end.until != nil, ends(&end, rowsOf: template) {
        list.count = index + 1
        break
      }
    }
    (here, doubt) = (outer, own)
    list.isEndless = end.isFailed
    if let reason = end.doubt { note(reason) }
    if let duplicates { list.firsts = duplicates.firsts }
    if work.isRead { input.values[template.place] = .array(values) }
  }

  /// Evaluates the nodes of one item that the repeat's value depends on.
  ///
  /// - Parameters:
  ///   - record: The record of the item or the number of a row; nil if people add the items.
  ///   - previous: The value of the previous row; null for the first row.
  mutating func settleItem(
    _ work: EvaluationPlan.Items, _ template: ItemTemplate, _ record: Value? = nil, after previous: Value = .null
  ) {
    for slot in template.slots { workspace.clear(slot, of: operation) }
    if let source = template.source, let record { show(record, of: source) }
    if let row = template.previous {
      input.values[row.slot] = previous
      marks[row.slot] = .known
    }
    if let row = template.row, let index = here.indexes.last {
      input.values[row] = RowNumber.record(ofItemAt: index)
      marks[row] = .known
    }
    if let posted = here.posted { readMembers(of: posted, inside: template) }
    if !commit {
      for change in changes where change.indexes == here.indexes && template.atoms.contains(change.place) {
        marks[change.place].insert(.typed)
      }
    }
    if !marks[template.place].isDisjoint(with: [.disabled, .locked]) {
      for place in template.inputs { marks[place].insert(.disabled) }
    }
    for node in work.early { settle(node) }
  }

  /// Returns the value of the item in the slots, with the inputs that have a value.
  private func itemValue(of inputs: [Int]) -> Object {
    var members: [Object.Member] = []
    members.reserveCapacity(inputs.count)
    if isUncertain { return uncertainItemValue(of: inputs) }
    for place in inputs where !input.values[place].isNull {
      members.append(Object.Member(name: operation.atoms[place].id, value: input.values[place]))
    }
    return Object(unique: members)
  }

  /// Returns the value of the item in the slots, with a placeholder for each unknown value.
  private func uncertainItemValue(of inputs: [Int]) -> Object {
    var members: [Object.Member] = []
    for place in inputs {
      let value = marks[place].unknown.map(Value.unknown) ?? input.values[place]
      if !value.isNull { members.append(Object.Member(name: operation.atoms[place].id, value: value)) }
    }
    return Object(unique: members)
  }

  private func savedItem(of template: ItemTemplate) -> ItemList.Item {
    ItemList.Item(
      posted: here.posted, isKnown: true, values: template.slots.map { input.values[$0] },
      marks: template.slots.map { marks[$0] }, inner: Array(workspace.items[template.inner]))
  }

  /// Loads an evaluated item into the slots and evaluates its late nodes. The caller must restore
  /// `here` afterwards.
  mutating func open(_ index: Int, of template: ItemTemplate) {
    _ = StepBudget.take(template.work)
    let list = workspace.items[template.number]
    let item = list.items[index]
    here = here.item(index, of: template, item.posted, isPreset: list.isPreset)
    for (slot, value) in zip(template.slots, item.values) { input.values[slot] = value }
    for (slot, mark) in zip(template.slots, item.marks) { marks[slot] = mark }
    workspace.items.replaceSubrange(template.inner, with: item.inner)
    for node in plan.items[template.number].late { settle(node) }
    doubt = nil
  }

  /// Returns true if the items of a list are not posted, but those of `defaultFrom`.
  private func isPreset(_ template: ItemTemplate) -> Bool {
    let atom = operation.atoms[template.place]
    if here.isPreset { return true }
    guard atom.presetFrom != nil else { return false }
    return marks[template.place].contains(.disabled) || posted(for: atom, at: template.place) == nil
  }

  /// Returns the records of the repeat's list; nil if people add the items.
  private mutating func records(of template: ItemTemplate) -> [Value]? {
    guard let source = template.source else { return nil }
    return value(of: source.list, for: operation.atoms[template.place], "from").array ?? []
  }

  /// Returns the number of computed rows: the whole part of the number, or 0 if it is missing or
  /// negative.
  private mutating func rowCount(of template: ItemTemplate) -> Int {
    guard let source = template.source else { return 0 }
    let count = value(of: source.list, for: operation.atoms[template.place], "over").wholePart ?? 0
    return Int(clamping: max(0, count))
  }

  private mutating func show(_ record: Value, of source: ItemSource) {
    input.values[source.slot] = record
    marks[source.slot] = .known
  }

  /// Returns the posted item for each record, and whether some posted items match no record.
  ///
  /// - Items are matched by key if the repeat has one, otherwise by index.
  /// - An item that is matched by index and was posted with a value of another record matches no
  ///   record.
  /// - A record without a posted item gets an empty item.
  private mutating func matched(
    _ posted: [Value], with records: [Value], of source: ItemSource, _ template: ItemTemplate
  ) -> (items: [Value], hasStrays: Bool) {
    let blank = Value.object(Object())
    guard let key = source.key, !posted.isEmpty else {
      var hasStrays = posted.count > records.count
      let items = records.enumerated().map { index, record in
        guard index < posted.count else { return blank }
        if fits(posted[index], record, of: source, template) { return posted[index] }
        hasStrays = true
        return blank
      }
      return (items, hasStrays)
    }
    let names = posted.map { postedKey(of: $0, at: key) }
    // The indexes of the posted items by the bytes of their key, in reverse, so that `popLast`
    // returns the first one.
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
    // A posted item without a key is matched by its index.
    for number in found.indices where found[number] == nil && names.indices.contains(number) {
      guard isFree[number], names[number].isNull, fits(posted[number], records[number], of: source, template) else {
        continue
      }
      (found[number], isFree[number]) = (number, false)
    }
    return (found.map { $0.map { posted[$0] } ?? blank }, isFree.contains(true))
  }

  /// Returns false if an item was posted with a value that differs from the value computed from its
  /// record.
  ///
  /// - Skips values that were not posted or are unknown.
  /// - Returns true if the response does not contain the whole list, because the client does not
  ///   receive the current list then.
  private mutating func fits(_ posted: Value, _ record: Value, of source: ItemSource, _ template: ItemTemplate) -> Bool
  {
    guard let item = posted.object, !template.recordValues.isEmpty, reports(of: template) else { return true }
    show(record, of: source)
    let outer = doubt
    defer { doubt = outer }
    // Skip the key atom: items that are compared here have no key.
    for value in template.recordValues where value.place != source.key {
      let atom = operation.atoms[value.place]
      let given = item.values(of: atom.id, insideItemsOf: value.repeats[...]).map { atom.input?.read($0) }
      guard let computed = atom.computed, given.contains(where: { $0?.isNull != true }) else { continue }
      guard StepBudget.take(given.count) else { return false }
      doubt = nil
      let own = kept(self.value(of: computed, for: atom, "value"), of: atom, "value")
      if doubt == nil, given.contains(where: { $0?.isNull != true && $0 != own }) { return false }
    }
    return true
  }

  /// Returns true if the response contains the whole list of a repeat.
  private func reports(of template: ItemTemplate) -> Bool {
    isAboutAll || affected.reportedAtom(of: template.place)?.isReported == true
  }

  /// Returns the key of the item whose record is in its slot.
  private mutating func key(at place: Int) -> Value {
    let atom = operation.atoms[place]
    return atom.computed.map { kept(value(of: $0, for: atom, "value"), of: atom, "value") } ?? .null
  }

  /// Returns the posted key of an item; null if it has none.
  private func postedKey(of item: Value, at place: Int) -> Value {
    let atom = operation.atoms[place]
    return item.object?[atom.id].flatMap { atom.input?.read($0) } ?? .null
  }
}

extension Object {
  /// Returns the values posted for an id in this item, or in all items of the nested repeats with
  /// these names.
  fileprivate func values(of id: String, insideItemsOf repeats: ArraySlice<String>) -> [Value] {
    guard let name = repeats.first else { return self[id].map { [$0] } ?? [] }
    return (self[name]?.array ?? []).flatMap { $0.object?.values(of: id, insideItemsOf: repeats.dropFirst()) ?? [] }
  }
}

extension ChangedAtom {
  /// Returns true if the change is in the item with these indexes.
  fileprivate func isInside(_ template: ItemTemplate, _ path: [Int]) -> Bool {
    template.atoms.contains(place) && path.count <= indexes.count && concerns(SharedIndexes(path.count), path)
  }
}
