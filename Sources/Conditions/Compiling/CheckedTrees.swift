import Synchronization

/// The syntax trees of the conditions and expressions of one definition, which only its compiler reads.
///
/// Evaluation reads their programs alone, and the trees are larger. So a server drops them once a definition is
/// compiled.
///
///     var scope = Scope(variables: ["type": Binding(slot: .outer(0), type: .integer)])
///     let trees = CheckedTrees()
///     scope.trees = trees
///     let condition = try Condition("$type == 1", in: scope)
///     trees.drop()
///     try condition.holds(in: Input(values: [1]))  // true
package final class CheckedTrees: Sendable {
  private let holders = Mutex<[any TreeHolder]>([])

  /// Creates an empty collection; a scope notes in it what is compiled.
  package init() {}

  /// Drops the trees of all that was compiled so far.
  package func drop() {
    let all = holders.withLock { holders in
      defer { holders = [] }
      return holders
    }
    for holder in all { holder.dropTree() }
  }

  /// Notes a condition or expression.
  func note(_ holder: any TreeHolder) { holders.withLock { $0.append(holder) } }
}

/// A condition or expression whose tree can be dropped.
protocol TreeHolder: AnyObject, Sendable {
  /// Frees the tree; what was asked of it before stays as it was told.
  func dropTree()
}

/// A tree in memory of its own.
final class CheckedBox: Sendable {
  let checked: Checked
  init(_ checked: Checked) { self.checked = checked }
}

/// A tree until it is dropped: two words for each condition of a server, then.
struct KeptTree: ~Copyable, Sendable {
  private let box: Mutex<CheckedBox?>

  init(_ checked: Checked) { box = Mutex(CheckedBox(checked)) }

  /// The tree; nil once it is dropped.
  var checked: Checked? { box.withLock { $0 }?.checked }

  /// Drops the tree.
  func drop() { box.withLock { $0 = nil } }
}
