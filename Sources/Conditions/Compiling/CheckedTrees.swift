import Synchronization

/// The syntax trees of the conditions and expressions of one definition.
///
/// Only the compiler of a definition reads them, and they are larger than the programs that
/// evaluation reads. A server drops them once the definition is compiled.
///
///     var scope = Scope(variables: ["type": Binding(slot: .outer(0), type: .integer)])
///     let trees = CheckedTrees()
///     scope.trees = trees
///     let condition = try Condition("$type == 1", in: scope)
///     trees.drop()
///     try condition.holds(in: ConditionInput(values: [1]))  // true
package final class CheckedTrees: Sendable {
  private let holders = Mutex<[any TreeHolder]>([])

  /// Creates an empty collection, to be assigned to `Scope.trees`.
  package init() {}

  /// Drops the trees collected so far.
  package func drop() {
    let all = holders.withLock { holders in
      defer { holders = [] }
      return holders
    }
    for holder in all { holder.dropTree() }
  }

  func note(_ holder: any TreeHolder) { holders.withLock { $0.append(holder) } }
}

/// A condition or expression whose tree can be dropped.
protocol TreeHolder: AnyObject, Sendable {
  /// Frees the tree. Values already read from it stay valid.
  func dropTree()
}

final class CheckedBox: Sendable {
  let checked: Checked
  init(_ checked: Checked) { self.checked = checked }
}

/// A tree that can be dropped.
struct KeptTree: ~Copyable, Sendable {
  private let box: Mutex<CheckedBox?>

  init(_ checked: Checked) { box = Mutex(CheckedBox(checked)) }

  var checked: Checked? { box.withLock { $0 }?.checked }

  func drop() { box.withLock { $0 = nil } }
}
