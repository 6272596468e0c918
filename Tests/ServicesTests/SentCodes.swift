import Model
import Services
import Synchronization

/// A sender that stores its messages.
final class SentCodes: CodeSender {
  /// A text from which `code(_:of:)` reads the code.
  static let text: CodeText = { code, number, submission in "\(submission.id) code\(number) \(code)" }

  private let kept = Mutex<[Message]>([])

  func send(_ message: Message, within limit: Duration) { kept.withLock { $0.append(message) } }

  /// The messages sent so far.
  var messages: [Message] { kept.withLock { $0 } }

  /// Returns the code that was sent for an input of a submission's challenge.
  func code(_ input: String, of submission: SubmissionID) -> String? {
    let head = "\(submission) \(input) "
    return messages.first { $0.text.hasPrefix(head) }.map { String($0.text.dropFirst(head.count)) }
  }
}
