import CSQLite
package import Storage

/// Why there is no copy.
package enum BackupError: Error {
  /// The database that was to be copied cannot be read.
  case source(StoreError)
  /// The copy cannot be written.
  case copy(StoreError)
  /// The copy's files cannot be made or moved.
  case file(FileFailure)
  /// The copy is not sound, and neither is what it is a copy of.
  case damaged([String])
}

/// A copy of a database as it is at one moment, taken page by page while others write, checked, and on disk.
package struct Backup: Sendable {
  /// How many pages it has.
  package let pages: Int
  /// How many bytes it has.
  package let bytes: Int

  /// Copies the database at `source` to the file `copy`, which must not be there: it is made anew, readable only by its
  /// owner. `progress` is called after every `step` pages with those that are copied, and those that there are.
  package init(
    of source: String, to copy: String, isLive: Bool = true, step: Int32 = 4096,
    progress: (_ done: Int, _ of: Int) -> Void = { _, _ in }
  ) throws(BackupError) {
    do { try DatabaseFile.create(copy) } catch { throw .file(error) }
    do throws(BackupError) {
      self = try Self.fill(copy, from: source, isLive: isLive, step, progress)
      do { try DatabaseFile.synchronize(copy) } catch { throw .file(error) }
    } catch {
      for path in [copy, "\(copy)-journal"] { DatabaseFile.remove(path) }
      throw error
    }
  }

  /// Copies the database at `source` to `path`: under another name first, so that what stands at `path` is whole at every
  /// moment. A file that is there is replaced only where `replacing` says so.
  package static func make(
    of source: String, at path: String, replacing: Bool, step: Int32 = 4096,
    progress: (_ done: Int, _ of: Int) -> Void = { _, _ in }
  ) throws(BackupError) -> Backup {
    let partial = "\(path).partial"
    DatabaseFile.remove(partial)
    let backup = try Backup(of: source, to: partial, step: step, progress: progress)
    do {
      try replacing ? DatabaseFile.move(partial, to: path) : DatabaseFile.moveAside(partial, to: path)
      try DatabaseFile.synchronize(DatabaseFile.directory(of: path))
    } catch {
      DatabaseFile.remove(partial)
      throw .file(error)
    }
    return backup
  }

  private init(pages: Int, bytes: Int) { (self.pages, self.bytes) = (pages, bytes) }

  private static func fill(
    _ path: String, from source: String, isLive: Bool, _ step: Int32, _ progress: (_ done: Int, _ of: Int) -> Void
  ) throws(BackupError) -> Backup {
    let from: SQLiteConnection
    do {
      // What nobody can write, on a disk that is read-only, is no more than looked at.
      let isWritable = isLive && DatabaseFile.isWritable(source)
      from = try isWritable ? SQLiteConnection(copying: source) : SQLiteConnection(inspecting: source)
      // The state at the first read is what is copied to the end, whoever writes meanwhile.
      try from.execute("BEGIN")
      _ = try from.first("SELECT count(*) FROM sqlite_schema") { (row) throws(StoreError) in
        try row.get(0, as: Int.self)
      }
    } catch {
      throw .source(error)
    }
    do {
      let to = try SQLiteConnection(filling: path)
      let pages = try copy(from, to, step, progress)
      // One file that says all: a log would have to be kept beside it.
      try to.run(script: "PRAGMA journal_mode = DELETE")
      let faults = try Database.damage(of: Connection(to)) + Database.brokenReferences(of: Connection(to))
      guard faults.isEmpty else { throw BackupError.damaged(faults) }
      return Backup(pages: pages, bytes: DatabaseFile.size(path) ?? 0)
    } catch let error as StoreError {
      throw error.fault == .damaged ? .damaged([error.message]) : .copy(error)
    } catch let error as BackupError {
      throw error
    } catch {
      throw .copy(StoreError(code: SQLITE_ERROR, message: "\(error)", sql: "copy"))
    }
  }

  /// Copies every page; answers how many.
  private static func copy(
    _ from: SQLiteConnection, _ to: SQLiteConnection, _ step: Int32, _ progress: (_ done: Int, _ of: Int) -> Void
  ) throws(StoreError) -> Int {
    guard let backup = sqlite3_backup_init(to.handle, "main", from.handle, "main") else {
      throw StoreError(sqlite3_errcode(to.handle), on: to.handle, sql: "copy")
    }
    var code = sqlite3_backup_step(backup, step)
    while code == SQLITE_OK {
      let all = Int(sqlite3_backup_pagecount(backup))
      progress(all - Int(sqlite3_backup_remaining(backup)), all)
      code = sqlite3_backup_step(backup, step)
    }
    let pages = Int(sqlite3_backup_pagecount(backup))
    let ended = sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE, ended == SQLITE_OK else {
      throw StoreError(code == SQLITE_DONE ? ended : code, on: to.handle, sql: "copy")
    }
    return pages
  }
}
