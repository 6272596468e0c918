import Dispatch
import FoundationEssentials
import Definitions
import Operations
import Synchronization

/// Reads the definitions again after one of their files has changed and all are stable.
///
/// It compares the files' times and sizes a few times a second, and uses no events of the kernel. That works on every
/// system and on mounted directories, and authors edit only a few hundred files.
final class DefinitionFileMonitor: Sendable {
  /// The properties of a file that tell a change.
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
  /// The traces at the last reading and at the last look.
  private let seen: Mutex<(read: [Trace], last: [Trace])>

  /// Watches the definitions and the calendar of a configuration directory until it is stopped.
  init(_ configuration: String, _ definitions: Reloading) {
    (self.configuration, self.definitions) = (configuration, definitions)
    // Files may have changed since the first reading, so the first look reads again.
    seen = Mutex(([], Self.traces(in: configuration)))
    wait()
  }

  /// Looks no more.
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
    // An editor writes in steps: the files are read once two looks see the same.
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
      // A link counts as changed when its target does.
      let file = URL(filePath: path).resolvingSymlinksInPath().path
      let attributes = (try? FileManager.default.attributesOfItem(atPath: file)) ?? [:]
      return Trace(
        name: path, size: attributes[.size] as? Int ?? 0, changed: attributes[.modificationDate] as? Date,
        number: attributes[.systemFileNumber] as? UInt64 ?? 0)
    }
  }
}
