/// A program that runs in its own process group with a time limit.
///
/// - It receives bytes on its standard input. Its output is discarded.
/// - When it ends or exceeds the limit, the processes of its group are killed.
///
/// Foundation's `Process` waits for each descendant that holds its descriptors, kills only the
/// first process, and passes on the signals that this process blocks.
package struct ChildProgram: Sendable {
  /// The end of a program.
  package enum Ending: Sendable, Equatable {
    /// The program exited with this status.
    case exited(Int32)
    /// This signal ended the program.
    case signal(Int32)
    /// The program exceeded the limit and was killed with its group.
    case late
  }

  /// The reason why a program could not be run.
  package struct Failure: Error, Equatable {
    /// The name of the failed system call.
    let call: String
    let errno: Int32
  }

  private let path: String

  package init(path: String) { self.path = path }

  /// Runs the program without arguments. Returns its ending at most one second after `limit`.
  ///
  /// When the program ends, its descendants are killed, except those that have left the process
  /// group (`setsid`).
  ///
  /// - Throws: `Failure` if:
  ///   - the program cannot be started
  ///   - `input` exceeds the capacity of a pipe, which is at least 4 KiB
  package func run(input: [UInt8], limit: Duration) throws(Failure) -> Ending {
    let child = try start(input)
    guard let ending = child.ending(within: limit) else {
      child.kill()
      // A process that the kernel cannot end now, as on a failed network file system, is reaped
      // later.
      _ = child.ending(within: .seconds(1))
      return .late
    }
    return ending
  }

  /// Starts the program with the input in its pipe. Closes both ends of the pipe in this process.
  private func start(_ input: [UInt8]) throws(Failure) -> ProcessGroup {
    var ends: [Int32] = [-1, -1]
    try Self.check("pipe", pipe(&ends) == 0 ? 0 : errno)
    let (reading, writing) = (ends[0], ends[1])
    defer { close(reading) }
    defer { close(writing) }
    // This process must not block without a reader, and no other program may inherit the pipe.
    try Self.check("fcntl", fcntl(writing, F_SETFL, O_NONBLOCK) == 0 ? 0 : errno)
    for end in ends { try Self.check("fcntl", fcntl(end, F_SETFD, FD_CLOEXEC) == 0 ? 0 : errno) }
    let written = input.withUnsafeBytes { write(writing, $0.baseAddress, $0.count) }
    guard written == input.count else { throw Failure(call: "write", errno: written < 0 ? errno : EAGAIN) }
    return try ProcessGroup([path], input: reading)
  }

  static func check(_ call: String, _ result: Int32) throws(Failure) {
    if result != 0 { throw Failure(call: call, errno: result) }
  }

  /// Calls `body` with the texts as a C array that ends with a null pointer.
  package static func withTexts(
    _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Int32
  ) -> Int32 {
    let pointers = texts.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    return pointers.withUnsafeBufferPointer { pointers in pointers.baseAddress.map(body) ?? EINVAL }
  }
}
