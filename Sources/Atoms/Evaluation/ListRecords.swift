import Conditions
import JSON

extension Evaluation {
  /// Returns the items with which a list begins, as a client posts them: each has the fields of a
  /// record that are inputs of an item.
  ///
  /// - Computed inputs, passwords, codes and consents are not filled.
  /// - A field that its input rejects is left out and recorded as a failure.
  /// - Empty items follow if the list has fewer records than its minimum. There are none if the
  ///   records are unknown.
  mutating func items(from records: Value, of template: ItemTemplate, _ property: StaticString) -> Value {
    let records = records.array ?? []
    let inputs = template.inputs.filter { place in
      operation.atoms[place].computed == nil && operation.atoms[place].input?.isPersonal == false
    }
    guard StepBudget.take(records.count * (1 + inputs.count)) else { return .array([]) }
    var items = records.map { record -> Value in
      var members: [Object.Member] = []
      members.reserveCapacity(inputs.count)
      for place in inputs {
        let atom = operation.atoms[place]
        guard let field = record[atom.id], let value = posted(field, at: atom, property) else { continue }
        members.append(Object.Member(name: atom.id, value: value))
      }
      return .object(Object(unique: members))
    }
    while doubt == nil, items.count < template.kind.minimum { items.append(.object(Object())) }
    return .array(items)
  }

  /// Returns the field of a record as a client posts it in an input; nil if it has no valid value.
  private mutating func posted(_ field: Value, at atom: Atom, _ property: StaticString) -> Value? {
    guard !field.isNull, field.unknown == nil else { return nil }
    if let inner = atom.template {
      return inner.source == nil ? items(from: field, of: inner, property) : nil
    }
    let kept = kept(field, of: atom, "\(property)")
    return kept.isNull ? nil : atom.input?.wire(kept)
  }
}
