public import JSON

/// An expression in NSPredicate's format, parsed, checked and compiled: from values to a value.
///
/// A whole condition may stand as an expression too; its value is a Boolean.
public struct Expression: Sendable {
  /// All of it behind one reference, so that who holds expressions copies them for the price of one.
  private final class Parts: Sendable {
    let text: String
    let type: ValueType
    let reads: Reads
    let checked: Checked
    let root: Int
    let program: Program

    init(text: String, reads: Reads, _ checked: Checked, _ root: Int) {
      (self.text, self.reads, self.checked, self.root) = (text, reads, checked, root)
      type = checked.types[root]
      program = Compiler.value(checked, root, checked.tree.subtreeStarts())
    }
  }

  private let parts: Parts

  /// The text that the expression was read from.
  public var text: String { parts.text }
  /// What is known of the value.
  public var type: ValueType { parts.type }
  /// What the expression reads.
  public var reads: Reads { parts.reads }
  /// The slot whose value the expression is; nil where it is anything more.
  public var slot: Slot? {
    switch parts.program.operands[parts.program.result] {
    case .outer(let place): .outer(place)
    case .item(let place): .item(place)
    default: nil
    }
  }
  var checked: Checked { parts.checked }
  var root: Int { parts.root }

  /// Reads and checks the text; throws every fault that was found.
  public init(_ text: String, in scope: Scope = Scope()) throws(Faults) {
    let tree = try Parser.expression(text)
    let checked = try Checker.check(tree, text: text, in: scope, subject: nil, asCondition: false)
    self.init(checked, tree.root, text: text, reads: checked.reads)
  }

  /// The part of a condition at that node.
  init(_ checked: Checked, _ root: Int) {
    self.init(checked, root, text: checked.tree.text(of: root), reads: checked.reads)
  }

  /// The value in a slot.
  init(_ slot: Slot, named name: String) {
    var checked = Checked(tree: Tree(nodes: [.variable(name)], ranges: [0..<0], marks: [0..<0]))
    checked.types = [.any]
    checked.meanings = [.slot(slot, options: nil)]
    checked.aggregates = [nil]
    checked.reads.slots = [slot]
    self.init(checked, 0, text: "$" + name, reads: checked.reads)
  }

  private init(_ checked: Checked, _ root: Int, text: String, reads: Reads) {
    parts = Parts(text: text, reads: reads, checked, root)
  }

  /// The value; throws where the values at hand give none.
  public func value(in input: Input) throws(EvaluationError) -> Value { try parts.program.value(input, []) }
}

extension Expression: Hashable, CustomStringConvertible {
  /// Whether both say the same over the same slots, however they are written.
  public static func == (left: Expression, right: Expression) -> Bool {
    left.description == right.description && left.reads == right.reads
  }
  /// Feeds what the expression says.
  public func hash(into hasher: inout Hasher) { hasher.combine(description) }

  /// The canonical text, which reads as the same expression.
  public var description: String { checked.tree.text(of: parts.root) }
}
