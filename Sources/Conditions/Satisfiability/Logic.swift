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
      return (Self.claim(checked, comparison, a, b).map(Logic.Node.claim) ?? .unknown, 0)
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

  /// Returns the claim of a comparison between one value and literals.
  ///
  /// Returns nil if
  /// - the comparison has a modifier,
  /// - not exactly one side consists of literals, or the other side is computed,
  /// - a few values cannot represent all values of the term.
  private static func claim(_ checked: Checked, _ comparison: Comparison, _ a: Int, _ b: Int) -> Claim? {
    guard comparison.modifier == nil else { return nil }
    // IN with a text finds any part of it, which a few values cannot represent.
    if comparison.relation == .within, case .literal(.text) = checked.tree.nodes[b] { return nil }
    let (left, right) = (literals(checked, a), literals(checked, b))
    let termPlace = left == nil ? a : b
    guard let literals = left ?? right, (left == nil) != (right == nil), let term = term(checked, termPlace) else {
      return nil
    }
    var options: [Value]?
    if term.isWhole, case .slot(_, let offered) = checked.meanings[termPlace] { options = offered }
    let type = checked.types[termPlace]
    guard options != nil || isListable(comparison, type, literals, isTermLeft: left == nil) else { return nil }
    let sides = left == nil ? ("$v", checked.tree.text(of: b)) : (checked.tree.text(of: a), "$v")
    guard let condition = try? Condition("\(sides.0) \(comparison.spelling) \(sides.1)") else { return nil }
    return Claim(term, type, options: options, literals: literals, condition)
  }

  /// Returns true if a few values can represent all values of that type in this comparison.
  private static func isListable(
    _ comparison: Comparison, _ type: ValueType, _ literals: [Value], isTermLeft: Bool
  ) -> Bool {
    let ordered: Set<Relation> = [.equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual]
    let isList = isTermLeft && (comparison.relation == .within || comparison.relation == .between)
    switch type {
    case .boolean: return ordered.contains(comparison.relation) || isList
    case .integer, .number:
      let areNumbers = literals.allSatisfy { $0.isNull || $0.integer != nil || $0.exactDecimal != nil }
      return areNumbers && (ordered.contains(comparison.relation) || isList)
    case .text:
      let isEquality = [.equal, .notEqual].contains(comparison.relation)
      return comparison.options.isEmpty && (isEquality || isTermLeft && comparison.relation == .within)
        && literals.allSatisfy { $0.isNull || $0.string != nil }
    case .date:
      let areDates = literals.allSatisfy { $0.isNull || $0.string.flatMap { CivilDate($0) } != nil }
      return comparison.options.isEmpty && areDates && (ordered.contains(comparison.relation) || isList)
    case .any:
      let isEquality = [.equal, .notEqual].contains(comparison.relation)
      return comparison.options.isEmpty && (isEquality || isTermLeft && comparison.relation == .within)
    default: return false
    }
  }

  /// Returns the value of a literal or the values of a list of literals; nil for any other node.
  private static func literals(_ checked: Checked, _ place: Int) -> [Value]? {
    switch checked.tree.nodes[place] {
    case .literal(let literal): return [literal.value]
    case .negate(let operand):
      guard case .literal(let literal) = checked.tree.nodes[operand] else { return nil }
      switch literal {
      case .integer(let number) where number != .min: return [.integer(-number)]
      case .decimal(let number): return [.decimal(number.negated)]
      default: return nil
      }
    case .list(let elements):
      let values = elements.map { literals(checked, $0) }
      return values.allSatisfy { $0?.count == 1 } ? values.compactMap { $0?.first } : nil
    default: return nil
    }
  }

  /// Returns the term of a variable, a word or a key path that begins with one; nil for other
  /// nodes.
  private static func term(_ checked: Checked, _ place: Int) -> Term? {
    var base = place
    while case .key(let inner, _) = checked.tree.nodes[base] { base = inner }
    let path = checked.tree.text(of: place)
    switch (checked.tree.nodes[base], checked.meanings[base]) {
    case (.variable, .slot(let slot, _)), (.word, .slot(let slot, _)):
      return Term(slot: slot, path: path, isWhole: base == place)
    case (.word, .key): return Term(slot: nil, path: path, isWhole: base == place)
    default: return nil
    }
  }
}

extension Value {
  fileprivate var exactDecimal: Decimal? { if case .decimal(let number) = self { number } else { nil } }
}
