import Dispatch
import Storage
import TestDatabases
import Testing

@testable import PostgreSQLStorage

/// Writes of several writers that lock the same row.
struct RowOwnersTests {
  @Test("A write joins the writer that holds its row and does not delay other writes")
  func joinsWriterOfLockedRow() throws {
    let store = try PostgreSQLStore(OwnServer.shared.get().database(), writers: 2)
    defer { store.close() }
    try store.change { try $0.execute("CREATE TABLE thing (number BIGINT PRIMARY KEY)") }
    let (first, second) = (try Self.row(of: 0), try Self.row(of: 1))
    let hot = Lock("hot", rank: 1, key: 0)
    // Only a connected writer can find rows to lock with a query.
    let connected = DispatchSemaphore(value: 0)
    store.write(locking: [second], { try $0.execute("DELETE FROM thing") }, afterCommit: nil) { _ in connected.signal()
    }
    connected.wait()
    let (begun, release, ended) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    store.write(
      locking: [first, hot],
      {
        begun.signal()
        release.wait()
        try Self.insert(1, $0)
      }, afterCommit: nil, then: { _ in ended.signal() })
    begun.wait()
    // The second write has known locks. The writer finds the locks of the third one with a query.
    store.write(locking: [second, hot], { try Self.insert(2, $0) }, afterCommit: nil) { _ in ended.signal() }
    store.write(locking: Locks([second]) { _ in [hot] }, { try Self.insert(3, $0) }, afterCommit: nil) { _ in
      ended.signal()
    }
    let other = DispatchSemaphore(value: 0)
    store.write(locking: [second], { try Self.insert(4, $0) }, afterCommit: nil) { _ in other.signal() }
    // If this write waited for the locked row, it would not complete before the first write.
    other.wait()
    #expect(try Self.numbers(store) == [4])
    release.signal()
    for _ in 1...3 { ended.wait() }
    #expect(try Self.numbers(store) == [1, 2, 3, 4])
    let counts = store.writeCounts
    #expect(counts.waiting == 0)
    #expect(counts.writes == 6)
  }

  @Test("A write is handed over to another writer only once") func handsWriteOverOnce() {
    let rows = RowOwners()
    let (one, two) = (Lock("row", rank: 0, key: 1), Lock("row", rank: 0, key: 2))
    func write(_ locks: [Lock]) -> PostgreSQLQueuedWrite {
      var write = PostgreSQLQueuedWrite(
        locks: Locks(locks), run: { _ in .init(settle: nil, answer: {}) }, fail: { _ in .init(settle: nil, answer: {}) }
      )
      write.found = locks
      return write
    }
    #expect(rows.take(write([one]), for: 0) { _ in true })
    #expect(rows.take(write([two]), for: 1) { _ in true })
    var both = write([one, two])
    #expect(!rows.take(both, for: 2) { $0 == 0 })
    // The write was handed over to the first row's writer. It is not handed over again, even if
    // another writer has its second row.
    both.isHandedOver = true
    #expect(rows.take(both, for: 0) { _ in true })
    // If the other writer does not accept the write, the write stays with this one.
    #expect(rows.take(write([two]), for: 0) { _ in false })
    rows.release(by: 1)
    #expect(rows.take(write([two]), for: 2) { _ in true })
  }

  /// A row whose writes use the given one of two writers.
  private static func row(of writer: UInt64) throws -> Lock {
    try #require((0..<100).map { Lock("lane", rank: 0, key: $0) }.first { KeyHash.of($0) % 2 == writer })
  }

  private static func insert(_ number: Int, _ connection: Connection) throws {
    try connection.execute("INSERT INTO thing (number) VALUES ($1)", number)
  }

  private static func numbers(_ store: PostgreSQLStore) throws -> [Int] {
    try store.read {
      try $0.all("SELECT number FROM thing ORDER BY number") { row throws(StoreError) in try row.get(0, as: Int.self) }
    }
  }
}
