import FoundationEssentials
import Platform

/// The metrics of the process, with the names used by the Prometheus client libraries.
///
/// On a system without `/proc` most of them have no samples.
package enum ProcessMetrics {
  /// Registers the metrics.
  package static func register(in registry: MetricsRegistry) {
    registry.gauge("process_resident_memory_bytes", "Resident memory in bytes.") {
      let line = text("/proc/self/status")?.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
      return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Double($0) }.map { $0 * 1024 }
    }
    registry.gauge("process_start_time_seconds", "Start time of the process, in seconds since the epoch.") { started }
    registry.total("process_cpu_seconds_total", "CPU time used, in seconds.") {
      guard let user = field(13, of: "/proc/self/stat"), let system = field(14, of: "/proc/self/stat") else {
        return nil
      }
      return (user + system) / ticks
    }
    registry.gauge("process_open_fds", "Number of open file descriptors.") {
      (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")).map { Double($0.count) }
    }
    registry.gauge("process_max_fds", "Maximum number of open file descriptors.") {
      DescriptorLimit.present.map(Double.init)
    }
    registry.gauge("process_threads", "Number of threads.") { field(19, of: "/proc/self/stat") }
  }

  /// Clock ticks per second in `/proc` (USER_HZ), a constant of the Linux ABI.
  private static let ticks = 100.0

  /// The start time in seconds since the epoch: the boot time plus the ticks from boot to start.
  private static let started: Double? = {
    guard let since = field(21, of: "/proc/self/stat"), let text = text("/proc/stat"),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix("btime ") }),
      let boot = Double(line.dropFirst(6))
    else { return nil }
    return boot + since / ticks
  }()

  /// Returns the field at a zero-based offset in a file under `/proc`; nil if it is not a number.
  ///
  /// The process name in parentheses counts as one field, even if it contains spaces.
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
