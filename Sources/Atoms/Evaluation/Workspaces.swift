import JSON
import Synchronization

/// Workspaces of one operation that wait to be used again, so that an evaluation costs what it touches and not what the
/// operation has.
final class Workspaces: Sendable {
  /// How many are kept: as many as threads are likely to evaluate the operation at once.
  private static let most = 8

  private struct Waiting {
    /// Places for as many as are kept, the first of them full.
    var places = Array(repeating: Workspace.Buffers(), count: most)
    var count = 0
  }

  private let values: [Value]
  private let repeats: Int
  private let waiting = Mutex(Waiting())

  /// Workspaces for these first values by slot.
  init(values: [Value], repeats: Int) { (self.values, self.repeats) = (values, repeats) }

  /// A workspace in its first state.
  func take() -> Workspace {
    // Buffers change places, here and below: a copy counts a reference for each of their arrays.
    var workspace = Workspace(Workspace.Buffers())
    let isTaken = waiting.withLock { waiting in
      guard waiting.count > 0 else { return false }
      waiting.count -= 1
      swap(&waiting.places[waiting.count], &workspace.buffers)
      return true
    }
    return isTaken ? workspace : Workspace(values: values, repeats: repeats)
  }

  /// Takes back a workspace that is cleared; what is left in its place is good for nothing.
  func give(_ workspace: inout Workspace) {
    waiting.withLock { waiting in
      guard waiting.count < Self.most else { return }
      swap(&waiting.places[waiting.count], &workspace.buffers)
      waiting.count += 1
    }
  }
}
