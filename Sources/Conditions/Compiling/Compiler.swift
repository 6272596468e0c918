import JSON

/// Compiles a checked tree, or a part of it, into a program.
struct Compiler {
  private let checked: Checked
  /// For each node, the index of the first node of its subtree.
  private let subtrees: [Int]
  private(set) var tests: [Branch] = []
  private(set) var operands: [Operand] = []
  private(set) var places: [OperandPlace] = []
  private(set) var prepared: [Prepared] = []
  var texts: [String] = []
  var textNodes: [TextNode] = []
  /// For each operand, true if it may be computed from a rounded quotient.
  private var isRounded: [Bool] = []
  /// True if the value of an expression, its last operand, may be computed from a rounded quotient.
  var isResultRounded: Bool { isRounded.last ?? false }

  static func predicate(_ checked: Checked, _ node: Int, _ subtrees: [Int]) -> Program {
    var compiler = Compiler(checked: checked, subtrees: subtrees)
    let entry = compiler.branches(node)
    return Program(compiler, entry: entry)
  }

  /// Compiles the value at that node; the value of a predicate is a Boolean.
  static func value(_ checked: Checked, _ node: Int, _ subtrees: [Int]) -> Program {
    var compiler = Compiler(checked: checked, subtrees: subtrees)
    if checked.tree.nodes[node].isPredicate {
      _ = compiler.append(.truth(predicate(checked, node, subtrees)), start: 0, children: [], node)
    } else {
      _ = compiler.operand(node)
    }
    return Program(compiler, entry: Branch.fails)
  }

  private init(checked: Checked, subtrees: [Int]) {
    self.checked = checked
    self.subtrees = subtrees
  }

  // MARK: Branches

  /// The jump target of a task: a known test or end, or the entry of the previously emitted part.
  private enum Target {
    case place(Int32)
    case previous
  }

  /// Emits the tests of a predicate and returns its entry.
  ///
  /// Tests are emitted from last to first, because a jump needs the index of its target.
  private mutating func branches(_ root: Int) -> Int32 {
    var tasks: [(node: Int, onTrue: Target, onFalse: Target)] = [(root, .place(Branch.holds), .place(Branch.fails))]
    var entry = Branch.fails
    while let task = tasks.popLast() {
      func place(_ target: Target) -> Int32 { if case .place(let place) = target { place } else { entry } }
      let (onTrue, onFalse) = (place(task.onTrue), place(task.onFalse))
      switch checked.tree.nodes[task.node] {
      case .or(let a, let b):
        tasks.append((a, .place(onTrue), .previous))
        tasks.append((b, .place(onTrue), .place(onFalse)))
      case .and(let a, let b):
        tasks.append((a, .previous, .place(onFalse)))
        tasks.append((b, .place(onTrue), .place(onFalse)))
      case .not(let operand): tasks.append((operand, .place(onFalse), .place(onTrue)))
      case .constant(let bool): entry = bool ? onTrue : onFalse
      default:
        let range = SourceRange(checked.tree.ranges[task.node])
        tests.append(Branch(question: question(task.node), onTrue: onTrue, onFalse: onFalse, range: range))
        entry = Int32(tests.count - 1)
      }
    }
    return entry
  }

  private mutating func question(_ node: Int) -> Branch.Question {
    guard case .comparison(let comparison, let left, let right) = checked.tree.nodes[node] else {
      return .truth(Int32(operand(node)))
    }
    let a = operand(left)
    let b = operand(right)
    if let pieces = pieces(comparison, a, b) { return pieces }
    guard case .constant(let constant) = operands[b] else {
      return .comparison(comparison, left: Int32(a), right: Int32(b), prepared: -1)
    }
    // A test stores its slot in 32 bits. A larger slot is compared as a plain operand.
    var slot: Int32?
    if comparison.modifier == nil, case .outer(let place) = operands[a] { slot = Int32(exactly: place) }
    if let slot, comparison.options.isEmpty {
      switch (comparison.relation, constant) {
      case (.equal, .integer(let number)), (.notEqual, .integer(let number)), (.less, .integer(let number)),
        (.lessOrEqual, .integer(let number)), (.greater, .integer(let number)), (.greaterOrEqual, .integer(let number)):
        return .integer(slot: slot, comparison.relation, number)
      case (.equal, .string(let text)), (.notEqual, .string(let text)):
        texts.append(text)
        return .text(slot: slot, text: Int32(texts.count - 1), negated: comparison.relation == .notEqual)
      default: break
      }
    }
    guard let ready = Prepared(comparison, constant) else {
      return .comparison(comparison, left: Int32(a), right: Int32(b), prepared: -1)
    }
    prepared.append(ready)
    if let slot {
      return .prepared(comparison, slot: slot, prepared: Int32(prepared.count - 1), left: Int32(a), right: Int32(b))
    }
    return .comparison(comparison, left: Int32(a), right: Int32(b), prepared: Int32(prepared.count - 1))
  }

  // MARK: Operands

  /// Emits the operands of a value, each after its parts, and returns the index of the root's
  /// operand.
  private mutating func operand(_ root: Int) -> Int {
    let apart = partsCompiledApart(root)
    var places: [Int: Int] = [:]
    var node = subtrees[root]
    while node <= root {
      if let end = apart[node] {
        node = end
        continue
      }
      places[node] = write(node, places)
      node += 1
    }
    return places[root] ?? operands.count - 1
  }

  /// Returns the subtrees within a value that become separate programs, because they may be
  /// skipped.
  ///
  /// A key is the index of a subtree's first node; its value is the index after its last node.
  private func partsCompiledApart(_ root: Int) -> [Int: Int] {
    var apart: [Int: Int] = [:]
    var node = root
    while node >= subtrees[root] {
      switch checked.tree.nodes[node] {
      case .ternary(_, _, let last):
        apart[subtrees[node]] = last + 1
        node = subtrees[node] - 1
      case .subquery(_, _, _, let predicate):
        apart[subtrees[predicate]] = predicate + 1
        node = subtrees[predicate] - 1
      default: node -= 1
      }
    }
    return apart
  }

  private mutating func write(_ node: Int, _ places: [Int: Int]) -> Int {
    func at(_ child: Int) -> Int { places[child] ?? 0 }
    let parts = checked.tree.nodes[node].children
    if let base = parts.first, checked.continued.contains(node) {
      // The last node of a path emits the whole path.
      return at(base)
    }
    var children = parts.compactMap { places[$0] }
    if case .rootOperator = checked.tree.nodes[node] {
      let object = append(.object, start: operands.count, children: [], node)
      if checked.continued.contains(node) { return object }
      children = [object]
    }
    let start = children.first.map { Int(self.places[$0].start) } ?? operands.count
    let place = append(translate(node, at), start: start, children: children, node)
    fold(place, children)
    return place
  }

  /// Replaces an operand with its value if all its parts are constant.
  private mutating func fold(_ place: Int, _ children: [Int]) {
    guard operands[place].isFoldable, children.allSatisfy({ operands[$0].constant != nil }) else { return }
    do throws(EvaluationError) {
      let value = try operands[place].compute(ConditionInput(values: []), []) { child in
        operands[child].constant ?? .null
      }
      operands[place] = .constant(value)
      places[place].depth = 1
    } catch {
      // Keep the operand: it throws at evaluation, which may never reach it.
    }
  }

  private mutating func append(_ operand: Operand, start: Int, children: [Int], _ node: Int) -> Int {
    operands.append(operand)
    let depth = 1 + (children.map { places[$0].depth }.max() ?? 0)
    places.append(OperandPlace(start: Int32(start), depth: depth, range: SourceRange(checked.tree.ranges[node])))
    var rounded = checked.rounded.contains(node) || children.contains { isRounded[$0] }
    switch operand {
    case .arithmetic(.divide, _, _, _), .aggregate(_, .avg, _), .builtin(.average, _), .builtin(.median, _), .ternary,
      .builtin(.power, _), .builtin(.annuity, _):
      rounded = true
    default: break
    }
    isRounded.append(rounded)
    return operands.count - 1
  }

  /// Returns the operand of a node; `at` returns the index of a child's operand.
  private func translate(_ node: Int, _ at: (Int) -> Int) -> Operand {
    let tree = checked.tree
    switch tree.nodes[node] {
    case .literal(let literal): return .constant(literal.value)
    case .variable: return named(node, "")
    case .local(_, let level, _): return .local(level)
    case .word(let name, _): return named(node, name)
    case .rootOperator(let name): return pathOperator(name, node, operands.count - 1)
    case .selfObject: return .object
    case .key(let base, let name):
      if checked.aggregates[node] != nil { return aggregate(node, at) }
      if case .selfObject = tree.nodes[base] { return .objectKey(name) }
      return .key(at(base), name)
    case .pathOperator(let base, let name):
      if checked.aggregates[node] ?? node != node { return aggregate(node, at) }
      return pathOperator(name, node, at(base))
    case .index(let base, let index):
      if case .dictionary = tree.nodes[base] { return .member(at(base), at(index)) }
      return .index(at(base), at(index))
    case .position(let base, let position): return .position(at(base), position)
    case .call(_, let arguments):
      switch checked.meanings[node] {
      case .builtin(let builtin): return .builtin(builtin, arguments.map(at))
      case .function(let function): return .function(function, arguments.map(at))
      default: return .failure(EvaluationError(.undefined("this")))
      }
    case .subquery(let collection, _, let level, let predicate):
      return .subquery(at(collection), level: level, Compiler.predicate(checked, predicate, subtrees))
    case .ternary(let condition, let a, let b):
      return .ternary(
        Compiler.predicate(checked, condition, subtrees), Compiler.value(checked, a, subtrees),
        Compiler.value(checked, b, subtrees))
    case .list(let elements): return .list(elements.map(at))
    case .dictionary(let elements):
      let places = stride(from: 0, to: elements.count - 1, by: 2)
      let names = places.map { place in
        if case .literal(let literal) = tree.nodes[elements[place]] { literal.memberName ?? "" } else { "" }
      }
      return .dictionary(names, places.map { at(elements[$0 + 1]) })
    case .negate(let operand): return .negate(at(operand))
    case .arithmetic(let sign, let a, let b):
      return .arithmetic(sign, at(a), at(b), precision(a, b, at))
    case .comparison, .not, .and, .or, .constant: return .failure(EvaluationError(.undefined("this")))
    }
  }

  /// Returns the precision of an operator's result: a decimal if an operand has type `number`, and
  /// rounded if an operand is computed from a quotient.
  private func precision(_ a: Int, _ b: Int, _ at: (Int) -> Int) -> Precision {
    let isDecimal = checked.isTyped && (checked.types[a] == .number || checked.types[b] == .number)
    return Precision(isDecimal: isDecimal, rounds: isRounded[at(a)] || isRounded[at(b)])
  }

  /// Returns the operand of a key-path operator without a following key; only `@count` allows this.
  private func pathOperator(_ name: String, _ node: Int, _ base: Int) -> Operand {
    if case .pathOperator(.count) = checked.meanings[node] { return .count(base) }
    return .failure(EvaluationError(.undefined("@\(name)")))
  }

  /// Returns the operand of the key-path operator whose path ends at that node.
  private func aggregate(_ node: Int, _ at: (Int) -> Int) -> Operand {
    var steps: [PathStep] = []
    var place = node
    while let start = checked.aggregates[place], start != place {
      switch checked.tree.nodes[place] {
      case .key(let base, let name):
        steps.append(base == start && name == "self" ? .element : .key(name))
        place = base
      case .pathOperator(let base, _):
        if case .pathOperator(let inner) = checked.meanings[place] { steps.append(.pathOperator(inner)) }
        place = base
      default: return .failure(EvaluationError(.undefined("this")))
      }
    }
    guard case .pathOperator(let sign) = checked.meanings[place], let base = checked.tree.nodes[node].firstChild else {
      return .failure(EvaluationError(.undefined("this")))
    }
    return .aggregate(at(base), sign, steps.reversed())
  }

  private func named(_ node: Int, _ name: String) -> Operand {
    switch checked.meanings[node] {
    case .slot(.outer(let slot), _): .outer(slot)
    case .slot(.item(let slot), _): .item(slot)
    case .definition(let condition): .definition(condition)
    case .composed(let value): .composed(value)
    case .subject(let function, .outer(let slot)): .subject(function, .outer(slot))
    case .subject(let function, .item(let slot)): .subject(function, .item(slot))
    default: .objectKey(name)
    }
  }
}
