import Synchronization

/// Tells one listener of each COMMIT that changed something, before its writes are answered.
///
///     store.commits.onCommit { reader.wake() }
///
/// Without a listener a COMMIT costs the load of a flag.
package final class CommitNotifier: Sendable {
  /// A closure that stood in the lock by itself would be wrapped anew at each look, so that each COMMIT would take longer than the
  /// one before and leave memory behind.
  private struct Listener {
    let action: @Sendable () -> Void
  }

  private let isHeard = Atomic(false)
  private let listener = Mutex<Listener?>(nil)

  /// Creates a notice without a listener.
  package init() {}

  /// Calls `action` after each COMMIT from now on, and replaces an earlier listener. It is called on the writer's thread,
  /// so that it must not block.
  package func onCommit(_ action: @escaping @Sendable () -> Void) {
    listener.withLock { $0 = Listener(action: action) }
    isHeard.store(true, ordering: .releasing)
  }

  /// Tells of a COMMIT.
  package func notify() {
    guard isHeard.load(ordering: .acquiring) else { return }
    listener.withLock { $0 }?.action()
  }
}
