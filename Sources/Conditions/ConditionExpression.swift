public import JSON

/// A compiled expression in NSPredicate's format: a function from values to a value.
///
/// A condition is also an expression, with a Boolean value.
///
///     let total = try ConditionExpression("$price * $count + 1")
///     try total.value(in: ConditionInput(values: [10, 3]))  // 31
public struct ConditionExpression: Sendable {
  /// The stored properties in one reference, so that copying an expression is one retain.
  private final class Parts: TreeHolder {
    let text: String
    let type: ValueType
    let reads: Reads
    let root: Int
    let program: Program
    let tree: KeptTree

    init(text: String, reads: Reads, _ checked: Checked, _ root: Int) {
      (self.text, self.reads, self.root) = (text, reads, root)
      type = checked.types[root]
      program = Compiler.value(checked, root, checked.tree.subtreeStarts())
      tree = KeptTree(checked)
    }

    func dropTree() { tree.drop() }
  }

  private let parts: Parts

  /// The source text.
  public var text: String { parts.text }
  /// The type of the value.
  public var type: ValueType { parts.type }
  /// The inputs that the expression reads.
  public var reads: Reads { parts.reads }
  /// True if the value may be computed from a rounded quotient.
  package var isRounded: Bool { parts.program.isRounded }
  /// The slot, if the expression only reads one slot; nil otherwise.
  public var slot: Slot? {
    switch parts.program.operands[parts.program.result] {
    case .outer(let place): .outer(place)
    case .item(let place): .item(place)
    default: nil
    }
  }
  /// The checked tree; nil once `CheckedTrees` has dropped it.
  var checked: Checked? { parts.tree.checked }
  var root: Int { parts.root }
  var program: Program { parts.program }

  /// Parses, checks and compiles the text.
  ///
  /// - Parameters:
  ///   - text: The expression or condition in NSPredicate's format.
  ///   - scope: The names that the expression may use.
  /// - Throws: `Faults` with all lexical faults, else the first grammar fault, else all faults in
  ///   names and types.
  public init(_ text: String, in scope: Scope = Scope()) throws(Faults) {
    let tree = try Parser.expression(text)
    let checked = try Checker.check(tree, text: text, in: scope, subject: nil, asCondition: false)
    self.init(checked, tree.root, text: text, reads: checked.reads)
    scope.trees?.note(parts)
  }

  init(_ checked: Checked, _ root: Int) {
    self.init(checked, root, text: checked.tree.text(of: root), reads: checked.reads)
  }

  init(_ slot: Slot, named name: String) {
    var checked = Checked(tree: SyntaxTree(nodes: [.variable(name)], ranges: [0..<0], marks: [0..<0]))
    checked.types = [.any]
    checked.meanings = [.slot(slot, options: nil)]
    checked.aggregates = [nil]
    checked.reads.slots = [slot]
    self.init(checked, 0, text: "$" + name, reads: checked.reads)
  }

  private init(_ checked: Checked, _ root: Int, text: String, reads: Reads) {
    parts = Parts(text: text, reads: reads, checked, root)
  }

  /// Returns the value.
  ///
  /// - Parameter input: The values of all slots in `reads`.
  /// - Throws: `EvaluationError` if the values give no result, for example for a division by zero.
  public func value(in input: ConditionInput) throws(EvaluationError) -> Value { try parts.program.value(input, []) }
}

extension ConditionExpression {
  /// The value, if the expression reads only alias constants of the scope; nil otherwise.
  package var constant: Value? {
    guard reads.readsConstants, reads.slots.isEmpty, !reads.readsObject, reads.ambient.isEmpty, reads.functions.isEmpty
    else { return nil }
    return try? value(in: ConditionInput(values: []))
  }
}

extension ConditionExpression: Hashable, CustomStringConvertible {
  /// Returns true if the canonical texts and `reads` are equal.
  public static func == (left: ConditionExpression, right: ConditionExpression) -> Bool {
    left.description == right.description && left.reads == right.reads
  }
  /// Hashes the canonical text.
  public func hash(into hasher: inout Hasher) { hasher.combine(description) }

  /// The canonical text, which parses to an equal expression; the source text if the tree was
  /// dropped.
  public var description: String { checked?.tree.text(of: parts.root) ?? text }
}
