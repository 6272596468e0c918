import FoundationEssentials
package import Model
import Platform

/// Sends messages to people, and blocks its thread until each message is sent.
package protocol CodeSender: Sendable {
  /// Sends a message within `limit`. Throws if that failed.
  func send(_ message: Message, within limit: Duration) throws
}

/// A sender that calls a `CodeSender` on a few dedicated threads, so that a slow one delays neither
/// requests nor writes.
package final class BlockingSender: MessageSender {
  private static let width = 4

  private let sender: any CodeSender
  private let limit: Duration
  private let pool = WorkerPool("valence.messages", width: width, capacity: width)

  /// Creates a sender. `limit` is the longest time that `sender` may take for a message.
  package init(_ sender: any CodeSender, limit: Duration = .seconds(10)) { (self.sender, self.limit) = (sender, limit) }

  /// Returns a pace of four concurrent messages.
  package func pace(of kind: Message.Kind) -> MessagePace {
    MessagePace(atOnce: Self.width, perSecond: 1_000, limit: limit)
  }

  /// Sends the message on a dedicated thread.
  package func send(
    _ message: Message, within limit: Duration, then: @escaping @Sendable (MessageFailure?) -> Void
  ) {
    let request = CurrentRequest.mark
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

/// A sender that runs a program of the bank.
///
/// The program reads the phone number from the first line of its standard input, and the text from
/// the remaining lines. Exit status 0 means that it accepted the message. Its output is discarded,
/// because it may contain the code. It runs in its own process group, which is killed when the
/// program ends or its time is over.
package struct ProgramCodeSender: CodeSender {
  /// Reasons why a message was not sent.
  package enum Failure: Error, Equatable {
    /// The file does not exist or is not executable.
    case notExecutable(path: String)
    /// The system could not start the program.
    case notStarted(path: String)
    /// The program exited with a status other than 0.
    case status(Int32)
    /// A signal ended the program.
    case signal(Int32)
    /// The program exceeded the time limit and was killed.
    case late
  }

  private let path: String

  /// Uses the program at `path`.
  ///
  /// Throws `notExecutable` if `path` is not a regular file or not executable.
  package init(path: String) throws(Failure) {
    // The system runs the target of a symbolic link, so the target must be a regular file.
    let file = URL(filePath: path).resolvingSymlinksInPath().path
    let attributes = try? FileManager.default.attributesOfItem(atPath: file)
    guard attributes?[.type] as? FileAttributeType == .typeRegular, FileManager.default.isExecutableFile(atPath: path)
    else { throw .notExecutable(path: path) }
    self.path = path
  }

  /// Runs the program for one message. Returns at most a second after the time limit.
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
