import ArgumentParser
import Foundation
import Logging

/// Where log lines go and how they look.
struct LogOptions: ParsableArguments {
  @Option(help: "How a log line looks.")
  var logFormat: LineLogHandler.Format = .text

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
    let format = logFormat
    return Logger(label: label) { LineLogHandler(label: $0, level: .info, format: format, sink: sink) }
  }
}

extension LineLogHandler.Format: ExpressibleByArgument {}
