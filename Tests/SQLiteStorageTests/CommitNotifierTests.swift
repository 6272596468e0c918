import Foundation
import Storage
import Synchronization
import Testing

struct CommitNotifierTests {
  @Test("The call stack does not grow with the number of commit notices") func limitsStackDepth() {
    let notice = CommitNotifier()
    let depths = Mutex<[Int]>([])
    notice.onCommit {
      let depth = Foundation.Thread.callStackReturnAddresses.count
      depths.withLock { $0.append(depth) }
    }
    for _ in 0..<20 { notice.notify() }
    #expect(depths.withLock { $0 } == Array(repeating: depths.withLock { $0[0] }, count: 20))
  }

  @Test("A commit notice calls only the latest listener") func callsLatestListener() {
    let notice = CommitNotifier()
    let reported = Mutex<[String]>([])
    notice.notify()
    notice.onCommit { reported.withLock { $0.append("first") } }
    notice.notify()
    notice.onCommit { reported.withLock { $0.append("second") } }
    notice.notify()
    #expect(reported.withLock { $0 } == ["first", "second"])
  }
}
