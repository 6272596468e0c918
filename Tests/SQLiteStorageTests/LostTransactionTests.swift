import CSQLite
import Dispatch
import Foundation
import Synchronization
import Testing

@testable import SQLiteStorage
import Storage

/// Failed steps whose rollback fails too.
@Suite struct LostTransactionTests {
  struct Refused: Error {}

  private let folder: Folder
  private let database: Database

  init() throws {
    folder = try Folder()
    database = try folder.database(rows: 10)
  }

  /// The statement that SQLite rejects.
  private enum Denial {
    case undoing, rollingBack, nothing
  }

  /// Makes SQLite reject rollbacks to a savepoint, or all rollbacks, on the writer's connection.
  private static func deny(_ denial: Denial, on connection: SQLiteConnection) {
    switch denial {
    case .nothing: sqlite3_set_authorizer(connection.handle, nil, nil)
    case .undoing:
      sqlite3_set_authorizer(
        connection.handle,
        { _, action, operation, _, _, _ in
          guard action == SQLITE_SAVEPOINT, let operation else { return SQLITE_OK }
          return strcmp(operation, "ROLLBACK") == 0 ? SQLITE_DENY : SQLITE_OK
        }, nil)
    case .rollingBack:
      sqlite3_set_authorizer(
        connection.handle,
        { _, action, operation, _, _, _ in
          guard action == SQLITE_SAVEPOINT || action == SQLITE_TRANSACTION, let operation else { return SQLITE_OK }
          return strcmp(operation, "ROLLBACK") == 0 ? SQLITE_DENY : SQLITE_OK
        }, nil)
    }
  }

  /// Runs three writes in one batch. The second one fails after a change. Returns the errors of all
  /// writes.
  private func batch() throws -> [any Error] {
    let begun = DispatchSemaphore(value: 0)
    let release = DispatchSemaphore(value: 0)
    let group = DispatchGroup()
    let errors = Mutex<[any Error]>([])
    database.write(
      { _ in
        begun.signal()
        release.wait()
      }, then: { _ in })
    begun.wait()
    for number in 1...3 {
      group.enter()
      database.write(
        { connection in
          try connection.execute("UPDATE number SET text = 'written' WHERE value = $1", number)
          if number == 2 { throw Refused() }
        },
        then: { result in
          if case .failure(let error) = result { errors.withLock { $0.append(error) } }
          group.leave()
        })
    }
    release.signal()
    group.wait()
    return errors.withLock { $0 }
  }

  private func written() throws -> Int? {
    try database.read { connection in
      try connection.first("SELECT count(*) FROM number WHERE text = 'written'") { row throws(StoreError) in
        try row.get(0, as: Int.self)
      }
    }
  }

  @Test("If a failed write cannot be rolled back, its batch is not committed")
  func rollsBackBatchOnFailedUndo() throws {
    try database.exclusively { Self.deny(.undoing, on: $0) }
    let errors = try batch()
    #expect(errors.count == 3)
    #expect(errors.allSatisfy { $0 is TransactionLost })
    #expect(try written() == 0)
    #expect(database.health.trouble?.fault == .failing)
    // The next batch is independent.
    try database.exclusively { Self.deny(.nothing, on: $0) }
    #expect(try batch().count == 1)
    #expect(try written() == 2)
    #expect(database.health.trouble == nil)
  }

  @Test("A transaction that cannot be rolled back is not committed with the next batch")
  func rejectsWritesAfterFailedRollback() throws {
    try database.exclusively { Self.deny(.rollingBack, on: $0) }
    #expect(try batch().count == 3)
    #expect(try written() == 0)
    // Neither a batch nor other work writes into the open transaction.
    let answer = Mutex<Bool?>(nil)
    let done = DispatchSemaphore(value: 0)
    database.write({ try $0.execute("UPDATE number SET text = 'written' WHERE value = 6") }) { result in
      answer.withLock { $0 = (try? result.get()) != nil }
      done.signal()
    }
    done.wait()
    #expect(answer.withLock { $0 } == false)
    #expect(throws: StoreError.self) {
      try database.exclusively { try $0.execute("UPDATE number SET text = 'written' WHERE value = 7") }
    }
    try database.exclusively { Self.deny(.nothing, on: $0) }
    #expect(try batch().count == 1)
    #expect(try written() == 2)
  }

  @Test("A transaction that ignores a failed savepoint rollback is not committed")
  func rejectsCommitAfterLostSavepoint() throws {
    let connection = try SQLiteConnection(path: database.path)
    Self.deny(.undoing, on: connection)
    #expect(throws: (any Error).self) {
      try connection.transaction {
        try connection.execute("UPDATE number SET text = 'written' WHERE value = 1")
        try? connection.savepoint {
          try connection.execute("UPDATE number SET text = 'written' WHERE value = 2")
          throw Refused()
        }
      }
    }
    #expect(try written() == 0)
  }

  @Test("Statements after a rollback by SQLite itself are not committed") func rejectsCommitAfterOwnRollback() throws {
    let connection = try SQLiteConnection(path: database.path)
    #expect(throws: (any Error).self) {
      try connection.transaction {
        // SQLite does this itself if the disk is full. The body continues.
        try connection.run(script: "ROLLBACK")
        _ = try? connection.execute("UPDATE number SET text = 'written' WHERE value = 1")
      }
    }
    #expect(try written() == 0)
    _ = try connection.transaction { try connection.execute("UPDATE number SET text = 'written' WHERE value = 1") }
    #expect(try written() == 1)
  }
}
