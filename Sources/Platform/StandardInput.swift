/// The standard input of the process.
package enum StandardInput {
  /// A failed system call.
  package struct Failure: Error {
    package let errno: Int32
  }

  /// Waits for input and returns the bytes that have arrived; empty at the end of the input.
  package static func available() throws(Failure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 64 * 1024)
    var count = read(STDIN_FILENO, &bytes, bytes.count)
    while count < 0, errno == EINTR { count = read(STDIN_FILENO, &bytes, bytes.count) }
    guard count >= 0 else { throw Failure(errno: errno) }
    bytes.removeLast(bytes.count - count)
    return bytes
  }
}
