import CSQLite
package import Storage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file that the system would not open, move or write.
package struct FileFailure: Error, Equatable, CustomStringConvertible {
  /// What was to be done, and with what.
  package let action: String
  /// The system's `errno`.
  package let number: Int32

  package var description: String { "cannot \(action): \(strerror(number).map { String(cString: $0) } ?? "\(number)")" }
}

/// A database as files: itself and the log beside it.
package enum DatabaseFile {
  /// The endings of the files that belong to a database beside it.
  static let companions = ["-wal", "-shm", "-journal"]

  /// Whether there is a file at the path.
  package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Whether this process may write the file at the path.
  static func isWritable(_ path: String) -> Bool { access(path, W_OK) == 0 }

  /// The bytes of the file at the path; nil where there is none.
  package static func size(_ path: String) -> Int? {
    var about = stat()
    return stat(path, &about) == 0 ? Int(about.st_size) : nil
  }

  /// Whether there is a directory at the path.
  private static func isDirectory(_ path: String) -> Bool {
    var about = stat()
    return stat(path, &about) == 0 && about.st_mode & S_IFMT == S_IFDIR
  }

  /// Throws what is wrong with the file at the path, which is left as it is: it is no database, cut off, or damaged where
  /// SQLite's quick check sees it. That reads the whole file.
  package static func examine(_ path: String) throws(StoreError) {
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

  /// The process that has the database at the path open, by its number; nil where none has. It is asked by the lock that
  /// every connection to a database with a log holds for as long as it is open, whatever the file's content.
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

  /// Makes an empty file that only its owner may read; fails where there is one.
  static func create(_ path: String) throws(FileFailure) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
    guard descriptor >= 0 else { throw FileFailure(action: "make \(path)", number: errno) }
    close(descriptor)
  }

  /// Makes an empty file that only its owner may read, where there is none: SQLite would make one that the process's umask
  /// opens, and gives the files beside it the mode of the database.
  static func createIfAbsent(_ path: String) throws(FileFailure) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileFailure(action: "make \(path)", number: errno) }
    close(descriptor)
  }

  /// A file that others than its owner might read or write.
  package struct Opening: Sendable, Equatable {
    /// The file.
    package let path: String
    /// Its mode before.
    package let mode: UInt32
    /// Whether only its owner may read and write it now.
    package let isClosed: Bool
  }

  /// Closes the database at the path and the files beside it to everybody but their owner; answers which were open.
  @discardableResult
  package static func secure(_ path: String) -> [Opening] {
    ([""] + companions).compactMap { tighten(path + $0, to: 0o600) }
  }

  /// Takes every right from the file at the path that is not in `allowed`; nil where it has none, or is not there.
  package static func tighten(_ path: String, to allowed: UInt32) -> Opening? {
    var about = stat()
    guard stat(path, &about) == 0, about.st_mode & S_IFMT == S_IFREG else { return nil }
    let mode = UInt32(about.st_mode) & 0o777
    guard mode & ~allowed != 0 else { return nil }
    return Opening(path: path, mode: mode, isClosed: chmod(path, mode_t(mode & allowed)) == 0)
  }

  /// Waits until the file, or the entries of the directory, at the path are on disk.
  static func synchronize(_ path: String) throws(FileFailure) {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { throw FileFailure(action: "open \(path)", number: errno) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw FileFailure(action: "write \(path)", number: errno) }
  }

  /// Moves a file, over the one that is there.
  static func move(_ path: String, to other: String) throws(FileFailure) {
    guard rename(path, other) == 0 else { throw FileFailure(action: "move \(path) to \(other)", number: errno) }
  }

  /// Moves a file to where there is none; only its owner may read it there.
  static func moveAside(_ path: String, to other: String) throws(FileFailure) {
    // A link fails where the name is taken; a file system without links has no such step.
    if link(path, other) == 0 {
      unlink(path)
    } else if errno == EEXIST {
      throw FileFailure(action: "make \(other)", number: EEXIST)
    } else {
      try move(path, to: other)
    }
    _ = tighten(other, to: 0o600)
  }

  /// Takes a file away, where it is there.
  static func remove(_ path: String) { unlink(path) }

  /// The directory that a path lies in.
  static func directory(of path: String) -> String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return parts.isEmpty ? "." : parts == [""] ? "/" : parts.joined(separator: "/")
  }

  /// Puts the copy at `copy` in the place of the database at `path`, and what was there, with its log, aside; answers
  /// under which name.
  package static func replace(_ path: String, by copy: String) throws(FileFailure) -> String? {
    var aside: String?
    if exists(path) {
      let name = freeName("\(path).before-restore")
      // The log goes first: it must never stand beside another database than its own.
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
