import CSQLite
package import Platform
package import Storage

/// A failed file operation.
package struct FileFailure: Error, Equatable, CustomStringConvertible {
  /// The operation and its file, such as `open valence.sqlite`.
  let action: String
  let number: Int32

  package var description: String { "cannot \(action): \(strerror(number).map { String(cString: $0) } ?? "\(number)")" }
}

/// File operations on a database and its companion files.
package enum DatabaseFile {
  /// The suffixes of the companion files next to a database.
  static let companions = ["-wal", "-shm", "-journal"]

  package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Returns true if this process can write the file at `path`.
  static func isWritable(_ path: String) -> Bool { access(path, W_OK) == 0 }

  /// Returns the size of the file in bytes; nil if it does not exist.
  package static func size(_ path: String) -> Int? {
    var about = stat()
    return stat(path, &about) == 0 ? Int(about.st_size) : nil
  }

  private static func isDirectory(_ path: String) -> Bool {
    var about = stat()
    return stat(path, &about) == 0 && about.st_mode & S_IFMT == S_IFDIR
  }

  /// Checks the file at `path` with SQLite's quick check, which reads the whole file. Changes
  /// nothing.
  ///
  /// - Throws: `StoreError` if the file:
  ///   - is a directory or is empty
  ///   - is not a database
  ///   - is truncated or damaged, as far as the quick check detects it
  package static func examine(_ path: String) throws(StoreError) {
    let ahead = ReadAhead(path)
    // `stop` closes the file, which releases this process's locks on it. No connection is open
    // then, because `check` closes its connection when it returns.
    defer { ahead.stop() }
    try check(path)
  }

  private static func check(_ path: String) throws(StoreError) {
    if isDirectory(path) {
      throw StoreError(code: SQLITE_CANTOPEN, message: "it is a directory", sql: "open \(path)")
    }
    if size(path) == 0 { throw StoreError(code: SQLITE_NOTADB, message: "the file is empty", sql: "open \(path)") }
    let connection = try SQLiteConnection(inspecting: path)
    let found = try connection.first("PRAGMA quick_check(1)") { (row) throws(StoreError) in
      try row.get(0, as: String.self)
    }
    guard found == "ok" else {
      throw StoreError(
        code: SQLITE_CORRUPT, message: found ?? "the check returned no result", sql: "PRAGMA quick_check(1)")
    }
  }

  /// Returns the ID of another process that has the database open; nil if no other process has it
  /// open.
  ///
  /// Queries the lock that each connection to a database in WAL mode holds while it is open. The
  /// content of the file does not matter. Must not be called while this process has the database
  /// open: its own locks are not detected, and closing the file releases them.
  package static func process(using path: String) throws(FileFailure) -> Int32? {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { throw FileFailure(action: "open \(path)", number: errno) }
    defer { close(descriptor) }
    // SQLite's lock bytes begin at 2^30: PENDING, RESERVED and 510 bytes of SHARED (os.h).
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = 0x4000_0000
    lock.l_len = 512
    guard fcntl(descriptor, F_GETLK, &lock) == 0 else {
      throw FileFailure(action: "query the locks of \(path)", number: errno)
    }
    return lock.l_type == Int16(F_UNLCK) ? nil : lock.l_pid
  }

  /// Creates an empty file that only its owner can read and write. Throws if `path` exists.
  static func create(_ path: String) throws(FileFailure) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
    guard descriptor >= 0 else { throw FileFailure(action: "create \(path)", number: errno) }
    close(descriptor)
  }

  /// Creates an empty file that only its owner can read and write. Does nothing if `path` exists.
  ///
  /// If SQLite created the file, the umask of the process would determine its mode. SQLite gives
  /// companion files the mode of the database.
  static func createIfAbsent(_ path: String) throws(FileFailure) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileFailure(action: "create \(path)", number: errno) }
    close(descriptor)
  }

  /// Restricts the database at `path` and its companion files to their owner. Returns the files
  /// that were accessible to other users.
  @discardableResult
  package static func secure(_ path: String) -> [FilePermissions.Excess] {
    ([""] + companions).compactMap { FilePermissions.restrict(path + $0, to: 0o600) }
  }

  /// Waits until the content of a file, or the entries of a directory, are on disk.
  static func synchronize(_ path: String) throws(FileFailure) {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { throw FileFailure(action: "open \(path)", number: errno) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw FileFailure(action: "write \(path)", number: errno) }
  }

  /// Moves a file. Replaces an existing file.
  static func move(_ path: String, to other: String) throws(FileFailure) {
    guard rename(path, other) == 0 else { throw FileFailure(action: "move \(path) to \(other)", number: errno) }
  }

  /// Moves a file to an unused path and restricts it to its owner. Throws if the path exists,
  /// except on a file system without links, where an existing file is replaced.
  static func moveAside(_ path: String, to other: String) throws(FileFailure) {
    // `link` fails if the path exists, but `rename` in `move` does not.
    if link(path, other) == 0 {
      unlink(path)
    } else if errno == EEXIST {
      throw FileFailure(action: "create \(other)", number: EEXIST)
    } else {
      try move(path, to: other)
    }
    _ = FilePermissions.restrict(other, to: 0o600)
  }

  static func remove(_ path: String) { unlink(path) }

  static func directory(of path: String) -> String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return parts.isEmpty ? "." : parts == [""] ? "/" : parts.joined(separator: "/")
  }

  /// Moves the file at `copy` to `path`, in place of the database there.
  ///
  /// Moves the old database and its companion files to an unused name. Returns that name; nil if no
  /// file was at `path`.
  ///
  /// The caller must ensure that the database is not open. If a step fails, the earlier steps are
  /// not undone, and `path` can be without a database.
  package static func replace(_ path: String, by copy: String) throws(FileFailure) -> String? {
    var aside: String?
    if exists(path) {
      let name = freeName("\(path).before-restore")
      // The companion files are moved first: a log must never be next to a database that it does
      // not belong to.
      for ending in companions where exists(path + ending) { try moveAside(path + ending, to: name + ending) }
      try moveAside(path, to: name)
      aside = name
    }
    for ending in companions { remove(path + ending) }
    try moveAside(copy, to: path)
    try synchronize(directory(of: path))
    return aside
  }

  private static func freeName(_ name: String) -> String {
    var number = 1
    var free = name
    while exists(free) {
      number += 1
      free = "\(name)-\(number)"
    }
    return free
  }
}
