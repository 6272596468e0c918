import JSON

extension ConditionExpression {
  /// Returns the decimal places that the value can have.
  ///
  /// - Parameter source: Returns the form of an outer slot, or of a field of the records in its
  ///   list; nil if it is not known.
  package func decimalForm(_ source: (_ slot: Int, _ field: String?) -> DecimalForm?) -> DecimalForm {
    checked.map { DecimalWalk($0, source).form } ?? .unknown
  }
}

/// A walk over a tree that finds the decimal places of each node.
struct DecimalWalk {
  /// For each node, the form of its value.
  private(set) var forms: [DecimalForm] = []
  private let checked: Checked

  /// The form of the whole value.
  var form: DecimalForm { forms.last ?? .unknown }

  init(_ checked: Checked, _ source: (Int, String?) -> DecimalForm?) {
    self.checked = checked
    forms.reserveCapacity(checked.tree.nodes.count)
    for (place, node) in checked.tree.nodes.enumerated() {
      let form = form(of: node, place, source)
      let isUnknown = form.places == .unknown
      forms.append(isUnknown && checked.types[place] == .integer ? rounded(.unknown, to: 0, place) : form)
    }
  }

  private func form(of node: Node, _ place: Int, _ source: (Int, String?) -> DecimalForm?) -> DecimalForm {
    switch node {
    case .literal(.integer(let number)): return DecimalForm(oneOf: [Decimal(number)])
    case .literal(.decimal(let number)): return DecimalForm(oneOf: [number])
    case .variable, .word: return slot(of: place).flatMap { source($0, nil) } ?? .unknown
    case .key(let base, let name):
      if case .pathOperator(_, "avg") = checked.tree.nodes[base] { return .endless }
      return slot(of: base).flatMap { source($0, name) } ?? .unknown
    case .negate(let operand): return forms[operand].negated
    case .arithmetic(let sign, let a, let b): return result(of: sign, a, b, place)
    case .ternary(_, let a, let b): return forms[a].or(forms[b])
    case .list(let elements): return either(elements)
    case .dictionary(let parts): return either(stride(from: 1, to: parts.count, by: 2).map { parts[$0] })
    case .index(let base, _):
      if case .dictionary = checked.tree.nodes[base] { return forms[base] }
      return .unknown
    case .call(_, let arguments):
      guard case .builtin(let builtin) = checked.meanings[place] else { return .unknown }
      return result(of: builtin, arguments, place)
    default: return .unknown
    }
  }

  /// Returns the slot of a name, or of the list before a key-path operator.
  private func slot(of place: Int) -> Int? {
    if case .pathOperator(let base, let name) = checked.tree.nodes[place], name != "count" { return slot(of: base) }
    guard case .slot(.outer(let slot), _) = checked.meanings[place] else { return nil }
    return slot
  }

  private func either(_ places: [Int]) -> DecimalForm {
    guard let first = places.first else { return .unknown }
    return places.dropFirst().reduce(forms[first]) { $0.or(forms[$1]) }
  }

  private func result(of sign: Arithmetic, _ a: Int, _ b: Int, _ place: Int) -> DecimalForm {
    switch sign {
    case .add: forms[a].adding(forms[b])
    case .subtract: forms[a].adding(forms[b].negated)
    case .multiply: forms[a].multiplied(by: forms[b])
    // The quotient of whole numbers is a whole number, and an unknown value may be one.
    case .divide: checked.types[a] == .number || checked.types[b] == .number ? forms[a].divided(by: forms[b]) : .unknown
    case .power: .unknown
    }
  }

  private func result(of builtin: Builtin, _ arguments: [Int], _ place: Int) -> DecimalForm {
    guard let first = arguments.first else { return .unknown }
    switch builtin {
    case .round:
      guard arguments.count > 1, case .literal(.integer(let places)) = checked.tree.nodes[arguments[1]] else {
        return .unknown
      }
      return rounded(forms[first], to: Int(clamping: max(0, places)), place)
    case .floor, .ceiling, .trunc: return rounded(forms[first], to: 0, place)
    case .abs: return forms[first].or(forms[first].negated)
    case .min, .max: return either(arguments)
    case .sum:
      // A list of values has the places of its elements, and their sum is not one of them.
      guard case .list(let elements) = checked.tree.nodes[first] else { return forms[first] }
      return elements.reduce(DecimalForm(oneOf: [Decimal(0)])) { $0.adding(forms[$1]) }
    case .average, .annuity, .sqrt, .log, .ln, .exp, .stddev: return .endless
    default: return .unknown
    }
  }

  private func rounded(_ form: DecimalForm, to places: Int, _ place: Int) -> DecimalForm {
    form.rounded(to: places, named: checked.tree.text(of: place))
  }
}
