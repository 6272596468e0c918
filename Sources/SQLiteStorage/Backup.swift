import CSQLite
package import Storage

/// The reason why a backup failed.
package enum BackupError: Error {
  /// The source database cannot be read.
  case source(StoreError)
  /// The copy cannot be written.
  case copy(StoreError)
  /// The files of the copy cannot be created or moved.
  case file(FileFailure)
  /// The copy is damaged, and therefore its source is too.
  case damaged([String])
}

/// A verified copy of a database at one moment. Other processes may write to the source while it is
/// copied.
package struct Backup: Sendable {
  package let pages: Int
  package let bytes: Int

  /// Copies the database at `source` to the new file `copy`, which only its owner can read and
  /// write.
  ///
  /// Throws `BackupError.file` if `copy` exists. If a later step fails, removes the copy.
  ///
  /// - Parameters:
  ///   - isLive: True if other processes may write to the source during the copy; false if the
  ///     source is only inspected.
  ///   - step: The number of pages copied between two calls of `progress`.
  ///   - progress: Called with the number of copied pages and the total.
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

  /// Copies the database at `source` to `path`. Writes to `path.partial` first, so that the file at
  /// `path` is always complete.
  ///
  /// Throws `BackupError.file` if `path` exists and `replacing` is false.
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
      // A file that this process cannot write, as on a read-only disk, is only inspected.
      let isWritable = isLive && DatabaseFile.isWritable(source)
      from = try isWritable ? SQLiteConnection(copying: source) : SQLiteConnection(inspecting: source)
      // The first read fixes the state that is copied, whatever other connections write.
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
      // Without a log, the copy is a single file.
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

  /// Copies all pages. Returns their number.
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
