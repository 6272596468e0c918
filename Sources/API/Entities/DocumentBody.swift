import Model

extension Document {
  /// What a body says of these fields; every fault is noted in `reader`, with its path.
  func take(_ selection: Selection, from reader: inout RecordReader) -> [Given<Record>] {
    var (place, given) = (0, [Given<Record>]())
    for type in repeat (each Value).self {
      let part = parts[place]
      if selection.isTaken[place],
        let value = type.take(part.field, isRequired: !part.field.isSometimes, from: &reader)
      {
        given.append(Given(place: place, value: value))
      }
      place += 1
    }
    return given
  }

  /// What a body says of one field; nil where it says nothing.
  func value<One>(_ path: KeyPath<Record, One>, in given: [Given<Record>]) -> One? {
    let place = entity.place(of: path)
    return given.first { $0.place == place }?.value as? One
  }
}
