import ArgumentParser
import Foundation
import Logging

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
    guard let log else { return LogSink(file: .standardError) }
    if !FileManager.default.fileExists(atPath: log) { _ = FileManager.default.createFile(atPath: log, contents: nil) }
    guard let file = FileHandle(forWritingAtPath: log) else { throw CommandFailure("cannot write to the log \(log)") }
    _ = try file.seekToEnd()
    return LogSink(file: file)
  }

  /// A logger of that name.
  func logger(_ label: String, to sink: LogSink) -> Logger {
    let (format, level) = (logFormat, Logger.Level(rawValue: logLevel.rawValue) ?? .info)
    return Logger(label: label) { LineLogHandler(label: $0, level: level, format: format, sink: sink) }
  }
}

extension LineLogHandler.Format: ExpressibleByArgument {}
