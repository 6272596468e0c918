import FoundationEssentials
import Platform

/// A program of the bank's that sends messages: it gets the telephone number as the first line of its standard input and
/// the text as the rest, and says by its exit status whether it took them over. What it prints goes nowhere, for it may
/// hold the code. It runs in a process group of its own, which is killed when it ends or its time is up.
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

  /// Runs the program for one message; returns a second after its time limit at the latest.
  package func send(_ message: CodeMessage) throws {
    let ending: ChildProgram.Ending
    do {
      ending = try ChildProgram(path: path).run(
        input: Array("\(message.phone)\n\(message.text)\n".utf8), limit: limit)
    } catch {
      throw Failure.notStarted(path: path)
    }
    switch ending {
    case .exited(0): return
    case .exited(let status): throw Failure.status(status)
    case .signal(let signal): throw Failure.signal(signal)
    case .late: throw Failure.late
    }
  }
}
