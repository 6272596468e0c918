package import JSON

extension Operation {
  /// The values that a question about changes looks at, of those that are posted: it is answered as if all were there.
  /// Nil for a question about everything, which looks at every value.
  package func values(neededFor question: Question, posted: (_ id: String) -> Value?) -> Object? {
    guard let affected = question.changed.map({ affected(by: $0).0 }) else { return nil }
    let needed = (question.commit ? affected.neededToJudge : affected.needed).nodes
    var values: [Object.Member] = []
    values.reserveCapacity(needed.count)
    for place in needed where place < atoms.count && atoms[place].input != nil {
      if let value = posted(atoms[place].id) { values.append(Object.Member(name: atoms[place].id, value: value)) }
    }
    return Object(unique: values)
  }
}
