import Dispatch
import FoundationEssentials
import Definitions
import Platform
import Synchronization

/// Reports that definition files have changed and the changes are complete.
///
/// Polls modification times and sizes five times a second. Unlike kernel events, polling works on
/// every system and on mounted directories.
package final class DefinitionFileMonitor: Sendable {
  /// The properties of a file that show a change.
  private struct Trace: Equatable {
    let name: String
    let size: Int
    let changed: Date?
    let number: UInt64
  }

  /// The state of the watched files.
  package struct Snapshot: Equatable {
    private let traces: [Trace]

    /// Reads the state. Take it before reading the files, so that later changes differ from it.
    package init(of configuration: String, and paths: [String] = []) {
      traces = DefinitionFileMonitor.traces(in: configuration, and: paths)
    }
  }

  private let configuration: String
  private let paths: [String]
  private let report: @Sendable () -> Void
  private let queue = DispatchQueue(label: "valence.definitions")
  private let isStopped = Mutex(false)
  /// The states at the last report and at the last poll.
  private let seen: Mutex<(reported: Snapshot?, last: Snapshot)>

  /// Starts watching the definitions and the calendar of a configuration directory until `stop`.
  ///
  /// - Parameters:
  ///   - paths: Other files, or directories of files.
  ///   - read: The state before the files were read. Without it, the present files are reported
  ///     first.
  ///   - report: Called on one thread after each change.
  package init(
    of configuration: String, and paths: [String] = [], since read: Snapshot? = nil,
    report: @escaping @Sendable () -> Void
  ) {
    self.configuration = configuration
    self.paths = paths
    self.report = report
    seen = Mutex((read, read ?? Snapshot(of: configuration, and: paths)))
    wait()
  }

  package func stop() { isStopped.withLock { $0 = true } }

  private func wait() {
    queue.asyncAfter(deadline: .now() + .milliseconds(200)) {
      guard !self.isStopped.withLock({ $0 }) else { return }
      self.check()
      self.wait()
    }
  }

  private func check() {
    let present = Snapshot(of: configuration, and: paths)
    // Editors write in several steps. Report only after two polls with the same result.
    let isSettled = seen.withLock { seen in
      defer { seen.last = present }
      guard present == seen.last, present != seen.reported else { return false }
      seen.reported = present
      return true
    }
    if isSettled { report() }
  }

  private static func traces(in configuration: String, and paths: [String]) -> [Trace] {
    let directories = DefinitionFiles.Part.allCases.map { "\(configuration)/\($0.rawValue)" }
    let watched = directories.flatMap { files(in: $0) ?? [] } + paths.flatMap { files(in: $0) ?? [$0] }
    return (watched + ["\(configuration)/\(CalendarFile.name)"]).map { path in
      // For a link, use the properties of its target.
      let file = URL(filePath: path).resolvingSymlinksInPath().path
      let attributes = (try? FileManager.default.attributesOfItem(atPath: file)) ?? [:]
      let status = FileStatus(path: file)
      return Trace(
        name: path, size: status?.size ?? 0, changed: attributes[.modificationDate] as? Date,
        number: status?.number ?? 0)
    }
  }

  /// Returns the YAML files and documents of a directory, sorted by name, also files with a wrong
  /// ending such as `.yml`; nil if the path is not a directory.
  private static func files(in directory: String) -> [String]? {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: directory) else { return nil }
    let endings = [".yaml", ".yml", ".md", ".pdf"]
    return names.filter { name in endings.contains { name.lowercased().hasSuffix($0) } && !name.hasPrefix(".") }
      .sorted().map { "\(directory)/\($0)" }
  }
}
