import Dispatch
import Storage
import Testing

@testable import SQLiteStorage

#if os(Linux)
  @Suite struct ReservedSpaceTests {
    private let folder: Folder
    private let database: Database
    private let space: ReservedSpace
    private let file: DatabaseDescriptor

    init() throws {
      folder = try Folder()
      database = try folder.database(rows: 10)
      space = try #require(ReservedSpace(path: database.path))
      file = try #require(DatabaseDescriptor.open(database.path))
    }

    private func allocate(leaving rest: Int = 0) throws {
      try database.exclusively { try space.allocate(for: $0, leaving: rest) }
    }

    @Test("Space for the log and a reserve is allocated without a change of the file size")
    func allocatesAhead() throws {
      try database.exclusively { try $0.execute("INSERT INTO number (text) VALUES (hex(zeroblob(300000)))") }
      let (size, used) = (DatabaseFile.size(database.path), try database.figures().pages * 4096)
      try allocate()
      let allocated = try #require(file.allocated)
      #expect(allocated >= used + ReservedSpace.usual)
      #expect(DatabaseFile.size(database.path) == size)
      // A sufficient reserve is not extended.
      try allocate()
      #expect(file.allocated == allocated)
      // A checkpoint needs no further space.
      try database.purgeLog()
      #expect(DatabaseFile.size(database.path) == used)
      #expect(try #require(file.allocated) <= allocated)
      #expect(try database.damage() == [])
    }

    @Test("Each COMMIT of a write refills the reserved space")
    func allocatesOnCommit() throws {
      try database.purgeLog()
      let written = DispatchSemaphore(value: 0)
      database.write({ try $0.execute("INSERT INTO number (text) VALUES (hex(zeroblob(300000)))") }) { _ in
        written.signal()
      }
      written.wait()
      #expect(try #require(file.allocated) >= database.figures().pages * 4096 + ReservedSpace.low)
    }

    @Test("A database file has one shared descriptor until it is removed")
    func sharesOneDescriptor() throws {
      #expect(DatabaseDescriptor.open(database.path) === file)
      DatabaseFile.remove(database.path)
      #expect(DatabaseDescriptor.open(database.path) == nil)
      #expect(file.allocated == nil)
      #expect(file.allocate(to: 1 << 20) == .unsupported)
    }

    @Test("A backup contains no reserved space")
    func omitsReserveFromBackup() throws {
      try allocate()
      let backup = try Backup(of: database.path, to: folder.path("backup.sqlite"))
      #expect(backup.bytes == backup.pages * 4096)
      #expect(try backup.pages == database.figures().pages)
    }
  }
#endif
