import FoundationEssentials
import Platform

/// The file of secret keys. A line has an id and a key in base64url; the first key is current.
///
/// The file is not part of the database or its backups, and only its owner may access it (mode
/// 0600). To rotate keys, the operator adds a new line before the others. The line `ID lost`
/// declares a key lost. A line that begins with `#` is a comment. Bytes after the first 64 KiB are
/// ignored.
package struct SecretKeyFile: Sendable {
  /// The reason that the keys cannot be read or created.
  package enum Failure: Error, Equatable {
    /// The operating system reported an error for the file or its directory.
    case unusable(path: String, errno: Int32)
    /// The group or other users have access to the file; `mode` contains its permission bits.
    case tooOpen(path: String, mode: UInt32)
    /// A line is neither an id with a key nor `ID lost`, or no line has a key; `line` counts from
    /// 1.
    case malformed(path: String, line: Int)
  }

  package let path: String

  /// Creates a reference to the file without reading it.
  package init(path: String) { self.path = path }

  package var exists: Bool { access(path, F_OK) == 0 }

  /// Returns the keys in the file. If the file does not exist, creates it with a new key.
  ///
  /// Call it only if the database contains no key ids, because a new key cannot verify stored
  /// digests.
  package func loadOrCreate() throws(Failure) -> SecretKeys {
    if !exists { try create() }
    return try load()
  }

  /// Returns the keys in the file; throws `Failure.unusable` if it does not exist.
  package func load() throws(Failure) -> SecretKeys {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unusable(path: path, errno: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .unusable(path: path, errno: errno) }
    let mode = UInt32(status.st_mode)
    guard mode & 0o077 == 0 else { throw .tooOpen(path: path, mode: mode & 0o777) }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = read(descriptor, &bytes, bytes.count)
    guard count >= 0 else { throw .unusable(path: path, errno: errno) }
    var keys: [SecretKey] = []
    var lost: Set<String> = []
    let text = String(decoding: bytes.prefix(count), as: UTF8.self)
    for (offset, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let words = line.split(separator: " ")
      if words.isEmpty || words[0].hasPrefix("#") { continue }
      if words.count == 2, words[1] == "lost" {
        lost.insert(String(words[0]))
        continue
      }
      guard words.count == 2, let bytes = Base64URL.decode(String(words[1])),
        let key = SecretKey(id: String(words[0]), bytes: bytes)
      else { throw .malformed(path: path, line: offset + 1) }
      keys.append(key)
    }
    guard let current = keys.first else { throw .malformed(path: path, line: 1) }
    return SecretKeys(current, earlier: Array(keys.dropFirst()), lost: lost)
  }

  /// Adds a new random key as the last line, and returns the key.
  ///
  /// The file is replaced by a complete copy with the same owner and mode. A lock on the file
  /// excludes other calls. If the path is a symbolic link, its target is replaced.
  package func add() throws(Failure) -> SecretKey {
    guard let resolved = realpath(path, nil) else { throw .unusable(path: path, errno: errno) }
    defer { free(resolved) }
    return try SecretKeyFile(path: String(cString: resolved)).addLocked()
  }

  private func addLocked() throws(Failure) -> SecretKey {
    let (descriptor, status) = try locked()
    defer { close(descriptor) }
    let known = try load()
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = read(descriptor, &bytes, bytes.count)
    guard count >= 0 else { throw .unusable(path: path, errno: errno) }
    var key = SecretKey()
    while known[key.id] != nil { key = SecretKey() }
    var text = String(decoding: bytes.prefix(count), as: UTF8.self)
    if !text.hasSuffix("\n") { text += "\n" }
    text += "\(key.id) \(Base64URL.encode(key.bytes))\n"
    guard text.utf8.count <= bytes.count else { throw .unusable(path: path, errno: EFBIG) }
    let draft = try draft(of: text, like: status)
    guard rename(draft, path) == 0 else {
      let failure = errno
      unlink(draft)
      throw .unusable(path: path, errno: failure)
    }
    try synchronizeDirectory()
    return key
  }

  /// Opens and locks the file that the path names. The lock ends when the descriptor is closed.
  private func locked() throws(Failure) -> (descriptor: Int32, status: stat) {
    while true {
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw .unusable(path: path, errno: errno) }
      var (held, named) = (stat(), stat())
      guard flock(descriptor, LOCK_EX) == 0, fstat(descriptor, &held) == 0, stat(path, &named) == 0 else {
        let failure = errno
        close(descriptor)
        if failure == EINTR { continue }
        throw .unusable(path: path, errno: failure)
      }
      if held.st_dev == named.st_dev, held.st_ino == named.st_ino { return (descriptor, held) }
      // Another process replaced the file while this one waited for the lock.
      close(descriptor)
    }
  }

  /// Creates the file completely or not at all.
  ///
  /// Writes a temporary file in the same directory and links it to the final name. Of two
  /// concurrent processes, one creates the file and the other one uses it.
  private func create() throws(Failure) {
    let key = SecretKey()
    let text = """
      # Secret keys of Valence. The first key is current, the others verify existing data. Keep, never share.
      \(key.id) \(Base64URL.encode(key.bytes))

      """
    let draft = try draft(of: text)
    defer { unlink(draft) }
    guard link(draft, path) == 0 || errno == EEXIST else { throw .unusable(path: path, errno: errno) }
    try synchronizeDirectory()
  }

  /// Writes a temporary file in the same directory and returns its path. It has the owner and the
  /// mode of `status`; nil for this process and 0600.
  private func draft(of text: String, like status: stat? = nil) throws(Failure) -> String {
    let draft = "\(path).\(getpid()).\(Randomness.word())"
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .unusable(path: path, errno: errno) }
    let bytes = Array(text.utf8)
    let written = write(descriptor, bytes, bytes.count)
    var failure = written == bytes.count ? 0 : (errno == 0 ? ENOSPC : errno)
    if failure == 0, let status { failure = Self.giveOwner(of: status, to: descriptor) }
    if failure == 0, let status, fchmod(descriptor, status.st_mode & 0o777) != 0 { failure = errno }
    if failure == 0, fsync(descriptor) != 0 { failure = errno }
    close(descriptor)
    guard failure == 0 else {
      unlink(draft)
      throw .unusable(path: path, errno: failure)
    }
    return draft
  }

  /// Sets the owner and the group of a file. Returns the error number; 0 for success.
  ///
  /// The group is only needed if the mode gives it rights. A user outside the group may not set it.
  private static func giveOwner(of status: stat, to descriptor: Int32) -> Int32 {
    if status.st_uid == geteuid(), status.st_mode & 0o070 == 0 { return 0 }
    return fchown(descriptor, status.st_uid, status.st_gid) == 0 ? 0 : errno
  }

  /// Waits until the directory entry is on disk.
  ///
  /// Otherwise a power failure could lose a key whose id is already in the database.
  private func synchronizeDirectory() throws(Failure) {
    let directory = path.lastIndex(of: "/").map { path[...$0] } ?? "."
    let descriptor = open(String(directory), O_RDONLY | O_CLOEXEC)
    // A directory without read permission cannot be opened for synchronization.
    if descriptor < 0, errno == EACCES { return }
    guard descriptor >= 0 else { throw .unusable(path: path, errno: errno) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw .unusable(path: path, errno: errno) }
  }
}

extension SecretKeyFile.Failure: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unusable(let path, let errno): "cannot use the secret key file \(path): \(String(cString: strerror(errno)))"
    case .tooOpen(let path, let mode):
      "the secret key file \(path) has mode 0\(String(mode, radix: 8)); only its owner may read it: chmod 600 \(path)"
    case .malformed(let path, let line):
      "\(path):\(line): expected an id and 43 characters of base64url, or an id and `lost`"
    }
  }
}
