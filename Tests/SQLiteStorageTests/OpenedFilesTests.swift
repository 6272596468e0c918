import CSQLite
import Dispatch
import Foundation
import Storage
import Synchronization
import Testing

@testable import SQLiteStorage

@Suite struct OpenedFilesTests {
  /// An event that affects a file.
  enum Event: CaseIterable {
    case removed, movedAside, replacedByCopy

    func happen(to path: String) throws {
      let files = FileManager.default
      switch self {
      case .removed: try files.removeItem(atPath: path)
      case .movedAside: try files.moveItem(atPath: path, toPath: "\(path).aside")
      case .replacedByCopy:
        try files.copyItem(atPath: path, toPath: "\(path).copy")
        try files.removeItem(atPath: path)
        try files.moveItem(atPath: "\(path).copy", toPath: path)
      }
    }
  }

  private let folder: Folder
  private let database: Database

  init() throws {
    folder = try Folder()
    database = try folder.database(rows: 10)
  }

  private func insert() -> Result<Int, any Error> {
    let answered = DispatchSemaphore(value: 0)
    let answer = Mutex<Result<Int, any Error>>(.success(0))
    database.write({ try $0.execute("INSERT INTO number (text) VALUES ('more')") }) { result in
      answer.withLock { $0 = result }
      answered.signal()
    }
    answered.wait()
    return answer.withLock { $0 }
  }

  @Test(
    "Writes are rejected after a database file or log is removed or replaced", arguments: Event.allCases, ["", "-wal"])
  func rejectsWritesAfterReplacement(_ event: Event, _ suffix: String) throws {
    _ = try insert().get()
    try event.happen(to: database.path + suffix)
    for _ in 1...2 {
      let error = #expect(throws: StoreError.self) { try insert().get() }
      #expect(error?.fault == .damaged)
      #expect(error?.message.hasPrefix("database.sqlite\(suffix) was ") == true)
    }
    #expect(database.health.trouble?.fault == .damaged)
    #expect(database.health.isTroubled(.place))
    // The rejected row is not visible to readers.
    #expect(try database.numbers().count == 11)
    // The fault lasts while the file is open.
    database.probe()
    #expect(database.health.trouble?.fault == .damaged)
  }

  @Test("A probe detects a removed or replaced database file or log", arguments: Event.allCases, ["", "-wal"])
  func detectsReplacementByProbe(_ event: Event, _ suffix: String) throws {
    database.probe()
    #expect(database.health.trouble == nil)
    try event.happen(to: database.path + suffix)
    database.probe()
    #expect(database.health.trouble?.fault == .damaged)
    #expect(throws: StoreError.self) { try insert().get() }
  }

  @Test("A file that is removed during the COMMIT fails the batch", arguments: ["", "-wal"])
  func failsBatchOnRemovalDuringCommit(_ suffix: String) throws {
    let path = database.path + suffix
    // SQLite calls the hook at the start of a COMMIT.
    try database.exclusively { connection in
      _ = sqlite3_commit_hook(
        connection.handle,
        { path in
          if let path { unlink(path.assumingMemoryBound(to: CChar.self)) }
          return 0
        }, strdup(path))
    }
    let error = #expect(throws: StoreError.self) { try insert().get() }
    #expect(error?.fault == .damaged)
    try database.exclusively { free(sqlite3_commit_hook($0.handle, nil, nil)) }
  }

  @Test("Checkpoints, backups and other connections are not detected as replacements")
  func ignoresOwnWork() throws {
    for round in 1...3 {
      _ = try insert().get()
      try database.purgeLog()
      _ = try insert().get()
      let other = try Database(path: database.path, readers: 1)
      try other.exclusively { try $0.execute("INSERT INTO number (text) VALUES ('other')") }
      other.close()
      _ = try Backup(of: database.path, to: folder.path("backup-\(round).sqlite"))
      _ = try insert().get()
      database.probe()
    }
    #expect(database.health.trouble == nil)
    #expect(try database.numbers().count == 10 + 3 * 4)
  }

  @Test("A database opened through a symbolic link is healthy until the link is removed")
  func followsSymbolicLink() throws {
    let link = folder.path("link.sqlite")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: database.path)
    let linked = try Database(path: link, readers: 1)
    linked.probe()
    #expect(linked.health.trouble == nil)
    try FileManager.default.removeItem(atPath: link)
    linked.probe()
    #expect(linked.health.trouble?.fault == .damaged)
  }

  @Test("The content of a removed log is moved into the database file")
  func savesRemovedLog() throws {
    for _ in 1...5 { _ = try insert().get() }
    try Event.removed.happen(to: database.path + "-wal")
    #expect(throws: StoreError.self) { try insert().get() }
    // The copy has the state of the file after a crash.
    try FileManager.default.copyItem(atPath: database.path, toPath: folder.path("left.sqlite"))
    #expect(try Database(path: folder.path("left.sqlite"), readers: 1).numbers().count == 15)
    database.close()
    #expect(try Database(path: database.path, readers: 1).numbers().count == 15)
  }

  @Test("The log of a replaced database file retains its content", arguments: [Event.movedAside, .replacedByCopy])
  func preservesLogOfReplacedFile(_ event: Event) throws {
    for _ in 1...5 { _ = try insert().get() }
    try event.happen(to: database.path)
    // A checkpoint must not copy the log to a file that is not at the path.
    #expect(throws: StoreError.self) { try database.purgeLog() }
    #expect(throws: StoreError.self) { try insert().get() }
    database.close()
    if event == .movedAside {
      try FileManager.default.moveItem(atPath: "\(database.path).aside", toPath: database.path)
    }
    let again = try Database(path: database.path, readers: 1)
    #expect(try again.numbers().count == 15)
    #expect(try again.damage() == [])
  }

  @Test("A replaced log is not moved into the database file")
  func leavesReplacedLog() throws {
    for _ in 1...5 { _ = try insert().get() }
    try Event.replacedByCopy.happen(to: database.path + "-wal")
    database.probe()
    database.close()
    #expect(DatabaseFile.size(database.path + "-wal") ?? 0 > 0)
    // The copies have the state of the files after a crash.
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: database.path + suffix, toPath: folder.path("left.sqlite") + suffix)
    }
    let left = try Database(path: folder.path("left.sqlite"), readers: 1)
    #expect(try left.numbers().count == 15)
    #expect(try left.damage() == [])
  }
}
