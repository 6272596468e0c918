import Conditions
import JSON

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
