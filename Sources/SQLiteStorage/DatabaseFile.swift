import CSQLite
package import Platform
package import Storage

/// A file operation that the system refused.
package struct FileFailure: Error, Equatable, CustomStringConvertible {
  /// The operation and its file, such as `open valence.sqlite`.
  package let action: String
  /// The system's `errno`.
  package let number: Int32

  package var description: String { "cannot \(action): \(strerror(number).map { String(cString: $0) } ?? "\(number)")" }
}

/// A database as files: the database and the log beside it.
///
///     DatabaseFile.secure("valence.sqlite")  // the files that others could read or write
///     try DatabaseFile.examine("valence.sqlite")  // throws if the file is damaged
package enum DatabaseFile {
  /// The suffixes of the files that belong to the database beside them.
  static let companions = ["-wal", "-shm", "-journal"]

  /// Returns true if there is a file at the path.
  package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Returns true if this process may write the file at the path.
  static func isWritable(_ path: String) -> Bool { access(path, W_OK) == 0 }

  /// Returns the size of the file in bytes; nil if there is none.
  package static func size(_ path: String) -> Int? {
    var about = stat()
    return stat(path, &about) == 0 ? Int(about.st_size) : nil
  }

  /// Returns true if there is a directory at the path.
  private static func isDirectory(_ path: String) -> Bool {
    var about = stat()
    return stat(path, &about) == 0 && about.st_mode & S_IFMT == S_IFDIR
  }

  /// Checks the file at the path with SQLite's quick check, which reads the whole file; never changes it.
  ///
  /// Throws `StoreError` when the file
  /// - is a directory or is empty,
  /// - is not a database,
  /// - is truncated, or damaged as far as the quick check sees it.
  package static func examine(_ path: String) throws(StoreError) {
    let ahead = ReadAhead(path)
    // The connection of the check is closed by then.
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
      throw StoreError(code: SQLITE_CORRUPT, message: found ?? "no answer", sql: "PRAGMA quick_check(1)")
    }
  }

  /// Returns the ID of the process that has the database open; nil if there is none.
  ///
  /// Queries the lock that every connection to a database with a log holds while it is open, so the file's content does
  /// not matter.
  package static func process(using path: String) throws(FileFailure) -> Int32? {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { throw FileFailure(action: "open \(path)", number: errno) }
    defer { close(descriptor) }
    // SQLite's lock bytes: PENDING, RESERVED and 510 of SHARED, from 2^30 on (os.h).
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = 0x4000_0000
    lock.l_len = 512
    guard fcntl(descriptor, F_GETLK, &lock) == 0 else {
      throw FileFailure(action: "ask who uses \(path)", number: errno)
    }
    return lock.l_type == Int16(F_UNLCK) ? nil : lock.l_pid
  }

  /// Creates an empty file that only its owner may read and write; throws if the path exists.
  static func create(_ path: String) throws(FileFailure) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
    guard descriptor >= 0 else { throw FileFailure(action: "make \(path)", number: errno) }
    close(descriptor)
  }

  /// Creates an empty file that only its owner may read and write, unless the path exists.
  ///
  /// SQLite would create it with the rights that the process's umask leaves. The files beside it get the database's
  /// mode.
  static func createIfAbsent(_ path: String) throws(FileFailure) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileFailure(action: "make \(path)", number: errno) }
    close(descriptor)
  }

  /// Restricts the database at the path and the files beside it to their owner; returns the files that were open to
  /// others.
  @discardableResult
  package static func secure(_ path: String) -> [FilePermissions.Excess] {
    ([""] + companions).compactMap { FilePermissions.restrict(path + $0, to: 0o600) }
  }

  /// Waits until the file at the path, or the entries of the directory, are on disk.
  static func synchronize(_ path: String) throws(FileFailure) {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { throw FileFailure(action: "open \(path)", number: errno) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw FileFailure(action: "write \(path)", number: errno) }
  }

  /// Moves a file, and replaces an existing one.
  static func move(_ path: String, to other: String) throws(FileFailure) {
    guard rename(path, other) == 0 else { throw FileFailure(action: "move \(path) to \(other)", number: errno) }
  }

  /// Moves a file to an unused path and restricts it to its owner; throws if the path exists.
  static func moveAside(_ path: String, to other: String) throws(FileFailure) {
    // `link` fails if the name exists. A file system without links offers no such check.
    if link(path, other) == 0 {
      unlink(path)
    } else if errno == EEXIST {
      throw FileFailure(action: "make \(other)", number: EEXIST)
    } else {
      try move(path, to: other)
    }
    _ = FilePermissions.restrict(other, to: 0o600)
  }

  /// Removes a file, if it exists.
  static func remove(_ path: String) { unlink(path) }

  /// Returns the directory of a path.
  static func directory(of path: String) -> String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return parts.isEmpty ? "." : parts == [""] ? "/" : parts.joined(separator: "/")
  }

  /// Replaces the database at `path` by the copy at `copy`.
  ///
  /// Moves the old database and its log aside, and returns the new name; nil if there was none.
  package static func replace(_ path: String, by copy: String) throws(FileFailure) -> String? {
    var aside: String?
    if exists(path) {
      let name = freeName("\(path).before-restore")
      // The log goes first: it must never stand beside a database that is not its own.
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
