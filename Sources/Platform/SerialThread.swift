import Dispatch
import Synchronization

/// A thread that runs closures in the order in which they were added. When this object is
/// deinitialized, the thread runs the remaining closures and ends.
///
/// Unlike a serial dispatch queue, it always uses the same thread.
package final class SerialThread: Sendable {
  /// The pending closures. The thread retains them and not the `SerialThread`.
  private final class Line: Sendable {
    private struct State {
      var works: [@Sendable () -> Void] = []
      var isEnded = false
    }

    private let state = Mutex(State())
    private let arrived = DispatchSemaphore(value: 0)

    func add(_ work: @escaping @Sendable () -> Void) {
      state.withLock { $0.works.append(work) }
      arrived.signal()
    }

    func end() {
      state.withLock { $0.isEnded = true }
      arrived.signal()
    }

    func serve() {
      while true {
        arrived.wait()
        let (works, isEnded) = state.withLock { state in
          defer { state.works = [] }
          return (state.works, state.isEnded)
        }
        for work in works { work() }
        if isEnded { return }
      }
    }
  }

  private let line = Line()

  /// Starts the thread. Throws `BackgroundThread.Refused` if the system cannot create it.
  package init(named name: String) throws(BackgroundThread.Refused) {
    try BackgroundThread(named: name) { [line] in line.serve() }.detach()
  }

  deinit { line.end() }

  /// Schedules `work` on the thread, after all earlier work.
  package func run(_ work: @escaping @Sendable () -> Void) { line.add(work) }

  /// Returns when all earlier work is complete. Must not be called on the thread itself.
  package func wait() {
    let done = DispatchSemaphore(value: 0)
    run { done.signal() }
    done.wait()
  }
}
