import Dispatch
import Synchronization

/// Where slow directories are asked: few at a time, so that one that hangs holds no more threads than these.
final class LookupPool: Sendable {
  private struct State {
    var running = 0
    var waiting: [@Sendable () -> Void] = []
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "valence.lookups", attributes: .concurrent)
  private let width: Int
  private let capacity: Int

  /// At most `width` questions at a time, and `capacity` waiting.
  init(width: Int, capacity: Int) { (self.width, self.capacity) = (width, capacity) }

  /// Runs `work` on a thread of the pool; answers false, and does nothing, when too many wait already.
  func run(_ work: @escaping @Sendable () -> Void) -> Bool {
    state.withLock { state in
      if state.running < width {
        state.running += 1
        queue.async { self.work(from: work) }
        return true
      }
      guard state.waiting.count < capacity else { return false }
      state.waiting.append(work)
      return true
    }
  }

  private func work(from first: @escaping @Sendable () -> Void) {
    var next: (@Sendable () -> Void)? = first
    while let work = next {
      work()
      next = state.withLock { state in
        if state.waiting.isEmpty {
          state.running -= 1
          return nil
        }
        return state.waiting.removeFirst()
      }
    }
  }
}
