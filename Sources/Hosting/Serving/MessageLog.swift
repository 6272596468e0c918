import Logging
import Model
import Services

/// Log messages about messages to people, without their contents.
enum MessageLog {
  /// Logs an event.
  ///
  /// For a one-time code, only the first and the last failed attempt are logged; metrics count all
  /// attempts. Failed notices are not logged one by one, because they may be many. `SystemLog`
  /// reports the failing system.
  static func report(_ event: MessageEvent, _ log: Logger) {
    switch event {
    case .failed(.code, let reason, let attempt, let isLast):
      guard attempt == 1 || isLast else { return }
      log.error("a one-time code was not sent", metadata: ["error": "\(reason)", "again": "\(!isLast)"])
    case .failed: return
    case .expired(.code, _, let attempts):
      log.error("a one-time code expired before it was sent", metadata: ["attempts": "\(attempts)"])
    case .expired(.notice, let count, let attempts):
      log.warning("notices expired before they were sent", metadata: ["count": "\(count)", "attempts": "\(attempts)"])
    case .unreadable(let kind, let keyID):
      log.error(
        "cannot decrypt a message: its key is lost or its row was altered",
        metadata: ["kind": "\(kind.rawValue)", "key": "\(keyID)"])
    case .stuck(let kind, let waiting, let oldest):
      log.error(
        "messages are not being sent",
        metadata: [
          "kind": "\(kind.rawValue)", "waiting": "\(waiting)", "oldestSeconds": "\(oldest.components.seconds)",
        ])
    case .flowing(let kind): log.notice("messages are being sent again", metadata: ["kind": "\(kind.rawValue)"])
    case .notified(let deal, let people):
      log.info("queued the notices of a new deal", metadata: ["deal": "\(deal)", "people": "\(people)"])
    }
  }
}

/// Writes one-time codes to the log, for demos without telephones.
struct LogCodeSender: CodeSender {
  let log: Logger

  func send(_ message: Message, within limit: Duration) {
    log.notice("one-time code", metadata: ["phone": "\(message.phone ?? "")", "text": "\(message.text)"])
  }
}
