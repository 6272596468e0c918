package import Logging
import Synchronization

/// A log that records its lines in memory.
package final class RecordedLog: Sendable {
  private let kept = Mutex<[String]>([])

  /// The lines, each with its metadata sorted by name.
  package var lines: [String] { kept.withLock { $0 } }

  /// Returns a logger that appends to these lines.
  package func logger(_ label: String) -> Logger {
    Logger(label: label) { _ in Handler(log: self) }
  }

  private struct Handler: LogHandler {
    let log: RecordedLog
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let pairs = (event.metadata ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      let line = "\(event.level) \(event.message) \(pairs.joined(separator: " "))"
      log.kept.withLock { $0.append(line) }
    }
  }
}
