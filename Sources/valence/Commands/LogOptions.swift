import ArgumentParser
import Logging
import Platform
import SQLite

/// Where log lines go and how they look.
struct LogOptions: ParsableArguments {
  @Option(help: "How a log line looks.")
  var logFormat: LineLogHandler.Format = .text

  @Option(help: "The least that is logged.")
  var logLevel: Level = .info

  /// How much is logged, the most first.
  enum Level: String, CaseIterable, ExpressibleByArgument {
    case trace, debug, info, notice, warning, error, critical
  }

  @Option(help: ArgumentHelp("The file that log lines are added to. Default: standard error.", valueName: "path"))
  var log: String?

  /// Opens the log.
  func open() throws -> LogSink {
    let format = logFormat
    return LogSink(try file()) { LineLogHandler.dropped($0, format) }
  }

  private func file() throws -> AddedFile {
    guard let log else { return .standardError }
    if let opening = DatabaseFile.tighten(log, to: 0o640) {
      // A group may read it, for a collector of logs.
      let (before, after) = (String(opening.mode, radix: 8), String(opening.mode & 0o640, radix: 8))
      Output.error("\(log) had mode 0\(before): it \(opening.isClosed ? "has" : "should have") 0\(after) now")
    }
    do {
      return try AddedFile(path: log)
    } catch {
      throw CommandFailure(error.isUnread ? "nobody reads the log \(log)" : "cannot write to the log \(log)")
    }
  }

  /// A logger of that name.
  func logger(_ label: String, to sink: LogSink) -> Logger {
    let (format, level) = (logFormat, Logger.Level(rawValue: logLevel.rawValue) ?? .info)
    return Logger(label: label) { LineLogHandler(label: $0, level: level, format: format, sink: sink) }
  }
}

extension LineLogHandler.Format: ExpressibleByArgument {}
