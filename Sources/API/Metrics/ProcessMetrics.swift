import FoundationEssentials

/// The metrics of the process itself, under the names that Prometheus' own libraries give them; where the system has no
/// `/proc` they are absent.
enum ProcessMetrics {
  /// Adds them to the registry.
  static func register(in registry: MetricsRegistry) {
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
    registry.gauge("process_threads", "Threads.") { field(19, of: "/proc/self/stat") }
  }

  /// Ticks of a second in `/proc`: USER_HZ, which is part of Linux' interface.
  private static let ticks = 100.0

  /// When the process began: the start of the system, and what had passed then.
  private static let started: Double? = {
    guard let since = field(21, of: "/proc/self/stat"), let text = text("/proc/stat"),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix("btime ") }),
      let boot = Double(line.dropFirst(6))
    else { return nil }
    return boot + since / ticks
  }()

  /// A number of a file of `/proc`, counted from 0; the name in brackets, which may have blanks, is one field.
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
