import JSON

/// Finds the meaning of every name and the type of every node in one walk, and collects the faults.
///
/// Without `Scope.checksTypes`, type mismatches are left to evaluation.
struct Checker {
  let scope: Scope
  let text: String
  /// The variable that a bare function name is called with; nil if the text is not a check.
  let subject: String?
  var checked: Checked
  /// The first faults, at most `Faults.maximum`.
  private(set) var faults: [Fault] = []
  /// The number of faults beyond `Faults.maximum`.
  private(set) var more = 0
  /// For each node on the path of a key-path operator, the type of the path's value for one
  /// element.
  var elements: [Int: ValueType] = [:]
  var opened: [String: Slot] = [:]
  /// The outermost `+` nodes of sums of texts.
  var joins: Set<Int> = []
  /// The lists with one name in braces that are compared, as in `{other} == YES`.
  var braced: Set<Int> = []
  /// The `+` and `-` nodes with a date and a number that were reported, and those that extend them.
  var dateSums: Set<Int> = []
  /// The first outer slot after all slots of the scope's variables.
  var firstFreeSlot: Int {
    scope.variables.values.reduce(0) { next, binding in
      if case .outer(let slot) = binding.slot { Swift.max(next, slot + 1) } else { next }
    }
  }

  /// Returns the checked tree; throws `Faults` with all faults in names and types.
  ///
  /// - Parameters:
  ///   - subject: The variable that a check validates; nil if the text is not a check.
  ///   - asCondition: True if the root must be Boolean.
  static func check(
    _ tree: SyntaxTree, text: String, in scope: Scope, subject: String?, asCondition: Bool
  ) throws(Faults) -> Checked {
    let (tree, readsConstants) = scope.settled(tree)
    var checker = Checker(scope: scope, text: text, subject: subject, checked: Checked(tree: tree))
    checker.checked.reads.readsConstants = readsConstants
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
      reportJoins()
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
    case .dictionary: return .any
    case .negate(let operand):
      demandNumber(operand, "-")
      return checked.types[operand] == .integer ? .integer : .number
    case .arithmetic(let sign, let a, let b):
      if let meant = misjoined(sign, a, b, place) { return meant }
      demandNumber(a, sign.rawValue)
      demandNumber(b, sign.rawValue)
      demandDivisor(sign, b)
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

  mutating func fault(_ place: Int, _ problem: String, remedy: String = "", as code: Fault.Code = .type) {
    note(Fault(range: checked.tree.ranges[place], problem, remedy: remedy, as: code))
  }

  mutating func fault(at place: Int, _ problem: String, remedy: String = "", as code: Fault.Code = .type) {
    note(Fault(range: checked.tree.marks[place], problem, remedy: remedy, as: code))
  }

  /// Reports a fault; beyond `Faults.maximum` faults, only counts it.
  mutating func note(_ fault: Fault) {
    if faults.count < Faults.maximum { faults.append(fault) } else { more += 1 }
  }

  /// Returns the end of a message that suggests the nearest name.
  ///
  /// Empty if the fault is only counted, because a suggestion compares all names.
  func suggestion(for name: String, among names: some Sequence<String>, prefix: String = "") -> String {
    faults.count < Faults.maximum ? Suggestion.text(for: name, among: names, prefix: prefix) : ""
  }

  /// Reports a fault if a call, a TERNARY or a word is used as a condition and is not Boolean.
  ///
  /// Reports nothing if the node already has a fault. The parser rejects all other values.
  mutating func demandBoolean(_ place: Int) {
    switch checked.tree.nodes[place] {
    case .call, .ternary, .word:
      guard checked.types[place] != .boolean,
        !faults.contains(where: { checked.tree.ranges[place].contains($0.range.lowerBound) })
      else { return }
      fault(place, Faults.valueForCondition, remedy: Faults.compareIt)
    default: return
    }
  }

  /// Reports a fault if an outer variable or an inner SUBQUERY variable has the same name.
  private mutating func demandFree(_ name: String, level: Int, within predicate: ClosedRange<Int>, _ place: Int) {
    let inner = checked.tree.nodes[predicate].contains { node in
      if case .subquery(_, name, let deeper, _) = node { deeper > level } else { false }
    }
    if scope.knows(variable: name) || inner {
      fault(
        place, "`$\(name)` is already a variable", remedy: ", rename the variable of this SUBQUERY", as: .ambiguousName)
    }
  }

  private mutating func demandNumber(_ place: Int, _ sign: String) {
    guard scope.checksTypes, !checked.types[place].isNumeric else { return }
    fault(place, "`\(sign)` takes numbers, found \(checked.types[place].noun)", remedy: numberHint(place))
  }

  /// Reports a fault if the node is the literal 0 and the operator is division.
  private mutating func demandDivisor(_ sign: Arithmetic, _ place: Int) {
    guard scope.checksTypes, sign == .divide, case .literal(let literal) = checked.tree.nodes[place],
      Equality.holds(literal.value, 0)
    else { return }
    fault(place, "division by 0 never has a result")
  }

  /// Reports a fault if the node cannot be a list; `use` is the start of the message.
  mutating func demandList(_ place: Int, _ use: String) {
    guard scope.checksTypes, checked.types[place].element == nil else { return }
    fault(place, "\(use) needs a list, found \(checked.types[place].noun)")
  }
}

/// The checked tree, in which every name has a meaning and every value a type.
struct Checked: Sendable {
  /// Maximum node count of a condition together with the definitions that it uses.
  ///
  /// A definition counts at each use, because each use evaluates it.
  static let maxParts = 20_000

  let tree: SyntaxTree
  /// For each node, the type of its value; Boolean for a predicate.
  var types: [ValueType] = []
  /// For each node, the meaning of its name.
  var meanings: [Meaning] = []
  /// For each node on the path of a key-path operator, the index of the operator's node; else nil.
  var aggregates: [Int?] = []
  /// The nodes on such paths that are followed by another key or operator.
  var continued: Set<Int> = []
  /// The nodes that read a value that may be computed from a rounded quotient.
  var rounded: Set<Int> = []
  /// The variable that a check validates; empty if the text is not a check.
  var subject = ""
  /// True if the scope checks types, so that an operand's type shows whether it is a whole number.
  var isTyped = false
  var reads = Reads()
  /// The node count of the definitions that the tree uses, each counted at each use.
  var partsOfDefinitions = 0
  /// The node count of the tree and of the definitions that it uses.
  var parts: Int { tree.nodes.count + partsOfDefinitions }
}

extension Literal {
  /// The type of the value; `any` for null.
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
