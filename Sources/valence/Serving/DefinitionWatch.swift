import Model
import Atoms
import Essentials
import Dispatch
import FoundationEssentials
import Logging
import Operations
import Platform
import Services
import Synchronization

/// Reads the definitions again after one of their files has changed and all are stable.
///
/// It compares the files' times and sizes a few times a second, and uses no events of the kernel. That works on every
/// system and on mounted directories, and authors edit only a few hundred files.
final class DefinitionWatch: Sendable {
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
      self.look()
      self.wait()
    }
  }

  private func look() {
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

/// Reads the definitions of a running server anew: as one set, which serves or of which nothing does.
final class Reloading: Sendable {
  private let definitions: Definitions
  private let days: BusinessDays
  private let configuration: String
  private let log: Logger
  /// Held while a set is read, so that two readings cannot overtake each other.
  private let turn = Mutex<Void>(())

  /// Definitions and the calendar, which are read from a configuration directory.
  init(_ definitions: Definitions, _ days: BusinessDays, in configuration: String, _ log: Logger) {
    (self.definitions, self.days, self.configuration, self.log) = (definitions, days, configuration, log)
  }

  /// Reads the files, and puts them in service or logs their faults.
  func reload(because reason: String) {
    turn.withLock { _ in
      take(reason)
      // The replaced set and the memory of reading are free by now.
      Memory.giveBack()
    }
  }

  private func take(_ reason: String) {
    let old = definitions.catalog
    do {
      let new = try Catalog(directory: "\(configuration)/operations", vocabulary: .bank)
      let calendar = try CalendarFile.calendar(in: configuration)
      for warning in new.warnings.sorted { tell(warning, .warning) }
      let changes = CatalogChanges(from: old, to: new)
      guard !changes.isEmpty else {
        // The secrets that service files name may have changed all the same.
        try definitions.connect(new)
        days.use(calendar)
        definitions.noteReload(failedAt: nil)
        return log.info("the operations are unchanged", metadata: ["because": "\(reason)"])
      }
      try definitions.serve(new)
      days.use(calendar)
      definitions.noteReload(failedAt: nil)
      log.info("the operations were replaced", metadata: ["because": "\(reason)", "changes": "\(changes)"])
    } catch Catalog.Failure.faults(let faults) {
      for fault in faults.sorted { tell(fault, fault.severity == .error ? .error : .warning) }
      keepOld(reason, counted(faults.all.count { $0.severity == .error }, "fault"))
    } catch let faults as Diagnostics {
      for fault in faults.sorted { tell(fault, .error) }
      keepOld(reason, "the calendar: \(counted(faults.all.count, "fault"))")
    } catch let error as ConnectedSystems.Unusable {
      for fault in error.faults.sorted { tell(fault, .error) }
      keepOld(reason, "settings of services have no value: \(error.faults.all.count)")
    } catch Catalog.Failure.unreadable(let path, let fault) {
      keepOld(reason, "\(path): \(fault)")
    } catch {
      keepOld(reason, "\(error)")
    }
  }

  /// Compiles the earlier versions of open forms, and logs those that this engine cannot read.
  func tellEarlier() {
    do {
      for version in try definitions.compileEarlier() {
        log.warning(
          "an earlier version cannot be read any more",
          metadata: [
            "operation": "\(version.operation)", "version": "\(version.version)", "reason": "\(version.reason)",
          ])
      }
    } catch {
      log.error("cannot read the earlier versions", metadata: ["error": "\(error)"])
    }
  }

  private func keepOld(_ reason: String, _ fault: String) {
    definitions.noteReload(failedAt: Instant.systemNow)
    log.error(
      "the operations cannot be replaced, the old ones stay in service",
      metadata: ["because": "\(reason)", "reason": "\(fault)"])
  }

  private func tell(_ finding: Diagnostic, _ level: Logger.Level) {
    let notes = finding.notes.map { $0.drop { $0 == " " } }.joined(separator: ", ")
    log.log(level: level, "\(finding.headline)\(notes.isEmpty ? "" : " (\(notes))")")
  }
}

/// The operations that another catalog adds, changes and removes.
struct CatalogChanges: CustomStringConvertible {
  private var names: [String]

  /// True if both catalogs have the same versions of the same operations.
  var isEmpty: Bool { names.isEmpty }
  /// `+added -removed changed`, in the order of the ids.
  var description: String { names.joined(separator: " ") }

  init(from old: Catalog, to new: Catalog) {
    let ids = Set(old.operations.map(\.id) + new.operations.map(\.id)).sorted()
    names = ids.compactMap { id in
      switch (old[id]?.version, new[id]?.version) {
      case (nil, _): "+\(id)"
      case (_, nil): "-\(id)"
      case (let before, let after): before == after ? nil : id
      }
    }
    if old.navigation.version != new.navigation.version { names.append("screens, flows and routes") }
    if old.serviceFiles != new.serviceFiles { names.append("services") }
  }
}
