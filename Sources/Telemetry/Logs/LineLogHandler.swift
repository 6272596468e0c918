import Dates
import JSON
package import Logging
import Platform
import Texts

/// A log handler that writes one line per event, as JSON or as text.
package struct LineLogHandler: AccessLog {
  package enum Format: String, Sendable, CaseIterable {
    case json, text
  }

  package var metadata: Logger.Metadata = [:]
  package var metadataProvider: Logger.MetadataProvider?
  package var logLevel: Logger.Level
  private let label: String
  private let format: Format
  private let sink: LogSink
  /// The text between the time and the fields of an access line with the level `info`.
  private let opening: String
  /// The same text with the level `notice`.
  private let notableOpening: String

  /// The ids of a request in log lines: its own, and the caller's trace; nil without a trace.
  package typealias RequestIDs = (id: String, trace: String?)

  /// Returns the ids of the request that the calling code serves; nil outside of a request.
  private let currentRequest: @Sendable () -> RequestIDs?

  /// Creates a handler that writes to `sink`.
  ///
  /// - Parameter request: Returns the ids of the current request, which are added to each event as
  ///   `requestId` and `trace`.
  package init(
    label: String, level: Logger.Level, format: Format, sink: LogSink, request: @escaping @Sendable () -> RequestIDs?
  ) {
    (self.label, logLevel) = (label, level)
    (self.format, self.sink) = (format, sink)
    currentRequest = request
    opening = " \(Logger.Level.info.rawValue) \(label) request"
    notableOpening = " \(Logger.Level.notice.rawValue) \(label) request"
  }

  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  package func log(event: LogEvent) {
    let line =
      switch format {
      case .json: json(event)
      case .text: Self.text(event.level, label, event.message.description, pairs(event))
      }
    // Messages and values can contain text from files and other systems.
    let shown = String(decoding: line.dropLast(), as: UTF8.self).escapingMisleading()
    sink.append(Array("\(shown)\n".utf8), urgent: event.level >= .warning)
  }

  package func record(_ line: AccessLine) {
    switch format {
    case .json: sink.append(Self.json(line.level, label, "request") { line.writeMembers(to: &$0) }, urgent: false)
    case .text:
      let opening = line.level == .info ? opening : notableOpening
      sink.append(upTo: LogStamp.size + opening.utf8.count + line.size + 1) { text, stamp in
        stamp.put(on: &text, at: LogTime.now)
        text.put(opening)
        line.putFields(on: &text)
        text.put(literal: "\n")
      }
    }
  }

  /// Returns the warning line that reports the number of dropped lines.
  package static func dropped(_ lines: Int, _ format: Format) -> [UInt8] {
    let (label, message) = ("valence", "log lines dropped: log file blocked or not writable")
    switch format {
    case .json: return json(.warning, label, message) { $0.member("lines", "\(lines)") }
    case .text: return text(.warning, label, message, [("lines", "\(lines)")])
    }
  }

  private func json(_ event: LogEvent) -> [UInt8] {
    Self.json(event.level, label, event.message.description) { writer in
      for (name, value) in pairs(event) { writer.member(name, value) }
    }
  }

  private static func json(
    _ level: Logger.Level, _ label: String, _ message: String, _ members: (inout Writer) -> Void
  ) -> [UInt8] {
    var writer = Writer(capacity: 320)
    var now: [UInt8] = [UInt8(ascii: "\"")]
    LogTime.append(to: &now)
    now.append(UInt8(ascii: "\""))
    writer.beginObject()
    writer.key("time")
    writer.raw(now)
    writer.member("level", level.rawValue)
    writer.member("logger", label)
    writer.member("message", message)
    members(&writer)
    writer.endObject()
    return writer.bytes + [UInt8(ascii: "\n")]
  }

  private static func text(
    _ level: Logger.Level, _ label: String, _ message: String, _ pairs: [(String, String)]
  ) -> [UInt8] {
    var line: [UInt8] = []
    line.reserveCapacity(240)
    LogTime.append(to: &line)
    line.append(UInt8(ascii: " "))
    line += level.rawValue.utf8
    line.append(UInt8(ascii: " "))
    line += label.utf8
    line.append(UInt8(ascii: " "))
    line += message.utf8
    for (name, value) in pairs {
      // Quote a value with whitespace, quotes or misleading characters, so that the fields stay
      // separable.
      let isPlain = !value.misleads() && value.utf8.allSatisfy { $0 > 0x20 && $0 != UInt8(ascii: "\"") }
      line += " \(name)=\(isPlain ? value : quoted(value))".utf8
    }
    line.append(UInt8(ascii: "\n"))
    return line
  }

  private static func quoted(_ text: String) -> String {
    var writer = Writer()
    writer.string(text)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private func pairs(_ event: LogEvent) -> [(String, String)] {
    var all = metadata
    if let request = currentRequest() {
      all["requestId"] = "\(request.id)"
      if let trace = request.trace { all["trace"] = "\(trace)" }
    }
    if let more = event.metadata { all.merge(more) { $1 } }
    return all.map { ($0.key, "\($0.value)") }.sorted { $0.0 < $1.0 }
  }
}

/// The time at the beginning of a log line: RFC 3339 in UTC with milliseconds.
enum LogTime {
  static var now: Instant { Instant(microseconds: SystemClock.microseconds) }

  /// Appends the current time.
  static func append(to line: inout [UInt8]) {
    var stamp = LogStamp()
    line.append(upTo: LogStamp.size) { stamp.put(on: &$0, at: now) }
  }
}

/// A formatter for the times of many lines. It caches the text of the current second.
struct LogStamp {
  /// The size of a time in bytes.
  static let size = 24

  private var second = Int64.min
  /// The text of `second`, up to and including the decimal point.
  private var text: [UInt8] = []

  /// Appends a time to a text.
  mutating func put(on line: inout PackedText, at now: Instant) {
    let milliseconds = now.microseconds / 1000
    let (second, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
    if second != self.second { (self.second, text) = (second, Self.text(of: second)) }
    line.put(bytes: text)
    let digits = UInt32(truncatingIfNeeded: rest)
    line.put(byte: UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digits / 100))
    line.put(byte: UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digits / 10 % 10))
    line.put(byte: UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digits % 10))
    line.put(literal: "Z")
  }

  private static func text(of second: Int64) -> [UInt8] {
    let (days, time) = second.quotientAndRemainder(dividingBy: 86_400)
    let date = CivilDate(daysSinceEpoch: Int(days))
    var text: [UInt8] = []
    for (number, end) in [
      (date.year / 100, ""), (date.year % 100, "-"), (date.month, "-"), (date.day, "T"), (Int(time) / 3600, ":"),
      (Int(time) / 60 % 60, ":"), (Int(time) % 60, "."),
    ] {
      text.append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number / 10))
      text.append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number % 10))
      text += end.utf8
    }
    return text
  }
}
