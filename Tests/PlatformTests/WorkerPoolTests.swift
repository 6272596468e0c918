import Dispatch
import Platform
import Synchronization
import Testing

@Suite struct WorkerPoolTests {
  @Test("A worker pool runs as many jobs concurrently as its width") func limitsConcurrentJobs() throws {
    let pool = WorkerPool("valence.hashing", width: 2, capacity: 10)
    let running = Mutex((now: 0, maximum: 0))
    let (first, second) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let group = DispatchGroup()
    for turn in 0..<10 {
      group.enter()
      try pool.run {
        running.withLock {
          $0.now += 1
          $0.maximum = max($0.maximum, $0.now)
        }
        // The first two jobs wait for each other, which proves that they run concurrently.
        if turn == 0 {
          first.signal()
          second.wait()
        }
        if turn == 1 {
          second.signal()
          first.wait()
        }
        running.withLock { $0.now -= 1 }
      } then: {
        group.leave()
      }
    }
    group.wait()
    #expect(running.withLock { $0.maximum } == 2)
  }

  @Test("A full worker pool rejects a job immediately") func rejectsJobWhenFull() throws {
    let pool = WorkerPool("valence.hashing", width: 1, capacity: 2)
    let gate = DispatchSemaphore(value: 0)
    let group = DispatchGroup()
    for _ in 0..<3 {
      group.enter()
      try pool.run {
        gate.wait()
      } then: {
        group.leave()
      }
    }
    let full = #expect(throws: WorkerPool.Full.self) { try pool.run({}, then: {}) }
    #expect(full?.waiting == 2)
    for _ in 0..<3 { gate.signal() }
    group.wait()
    try pool.run({}, then: {})
  }

  @Test("A priority job runs before all queued jobs, also in a full worker pool") func runsPriorityJobFirst() throws {
    let pool = WorkerPool("valence.hashing", width: 1, capacity: 2)
    let gate = DispatchSemaphore(value: 0)
    let order = Mutex<[String]>([])
    let group = DispatchGroup()
    func run(_ name: String, first: Bool = false) throws {
      group.enter()
      try pool.run(first: first) {
        if name == "running" { gate.wait() }
        order.withLock { $0.append(name) }
      } then: {
        group.leave()
      }
    }
    try run("running")
    try run("waiting")
    try run("waiting too")
    #expect(throws: WorkerPool.Full.self) { try pool.run({}, then: {}) }
    // The priority queue has room although the other queue is full.
    try run("first", first: true)
    gate.signal()
    group.wait()
    #expect(order.withLock { $0 } == ["running", "first", "waiting", "waiting too"])
  }
}
