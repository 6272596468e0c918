import API
import JSON
import Logging
import Model
import Services

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
  private let time = LogTime()

  init(label: String, level: Logger.Level, format: Format, sink: LogSink) {
    (self.label, logLevel, self.format, self.sink) = (label, level, format, sink)
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let line =
      switch format {
      case .json: json(event)
      case .text: text(event)
      }
    sink.append(line, urgent: event.level >= .warning)
  }

  private func json(_ event: LogEvent) -> [UInt8] {
    var writer = Writer(capacity: 320)
    var now: [UInt8] = [UInt8(ascii: "\"")]
    time.append(to: &now)
    now.append(UInt8(ascii: "\""))
    writer.beginObject()
    writer.key("time")
    writer.raw(now)
    writer.member("level", event.level.rawValue)
    writer.member("logger", label)
    writer.member("message", event.message.description)
    if let line = Self.accessLine(of: event) {
      line.writeMembers(to: &writer)
    } else {
      for (name, value) in pairs(event) { writer.member(name, value) }
    }
    writer.endObject()
    return writer.bytes + [UInt8(ascii: "\n")]
  }

  private func text(_ event: LogEvent) -> [UInt8] {
    var line: [UInt8] = []
    line.reserveCapacity(240)
    time.append(to: &line)
    line.append(UInt8(ascii: " "))
    line += event.level.rawValue.utf8
    line.append(UInt8(ascii: " "))
    line += label.utf8
    line.append(UInt8(ascii: " "))
    line += event.message.description.utf8
    if let access = Self.accessLine(of: event) {
      access.writeFields(to: &line)
    } else {
      for (name, value) in pairs(event) {
        // A value with blanks or line ends is quoted, so that a line stays a line and a field a field.
        let isPlain = value.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\"") }
        line += " \(name)=\(isPlain ? value : Self.quoted(value))".utf8
      }
    }
    line.append(UInt8(ascii: "\n"))
    return line
  }

  private static func accessLine(of event: LogEvent) -> AccessLine? {
    guard case .stringConvertible(let line)? = event.metadata?["line"] else { return nil }
    return line as? AccessLine
  }

  private static func quoted(_ text: String) -> String {
    var writer = Writer()
    writer.string(text)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private func pairs(_ event: LogEvent) -> [(String, String)] {
    var all = metadata
    if let more = event.metadata { all.merge(more) { $1 } }
    return all.map { ($0.key, "\($0.value)") }.sorted { $0.0 < $1.0 }
  }
}
