import Conditions
import JSON

extension Operation {
  /// Returns posted values without the inputs that follow an input that the person has just changed
  /// (`either`).
  ///
  /// The last entry in a circle decides. A changed input without a value was cleared or reset, so
  /// it follows again.
  ///
  /// - Parameter changed: The changed paths in the order of their changes.
  func keepingLastEntries(_ values: Object, changed: [String]) -> Object {
    var values = values
    var decided: Set<[Int]> = []
    for path in changed.reversed() {
      guard let (place, indexes) = place(atPath: path), let circle = atoms[place].circle,
        !decided.contains([circle.leader] + indexes), StepBudget.take(4)
      else { continue }
      let names = atoms[place].position.owner.flatMap { atoms[$0].template }?.names ?? []
      let items = zip(names, indexes).map { (name: $0, index: $1) }
      guard let object = values.object(insideItems: items[...]), object[atoms[place].id]?.isNull == false else {
        continue
      }
      decided.insert([circle.leader] + indexes)
      for other in circle.ids where other != atoms[place].id && object[other] != nil {
        guard StepBudget.take(16 + values.count / 4) else { return values }
        values.put(nil, at: other, insideItems: items[...])
      }
    }
    return values
  }
}

extension Object {
  /// Returns the object that contains the atoms of the item that the names and indexes lead to; nil
  /// if absent.
  fileprivate func object(insideItems items: ArraySlice<(name: String, index: Int)>) -> Object? {
    guard let (name, index) = items.first else { return self }
    guard let list = self[name]?.array, list.indices.contains(index) else { return nil }
    return list[index].object?.object(insideItems: items.dropFirst())
  }
}
