/// A condition in NSPredicate's format, parsed, checked and compiled: from values to true or false.
///
///     let condition = try Condition("($type == 1) || ($type == 2)", in: scope)
///     try condition.holds(in: Input(values: values))
public struct Condition: Sendable {
  /// All of it behind one reference, so that who holds conditions copies them for the price of one.
  private final class Parts: Sendable {
    let text: String
    let reads: Reads
    let checked: Checked
    let program: Program

    init(text: String, _ checked: Checked, _ program: Program) {
      (self.text, reads, self.checked, self.program) = (text, checked.reads, checked, program)
    }
  }

  private let parts: Parts

  /// The text that the condition was read from.
  public var text: String { parts.text }
  /// What the condition reads, and thereby on what its result depends.
  public var reads: Reads { parts.reads }
  var checked: Checked { parts.checked }

  /// Reads and checks the text; throws every fault that was found.
  ///
  /// - Parameter subject: the variable of the atom that the condition checks, with whose value a bare name of a function
  ///   from outside is called.
  public init(_ text: String, in scope: Scope = Scope(), subject: String? = nil) throws(Faults) {
    let tree = try Parser.predicate(text)
    let checked = try Checker.check(tree, text: text, in: scope, subject: subject, asCondition: true)
    parts = Parts(text: text, checked, Compiler.predicate(checked, tree.root, tree.subtreeStarts()))
  }

  /// Whether the condition holds; throws where the values give no answer.
  public func holds(in input: Input) throws(EvaluationError) -> Bool { try parts.program.holds(input, []) }
}

extension Condition: Hashable, CustomStringConvertible {
  /// Whether both say the same over the same slots, however they are written.
  public static func == (left: Condition, right: Condition) -> Bool {
    left.checked.tree == right.checked.tree && left.reads == right.reads
  }
  /// Feeds what the condition says.
  public func hash(into hasher: inout Hasher) { hasher.combine(checked.tree) }

  /// The canonical text, which reads as the same condition.
  public var description: String { checked.tree.description }
}

extension Condition {
  /// When the whole condition is one call of a function from outside: its name and arguments, so that the function can
  /// be asked for its reason afterwards; nil for any other condition.
  public var call: (function: String, arguments: [Expression])? {
    let root = checked.tree.root
    switch (checked.tree.nodes[root], checked.meanings[root]) {
    case (.call(let name, let arguments), .function): return (name, arguments.map { Expression(checked, $0) })
    case (_, .subject(let function, let slot)): return (function.name, [Expression(slot, named: checked.subject)])
    default: return nil
    }
  }
}
