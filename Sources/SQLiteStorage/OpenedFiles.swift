import CSQLite
import Platform
import Storage

/// The identities of a database file and its log, recorded when they were opened and compared with
/// the files at their paths.
///
/// A file that was removed or replaced still accepts writes through its descriptor. The next start
/// opens the file at the path, so these writes would be lost.
///
/// SQLite keeps one log file while a connection is open. Checkpoints truncate or overwrite it, and
/// only the last connection removes it when it closes. A change of identity is therefore caused by
/// another program.
struct OpenedFiles: Sendable {
  /// A path and the identity of the file that was opened there.
  private struct File {
    let path: String
    let device: dev_t
    let inode: ino_t

    init(_ path: String) throws(StoreError) {
      var about = stat()
      guard stat(path, &about) == 0 else { throw OpenedFiles.failure(at: path, errno) }
      (self.path, device, inode) = (path, about.st_dev, about.st_ino)
    }

    /// Throws if the file at the path is missing or is another file.
    func requireInPlace() throws(StoreError) {
      var about = stat()
      guard stat(path, &about) == 0 else { throw OpenedFiles.failure(at: path, errno) }
      guard about.st_ino == inode, about.st_dev == device else {
        throw StoreError(movedFile: path, "was replaced by another file")
      }
    }
  }

  private let database: File
  private let log: File

  /// Records the files of `connection`, which has opened the database at `path`.
  ///
  /// Throws if the file at `path` is no longer the file that SQLite opened.
  init(of connection: SQLiteConnection, at path: String) throws(StoreError) {
    // SQLite opens the log at the first read.
    _ = try connection.first("SELECT count(*) FROM sqlite_schema") { (row) throws(StoreError) in
      try row.get(0, as: Int.self)
    }
    // SQLite resolves symbolic links before it derives the name of the log.
    let name = sqlite3_filename_wal(sqlite3_db_filename(connection.handle, "main"))
    database = try File(path)
    log = try File(name.map { String(cString: $0) } ?? "\(path)-wal")
    var hasMoved: Int32 = 0
    guard sqlite3_file_control(connection.handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved) == SQLITE_OK,
      hasMoved == 0
    else { throw StoreError(movedFile: path, "was replaced by another file") }
  }

  /// Throws if the file at either path is not the opened one. Costs two calls of stat(2).
  func requireInPlace() throws(StoreError) {
    try database.requireInPlace()
    try log.requireInPlace()
  }

  /// True if the database file is in place and the path of the log is unused.
  ///
  /// A checkpoint then saves the content of the log. If another log is at the path, the next start
  /// would apply that log's pages to the database file.
  var hasLostOnlyItsLog: Bool {
    do throws(StoreError) { try database.requireInPlace() } catch { return false }
    return !DatabaseFile.exists(log.path)
  }

  private static func failure(at path: String, _ number: Int32) -> StoreError {
    [ENOENT, ENOTDIR].contains(number)
      ? StoreError(movedFile: path, "was removed")
      : StoreError(
        code: SQLITE_IOERR | 7 << 8, message: "cannot examine \(path)", sql: "stat", systemError: number)
  }
}

extension StoreError {
  /// SQLITE_READONLY_DBMOVED (<https://www.sqlite.org/rescode.html#readonly_dbmoved>).
  static let movedFileCode = SQLITE_READONLY | 4 << 8

  /// Creates the error of an open file that is no longer at its path.
  fileprivate init(movedFile path: String, _ event: String) {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    self.init(code: Self.movedFileCode, message: "\(name) \(event) while it was open", sql: "stat \(path)")
  }

  /// True if a file of the database was removed or replaced while it was open.
  var isMovedFile: Bool { code == Self.movedFileCode }
}
