import Dispatch
import Foundation
import SQLiteStorage
import Storage
import Synchronization
import Testing

@Suite struct GroupCommitTests {
  struct Refused: Error {}

  private func database(_ limits: WriteLimits = WriteLimits()) throws -> Database {
    let database = try Database.temporary(limits: limits)
    try database.exclusively { try $0.execute("CREATE TABLE number (value INTEGER PRIMARY KEY) STRICT") }
    return database
  }

  private func count(_ database: Database) throws -> Int? {
    try database.read { connection in
      try connection.first("SELECT count(*) FROM number") { row throws(StoreError) in try row.get(0, as: Int.self) }
    }
  }

  /// Blocks the writer until `release`, so that the writes queued in the meantime form one batch.
  private func hold(_ database: Database) -> DispatchSemaphore {
    let begun = DispatchSemaphore(value: 0)
    let release = DispatchSemaphore(value: 0)
    database.write(
      { _ in
        begun.signal()
        release.wait()
      }, then: { _ in })
    begun.wait()
    return release
  }

  @Test("A failed write does not fail the other writes of its batch") func isolatesFailedWrite() throws {
    let database = try database()
    let release = hold(database)
    let outcomes = Mutex([Int: Bool]())
    let group = DispatchGroup()
    for number in 0..<50 {
      group.enter()
      database.write(
        { connection in
          try connection.execute("INSERT INTO number (value) VALUES ($1)", number)
          if number % 5 == 0 { throw Refused() }
          return number
        },
        then: { result in
          outcomes.withLock { $0[number] = (try? result.get()) == number }
          group.leave()
        })
    }
    release.signal()
    group.wait()
    #expect(outcomes.withLock { $0 } == Dictionary(uniqueKeysWithValues: (0..<50).map { ($0, $0 % 5 != 0) }))
    #expect(try count(database) == 40)
    #expect(database.writeCounts.batches == 2)
    #expect(database.writeCounts.writes == 51)
  }

  @Test("A failed write causes its batch to run again only if it changed rows", arguments: [false, true])
  func rerunsBatchAfterChange(hasChanged: Bool) throws {
    let database = try database()
    let release = hold(database)
    let runs = Mutex([Int: Int]())
    for number in 0..<3 {
      database.write(
        { connection in
          runs.withLock { $0[number, default: 0] += 1 }
          if number == 1, !hasChanged { throw Refused() }
          try connection.execute("INSERT INTO number (value) VALUES ($1)", number)
          if number == 1 { throw Refused() }
          return number
        }, then: { _ in })
    }
    release.signal()
    database.close()
    #expect(runs.withLock { $0 } == (hasChanged ? [0: 2, 1: 2, 2: 1] : [0: 1, 1: 1, 2: 1]))
    #expect(try count(database) == 2)
  }

  @Test("A write that ignores a failed statement fails, and its batch succeeds")
  func failsWriteThatIgnoresError() throws {
    let database = try database()
    let release = hold(database)
    let outcomes = Mutex([Int: Bool]())
    for number in 0..<3 {
      database.write(
        { connection in
          if number == 1 { _ = try? connection.execute("INSERT INTO number (value) VALUES (0)") }
          return try connection.execute("INSERT INTO number (value) VALUES ($1)", number)
        }, then: { result in outcomes.withLock { $0[number] = (try? result.get()) != nil } })
    }
    release.signal()
    database.close()
    #expect(outcomes.withLock { $0 } == [0: true, 1: false, 2: true])
    #expect(try count(database) == 2)
  }

  #if os(Linux)
    /// Personal data must be only in the database's own directory.
    @Test("A write creates no temporary file for its rollback") func createsNoTemporaryFile() throws {
      let folder = try Folder()
      let database = try folder.database()
      let others = Mutex([String]())
      let group = DispatchGroup()
      group.enter()
      database.write(
        { connection in
          try connection.execute("UPDATE number SET text = 'another text number ' || value")
          let files = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
            try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
          }
          others.withLock { $0 = files.filter { $0.contains("etilqs_") } }
        },
        then: { _ in group.leave() })
      group.wait()
      #expect(others.withLock { $0 } == [])
      #expect(try database.numbers().count == 2000)
    }
  #endif

  @Test("A batch has no more writes than its limit") func limitsBatchSize() throws {
    let database = try database(WriteLimits(batch: 10))
    let release = hold(database)
    for number in 0..<25 {
      database.write({ try $0.execute("INSERT INTO number (value) VALUES ($1)", number) }, then: { _ in })
    }
    release.signal()
    database.close()
    #expect(database.writeCounts.batches == 4)
    #expect(database.writeCounts.writes == 26)
    #expect(try count(database) == 25)
  }

  @Test("A full write queue rejects a write immediately") func rejectsWriteWhenQueueIsFull() throws {
    let database = try database(WriteLimits(queue: 2))
    let release = hold(database)
    let refusals = Mutex([Int?]())
    for number in 0..<3 {
      database.write(
        { try $0.execute("INSERT INTO number (value) VALUES ($1)", number) },
        then: { result in
          if case .failure(let error) = result { refusals.withLock { $0.append((error as? WriteQueueFull)?.waiting) } }
        })
    }
    #expect(refusals.withLock { $0 } == [2])
    release.signal()
    database.close()
    #expect(try count(database) == 2)
  }

  @Test("A failed COMMIT fails all writes of the batch") func failsBatchOnCommitError() throws {
    let database = try database()
    try database.exclusively { connection in
      try connection.execute("CREATE TABLE child (parent INTEGER NOT NULL REFERENCES number (value)) STRICT")
    }
    let release = hold(database)
    let failures = Mutex(0)
    for number in 1...3 {
      database.write(
        { connection in
          try connection.execute("INSERT INTO number (value) VALUES ($1)", number)
          if number == 2 {
            try connection.execute("PRAGMA defer_foreign_keys = ON")
            try connection.execute("INSERT INTO child (parent) VALUES (99)")
          }
        },
        then: { result in
          if case .failure(let error as StoreError) = result, error.sql == "COMMIT" { failures.withLock { $0 += 1 } }
        })
    }
    release.signal()
    database.close()
    #expect(failures.withLock { $0 } == 3)
    #expect(try count(database) == 0)
  }

  @Test("A lost transaction fails all writes of the batch") func failsBatchOnLostTransaction() throws {
    let database = try database()
    let release = hold(database)
    let failures = Mutex(0)
    for number in 1...3 {
      database.write(
        { connection in
          try connection.execute("INSERT INTO number (value) VALUES ($1)", number)
          if number == 2 {
            // SQLite does this itself if the disk is full.
            try connection.execute("ROLLBACK")
            throw Refused()
          }
        },
        then: { result in if case .failure = result { failures.withLock { $0 += 1 } } })
    }
    release.signal()
    database.close()
    #expect(failures.withLock { $0 } == 3)
    #expect(try count(database) == 0)
  }

  @Test("The data of a write is readable when the write completes") func completesAfterCommit() throws {
    let database = try database()
    let seen = Mutex([Bool]())
    for number in 0..<100 {
      database.write(
        { try $0.execute("INSERT INTO number (value) VALUES ($1)", number) },
        then: { _ in
          let found = try? database.read { connection in
            try connection.first("SELECT value FROM number WHERE value = $1", number) { row throws(StoreError) in
              try row.get(0, as: Int.self)
            }
          }
          seen.withLock { $0.append(found == number) }
        })
    }
    database.close()
    #expect(seen.withLock { $0 } == Array(repeating: true, count: 100))
  }

  @Test("A read completes while the SQLite writer is busy") func readsWhileWriterIsBusy() throws {
    let database = try database()
    let release = hold(database)
    #expect(try count(database) == 0)
    release.signal()
    database.close()
  }

  @Test("A closed SQLite database rejects writes") func rejectsWriteAfterClose() throws {
    let database = try database()
    database.close()
    let closed = Mutex(false)
    database.write(
      { _ in },
      then: { result in
        if case .failure(is DatabaseClosed) = result { closed.withLock { $0 = true } }
      })
    #expect(closed.withLock { $0 })
  }

  @Test("Many threads read an SQLite database concurrently") func readsConcurrently() throws {
    let database = try database()
    try database.exclusively { try $0.execute("INSERT INTO number (value) VALUES (1)") }
    let right = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 500) { _ in
      if (try? count(database)) == 1 { right.add(1, ordering: .relaxed) }
    }
    #expect(right.load(ordering: .relaxed) == 500)
  }

  @Test("A slow completion does not delay others, and closing waits for it") func closesAfterSlowCompletion() throws {
    let database = try database()
    let (slow, release, quick) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let isSlowAnswered = Mutex(false)
    let held = hold(database)
    database.write({ _ in }) { _ in
      slow.signal()
      release.wait()
      isSlowAnswered.withLock { $0 = true }
    }
    database.write({ _ in }) { _ in quick.signal() }
    held.signal()
    slow.wait()
    #expect(quick.wait(timeout: .now() + 30) == .success)
    release.signal()
    database.close()
    #expect(isSlowAnswered.withLock { $0 })
  }

  @Test("Writes are settled in order and before they complete") func settlesInOrderBeforeCompletion() throws {
    let database = try database()
    let settled = Mutex<[Int]>([])
    let early = Mutex<[Int]>([])
    let group = DispatchGroup()
    for number in 0..<500 {
      group.enter()
      database.write(
        locking: [], { _ in number },
        afterCommit: { result in if let number = try? result.get() { settled.withLock { $0.append(number) } } },
        then: { result in
          if let number = try? result.get(), !settled.withLock({ $0.contains(number) }) {
            early.withLock { $0.append(number) }
          }
          group.leave()
        })
    }
    group.wait()
    #expect(settled.withLock { $0 } == Array(0..<500))
    #expect(early.withLock { $0 } == [])
  }

  @Test("A failed write is settled with its error") func settlesFailedWrite() throws {
    let database = try database()
    let settled = Mutex(0)
    let done = DispatchSemaphore(value: 0)
    database.write(
      locking: [], { _ in throw Refused() },
      afterCommit: { (result: Result<Void, any Error>) in
        if case .failure(let error) = result, error is Refused { settled.withLock { $0 += 1 } }
      }, then: { _ in done.signal() })
    done.wait()
    #expect(settled.withLock { $0 } == 1)
  }
}
