import Hosting
import ArgumentParser
import Logging
import Platform
import Services
import Telemetry

/// The file and the format of the log.
struct LogOptions: ParsableArguments {
  @Option(help: "The format of a log line.")
  var logFormat: LineLogHandler.Format = .text

  @Option(help: "The minimum level of logged lines.")
  var logLevel: Level = .info

  /// The minimum level of logged lines, the most verbose first.
  enum Level: String, CaseIterable, ExpressibleByArgument {
    case trace, debug, info, notice, warning, error, critical
  }

  @Option(
    help: ArgumentHelp("The file to which log lines are appended.", default: "standard error", valueName: "path"))
  var log: String?

  func open() throws -> LogSink {
    let format = logFormat
    return try LogSink(try file()) { LineLogHandler.dropped($0, format) }
  }

  /// Opens the file of the log again and writes later lines to it. Without a file, does nothing.
  func reopen(_ sink: LogSink) throws {
    if log != nil { sink.replace(with: try file()) }
  }

  private func file() throws -> AppendOnlyFile {
    guard let log else { return .standardError }
    if let excess = FilePermissions.restrict(log, to: 0o640) {
      // A group may read the log, for example a log collector.
      let (before, after) = (String(excess.mode, radix: 8), String(excess.mode & 0o640, radix: 8))
      Output.error("\(log) had mode 0\(before); it \(excess.isRemoved ? "has" : "should have") 0\(after) now")
    }
    do {
      return try AppendOnlyFile(path: log)
    } catch {
      throw OperatorError(error.isUnread ? "the log \(log) has no reader" : "cannot write to the log \(log)")
    }
  }

  func logger(_ label: String, to sink: LogSink) -> Logger {
    let (format, level) = (logFormat, Logger.Level(rawValue: logLevel.rawValue) ?? .info)
    return Logger(label: label) {
      LineLogHandler(label: $0, level: level, format: format, sink: sink) {
        CurrentRequest.mark.map { ($0.id, $0.trace) }
      }
    }
  }
}

extension LineLogHandler.Format: ExpressibleByArgument {}

/// The address of `/metrics`. Its port is separate from the port for the bank's clients.
struct MetricsOptions: ParsableArguments {
  @Option(
    0...65_535, help: "The port of /metrics for Prometheus; 0 selects a free port, which is printed.", default: "none")
  var metricsPort: UInt16?

  @Option(help: ArgumentHelp("The address of /metrics.", valueName: "address"))
  var metricsHost = "127.0.0.1"

  var listener: MetricsListener { MetricsListener(port: metricsPort, host: metricsHost) }
}
