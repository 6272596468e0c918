import JSON

/// Sums, differences and comparisons of values in different units, such as an amount in RUB and an
/// amount in USD.
///
///     let amounts = Scope(variables: ["a": Binding(slot: .outer(0), type: .number),
///                                     "b": Binding(slot: .outer(1), type: .number)])
///     let sum = try ConditionExpression("$a + $b", in: amounts)
///     sum.mixedUnits([0: "RUB", 1: "USD"]).map(\.message)
///     // ["`+` takes amounts in RUB and USD: convert one of them by a rate"]
extension ConditionExpression {
  /// Returns a fault for each part that mixes units.
  ///
  /// - Parameter units: The units of outer slots.
  package func mixedUnits(_ units: [Int: String]) -> [Fault] {
    checked.map { UnitWalk($0, units).mixed } ?? []
  }

  /// Returns the unit of the value; nil if it has no unit or the unit is not known.
  package func unit(_ units: [Int: String]) -> String? { checked.flatMap { UnitWalk($0, units).units.last ?? nil } }
}

extension Condition {
  /// Returns a fault for each part that mixes units.
  ///
  /// - Parameter units: The units of outer slots.
  package func mixedUnits(_ units: [Int: String]) -> [Fault] {
    checked.map { UnitWalk($0, units).mixed } ?? []
  }
}

/// A walk over a tree that finds the unit of each node.
///
/// Products and quotients have no known unit, so an amount converted by a rate never mixes units.
private struct UnitWalk {
  /// For each node, its unit; nil if it has no unit or the unit is not known.
  private(set) var units: [String?] = []
  private(set) var mixed: [Fault] = []
  private let checked: Checked

  init(_ checked: Checked, _ slots: [Int: String]) {
    self.checked = checked
    units.reserveCapacity(checked.tree.nodes.count)
    for (place, node) in checked.tree.nodes.enumerated() { units.append(unit(of: node, place, slots)) }
  }

  private mutating func unit(of node: Node, _ place: Int, _ slots: [Int: String]) -> String? {
    switch node {
    case .variable:
      guard case .slot(.outer(let slot), _) = checked.meanings[place] else { return nil }
      return slots[slot]
    case .negate(let operand): return units[operand]
    case .arithmetic(let sign, let a, let b):
      switch sign {
      case .add, .subtract: return joined(a, b, "`\(sign.rawValue)` takes", place)
      case .multiply, .divide, .power: return nil
      }
    case .comparison(let comparison, let a, let b):
      switch comparison.relation {
      case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual:
        _ = joined(a, b, "`\(comparison.spelling)` compares", place)
      default: break
      }
      return nil
    case .ternary(_, let a, let b): return units[a] == units[b] ? units[a] : nil
    case .call(_, let arguments):
      guard case .builtin(let builtin) = checked.meanings[place], let first = arguments.first else { return nil }
      switch builtin {
      case .round, .floor, .ceiling, .trunc, .abs: return units[first]
      case .min, .max:
        guard arguments.count > 1 else { return nil }
        for (a, b) in zip(arguments, arguments.dropFirst()) {
          guard joined(a, b, "`\(builtin.rawValue)` compares", place) == units[a] else { return nil }
        }
        return units[first]
      default: return nil
      }
    default: return nil
    }
  }

  /// Returns the common unit; nil if a unit is unknown. Records different units and returns nil.
  private mutating func joined(_ a: Int, _ b: Int, _ use: String, _ place: Int) -> String? {
    guard let first = units[a], let second = units[b] else { return nil }
    if first == second { return first }
    mixed.append(
      Fault(
        range: checked.tree.ranges[place], "\(use) amounts in \(first) and \(second)",
        remedy: ": convert one of them by a rate", as: .type))
    return nil
  }
}
