package import JSON

/// A compiled condition in NSPredicate's format: a function from values to true or false.
///
///     let scope = Scope(variables: ["type": Binding(slot: .outer(0), type: .integer)])
///     let condition = try Condition("($type == 1) || ($type == 2)", in: scope)
///     try condition.holds(in: ConditionInput(values: [2]))  // true
public struct Condition: Sendable {
  /// The stored properties behind one reference, so that copying a condition costs one retain.
  private final class Parts: TreeHolder {
    let text: String
    let reads: Reads
    let program: Program
    let tree: KeptTree

    init(text: String, _ checked: Checked, _ program: Program) {
      (self.text, reads, self.program) = (text, checked.reads, program)
      tree = KeptTree(checked)
    }

    func dropTree() { tree.drop() }
  }

  private let parts: Parts

  /// The source text.
  public var text: String { parts.text }
  /// The inputs that the condition reads, on which alone its result depends.
  public var reads: Reads { parts.reads }
  /// The checked tree; nil once `CheckedTrees` has dropped it.
  var checked: Checked? { parts.tree.checked }
  var program: Program { parts.program }

  /// Parses, checks and compiles the text.
  ///
  /// Throws `Faults`: all faults of tokens; if there are none, the first fault of the grammar; else all faults of names
  /// and types.
  ///
  /// - Parameters:
  ///   - scope: The names that the condition may use.
  ///   - subject: The name of the variable that the condition validates, if it is a check. A bare name of a function of
  ///     the scope, such as `isInn`, is then a call with the value of this variable.
  public init(_ text: String, in scope: Scope = Scope(), subject: String? = nil) throws(Faults) {
    let tree: SyntaxTree
    do { tree = try Parser.predicate(text) } catch { throw error.completed(with: scope) }
    let checked = try Checker.check(tree, text: text, in: scope, subject: subject, asCondition: true)
    parts = Parts(text: text, checked, Compiler.predicate(checked, tree.root, tree.subtreeStarts()))
    scope.trees?.note(parts)
  }

  /// Returns true if the condition holds.
  ///
  /// Throws `EvaluationError` when the values give no answer, for example when
  /// - `<` compares text with a number,
  /// - a number is divided by zero,
  /// - `input` has no value for a slot.
  public func holds(in input: ConditionInput) throws(EvaluationError) -> Bool { try parts.program.holds(input, []) }
}

extension Condition: Hashable, CustomStringConvertible {
  /// Compares the syntax trees and `reads`; spelling, such as blanks and parentheses, does not matter.
  ///
  /// Without trees it compares the texts.
  public static func == (left: Condition, right: Condition) -> Bool {
    let (a, b) = (left.checked, right.checked)
    return a?.tree == b?.tree && (a != nil || left.text == right.text) && left.reads == right.reads
  }
  /// Hashes the syntax tree; the text without one.
  public func hash(into hasher: inout Hasher) {
    if let tree = checked?.tree { hasher.combine(tree) } else { hasher.combine(text) }
  }

  /// The canonical text, and without a tree the source text; parsing it gives an equal condition.
  public var description: String { checked?.tree.description ?? text }
}

extension Condition {
  /// The function and the arguments if the whole condition is one call of a function of the scope; nil for any other,
  /// and without a tree.
  ///
  ///     let check = try Condition("isInn", in: scope, subject: "inn")
  ///     check.call?.function  // "isInn"
  ///     check.call?.arguments.map(\.description)  // ["$inn"]
  public var call: (function: String, arguments: [ConditionExpression])? {
    guard let checked else { return nil }
    let root = checked.tree.root
    switch (checked.tree.nodes[root], checked.meanings[root]) {
    case (.call(let name, let arguments), .function): return (name, arguments.map { ConditionExpression(checked, $0) })
    case (_, .subject(let function, let slot)):
      return (function.name, [ConditionExpression(slot, named: checked.subject)])
    default: return nil
    }
  }

  /// Returns the values of the arguments if the whole condition is one call of a function of the scope; nil for any
  /// other. An argument without a value is null.
  ///
  /// With them the caller can ask the function for its reason after the condition has failed.
  package func arguments(in input: ConditionInput) -> [Value]? { program.arguments(input) }
}
