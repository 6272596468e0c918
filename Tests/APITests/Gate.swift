import Dispatch
import Platform
import Secrets

/// Blocks all threads of a hashing pool until it is opened.
final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  private let width: Int

  /// Blocks `width` threads of the pool.
  init(_ pool: WorkerPool, width: Int) throws {
    self.width = width
    for _ in 0..<width { try pool.run({ [semaphore] in semaphore.wait() }, then: {}) }
  }

  /// Releases the threads.
  func open() { for _ in 0..<width { semaphore.signal() } }
}
