import JSON
import Logging

/// Writes one line per event: JSON for machines or text for people.
struct LineLogHandler: LogHandler {
  /// How a line looks.
  enum Format: String, Sendable, CaseIterable {
    case json, text
  }

  var metadata: Logger.Metadata = [:]
  var metadataProvider: Logger.MetadataProvider?
  var logLevel: Logger.Level
  private let label: String
  private let format: Format
  private let sink: LogSink
  private let clock: LogClock

  init(label: String, level: Logger.Level, format: Format, sink: LogSink, clock: LogClock) {
    (self.label, logLevel, self.format, self.sink, self.clock) = (label, level, format, sink, clock)
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    var writer = Writer(capacity: 256)
    switch format {
    case .json: writeJSON(event, to: &writer)
    case .text: break
    }
    let line = format == .json ? writer.bytes + [UInt8(ascii: "\n")] : Array(text(event).utf8)
    sink.append(line, urgent: event.level >= .warning)
  }

  private func writeJSON(_ event: LogEvent, to writer: inout Writer) {
    writer.beginObject()
    writer.key("time")
    writer.string(clock.now())
    writer.key("level")
    writer.string(event.level.rawValue)
    writer.key("logger")
    writer.string(label)
    writer.key("message")
    writer.string(event.message.description)
    for (name, value) in pairs(event) {
      writer.key(name)
      writer.string(value)
    }
    writer.endObject()
  }

  private func text(_ event: LogEvent) -> String {
    var line = "\(clock.now()) \(event.level.rawValue) \(event.message)"
    for (name, value) in pairs(event) { line += " \(name)=\(value.contains(" ") ? "\"\(value)\"" : value)" }
    return line + "\n"
  }

  private func pairs(_ event: LogEvent) -> [(String, String)] {
    var all = metadata
    if let more = event.metadata { all.merge(more) { $1 } }
    return all.map { ($0.key, "\($0.value)") }.sorted { $0.0 < $1.0 }
  }
}
