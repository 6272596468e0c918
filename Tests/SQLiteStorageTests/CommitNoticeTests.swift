import Foundation
import Storage
import Synchronization
import Testing

struct CommitNoticeTests {
  @Test("The call stack does not grow with the number of commit notices") func limitsStackDepth() {
    let notice = CommitNotice()
    let depths = Mutex<[Int]>([])
    notice.onCommit {
      let depth = Foundation.Thread.callStackReturnAddresses.count
      depths.withLock { $0.append(depth) }
    }
    for _ in 0..<20 { notice.tell() }
    #expect(depths.withLock { $0 } == Array(repeating: depths.withLock { $0[0] }, count: 20))
  }

  @Test("A commit notice calls only the latest listener") func callsLatestListener() {
    let notice = CommitNotice()
    let told = Mutex<[String]>([])
    notice.tell()
    notice.onCommit { told.withLock { $0.append("first") } }
    notice.tell()
    notice.onCommit { told.withLock { $0.append("second") } }
    notice.tell()
    #expect(told.withLock { $0 } == ["first", "second"])
  }
}
