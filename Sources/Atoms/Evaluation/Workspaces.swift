import JSON
import Synchronization

/// Workspaces of one operation that wait to be used again, so that an evaluation costs what it touches and not what the
/// operation has.
final class Workspaces: Sendable {
  /// How many are kept: as many as threads are likely to evaluate the operation at once.
  private static let most = 8
  private let values: [Value]
  private let repeats: Int
  private let waiting = Mutex<[Workspace.Buffers]>([])

  /// Workspaces for these first values by slot.
  init(values: [Value], repeats: Int) { (self.values, self.repeats) = (values, repeats) }

  /// A workspace in its first state.
  func take() -> Workspace {
    if let buffers = waiting.withLock({ $0.popLast() }) { return Workspace(buffers) }
    return Workspace(values: values, repeats: repeats)
  }

  /// Takes back a workspace that is cleared.
  func give(_ workspace: consuming Workspace) {
    // Moved, not copied: a copy counts a reference for each of the buffers.
    var offered: Workspace.Buffers? = workspace.buffers
    waiting.withLock { waiting in
      if waiting.count < Self.most, let buffers = offered.take() { waiting.append(buffers) }
    }
  }
}
