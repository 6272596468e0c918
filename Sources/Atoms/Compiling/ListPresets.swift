import Conditions
import SourceText

/// Lists that people edit and that begin with records, by `defaultFrom` or `set` of `onChange`.
extension OperationCompiler {
  /// Compiles the records with which the list at `place` begins; returns nil if they are absent or
  /// have faults.
  mutating func listPreset(at place: Int, in scope: Scope) -> ConditionExpression? {
    guard let node = drafts[place].presetFrom, let kind = drafts[place].kind as? RepeatKind else { return nil }
    if let source = kind.items {
      let (name, items) = source.isCount ? ("over", "the rows") : ("from", "the items")
      diagnostics.error(
        .conflict, "`defaultFrom` conflicts with `\(name)`, which determines \(items)",
        remedy: ": use only one of them", at: node.location)
      return nil
    }
    return records(node, "defaultFrom", ofListAt: place, in: scope)
  }

  /// Compiles a list of records whose fields fill the inputs of the same name in the items of the
  /// list at `place`.
  ///
  /// Returns nil after adding an error.
  mutating func records(
    _ node: SourceNode, _ property: String, ofListAt place: Int, in scope: Scope
  ) -> ConditionExpression? {
    guard let expression = expression(node, in: scope) else { return nil }
    switch expression.type {
    case .any, .list(.any): return expression
    case .list(.record(let fields)):
      return accepts(fields, property, ofListAt: place, at: node.location) ? expression : nil
    default:
      diagnostics.error(
        .wrongType, "`\(property)` of a list takes a list of records, found \(expression.type.wholeNoun)",
        at: node.location)
      return nil
    }
  }

  /// Returns true if the fields fill at least one input of an item, each with a value of its type.
  /// Otherwise adds errors.
  mutating func accepts(
    _ fields: [Field], _ property: String, ofListAt place: Int, at location: Location
  ) -> Bool {
    let inputs = (place + 1..<drafts[place].position.end).filter { inner in
      drafts[inner].position.owner == place && drafts[inner].value == nil && drafts[inner].input?.isPersonal == false
    }
    guard !inputs.isEmpty, broken.isEmpty else { return true }
    let filled = inputs.compactMap { inner in
      fields.first { $0.name == drafts[inner].id }.map { (draft: drafts[inner], type: $0.type) }
    }
    guard !filled.isEmpty else {
      let names = inputs.map { "`\(drafts[$0].writtenID)`" }.listed
      diagnostics.error(
        .missingInput,
        "`\(property)` fills inputs by their names, and the records have none of \(names)",
        remedy: fields.isEmpty ? "" : "; their fields are \(fields.map { "`\($0.name)`" }.listed): use them as ids",
        at: location)
      return false
    }
    let wrong = filled.filter { !Self.accepts($0.type, as: $0.draft.input?.type ?? .any) }
    for (draft, type) in wrong {
      diagnostics.error(
        .wrongType,
        "`\(property)` gives \(type.wholeNoun) for `\(draft.writtenID)`, which takes "
          + "\(draft.input?.type.wholeNoun ?? "")",
        at: location)
    }
    return wrong.isEmpty
  }

  /// Returns true if an input for values of a type can have a value of the given type.
  static func accepts(_ given: ValueType, as wanted: ValueType) -> Bool {
    switch (wanted, given) {
    case (.any, _), (_, .any), (.number, .integer), (.text, .date): true
    case (.list(.any), .list): true
    default: wanted == given
    }
  }
}
