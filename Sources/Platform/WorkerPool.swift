import Dispatch
import Synchronization

/// A pool of a few threads with bounded queues, for work that takes long or may hang.
///
/// A flood of such work cannot use the memory and the processors that other requests need. Work
/// that hangs blocks only the threads of the pool.
package final class WorkerPool: Sendable {
  /// The queue is full. Nothing was done, and a retry may succeed.
  package struct Full: Error, Equatable {
    /// The number of queued jobs.
    package let waiting: Int
  }

  /// Does the work. Returns a closure that delivers the result; nil if no result is delivered.
  private typealias Job = @Sendable () -> (@Sendable () -> Void)?

  private struct State {
    var running = 0
    var waiting = Fifo<Job>()
    /// Priority jobs, which run before all jobs in `waiting`.
    var first = Fifo<Job>()
    /// Idle threads. They are serial queues, for which the system always provides a thread. The
    /// workers of concurrent queues share a limited number of threads.
    var idle: [DispatchQueue] = []
  }

  private let state = Mutex(State())
  private let label: String
  private let width: Int
  private let capacity: Int

  /// Creates a pool that runs `width` jobs at a time and queues up to `capacity` jobs in each of
  /// its two queues. `label` is for debuggers.
  ///
  /// Raises `width` to at least 1 and `capacity` to at least 0.
  package init(_ label: String, width: Int, capacity: Int) {
    self.label = label
    self.width = max(1, width)
    self.capacity = max(0, capacity)
  }

  /// The number of running jobs and of queued jobs.
  package var load: (running: Int, waiting: Int) {
    state.withLock { ($0.running, $0.waiting.count + $0.first.count) }
  }

  /// Runs `work` on a thread of the pool, and calls `then` with its result on the same thread.
  ///
  /// - Parameter first: True for priority work, which waits only for running work and for earlier
  ///   priority work. It has its own queue, which ordinary work cannot fill.
  /// - Throws: `Full` if no thread is free and the queue is full.
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
  /// Returns false and does nothing if no thread is free and the queue is full.
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
      // The slot is freed before the result is delivered, so that the receiver can add a job.
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

/// A queue whose operations take amortized constant time. Each element is moved to `leaving` once.
private struct Fifo<Element> {
  private var entering: [Element] = []
  private var leaving: [Element] = []

  var count: Int { entering.count + leaving.count }

  /// Appends an element.
  mutating func append(_ element: Element) { entering.append(element) }

  /// Removes and returns the first element; nil if the queue is empty.
  mutating func popFirst() -> Element? {
    if leaving.isEmpty {
      leaving = entering.reversed()
      entering = []
    }
    return leaving.popLast()
  }
}
