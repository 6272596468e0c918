package import JSON

/// A compiled condition in NSPredicate's format: a function from values to true or false.
///
///     let scope = Scope(variables: ["type": Binding(slot: .outer(0), type: .integer)])
///     let condition = try Condition("($type == 1) || ($type == 2)", in: scope)
///     try condition.holds(in: ConditionInput(values: [2]))  // true
public struct Condition: Sendable {
  /// The stored properties in one reference, so that copying a condition is one retain.
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
  /// The inputs that the condition reads. Its result depends on nothing else.
  public var reads: Reads { parts.reads }
  /// The checked tree; nil once `CheckedTrees` has dropped it.
  /// The identity of this condition and its copies, which is faster to compare than the tree.
  package var identity: ObjectIdentifier { ObjectIdentifier(parts) }
  var checked: Checked? { parts.tree.checked }
  var program: Program { parts.program }

  /// Parses, checks and compiles the text.
  ///
  /// - Parameters:
  ///   - text: The condition in NSPredicate's format.
  ///   - scope: The names that the condition may use.
  ///   - subject: If the condition is a check, the name of the variable that it validates. A bare
  ///     function name of the scope, such as `isInn`, then calls the function with this variable's
  ///     value.
  /// - Throws: `Faults` with all lexical faults, else the first grammar fault, else all faults in
  ///   names and types.
  public init(_ text: String, in scope: Scope = Scope(), subject: String? = nil) throws(Faults) {
    let tree: SyntaxTree
    do { tree = try Parser.predicate(text) } catch { throw error.completed(with: scope) }
    let checked = try Checker.check(tree, text: text, in: scope, subject: subject, asCondition: true)
    parts = Parts(text: text, checked, Compiler.predicate(checked, tree.root, tree.subtreeStarts()))
    scope.trees?.note(parts)
  }

  /// Returns true if the condition holds.
  ///
  /// - Parameter input: The values of all slots in `reads`.
  /// - Throws: `EvaluationError` if the values give no result. Examples are `<` between text and a
  ///   number, a division by zero, and a slot without a value in `input`.
  public func holds(in input: ConditionInput) throws(EvaluationError) -> Bool { try parts.program.holds(input, []) }
}

extension Condition: Hashable, CustomStringConvertible {
  /// Returns true if the syntax trees and `reads` are equal; whitespace and redundant parentheses
  /// are ignored.
  ///
  /// If both trees were dropped, compares the source texts instead.
  public static func == (left: Condition, right: Condition) -> Bool {
    let (a, b) = (left.checked, right.checked)
    return a?.tree == b?.tree && (a != nil || left.text == right.text) && left.reads == right.reads
  }
  /// Hashes the syntax tree, or the source text if the tree was dropped.
  public func hash(into hasher: inout Hasher) {
    if let tree = checked?.tree { hasher.combine(tree) } else { hasher.combine(text) }
  }

  /// The canonical text, which parses to an equal condition; the source text if the tree was
  /// dropped.
  public var description: String { checked?.tree.description ?? text }
}

extension Condition {
  /// The function name and the arguments, if the whole condition is one call of a scope function.
  ///
  /// Nil for any other condition, and if the tree was dropped.
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

  /// Returns the argument values if the whole condition is one call of a scope function; nil for
  /// any other condition.
  ///
  /// An argument whose evaluation throws is null. After the condition has failed, the caller can
  /// pass the values to the function to get the reason.
  package func arguments(in input: ConditionInput) -> [Value]? { program.arguments(input) }
}
