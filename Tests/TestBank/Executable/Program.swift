package import Foundation
import TestClient
import Testing

/// The built `valence`, run as a process of its own.
package final class Program {
  /// The exit status and the output.
  package struct Outcome: Sendable {
    package let status: Int32
    package let output: String
    package let errors: String
    /// The lines of standard error.
    package var errorLines: [String] { errors.split(separator: "\n").map(String.init) }
  }

  /// It ended, or closed its output, before it said what was waited for; or it did not end.
  package struct Failure: Error {
    package let said: String
    package let errors: String
  }

  /// A limit on open descriptors.
  package enum Descriptors: Sendable {
    /// One that the program cannot raise.
    case hard(Int)
    /// One that it may raise.
    case soft(Int)

    /// The arguments of `ulimit`.
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

  /// Starts it in the folder of a workplace, which stays until it has ended, with more variables in its environment, and with
  /// no more than so many descriptors where a number is given.
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
    // What it has is its own: the ends here would keep its output open.
    try output.fileHandleForWriting.close()
    try standardInput.fileHandleForReading.close()
    try standardError.close()
    try standardInput.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try standardInput.fileHandleForWriting.close()
  }

  deinit { process.signal(SIGKILL) }

  /// The program beside the bundle of these tests in the build directory, unless PROGRAM_UNDER_TEST names another: a sanitizer
  /// that looks at the tests need not look at what they start.
  package static func executable() throws -> URL {
    let tests = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    let named = ProcessInfo.processInfo.environment["PROGRAM_UNDER_TEST"].map { URL(filePath: $0) }
    let program = named ?? tests.deletingLastPathComponent().appending(path: "valence")
    try #require(FileManager.default.isExecutableFile(atPath: program.path), "there is no \(program.path)")
    return program
  }

  /// Everything said up to and with the first line that begins so.
  package func said(upTo beginning: String) throws -> String {
    while true {
      let lines = String(decoding: said, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      // The text behind the last line end is no whole line yet.
      if lines.dropLast().contains(where: { $0.hasPrefix(beginning) }) { return lines.joined(separator: "\n") }
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else { throw failure() }
      said += more
    }
  }

  /// Waits until it has said that on standard error, where its log goes.
  package func hears(_ text: String) throws {
    let isHeard = try eventually {
      if try String(contentsOf: errors, encoding: .utf8).contains(text) { return true }
      guard process.isRunning else { throw failure() }
      return false
    }
    guard isHeard else { throw failure() }
  }

  /// The number of its process.
  package var id: Int32 { process.id }

  /// Sends it a signal.
  package func signal(_ number: Int32) { process.signal(number) }

  /// Waits for its end.
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
