import Logging
import Services

/// Writes messages with one-time codes into the log: for demos, where there are no telephones.
struct LogCodeSender: CodeSender {
  let log: Logger

  /// Logs the message.
  func send(_ message: CodeMessage) {
    log.notice("one-time code", metadata: ["phone": "\(message.phone)", "text": "\(message.text)"])
  }
}
