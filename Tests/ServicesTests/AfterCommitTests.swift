import SQLiteStorage
import Storage
import Synchronization
import Testing

@testable import Services

@Suite struct AfterCommitTests {
  private final class Noted: Sendable {
    let counts = Mutex<[Int]>([])
  }

  private static func count(_ database: any Store) -> Int {
    let found = try? database.read { connection in
      try connection.first("SELECT count(*) FROM person") { row throws(StoreError) in try row.get(0, as: Int.self) }
    }
    return (found ?? nil) ?? -1
  }

  @Test("An after-commit action runs once its transaction is visible to readers") func runsAfterCommit() throws {
    let bank = try TestBank()
    let (database, noted) = (bank.database, Noted())
    try database.deferredWrite(locking: []) { transaction, after in
      try transaction.execute(
        "INSERT INTO person (id, login, name, role, password, created) SELECT $1, 'b', name, role, password, 0 FROM person",
        "00000000-0000-7000-8000-000000000000")
      after.add { noted.counts.withLock { $0.append(Self.count(database)) } }
      #expect(Self.count(database) == 1)
    }.wait()
    #expect(noted.counts.withLock { $0 } == [2])
  }

  @Test("A rollback discards the after-commit actions of its transaction") func discardsActionsOnRollback() throws {
    struct Fault: Error {}
    let (bank, noted) = (try TestBank(), Noted())
    #expect(throws: Fault.self) {
      try bank.database.deferredWrite(locking: []) { _, after in
        after.add { noted.counts.withLock { $0.append(0) } }
        throw Fault()
      }.wait()
    }
    #expect(noted.counts.withLock { $0 } == [])
  }
}
