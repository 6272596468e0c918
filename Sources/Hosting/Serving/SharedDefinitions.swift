import Definitions
import BankSystems
import API
import Dispatch
package import Dates
import SourceText
import Logging
package import Model
package import Operations
import Platform
package import Services
import Storage
import Synchronization

/// The definitions of a server that reads them from the database. It loads the proposed set,
/// reports the result, and serves the active set.
///
/// A proposed set is compiled and its service settings are read while the active set serves. It is
/// discarded when the proposal ends.
package final class SharedDefinitions: Sendable {
  /// A set that is ready to serve.
  fileprivate struct Loaded {
    let activation: SetActivation
    let catalog: Catalog
    let calendar: BusinessCalendar
  }

  fileprivate struct State {
    var server: SharingServer
    /// The proposed set, or the active set before it serves.
    var loaded: Loaded?
    /// The last failure to put the active set in service.
    var failed: (number: Int64, at: ContinuousClock.Instant)?
  }

  /// The delay before a failed active set is tried again.
  fileprivate static let pause: Duration = .seconds(30)
  /// The maximum number of faults reported to other servers.
  private static let maxFaults = 5

  private let definitions: ServingDefinitions
  private let sets: DefinitionSets
  private let days: BusinessDays
  private let log: Logger
  private let queue = DispatchQueue(label: "valence.sets")
  private let state: Mutex<State>
  /// Locked while a set is loaded or put in service.
  private let turn = Mutex<Void>(())
  private let isWorking = Atomic(false)
  private let isReporting = Atomic(false)

  /// Creates the definitions of a server that serves the set of `activation`.
  init(
    _ definitions: ServingDefinitions, _ sets: DefinitionSets, _ days: BusinessDays,
    serving activation: SetActivation, _ log: Logger
  ) {
    self.definitions = definitions
    self.sets = sets
    self.days = days
    self.log = log
    let id = String(UInt64.random(in: .min ... .max), radix: 16)
    let server = SharingServer(id: id, name: ProcessName.current, serving: activation.number, judged: activation.number)
    state = Mutex(State(server: server))
    definitions.onSignOfNewer { [weak self] in self?.catchUp() ?? false }
  }

  /// Returns the active set. Throws an `OperatorError` if the database has none.
  package static func active(in sets: DefinitionSets) throws -> SetActivation {
    if let active = try sets.standing().active { return active }
    throw OperatorError(
      """
      --definitions database: the database has no active set of definitions. Store one with `valence definitions put \
      DIRECTORY`, and activate it with `valence definitions activate HASH`
      """)
  }

  /// Returns the catalog and the calendar of a set. Throws an `OperatorError` with the faults and
  /// the remedy.
  package static func loaded(
    _ active: SetActivation, from sets: DefinitionSets
  ) throws -> (catalog: Catalog, calendar: BusinessCalendar) {
    do {
      return try read(active.set, from: sets, over: nil)
    } catch Catalog.Failure.faults(let faults) {
      let failure = OperatorError(faults: faults, of: "the active definitions (\(active.set.short))")
      throw OperatorError(
        "\(failure)\nactivate another set with `valence definitions activate HASH` or `valence definitions rollback`")
    } catch let error as SetError {
      throw OperatorError(error)
    }
  }

  /// Reads and compiles a set. Definitions that are unchanged since `old` are not compiled again.
  package static func read(
    _ set: SetHash, from sets: DefinitionSets, over old: Catalog?
  ) throws -> (catalog: Catalog, calendar: BusinessCalendar) {
    let files = StoredFiles(try sets.contents(of: set))
    let calendar: BusinessCalendar
    do { calendar = try files.calendar() } catch { throw Catalog.Failure.faults(error) }
    return (try Catalog(files.definitions, over: old, vocabulary: .bank), calendar)
  }

  /// Registers this server in the database, and loads the active set if it has changed since the
  /// start.
  func begin() throws {
    try sets.enter(state.withLock { $0.server }).wait()
    try turn.withLock { _ in follow(try sets.standing()) }
  }

  /// Removes the registration of this server.
  func end() {
    // If this write fails, other servers ignore this server after a few seconds.
    try? sets.leave(state.withLock { $0.server.id }).wait()
  }

  /// Reads the proposed and the active set, and starts loading on a queue if they have changed.
  /// Called every second.
  func poll() {
    report()
    do {
      let standing = try sets.standing()
      guard isDue(standing), !isWorking.exchange(true, ordering: .acquiring) else { return }
      queue.async {
        self.turn.withLock { _ in self.follow(standing) }
        self.isWorking.store(false, ordering: .releasing)
      }
    } catch {
      log.report("cannot read the active definitions", error)
    }
  }

  /// Puts the active set in service if it is already loaded. Returns true if it was not in service
  /// before. Returns false at once while another set is being loaded.
  ///
  /// Any request with an unknown address may call this. The database is therefore read only while a
  /// loaded set is waiting to serve.
  private func catchUp() -> Bool {
    turn.withLockIfAvailable { _ in
      guard let loaded = state.withLock({ $0.loaded }), let active = try? sets.standing().active,
        loaded.activation.number == active.number
      else { return false }
      return serve(loaded, of: active)
    } ?? false
  }

  /// Reads the secrets of service files again, and retries a failed active set.
  func reload(on trigger: String) {
    queue.async {
      self.turn.withLock { _ in
        self.state.withLock { $0.failed = nil }
        do {
          try self.definitions.connect(self.definitions.catalog)
          self.log.info("service settings reloaded", metadata: ["trigger": "\(trigger)"])
          self.follow(try self.sets.standing())
        } catch let error as BankSystemRegistry.Unusable {
          self.note(error.faults, "service settings not reloaded, previous ones still in use")
        } catch {
          self.log.report("cannot read the active definitions", error)
        }
      }
    }
  }

  // MARK: - Reports

  /// Writes the state of this server to the database, unless the previous write is still pending.
  private func report() {
    guard !isReporting.exchange(true, ordering: .acquiring) else { return }
    sets.report(state.withLock { $0.server }).start { result in
      self.isReporting.store(false, ordering: .releasing)
      if case .failure(let error) = result, !(error is DatabaseClosed) {
        self.log.report("cannot report the state of this server to the database", error)
      }
    }
  }

  /// Writes the state immediately, because a command may be waiting for it.
  private func reportNow() { sets.report(state.withLock { $0.server }).start { _ in } }

  // MARK: - Following

  /// True if `follow` has work to do.
  private func isDue(_ standing: DefinitionSets.Standing) -> Bool {
    state.withLock { state in
      if let active = standing.active, state.takes(active) { return true }
      if let pending = standing.pending { return pending.number != state.server.judged }
      return state.loaded != nil
    }
  }

  private func follow(_ standing: DefinitionSets.Standing) {
    if let active = standing.active, state.withLock({ $0.takes(active) }) {
      take(active)
    } else if let pending = standing.pending {
      if pending.number != state.withLock({ $0.server.judged }) { prepare(pending) }
    } else {
      forget()
    }
  }

  /// Loads a proposed set, and reports the result.
  private func prepare(_ pending: SetActivation) {
    // Keep at most one set in memory in addition to the active set.
    forget()
    do {
      let loaded = try load(pending)
      state.withLock {
        ($0.loaded, $0.server.judged, $0.server.fault) = (loaded, pending.number, nil)
      }
      definitions.noteReload(nil)
      log.info("proposed definitions loaded", metadata: ["set": "\(pending.set.short)"])
    } catch {
      let fault = report(error, "proposed definitions not loaded, previous ones still in service", pending)
      state.withLock { ($0.server.judged, $0.server.fault) = (pending.number, fault) }
    }
    reportNow()
  }

  /// Puts the active set in service. Loads it first if this server did not load it as a proposal.
  private func take(_ active: SetActivation) {
    let known = state.withLock { $0.loaded }
    if let known, known.activation.number == active.number {
      _ = serve(known, of: active)
      return
    }
    forget()
    do {
      _ = serve(try load(active), of: active)
    } catch {
      fail(error, active)
    }
  }

  /// Returns true if the set is in service now.
  private func serve(_ loaded: Loaded, of active: SetActivation) -> Bool {
    let before = definitions.catalog
    do {
      try definitions.serve(loaded.catalog, of: active.number)
    } catch SetError.superseded {
      // The next poll finds the newer set.
      return false
    } catch {
      fail(error, active)
      return false
    }
    days.use(loaded.calendar)
    state.withLock { state in
      (state.loaded, state.failed) = (nil, nil)
      (state.server.serving, state.server.judged, state.server.fault) = (active.number, active.number, nil)
    }
    definitions.noteReload(nil)
    let changes = CatalogChanges(from: before, to: loaded.catalog)
    log.info(
      "operations replaced",
      metadata: [
        "trigger": "set \(active.set.short) is active", "changes": "\(changes.isEmpty ? "none" : "\(changes)")",
      ])
    reportNow()
    queue.async { Memory.giveBack() }
    return true
  }

  private func load(_ activation: SetActivation) throws -> Loaded {
    let (catalog, calendar) = try Self.read(activation.set, from: sets, over: definitions.catalog)
    try definitions.check(catalog)
    return Loaded(activation: activation, catalog: catalog, calendar: calendar)
  }

  /// Discards a set that is loaded but not in service.
  private func forget() {
    let dropped = state.withLock { state in
      defer { state.loaded = nil }
      return state.loaded != nil
    }
    if dropped { queue.async { Memory.giveBack() } }
  }

  // MARK: - Faults

  private func fail(_ error: any Error, _ active: SetActivation) {
    let fault = report(error, "active definitions cannot serve here, previous ones still in service", active)
    state.withLock { state in
      (state.server.judged, state.server.fault) = (active.number, fault)
      state.failed = (active.number, .now)
    }
    reportNow()
  }

  /// Logs why a set cannot serve, and returns the reason for other servers.
  private func report(_ error: any Error, _ failure: Logger.Message, _ activation: SetActivation) -> String {
    let faults: Diagnostics?
    switch error {
    case Catalog.Failure.faults(let found): faults = found
    case let error as BankSystemRegistry.Unusable: faults = error.faults
    default: faults = nil
    }
    guard let faults else {
      definitions.noteReload(ServingDefinitions.ReloadFailure(at: .systemNow))
      log.error(failure, metadata: ["set": "\(activation.set.short)", "error": "\(error)"])
      return "\(error)"
    }
    note(faults, "\(failure): set \(activation.set.short)")
    let reported = faults.sorted.filter { $0.severity == .error }
    let more = reported.count > Self.maxFaults ? ["and \(reported.count - Self.maxFaults) more"] : []
    return (reported.prefix(Self.maxFaults).map(\.headline) + more).joined(separator: "\n")
  }

  private func note(_ faults: Diagnostics, _ failure: Logger.Message) {
    for fault in faults.sorted where fault.severity == .error { log.error("\(fault.headline)") }
    definitions.noteReload(ServingDefinitions.ReloadFailure(at: .systemNow))
    log.error(failure)
  }
}

extension SharedDefinitions.State {
  /// Returns true if the active set is not in service and has not failed here within `pause`.
  fileprivate func takes(_ active: SetActivation) -> Bool {
    guard active.number != server.serving else { return false }
    return failed.map { $0.number != active.number || ContinuousClock.now - $0.at >= SharedDefinitions.pause } ?? true
  }
}
