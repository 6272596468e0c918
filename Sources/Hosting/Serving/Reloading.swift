import BankSystems
import Definitions
import Atoms
import Dates
import SourceText
import Logging
import Model
import Operations
import Platform
import Services
import Synchronization

/// Reloads the definitions of a running server. Valid files take effect, and the previous version
/// of invalid files remains in service.
final class Reloading: Sendable {
  private let definitions: ServingDefinitions
  private let days: BusinessDays
  private let configuration: String
  private let log: Logger
  /// Locked during a reload, so that reloads run one at a time.
  private let turn = Mutex<Void>(())

  /// Creates a reloader for the definitions and the calendar in `configuration`.
  init(_ definitions: ServingDefinitions, _ days: BusinessDays, in configuration: String, _ log: Logger) {
    (self.definitions, self.days, self.configuration, self.log) = (definitions, days, configuration, log)
  }

  /// Reads the files, and puts them in service or logs their faults.
  func reload(on trigger: String) {
    turn.withLock { _ in
      take(trigger)
      // The replaced set and the memory for reading are no longer in use.
      Memory.giveBack()
    }
  }

  private func take(_ trigger: String) {
    let old = definitions.catalog
    do {
      let calendar = calendar()
      let files = try DefinitionFiles(directory: "\(configuration)/operations")
      var (new, held) = try sound(files, over: old)
      do {
        try put(new, over: old)
      } catch let error as BankSystemRegistry.Unusable {
        for fault in error.faults.sorted { report(fault, .error) }
        guard let part = ValidSubset(of: files, over: old, faults: error.faults, vocabulary: .bank) else {
          return keepOld(trigger, "service settings have no value: \(error.faults.all.count)")
        }
        (new, held) = (part.catalog, part.held)
        try put(new, over: old)
      }
      for warning in new.warnings.sorted { report(warning, .warning) }
      if let calendar { days.use(calendar) }
      let names = held.map { $0.split(separator: "/").suffix(2).joined(separator: "/") }
      note(trigger, CatalogChanges(from: old, to: new), held: (calendar == nil ? [CalendarFile.name] : []) + names)
    } catch Catalog.Failure.faults(let faults) {
      keepOld(trigger, counted(faults.all.count { $0.severity == .error }, "fault"))
    } catch Catalog.Failure.unreadable(let path, let fault) {
      keepOld(trigger, "\(path): \(fault)")
    } catch {
      keepOld(trigger, "\(error)")
    }
  }

  /// Returns the calendar. Logs its faults and returns nil if it is invalid.
  private func calendar() -> BusinessCalendar? {
    do throws(Diagnostics) {
      return try CalendarFile.calendar(in: configuration)
    } catch {
      for fault in error.sorted { report(fault, .error) }
      return nil
    }
  }

  /// Returns the set of all files. If it is invalid, logs the faults and returns the valid subset
  /// with the names of the files held back.
  private func sound(_ files: DefinitionFiles, over old: Catalog) throws(Catalog.Failure) -> (Catalog, held: [String]) {
    do throws(Catalog.Failure) {
      return (try Catalog(files, over: old, vocabulary: .bank), [])
    } catch .faults(let faults) {
      for fault in faults.sorted { report(fault, fault.severity == .error ? .error : .warning) }
      guard let part = ValidSubset(of: files, over: old, faults: faults, vocabulary: .bank) else {
        throw .faults(faults)
      }
      return (part.catalog, part.held)
    }
  }

  private func put(_ new: Catalog, over old: Catalog) throws {
    guard CatalogChanges(from: old, to: new).isEmpty else { return try definitions.serve(new) }
    // The definitions are unchanged, but secrets named in service files may have changed.
    try definitions.connect(new)
  }

  private func note(_ trigger: String, _ changes: CatalogChanges, held: [String]) {
    definitions.noteReload(held.isEmpty ? nil : ServingDefinitions.ReloadFailure(at: .systemNow, held: held))
    guard held.isEmpty else {
      return log.error(
        "kept the previous version of invalid files and their dependents",
        metadata: [
          "trigger": "\(trigger)", "held": "\(held.joined(separator: " "))",
          "changes": "\(changes.isEmpty ? "none" : "\(changes)")",
        ])
    }
    if changes.isEmpty { return log.info("operations unchanged", metadata: ["trigger": "\(trigger)"]) }
    log.info("operations replaced", metadata: ["trigger": "\(trigger)", "changes": "\(changes)"])
  }

  private func keepOld(_ trigger: String, _ reason: String) {
    definitions.noteReload(ServingDefinitions.ReloadFailure(at: .systemNow))
    log.error(
      "operations not replaced, previous ones still in service",
      metadata: ["trigger": "\(trigger)", "reason": "\(reason)"])
  }

  private func report(_ finding: Diagnostic, _ level: Logger.Level) {
    let notes = finding.notes.map { $0.drop { $0 == " " } }.joined(separator: ", ")
    log.log(level: level, "\(finding.headline)\(notes.isEmpty ? "" : " (\(notes))")")
  }
}

/// The differences between two catalogs.
struct CatalogChanges: CustomStringConvertible {
  private var names: [String]

  /// True if both catalogs have the same operations, navigation and service files.
  var isEmpty: Bool { names.isEmpty }
  /// `+added -removed changed`, ordered by id, followed by changed navigation and services.
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

extension ServingDefinitions {
  /// Compiles earlier versions for open forms, and logs versions that this engine cannot read.
  func reportEarlier(_ log: Logger) {
    do {
      for version in try compileEarlier() {
        log.warning(
          "cannot read an earlier version",
          metadata: [
            "operation": "\(version.operation)", "version": "\(version.version)", "reason": "\(version.reason)",
          ])
      }
    } catch {
      log.error("cannot read the earlier versions", metadata: ["error": "\(error)"])
    }
  }
}
