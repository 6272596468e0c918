public import JSON

/// A compiled expression in NSPredicate's format: a function from values to a value.
///
/// A whole condition is an expression too; its value is a Boolean.
///
///     let total = try ConditionExpression("$price * $count + 1")
///     try total.value(in: ConditionInput(values: [10, 3]))  // 31
public struct ConditionExpression: Sendable {
  /// The stored properties behind one reference, so that copying an expression costs one retain.
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
  /// True if the value may be computed from a quotient, whose digits are rounded.
  package var isRounded: Bool { parts.program.isRounded }
  /// The slot if the expression is a slot's value and nothing more; nil otherwise.
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
  /// Throws `Faults`: all faults of tokens; if there are none, the first fault of the grammar; else all faults of names
  /// and types.
  public init(_ text: String, in scope: Scope = Scope()) throws(Faults) {
    let tree = try Parser.expression(text)
    let checked = try Checker.check(tree, text: text, in: scope, subject: nil, asCondition: false)
    self.init(checked, tree.root, text: text, reads: checked.reads)
    scope.trees?.note(parts)
  }

  /// Creates the expression of one node of a condition.
  init(_ checked: Checked, _ root: Int) {
    self.init(checked, root, text: checked.tree.text(of: root), reads: checked.reads)
  }

  /// Creates the expression of a variable in that slot.
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

  /// Returns the value; throws `EvaluationError` when the input gives none, for example for a division by zero.
  public func value(in input: ConditionInput) throws(EvaluationError) -> Value { try parts.program.value(input, []) }
}

extension ConditionExpression {
  /// The value of an expression that reads constants of the scope's aliases and nothing else; nil for any other.
  package var constant: Value? {
    guard reads.readsConstants, reads.slots.isEmpty, !reads.readsObject, reads.ambient.isEmpty, reads.functions.isEmpty
    else { return nil }
    return try? value(in: ConditionInput(values: []))
  }
}

extension ConditionExpression: Hashable, CustomStringConvertible {
  /// Compares the canonical texts and `reads`.
  public static func == (left: ConditionExpression, right: ConditionExpression) -> Bool {
    left.description == right.description && left.reads == right.reads
  }
  /// Hashes the canonical text.
  public func hash(into hasher: inout Hasher) { hasher.combine(description) }

  /// The canonical text, and without a tree the source text; parsing it gives an equal expression.
  public var description: String { checked?.tree.text(of: parts.root) ?? text }
}
