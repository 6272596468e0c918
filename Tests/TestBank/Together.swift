import Foundation
import Synchronization

/// Runs `work` on `count` threads that begin at the same time; returns the results in the order of
/// completion.
package func together<Value: Sendable>(_ count: Int, _ work: @escaping @Sendable (Int) throws -> Value) throws
  -> [Value]
{
  let made = Mutex<[Result<Value, any Error>]>([])
  let ready = DispatchGroup()
  let (begin, done) = (DispatchSemaphore(value: 0), DispatchGroup())
  for number in 0..<count {
    ready.enter()
    done.enter()
    Thread.detachNewThread {
      ready.leave()
      begin.wait()
      let result = Result { try work(number) }
      made.withLock { $0.append(result) }
      done.leave()
    }
  }
  ready.wait()
  for _ in 0..<count { begin.signal() }
  done.wait()
  return try made.withLock { $0 }.map { try $0.get() }
}
