import Model

extension EntityJSON {
  /// Reads these fields of a body. `reader` records each error with its path.
  func take(_ selection: Selection, from reader: inout RecordReader) -> [FieldOverride<Record>] {
    var (place, given) = (0, [FieldOverride<Record>]())
    for type in repeat (each Value).self {
      let part = parts[place]
      if selection.isTaken[place],
        let value = type.take(part.field, isRequired: !part.field.isSometimes, from: &reader)
      {
        given.append(FieldOverride(place: place, value: value))
      }
      place += 1
    }
    return given
  }

  /// Returns the value of a field in `given`; nil if the body did not contain it.
  func value<One>(_ path: KeyPath<Record, One>, in given: [FieldOverride<Record>]) -> One? {
    let place = entity.place(of: path)
    return given.first { $0.place == place }?.value as? One
  }
}
