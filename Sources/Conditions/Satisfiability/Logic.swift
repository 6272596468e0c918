import Dates
import JSON

/// A condition as a Boolean formula over claims about single values: a flat array, children before
/// their parents.
///
/// A definition that is used several times is included once.
///
///     let logic = try Condition("$type == 1 OR $flag == YES", in: scope).logic
///     if case .or(let a, let b)? = logic.nodes.last {
///       // nodes[a] and nodes[b] are claims about $type and $flag
///     }
public struct Logic: Sendable {
  /// A part of the formula; an `Int` is the index of another part.
  public enum Node: Sendable {
    /// A part that always or never holds.
    case constant(Bool)
    /// A comparison of one value with literals.
    case claim(Claim)
    /// The negation of a part.
    case not(Int)
    /// The conjunction of two parts.
    case and(Int, Int)
    /// The disjunction of two parts.
    case or(Int, Int)
    /// A part that claims about single values cannot express, or an operand that is not a
    /// condition.
    case unknown
  }

  /// The parts; the last one is the whole condition.
  public fileprivate(set) var nodes: [Node] = []

  /// The negation of the whole formula.
  public var negated: Logic {
    var negated = self
    negated.nodes.append(.not(nodes.count - 1))
    return negated
  }
}

extension Condition {
  /// The condition as a Boolean formula over claims; one unknown part if the tree was dropped.
  public var logic: Logic {
    var reader = LogicReader()
    guard let checked else {
      reader.logic.nodes = [.unknown]
      return reader.logic
    }
    let root = reader.read(checked, depth: 0)
    // The last part must be the whole condition, but the root may be an earlier definition.
    if root != reader.logic.nodes.count - 1 { reader.logic.nodes.append(reader.logic.nodes[root]) }
    return reader.logic
  }
}

private struct LogicReader {
  var logic = Logic()
  /// For each definition read so far, the index of its part.
  private var definitions: [String: Int] = [:]
  /// Maximum depth of definitions that use each other; deeper definitions are unknown.
  private static let deepest = 50

  /// Appends the parts of a condition and returns the index of the whole condition.
  mutating func read(_ checked: Checked, depth: Int) -> Int {
    let starts = checked.tree.subtreeStarts()
    var places = [Int](repeating: -1, count: checked.tree.nodes.count)
    for (place, node) in checked.tree.nodes.enumerated() {
      guard let part = part(checked, place, node, places, starts, depth) else { continue }
      if case .definition = checked.meanings[place] {
        places[place] = part.place
      } else {
        logic.nodes.append(part.node)
        places[place] = logic.nodes.count - 1
      }
    }
    return places[checked.tree.root]
  }

  /// Returns the part for a node: a new part or, for a definition, the index of an existing one.
  ///
  /// Nil for a call that is not Boolean.
  private mutating func part(
    _ checked: Checked, _ place: Int, _ node: Node, _ places: [Int], _ starts: [Int], _ depth: Int
  ) -> (node: Logic.Node, place: Int)? {
    switch node {
    case .constant(let bool): return (.constant(bool), 0)
    case .not(let a): return (places[a] < 0 ? .unknown : .not(places[a]), 0)
    case .and(let a, let b): return (places[a] < 0 || places[b] < 0 ? .unknown : .and(places[a], places[b]), 0)
    case .or(let a, let b): return (places[a] < 0 || places[b] < 0 ? .unknown : .or(places[a], places[b]), 0)
    case .comparison(let comparison, let a, let b):
      if let constant = Self.constant(checked, place, starts) { return (.constant(constant), 0) }
      if let claim = ClaimReader(checked: checked).claim(comparison, a, b) { return (.claim(claim), 0) }
      guard let order = ClaimReader(checked: checked).order(comparison, a, b) else { return (.unknown, 0) }
      logic.nodes += [.unknown, .claim(order)]
      return (.and(logic.nodes.count - 2, logic.nodes.count - 1), 0)
    case .word(let name, _):
      guard case .definition(let condition) = checked.meanings[place] else { return (.unknown, 0) }
      if let known = definitions[name] { return (.unknown, known) }
      guard depth < Self.deepest, let checked = condition.checked else {
        logic.nodes.append(.unknown)
        return (.unknown, logic.nodes.count - 1)
      }
      let root = read(checked, depth: depth + 1)
      definitions[name] = root
      return (.unknown, root)
    case .call:
      guard checked.types[place] == .boolean else { return nil }
      return (Self.constant(checked, place, starts).map(Logic.Node.constant) ?? .unknown, 0)
    default: return (.unknown, 0)
    }
  }

  /// Returns the result of a part that reads no input; nil if it reads any input or has no result.
  private static func constant(_ checked: Checked, _ place: Int, _ starts: [Int]) -> Bool? {
    for inner in starts[place]...place {
      switch (checked.tree.nodes[inner], checked.meanings[inner]) {
      case (_, .slot), (_, .key), (_, .definition), (_, .subject), (_, .pathOperator): return nil
      case (_, .builtin(let builtin)) where !builtin.isPure: return nil
      case (.local, _), (.selfObject, _), (.subquery, _), (.rootOperator, _), (.variable, _), (.word, _): return nil
      default: continue
      }
    }
    return try? Compiler.predicate(checked, place, starts).holds(ConditionInput(values: []), [])
  }
}
