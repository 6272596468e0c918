import Dispatch
import Foundation
import SQLiteStorage
import Synchronization
import Testing

@Suite struct BackupTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test("A backup has all rows and is a single file") func copiesAllRows() throws {
    let database = try folder.database()
    let backup = try Backup.make(of: database.path, at: folder.path("copy"), replacing: false)
    #expect(backup.bytes == backup.pages * 4096)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(Set(names).filter { $0.hasPrefix("copy") } == ["copy"])
    let copy = try Database(path: folder.path("copy"))
    #expect(try copy.numbers() == (2000, 2000))
  }

  @Test("A backup file is readable only by its owner") func restrictsPermissions() throws {
    let database = try folder.database()
    _ = try Backup.make(of: database.path, at: folder.path("copy"), replacing: false)
    let mode = try FileManager.default.attributesOfItem(atPath: folder.path("copy"))[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test("A backup during writes is a consistent snapshot") func copiesConsistentSnapshot() throws {
    let database = try folder.database(rows: 20_000)
    let isDone = Mutex(false)
    let written = Mutex(20_000)
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) {
      // Rows are inserted in order, so a consistent copy contains all rows up to the last one.
      while !isDone.withLock({ $0 }) {
        let next = written.withLock { $0 } + 1
        _ = try? database.exclusively {
          try $0.execute("INSERT INTO number (value, text) VALUES ($1, 'a new number')", next)
        }
        written.withLock { $0 = next }
      }
    }
    while written.withLock({ $0 }) < 20_010 {}
    let before = written.withLock { $0 }
    var steps = 0
    let result = Result {
      try Backup.make(of: database.path, at: folder.path("copy"), replacing: false, step: 20) { _, _ in
        // At least one row is inserted between two steps.
        let now = written.withLock { $0 }
        while written.withLock({ $0 }) == now {}
        steps += 1
      }
    }
    isDone.withLock { $0 = true }
    group.wait()
    _ = try result.get()
    #expect(steps > 2)
    let copy = try Database(path: folder.path("copy")).numbers()
    #expect(copy.count == copy.last)
    #expect(copy.count >= before)
    #expect(try database.numbers().count > copy.count)
  }

  @Test("A backup replaces an existing file only on request") func replacesFileOnRequest() throws {
    let database = try folder.database()
    try Data("precious".utf8).write(to: folder.url.appending(path: "copy"))
    #expect(throws: BackupError.self) {
      try Backup.make(of: database.path, at: folder.path("copy"), replacing: false)
    }
    #expect(try folder.bytes("copy") == Data("precious".utf8))
    #expect(!FileManager.default.fileExists(atPath: folder.path("copy.partial")))
    _ = try Backup.make(of: database.path, at: folder.path("copy"), replacing: true)
    #expect(try Database(path: folder.path("copy")).numbers() == (2000, 2000))
  }

  @Test("A backup of a damaged database fails and leaves no file") func rejectsDamagedDatabase() throws {
    do { _ = try folder.database() }
    try folder.spoilMiddle("database.sqlite")
    let error = #expect(throws: BackupError.self) {
      try Backup.make(of: folder.path("database.sqlite"), at: folder.path("copy"), replacing: false)
    }
    guard case .damaged(let faults)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(!faults.isEmpty)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(names.filter { $0.hasPrefix("copy") } == [])
  }
}

extension Folder {
  /// Overwrites a quarter of the pages, in the middle of a file.
  func spoilMiddle(_ name: String) throws {
    let file = try FileHandle(forUpdating: url.appending(path: name))
    defer { try? file.close() }
    let pages = try file.seekToEnd() / 4096
    try file.seek(toOffset: pages / 2 * 4096)
    try file.write(contentsOf: Data(repeating: 0xA5, count: Int(pages) / 4 * 4096))
  }
}
