import Logging
import Model
import Services

/// Tells the operator what happens to messages to people, without any value of them.
enum MessageLog {
  /// Logs an event.
  ///
  /// Of a code the first try that fails is told, and its end; the metrics count the others. Notices go to many people, so that
  /// the line of their system has to do.
  static func report(_ event: MessageEvent, _ log: Logger) {
    switch event {
    case .failed(.code, let reason, let attempt, let isLast):
      guard attempt == 1 || isLast else { return }
      log.error("a one-time code was not sent", metadata: ["error": "\(reason)", "again": "\(!isLast)"])
    case .failed: return
    case .expired(.code, _, let attempts):
      log.error("a one-time code was too late to be sent", metadata: ["attempts": "\(attempts)"])
    case .expired(.notice, let count, let attempts):
      log.warning("notices were too late to be sent", metadata: ["count": "\(count)", "attempts": "\(attempts)"])
    case .unreadable(let kind, let keyID):
      log.error(
        "a message cannot be opened: its key is lost, or its row was altered",
        metadata: ["kind": "\(kind.rawValue)", "key": "\(keyID)"])
    case .stuck(let kind, let waiting, let oldest):
      log.error(
        "messages wait and are not sent",
        metadata: [
          "kind": "\(kind.rawValue)", "waiting": "\(waiting)", "oldestSeconds": "\(oldest.components.seconds)",
        ])
    case .flowing(let kind): log.notice("messages are sent again", metadata: ["kind": "\(kind.rawValue)"])
    case .notified(let deal, let people):
      log.info("a new deal has its notices", metadata: ["deal": "\(deal)", "people": "\(people)"])
    }
  }
}

/// Writes messages with one-time codes to the log, for demos without telephones.
struct LogCodeSender: CodeSender {
  let log: Logger

  /// Logs the message.
  func send(_ message: Message, within limit: Duration) {
    log.notice("one-time code", metadata: ["phone": "\(message.phone ?? "")", "text": "\(message.text)"])
  }
}
