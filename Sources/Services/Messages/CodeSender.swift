import FoundationEssentials
package import Model
import Platform

/// Carries messages to people and holds its thread meanwhile. A bank plugs in its own; that of the demo logs them:
///
///     struct LogCodeSender: CodeSender {
///       let log: Logger
///       func send(_ message: Message, within limit: Duration) { log.notice("\(message.phone ?? ""): \(message.text)") }
///     }
package protocol CodeSender: Sendable {
  /// Hands a message over within `limit`, or throws if that failed.
  func send(_ message: Message, within limit: Duration) throws
}

/// Sends messages by a `CodeSender` on few threads of its own, so that a slow one delays neither requests nor writes.
package final class BlockingSender: MessageSender {
  private static let width = 4

  private let sender: any CodeSender
  private let limit: Duration
  private let pool = WorkerPool("valence.messages", width: width, capacity: width)

  /// Creates a sender over one that takes up to `limit` for a message.
  package init(_ sender: any CodeSender, limit: Duration = .seconds(10)) { (self.sender, self.limit) = (sender, limit) }

  /// Four messages at a time.
  package func pace(of kind: Message.Kind) -> MessagePace {
    MessagePace(atOnce: Self.width, perSecond: 1_000, limit: limit)
  }

  /// Hands the message over on a thread of its own.
  package func send(
    _ message: Message, within limit: Duration, then: @escaping @Sendable (MessageFailure?) -> Void
  ) {
    let request = CurrentRequest.id
    do {
      try pool.run({ [sender, limit = min(limit, self.limit)] () -> MessageFailure? in
        CurrentRequest.with(request) {
          do {
            try sender.send(message, within: limit)
            return nil
          } catch {
            return .failed("\(error)")
          }
        }
      }) { failure in then(failure) }
    } catch {
      then(.busy("\(error)"))
    }
  }
}

/// Sends messages through a program of the bank's.
///
///     let sender = try ProgramCodeSender(path: program)
///     let message = Message(id: id, kind: .code, person: person, phone: "+79001234567", text: "Code No. 1: 123456")
///     try sender.send(message, within: .seconds(10))  // throws `late` after ten seconds
///
/// The program reads the telephone number from the first line of its standard input and the text from the rest. It
/// exits with status 0 if it took the message over. Its output is discarded, since that may hold the code. It runs in a
/// process group of its own, which is killed when it ends or its time is up.
package struct ProgramCodeSender: CodeSender {
  /// Reasons why a message did not go out.
  package enum Failure: Error, Equatable {
    /// There is no such file, or it is not executable.
    case notExecutable(path: String)
    /// The system could not start the program.
    case notStarted(path: String)
    /// The program exited with a status other than 0.
    case status(Int32)
    /// A signal ended the program.
    case signal(Int32)
    /// The program took too long and was killed.
    case late
  }

  private let path: String

  /// Uses the program at `path`.
  ///
  /// Throws `notExecutable` when `path` leads to no regular file or to one that may not be executed.
  package init(path: String) throws(Failure) {
    // The system runs what a link leads to, so that is what has to be a regular file.
    let file = URL(filePath: path).resolvingSymlinksInPath().path
    let attributes = try? FileManager.default.attributesOfItem(atPath: file)
    guard attributes?[.type] as? FileAttributeType == .typeRegular, FileManager.default.isExecutableFile(atPath: path)
    else { throw .notExecutable(path: path) }
    self.path = path
  }

  /// Runs the program for one message; returns at most a second after the time limit.
  package func send(_ message: Message, within limit: Duration) throws {
    let ending: ChildProgram.Ending
    do {
      ending = try ChildProgram(path: path).run(
        input: Array("\(message.phone ?? "")\n\(message.text)\n".utf8), limit: limit)
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
