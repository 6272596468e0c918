import Dispatch
import Foundation
import Platform
import Synchronization
import Testing

@Suite struct SerialThreadTests {
  @Test("A serial thread runs its work in order on one thread") func runsWorkInOrder() throws {
    let thread = try SerialThread(named: "valence.serial")
    let done = Mutex<(numbers: [Int], threads: Set<ObjectIdentifier>)>(([], []))
    for number in 0..<1000 {
      thread.run {
        done.withLock {
          $0.numbers.append(number)
          $0.threads.insert(ObjectIdentifier(Thread.current))
        }
      }
    }
    thread.wait()
    let (numbers, threads) = done.withLock { $0 }
    #expect(numbers == Array(0..<1000))
    #expect(threads.count == 1)
  }

  @Test("A released serial thread completes its queued work") func completesQueuedWork() throws {
    let (begun, goOn, all) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    do {
      let thread = try SerialThread(named: "valence.serial")
      thread.run {
        begun.signal()
        goOn.wait()
      }
      begun.wait()
      for _ in 0..<10 { thread.run { all.signal() } }
    }
    goOn.signal()
    for _ in 0..<10 { #expect(all.wait(timeout: .now() + 60) == .success) }
  }
}
