import JSON

/// Gives every name its meaning and every node its type, noting all faults.
struct Checker {
  /// What names mean.
  let scope: Scope
  /// The atom whose value a bare function name is called with; nil outside of a check.
  let subject: String?
  /// The result so far.
  var checked: Checked
  /// What was wrong so far, up to `Faults.most`.
  private(set) var faults: [Fault] = []
  /// The number of faults beyond those.
  private(set) var more = 0
  /// For each node of a key-path operator's path, the type of what the path gives for one element.
  var elements: [Int: ValueType] = [:]
  /// The slots that variables without a binding were given.
  var opened: [String: Slot] = [:]
  /// The first outer slot that no variable of the scope has.
  var firstFreeSlot: Int {
    scope.variables.values.reduce(0) { next, binding in
      if case .outer(let slot) = binding.slot { Swift.max(next, slot + 1) } else { next }
    }
  }

  /// The checked tree; throws every fault of names and types.
  static func check(
    _ tree: Tree, text: String, in scope: Scope, subject: String?, asCondition: Bool
  ) throws(Faults) -> Checked {
    var checker = Checker(scope: scope, subject: subject, checked: Checked(tree: tree))
    checker.checked.isTyped = scope.checksTypes
    checker.checked.subject = subject ?? ""
    checker.run()
    if asCondition { checker.demandBoolean(tree.root) }
    guard checker.faults.isEmpty else { throw Faults(text: text, checker.faults, more: checker.more) }
    checker.checked.reads = checker.checked.reads.sorted()
    return checker.checked
  }

  private mutating func run() {
    let count = checked.tree.nodes.count
    checked.types.reserveCapacity(count)
    checked.meanings.reserveCapacity(count)
    checked.aggregates.reserveCapacity(count)
    for (place, node) in checked.tree.nodes.enumerated() {
      checked.meanings.append(.plain)
      checked.aggregates.append(nil)
      let type = type(of: node, place)
      checked.types.append(type)
    }
    if scope.checksTypes {
      demandKeys()
      demandFittingElements()
    }
  }

  private mutating func type(of node: Node, _ place: Int) -> ValueType {
    switch node {
    case .literal(let literal): return literal.type
    case .variable(let name): return variable(name, place)
    case .local(_, _, let collection): return checked.types[collection].element ?? .any
    case .word(let name, let escaped): return word(name, escaped: escaped, place)
    case .rootOperator(let name):
      checked.reads.readsObject = true
      return pathOperator(name, on: objectType, base: nil, place)
    case .selfObject: return selfObject(place)
    case .key(let base, let name): return key(name, of: base, place)
    case .pathOperator(let base, let name): return pathOperator(name, on: checked.types[base], base: base, place)
    case .index(let base, let index): return self.index(base, index, place)
    case .position(let base, let position): return self.position(base, position, place)
    case .call(let name, let arguments): return call(name, arguments, place)
    case .subquery(let collection, let name, let level, let predicate):
      if scope.checksTypes { demandFree(name, level: level, within: collection + 1...predicate, place) }
      demandBoolean(predicate)
      demandList(collection, "SUBQUERY")
      return .list(checked.types[collection].element ?? .any)
    case .ternary(let condition, let a, let b):
      demandBoolean(condition)
      return checked.types[a].joined(checked.types[b])
    case .list(let elements):
      guard let first = elements.first else { return .list(.any) }
      return .list(elements.dropFirst().reduce(checked.types[first]) { $0.joined(checked.types[$1]) })
    case .negate(let operand):
      demandNumber(operand, "-")
      return checked.types[operand] == .integer ? .integer : .number
    case .arithmetic(let sign, let a, let b):
      demandNumber(a, sign.rawValue)
      demandNumber(b, sign.rawValue)
      let whole = sign != .power && checked.types[a] == .integer && checked.types[b] == .integer
      return whole ? .integer : .number
    case .comparison(let comparison, let a, let b):
      if scope.checksTypes { self.comparison(comparison, a, b, place) }
      return .boolean
    case .not(let operand):
      demandBoolean(operand)
      return .boolean
    case .and(let a, let b), .or(let a, let b):
      demandBoolean(a)
      demandBoolean(b)
      return .boolean
    case .constant: return .boolean
    }
  }

  /// Notes a fault at that node.
  mutating func fault(_ place: Int, _ message: String) {
    note(checked.tree.ranges[place], message)
  }

  /// Notes a fault of that node's own name.
  mutating func fault(at place: Int, _ message: String) {
    note(checked.tree.marks[place], message)
  }

  /// Notes a fault of a stretch of the text; beyond `Faults.most` it is only counted.
  mutating func note(_ range: Range<Int>, _ message: String) {
    if faults.count < Faults.most { faults.append(Fault(range: range, message: message)) } else { more += 1 }
  }

  /// The nearest name for a fault that will be told; nothing for one that is only counted, as each takes a walk over the names.
  func suggestion(for name: String, among names: some Sequence<String>, prefix: String = "") -> String {
    faults.count < Faults.most ? Suggestion.text(for: name, among: names, prefix: prefix) : ""
  }

  /// Notes a fault where a call or a name that stands as a condition is not Boolean.
  mutating func demandBoolean(_ place: Int) {
    switch checked.tree.nodes[place] {
    case .call, .ternary, .word:
      guard checked.types[place] != .boolean,
        !faults.contains(where: { checked.tree.ranges[place].contains($0.range.lowerBound) })
      else { return }
      fault(place, "this is a value and not a condition, compare it with something")
    default: return
    }
  }

  /// Notes a fault where the variable of a SUBQUERY has the name of another one: no name hides another.
  private mutating func demandFree(_ name: String, level: Int, within predicate: ClosedRange<Int>, _ place: Int) {
    let inner = checked.tree.nodes[predicate].contains { node in
      if case .subquery(_, name, let deeper, _) = node { deeper > level } else { false }
    }
    if scope.variables[name] != nil || inner {
      fault(place, "`$\(name)` is the variable of this SUBQUERY and another one at once")
    }
  }

  private mutating func demandNumber(_ place: Int, _ sign: String) {
    guard scope.checksTypes, !checked.types[place].isNumeric else { return }
    fault(place, "`\(sign)` takes numbers, and this is \(checked.types[place].noun)")
  }

  /// Notes a fault where the node cannot be a list.
  mutating func demandList(_ place: Int, _ use: String) {
    guard scope.checksTypes, checked.types[place].element == nil else { return }
    fault(place, "\(use) needs a list, and this is \(checked.types[place].noun)")
  }
}

extension Literal {
  /// The type of the value; any for nil.
  var type: ValueType {
    switch self {
    case .null: .any
    case .bool: .boolean
    case .integer: .integer
    case .decimal, .float: .number
    case .text: .text
    }
  }
}
