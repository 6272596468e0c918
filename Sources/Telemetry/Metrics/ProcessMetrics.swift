import FoundationEssentials
import Platform

/// The metrics of the process, with the names that Prometheus' client libraries use.
///
/// They have no samples on a system without `/proc`.
package enum ProcessMetrics {
  /// Registers the metrics.
  package static func register(in registry: MetricsRegistry) {
    registry.gauge("process_resident_memory_bytes", "Bytes of memory in use.") {
      let line = text("/proc/self/status")?.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
      return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Double($0) }.map { $0 * 1024 }
    }
    registry.gauge("process_start_time_seconds", "When the process began, since the epoch.") { started }
    registry.total("process_cpu_seconds_total", "Seconds of processors used.") {
      guard let user = field(13, of: "/proc/self/stat"), let system = field(14, of: "/proc/self/stat") else {
        return nil
      }
      return (user + system) / ticks
    }
    registry.gauge("process_open_fds", "Open file descriptors.") {
      (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")).map { Double($0.count) }
    }
    registry.gauge("process_max_fds", "File descriptors that may be open at a time.") {
      DescriptorLimit.present.map(Double.init)
    }
    registry.gauge("process_threads", "Threads.") { field(19, of: "/proc/self/stat") }
  }

  /// Ticks per second in `/proc`: USER_HZ, which is part of Linux' ABI.
  private static let ticks = 100.0

  /// The start of the process, in seconds since the epoch: the boot time plus the ticks until the start.
  private static let started: Double? = {
    guard let since = field(21, of: "/proc/self/stat"), let text = text("/proc/stat"),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix("btime ") }),
      let boot = Double(line.dropFirst(6))
    else { return nil }
    return boot + since / ticks
  }()

  /// Returns the field at an offset of a file under `/proc` as a number; nil if there is none.
  ///
  /// The process name in brackets counts as one field, though it may contain spaces.
  private static func field(_ place: Int, of path: String) -> Double? {
    guard let text = text(path) else { return nil }
    let named = text.lastIndex(of: ")").map { "0 0" + text[text.index(after: $0)...] } ?? text
    let fields = named.split(whereSeparator: \.isWhitespace)
    return fields.indices.contains(place) ? Double(fields[place]) : nil
  }

  private static func text(_ path: String) -> String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }
}
