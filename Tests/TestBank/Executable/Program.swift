package import Foundation
import TestClient
import Testing

/// The `valence` executable in a separate process.
package final class Program {
  package struct Outcome: Sendable {
    package let status: Int32
    package let output: String
    package let errors: String
    package var errorLines: [String] { errors.split(separator: "\n").map(String.init) }
  }

  /// The program ended or closed its output before the expected text, or exceeded a time limit.
  package struct Failure: Error {
    package let said: String
    package let errors: String
  }

  /// A limit on open file descriptors.
  package enum Descriptors: Sendable {
    /// A limit that the program cannot raise.
    case hard(Int)
    /// A limit that the program may raise.
    case soft(Int)

    fileprivate var words: String {
      switch self {
      case .hard(let count): "-n \(count)"
      case .soft(let count): "-S -n \(count)"
      }
    }
  }

  private let place: Workplace
  private let process: StartedProcess
  private let output = Pipe()
  private let errors: URL
  private var said: [UInt8] = []

  /// Starts the program in the folder of `place`, which exists at least until this value is
  /// released.
  ///
  /// `environment` is added to the environment of the tests.
  package init(
    _ arguments: [String], in place: Workplace, input: String = "", environment: [String: String] = [:],
    descriptors: Descriptors? = nil
  ) throws {
    self.place = place
    errors = place.folder.appending(path: "standard-error-\(UUID().uuidString)")
    try Data().write(to: errors)
    let executable = try Self.executable()
    let words =
      descriptors.map { ["/bin/sh", "-c", "ulimit \($0.words) && exec \"$0\" \"$@\"", executable.path] } ?? [
        executable.path
      ]
    let standardInput = Pipe()
    let standardError = try FileHandle(forWritingTo: errors)
    process = try StartedProcess(
      words[0], words.dropFirst() + arguments,
      environment: ProcessInfo.processInfo.environment.merging(environment) { $1 }, in: place.folder.path,
      input: standardInput.fileHandleForReading.fileDescriptor, output: output.fileHandleForWriting.fileDescriptor,
      errors: standardError.fileDescriptor)
    // The child has its own copies. An open copy in this process would keep its output open.
    try output.fileHandleForWriting.close()
    try standardInput.fileHandleForReading.close()
    try standardError.close()
    try standardInput.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try standardInput.fileHandleForWriting.close()
  }

  deinit { process.signal(SIGKILL) }

  /// Returns the program in the build directory of the tests, or the path in `PROGRAM_UNDER_TEST`.
  ///
  /// A sanitizer run of the tests can thus start a program that is built without the sanitizer.
  package static func executable() throws -> URL {
    let tests = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    let named = ProcessInfo.processInfo.environment["PROGRAM_UNDER_TEST"].map { URL(filePath: $0) }
    let program = named ?? tests.deletingLastPathComponent().appending(path: "valence")
    try #require(FileManager.default.isExecutableFile(atPath: program.path), "there is no \(program.path)")
    return program
  }

  /// Reads until a complete line begins with `beginning`; returns all output up to then.
  ///
  /// Throws `Failure` if the output ends first.
  package func said(upTo beginning: String) throws -> String {
    while true {
      let lines = String(decoding: said, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      // The text after the last line feed is an incomplete line.
      if lines.dropLast().contains(where: { $0.hasPrefix(beginning) }) { return lines.joined(separator: "\n") }
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else { throw failure() }
      said += more
    }
  }

  /// Waits until standard error, which receives the log, contains `text`. Throws `Failure` if the
  /// program ends first, or after a minute.
  package func hears(_ text: String) throws {
    let isHeard = try eventually {
      if try String(contentsOf: errors, encoding: .utf8).contains(text) { return true }
      guard process.isRunning else { throw failure() }
      return false
    }
    guard isHeard else { throw failure() }
  }

  /// The process id.
  package var id: Int32 { process.id }

  package func signal(_ number: Int32) { process.signal(number) }

  /// Waits for the end of the program. Throws `Failure` if its output ends and it still runs after
  /// a minute.
  package func outcome() throws -> Outcome {
    said += try output.fileHandleForReading.readToEnd() ?? Data()
    guard let status = process.outcome(within: 60) else { throw failure() }
    return Outcome(
      status: status, output: String(decoding: said, as: UTF8.self),
      errors: try String(contentsOf: errors, encoding: .utf8))
  }

  private func failure() -> Failure {
    Failure(
      said: String(decoding: said, as: UTF8.self), errors: (try? String(contentsOf: errors, encoding: .utf8)) ?? "")
  }
}
