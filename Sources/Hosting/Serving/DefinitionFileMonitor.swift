import Dispatch
import FoundationEssentials
import Definitions
import Operations
import Synchronization

/// Reloads the definitions after files have changed and the changes are complete.
///
/// Polls modification times and sizes five times a second. Unlike kernel events, polling works on
/// every system and on mounted directories.
final class DefinitionFileMonitor: Sendable {
  /// The properties of a file that show a change.
  private struct Trace: Equatable {
    let name: String
    let size: Int
    let changed: Date?
    let number: UInt64
  }

  private let configuration: String
  private let definitions: Reloading
  private let queue = DispatchQueue(label: "valence.definitions")
  private let isStopped = Mutex(false)
  /// The traces at the last reload and at the last poll.
  private let seen: Mutex<(read: [Trace], last: [Trace])>

  /// Starts watching the definitions and the calendar of a configuration directory until `stop`.
  init(_ configuration: String, _ definitions: Reloading) {
    (self.configuration, self.definitions) = (configuration, definitions)
    // Files may have changed since they were read at the start, so the first poll reloads them.
    seen = Mutex(([], Self.traces(in: configuration)))
    wait()
  }

  func stop() { isStopped.withLock { $0 = true } }

  private func wait() {
    queue.asyncAfter(deadline: .now() + .milliseconds(200)) {
      guard !self.isStopped.withLock({ $0 }) else { return }
      self.check()
      self.wait()
    }
  }

  private func check() {
    let present = Self.traces(in: configuration)
    // Editors write in several steps. Reload only after two polls with the same result.
    let isSettled = seen.withLock { seen in
      defer { seen.last = present }
      guard present == seen.last, present != seen.read else { return false }
      seen.read = present
      return true
    }
    if isSettled { definitions.reload(because: "files changed") }
  }

  private static func traces(in configuration: String) -> [Trace] {
    let calendar = "\(configuration)/\(CalendarFile.name)"
    let definitions = DefinitionFiles.Part.allCases.flatMap { part in
      let directory = "\(configuration)/\(part.rawValue)"
      let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
      return names.filter { $0.hasSuffix(".yaml") }.sorted().map { "\(directory)/\($0)" }
    }
    return (definitions + [calendar]).map { path in
      // For a link, use the properties of its target.
      let file = URL(filePath: path).resolvingSymlinksInPath().path
      let attributes = (try? FileManager.default.attributesOfItem(atPath: file)) ?? [:]
      return Trace(
        name: path, size: attributes[.size] as? Int ?? 0, changed: attributes[.modificationDate] as? Date,
        number: attributes[.systemFileNumber] as? UInt64 ?? 0)
    }
  }
}
