import Hosting
import Platform

/// A new file that a command writes, with the mode 0600.
final class NewFile {
  private let path: String
  private let descriptor: Int32

  /// Creates the file. Throws an `OperatorError` if it exists.
  init(_ path: String) throws {
    descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    self.path = path
    guard descriptor >= 0 else {
      throw OperatorError("cannot create \(path): \(errno == EEXIST ? "it exists" : "error \(errno)")")
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  func write(_ text: String) throws {
    do { try AppendOnlyFile(descriptor).write(Array(text.utf8)) } catch {
      throw OperatorError("cannot write \(path): error \(error.errno)")
    }
  }

  /// Flushes the content to disk.
  func flush() throws {
    guard fsync(descriptor) == 0 else { throw OperatorError("cannot write \(path): error \(errno)") }
  }
}
