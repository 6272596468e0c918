import Atoms
import JSON

extension Object {
  /// The values with one more entered at a path such as `lines[3].amount`; items before it that are not there are blank.
  func entering(_ value: Value, at path: String) -> Object {
    guard let written = WrittenPath(path) else { return self }
    return entering(value, in: written.items[...], written.id)
  }

  private func entering(
    _ value: Value, in items: ArraySlice<(id: Substring, index: Int)>, _ id: Substring
  ) -> Object {
    var values = self
    guard let next = items.first else {
      values[String(id)] = value
      return values
    }
    var list = values[String(next.id)]?.array ?? []
    guard next.index < 10_000 else { return self }
    while list.count <= next.index { list.append(.object(Object())) }
    let item = list[next.index].object ?? Object()
    list[next.index] = .object(item.entering(value, in: items.dropFirst(), id))
    values[String(next.id)] = .array(list)
    return values
  }
}
