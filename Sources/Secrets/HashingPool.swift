import Dispatch
import Synchronization

/// Where passwords are hashed: few at a time, so that a flood of logins costs neither the memory nor the processors
/// that the others need.
package final class HashingPool: Sendable {
  /// As many computations wait as may: nothing was done, and a later try may succeed.
  package struct Full: Error, Equatable {
    /// How many were waiting.
    package let waiting: Int
  }

  /// Does the work, and answers what to call with its result.
  private typealias Job = @Sendable () -> @Sendable () -> Void

  private struct State {
    var running = 0
    var waiting: [Job] = []
    /// Jobs that go before all that wait.
    var first: [Job] = []
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "valence.hashing", attributes: .concurrent)
  private let width: Int
  private let capacity: Int

  /// At most `width` computations at a time, and `capacity` waiting.
  package init(width: Int = 2, capacity: Int = 64) {
    self.width = max(1, width)
    self.capacity = max(0, capacity)
  }

  /// How many computations run, and how many wait.
  package var load: (running: Int, waiting: Int) {
    state.withLock { ($0.running, $0.waiting.count + $0.first.count) }
  }

  /// Runs `work` on a thread of the pool and calls `then` there; throws when too many wait already.
  ///
  /// What goes `first` waits only for what runs and for others that go first. It has a capacity of its own, so that the
  /// caller bounds how much of it there is.
  package func run<Value: Sendable>(
    first: Bool = false, _ work: @escaping @Sendable () -> Value, then: @escaping @Sendable (Value) -> Void
  ) throws(Full) {
    let job: Job = {
      let value = work()
      return { then(value) }
    }
    let refused: Full? = state.withLock { state in
      if state.running < width {
        state.running += 1
        queue.async { self.work(from: job) }
        return nil
      }
      let waiting = first ? state.first.count : state.waiting.count
      guard waiting < capacity else { return Full(waiting: waiting) }
      if first { state.first.append(job) } else { state.waiting.append(job) }
      return nil
    }
    if let refused { throw refused }
  }

  private func work(from first: @escaping Job) {
    var next: Job? = first
    while let job = next {
      let answer = job()
      // The place is free before the answer is given: who acts on it finds room.
      next = state.withLock { state -> Job? in
        if !state.first.isEmpty { return state.first.removeFirst() }
        if !state.waiting.isEmpty { return state.waiting.removeFirst() }
        state.running -= 1
        return nil
      }
      answer()
    }
  }
}
