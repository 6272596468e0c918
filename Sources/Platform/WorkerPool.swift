import Dispatch
import Synchronization

/// A pool of few threads with bounded queues, for work that takes long or may hang.
///
///     let pool = WorkerPool("valence.hashing", width: 2, capacity: 64)
///     try pool.run({ PasswordHash(password, cost: .standard) }) { hash in
///       store(hash)
///     }
///
/// A flood of logins thus takes neither the memory nor the processors that other requests need. A directory that hangs
/// holds no more threads than these.
package final class WorkerPool: Sendable {
  /// The queue is full. The pool did nothing, and a retry may succeed.
  package struct Full: Error, Equatable {
    /// Count of computations in the queue.
    package let waiting: Int
  }

  /// Does the work and returns a closure that delivers the result; nil if there is nobody to deliver it to.
  private typealias Job = @Sendable () -> (@Sendable () -> Void)?

  private struct State {
    var running = 0
    var waiting = Fifo<Job>()
    /// Jobs that run before all in `waiting`.
    var first = Fifo<Job>()
    /// Threads without work. They are serial queues, which the system gives a thread whatever else keeps the processors
    /// busy. The workers of a concurrent queue would wait for one of the threads that all such queues of the process
    /// share.
    var idle: [DispatchQueue] = []
  }

  private let state = Mutex(State())
  private let label: String
  private let width: Int
  private let capacity: Int

  /// Creates a pool with a label for debuggers, for `width` jobs at a time and `capacity` waiting ones in each of its
  /// two queues.
  ///
  /// Raises `width` to at least 1, and `capacity` to at least 0.
  package init(_ label: String, width: Int, capacity: Int) {
    self.label = label
    self.width = max(1, width)
    self.capacity = max(0, capacity)
  }

  /// Counts of running and of waiting jobs.
  package var load: (running: Int, waiting: Int) {
    state.withLock { ($0.running, $0.waiting.count + $0.first.count) }
  }

  /// Runs `work` on a thread of the pool, and calls `then` with its result on the same thread.
  ///
  /// - Throws `Full` when no thread is free and the queue is full.
  /// - `first` work waits only for running work and for earlier `first` work. It has a queue of its own, so ordinary
  ///   work cannot keep it out; the caller bounds how much of it there is.
  package func run<Value: Sendable>(
    first: Bool = false, _ work: @escaping @Sendable () -> Value, then: @escaping @Sendable (Value) -> Void
  ) throws(Full) {
    try add(
      {
        let value = work()
        return { then(value) }
      }, first: first)
  }

  /// Runs `work` on a thread of the pool.
  ///
  /// Returns false, and does nothing, when no thread is free and the queue is full.
  package func run(_ work: @escaping @Sendable () -> Void) -> Bool {
    do {
      try add(
        { () -> (@Sendable () -> Void)? in
          work()
          return nil
        }, first: false)
      return true
    } catch {
      return false
    }
  }

  private func add(_ job: @escaping Job, first: Bool) throws(Full) {
    let refused: Full? = state.withLock { state in
      if state.running < width {
        state.running += 1
        let thread = state.idle.popLast() ?? DispatchQueue(label: label)
        thread.async { self.work(from: job, on: thread) }
        return nil
      }
      let waiting = first ? state.first.count : state.waiting.count
      guard waiting < capacity else { return Full(waiting: waiting) }
      if first { state.first.append(job) } else { state.waiting.append(job) }
      return nil
    }
    if let refused { throw refused }
  }

  private func work(from first: @escaping Job, on thread: DispatchQueue) {
    var next: Job? = first
    while let job = next {
      let answer = job()
      // Free the slot before delivering the result: a caller that reacts to it finds room.
      next = state.withLock { state -> Job? in
        if let job = state.first.popFirst() ?? state.waiting.popFirst() { return job }
        state.running -= 1
        return nil
      }
      answer?()
    }
    state.withLock { $0.idle.append(thread) }
  }
}

/// A queue that appends and removes in amortized constant time: each element is reversed into `leaving` once.
private struct Fifo<Element> {
  private var entering: [Element] = []
  private var leaving: [Element] = []

  /// Element count.
  var count: Int { entering.count + leaving.count }

  /// Adds an element behind all others.
  mutating func append(_ element: Element) { entering.append(element) }

  /// Removes and returns the first element; nil if there is none.
  mutating func popFirst() -> Element? {
    if leaving.isEmpty {
      leaving = entering.reversed()
      entering = []
    }
    return leaving.popLast()
  }
}
