import Foundation
import SQLiteStorage
import Storage
import Testing

@Suite struct DatabaseFileTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test("Only its owner can access the folder of a temporary database") func restrictsTemporaryFolder() throws {
    let database = try Database.temporary()
    let folder = URL(filePath: database.path).deletingLastPathComponent().path
    #expect(try FileManager.default.attributesOfItem(atPath: folder)[.posixPermissions] as? Int == 0o700)
  }

  @Test("An intact database file passes the examination, also while it is open") func acceptsIntactFile() throws {
    do { _ = try folder.database() }
    try DatabaseFile.examine(folder.path("database.sqlite"))
    // Another connection may have the database open.
    let database = try Database(path: folder.path("database.sqlite"))
    try database.exclusively { try $0.execute("DELETE FROM number WHERE value > 10") }
    try DatabaseFile.examine(folder.path("database.sqlite"))
    #expect(try database.numbers().count == 10)
  }

  enum Harm: CaseIterable { case middle, cutOff, cutToNothing, header, text }

  @Test("A damaged database file is detected and left unchanged", arguments: Harm.allCases)
  func detectsDamagedFile(_ harm: Harm) throws {
    do { _ = try folder.database() }
    let url = folder.url.appending(path: "database.sqlite")
    switch harm {
    case .middle: try folder.spoilMiddle("database.sqlite")
    case .cutOff, .cutToNothing:
      let file = try FileHandle(forUpdating: url)
      try file.truncate(atOffset: harm == .cutOff ? try file.seekToEnd() / 2 : 0)
      try file.close()
    case .header:
      let file = try FileHandle(forUpdating: url)
      try file.write(contentsOf: Data(repeating: 0x5A, count: 100))
      try file.close()
    case .text: try Data("no database\n".utf8).write(to: url)
    }
    let before = try folder.bytes("database.sqlite")
    let error = #expect(throws: StoreError.self) { try DatabaseFile.examine(url.path) }
    #expect(error?.fault == .damaged)
    #expect(try folder.bytes("database.sqlite") == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["database.sqlite"])
  }

  @Test("No process is found for a closed database, and a missing file throws an error")
  func findsNoProcessForClosedFile() throws {
    #expect(throws: FileFailure.self) { try DatabaseFile.process(using: folder.path("database.sqlite")) }
    do { _ = try folder.database() }
    #expect(try DatabaseFile.process(using: folder.path("database.sqlite")) == nil)
  }

  @Test("A replaced database is renamed and preserved with its log") func preservesReplacedDatabase() throws {
    let old = try folder.database()
    try Data("log".utf8).write(to: folder.url.appending(path: "new.sqlite-journal"))
    try FileManager.default.removeItem(atPath: folder.path("new.sqlite-journal"))
    do { _ = try folder.database("new.sqlite", rows: 3) }
    // The connections of the old database are open, so its log still has content.
    let aside = try DatabaseFile.replace(old.path, by: folder.path("new.sqlite"))
    #expect(aside == folder.path("database.sqlite.before-restore"))
    #expect(try Database(path: folder.path("database.sqlite")).numbers() == (3, 3))
    #expect(try Database(path: folder.path("database.sqlite.before-restore")).numbers() == (2000, 2000))
    _ = old
  }

  @Test("Each replacement preserves the databases replaced earlier") func preservesEarlierDatabases() throws {
    for number in 1...3 {
      do { _ = try folder.database("new.sqlite", rows: number) }
      _ = try DatabaseFile.replace(folder.path("database.sqlite"), by: folder.path("new.sqlite"))
    }
    #expect(try Database(path: folder.path("database.sqlite")).numbers().count == 3)
    #expect(try Database(path: folder.path("database.sqlite.before-restore")).numbers().count == 1)
    #expect(try Database(path: folder.path("database.sqlite.before-restore-2")).numbers().count == 2)
  }
}
