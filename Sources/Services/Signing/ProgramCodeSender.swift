import Dispatch
import Foundation

/// A program of the bank's that sends messages: it gets the telephone number as the first line of its standard input and
/// the text as the rest, and says by its exit status whether it took them over. What it prints goes nowhere, for it may
/// hold the code.
package struct ProgramCodeSender: CodeSender {
  /// Why a message did not go out.
  package enum Failure: Error, Equatable {
    /// There is no such file, or it is not executable.
    case notExecutable(path: String)
    /// The program could not be started.
    case notStarted(path: String)
    /// It ended with another status than 0.
    case status(Int32)
    /// It was ended by a signal.
    case signal(Int32)
    /// It took too long, and was ended.
    case late
  }

  private let path: String
  private let limit: Duration

  /// The program at `path`, which may take so long for a message; throws `notExecutable`.
  package init(path: String, limit: Duration = .seconds(10)) throws(Failure) {
    // What a link leads to is what is run.
    let file = URL(filePath: path).resolvingSymlinksInPath().path
    let attributes = try? FileManager.default.attributesOfItem(atPath: file)
    guard attributes?[.type] as? FileAttributeType == .typeRegular, FileManager.default.isExecutableFile(atPath: path)
    else { throw .notExecutable(path: path) }
    (self.path, self.limit) = (path, limit)
  }

  /// Runs the program for one message.
  package func send(_ message: CodeMessage) throws {
    let process = Process()
    let (input, ended) = (Pipe(), DispatchSemaphore(value: 0))
    process.executableURL = URL(filePath: path)
    process.standardInput = input
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.terminationHandler = { _ in ended.signal() }
    // The pipe holds a message whole and its reading end is open here, so that writing neither waits nor fails.
    try input.fileHandleForWriting.write(contentsOf: Data("\(message.phone)\n\(message.text)\n".utf8))
    try input.fileHandleForWriting.close()
    do { try process.run() } catch { throw Failure.notStarted(path: path) }
    let (seconds, attoseconds) = limit.components
    let limit = DispatchTimeInterval.milliseconds(Int(seconds * 1000 + attoseconds / 1_000_000_000_000_000))
    if ended.wait(timeout: .now() + limit) == .timedOut {
      kill(process.processIdentifier, SIGKILL)
      ended.wait()
      throw Failure.late
    }
    if process.terminationReason == .uncaughtSignal { throw Failure.signal(process.terminationStatus) }
    if process.terminationStatus != 0 { throw Failure.status(process.terminationStatus) }
  }
}
