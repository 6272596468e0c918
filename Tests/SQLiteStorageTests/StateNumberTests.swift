import Dispatch
import SQLiteStorage
import Storage
import Synchronization
import Testing

/// The numbers of a database's states, and the values cached under them.
@Suite struct StateNumberTests {
  private static func state(_ database: Database) throws -> UInt64? { try database.read { try $0.state() } }

  private static func add(_ database: Database) throws {
    try database.exclusively { try $0.execute("INSERT INTO number (text) VALUES ('x')") }
  }

  private static func count(_ connection: Connection) throws -> Int {
    try connection.first("SELECT count(*) FROM number") { row throws(StoreError) in try row.get(0, as: Int.self) } ?? 0
  }

  @Test("A database state has the same number until the next commit") func retainsNumberUntilCommit() throws {
    let folder = try Folder()
    _ = try folder.database(rows: 3)
    let database = try Database(path: folder.path("database.sqlite"), readers: 3)
    // Each connection may assign a number at its first access.
    for _ in 0..<3 { _ = try Self.state(database) }
    let first = try #require(try Self.state(database))
    for _ in 0..<9 { #expect(try Self.state(database) == first) }
    try Self.add(database)
    for _ in 0..<3 { #expect(try #require(try Self.state(database)) > first) }
  }

  /// With different numbers, each connection would read cached values again.
  @Test("All connections give a database state the same number") func sharesNumberBetweenConnections() throws {
    let folder = try Folder()
    _ = try folder.database(rows: 3)
    let database = try Database(path: folder.path("database.sqlite"), readers: 3)
    for _ in 0..<3 { _ = try Self.state(database) }
    for _ in 0..<5 {
      try Self.add(database)
      let numbers = try (0..<9).map { _ in try Self.state(database) }
      #expect(Set(numbers).count == 1, "\(numbers)")
    }
    // A checkpoint without a commit may assign one new number.
    try database.purgeLog()
    #expect(try Set((0..<9).map { _ in try Self.state(database) }).count == 1)
  }

  @Test("A commit of another process changes the state number") func changesNumberOnOtherCommit() throws {
    let folder = try Folder()
    let database = try folder.database(rows: 3)
    // Another store opens the file as another process would.
    let other = try Database(path: folder.path("database.sqlite"))
    for _ in 0..<64 { _ = try Self.state(database) }
    let before = try #require(try Self.state(database))
    try Self.add(other)
    for _ in 0..<64 { #expect(try #require(try Self.state(database)) > before) }
  }

  @Test("A snapshot has no state number") func returnsNilInSnapshot() throws {
    let folder = try Folder()
    let database = try folder.database(rows: 3)
    #expect(try database.read { connection in try connection.snapshot { try connection.state() } } == nil)
  }

  @Test("Cached rows are read again only after a commit") func readsRowsOncePerCommit() throws {
    let folder = try Folder()
    _ = try folder.database(rows: 3)
    let database = try Database(path: folder.path("database.sqlite"), readers: 1)
    let other = try Database(path: folder.path("database.sqlite"))
    let reads = Atomic<Int>(0)
    let counts = RememberedReads<Int, Int>(maximum: 10) { _ in 1 }
    func count() throws -> Int {
      try counts.read(0, in: database) { connection in
        reads.wrappingAdd(1, ordering: .relaxed)
        return try Self.count(connection)
      }
    }
    for _ in 0..<5 { #expect(try count() == 3) }
    #expect(reads.load(ordering: .relaxed) == 1)
    try Self.add(database)
    #expect(try count() == 4)
    try Self.add(other)
    #expect(try count() == 5)
    #expect(try count() == 5)
    #expect(reads.load(ordering: .relaxed) == 3)
  }

  @Test("A snapshot neither uses nor fills the row cache") func bypassesCacheInSnapshot() throws {
    let folder = try Folder()
    let database = try folder.database(rows: 3)
    let counts = RememberedReads<Int, Int>(maximum: 10) { _ in 1 }
    _ = try counts.read(0, in: database, Self.count)
    // In an old snapshot, a read neither uses newer cached rows nor caches its own.
    try database.read { connection in
      try connection.snapshot {
        #expect(try Self.count(connection) == 3)
        try Self.add(database)
        #expect(try counts.read(0, in: database, Self.count) == 4)
        #expect(try connection.state() == nil)
        #expect(try Self.count(connection) == 3)
      }
    }
    #expect(try counts.read(0, in: database, Self.count) == 4)
  }

  @Test("The row cache does not exceed its bound") func boundsCache() throws {
    let folder = try Folder()
    _ = try folder.database(rows: 3)
    let database = try Database(path: folder.path("database.sqlite"), readers: 1)
    let texts = RememberedReads<Int, [Int]>(maximum: 100) { $0.count }
    for key in 0..<1000 {
      #expect(try texts.read(key, in: database) { _ in Array(repeating: key, count: 9) }.first == key)
      #expect(texts.total <= 100)
    }
    #expect(texts.total > 0)
    // A value above the maximum is read each time.
    _ = try texts.read(5000, in: database) { _ in Array(repeating: 1, count: 100) }
    #expect(try texts.read(5000, in: database) { _ in [2] } == [2])
  }

  /// A read that begins after the completion of a write includes its rows, on any connection and
  /// thread.
  @Test("Cached rows include all completed writes") func returnsRowsOfCompletedWrites() throws {
    let folder = try Folder()
    _ = try folder.database(rows: 0)
    let databases = try (0..<2).map { _ in try Database(path: folder.path("database.sqlite"), readers: 3) }
    let counts = RememberedReads<Int, Int>(maximum: 10) { _ in 1 }
    let others = RememberedReads<Int, Int>(maximum: 10) { _ in 1 }
    let written = Atomic<Int>(0)
    let stale = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: 6) { thread in
      for round in 0..<300 {
        if thread < 2, round % 3 == 0 {
          try? Self.add(databases[thread])
          written.wrappingAdd(1, ordering: .sequentiallyConsistent)
        }
        let minimum = written.load(ordering: .sequentiallyConsistent)
        let place = (thread + round) % 2
        let count = try? (place == 0 ? counts : others).read(0, in: databases[place], Self.count)
        if count ?? 0 < minimum { stale.wrappingAdd(1, ordering: .relaxed) }
      }
    }
    #expect(stale.load(ordering: .relaxed) == 0)
    #expect(written.load(ordering: .relaxed) == 200)
  }
}
