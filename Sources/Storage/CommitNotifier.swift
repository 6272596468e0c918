import Synchronization

/// Notifies one listener after each batch that committed changes, before its writes complete.
package final class CommitNotifier: Sendable {
  /// Wraps the closure. Swift adds a layer of wrapping to a bare closure in a `Mutex` at each
  /// access, so that the call stack would grow with each COMMIT (`CommitNotifierTests`).
  private struct Listener {
    let action: @Sendable () -> Void
  }

  private let isHeard = Atomic(false)
  private let listener = Mutex<Listener?>(nil)

  package init() {}

  /// Sets the listener, which replaces an earlier one. `action` runs on the writer's thread and
  /// must not block.
  package func onCommit(_ action: @escaping @Sendable () -> Void) {
    listener.withLock { $0 = Listener(action: action) }
    isHeard.store(true, ordering: .releasing)
  }

  /// Calls the listener, if there is one.
  package func notify() {
    guard isHeard.load(ordering: .acquiring) else { return }
    listener.withLock { $0 }?.action()
  }
}
