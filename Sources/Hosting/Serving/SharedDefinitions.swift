import Definitions
import BankSystems
import API
import Dispatch
package import Dates
import SourceText
import FoundationEssentials
import Logging
package import Model
package import Operations
import Platform
package import Services
import Storage
import Synchronization

/// The definitions of a server that takes them from the database: it loads what is proposed, tells so, and serves what is active.
///
/// A proposed set is compiled and its services' settings are read, beside the one that serves. It is dropped when the proposal ends.
package final class SharedDefinitions: Sendable {
  /// A set that can serve.
  fileprivate struct Loaded {
    let activation: SetActivation
    let catalog: Catalog
    let calendar: BusinessCalendar
  }

  fileprivate struct State {
    var server: SharingServer
    /// The proposed set, or the active one that is about to serve.
    var loaded: Loaded?
    /// The last time that the active set could not be put in service.
    var failed: (number: Int64, at: ContinuousClock.Instant)?
  }

  /// The pause before the active set is tried again that cannot serve here.
  fileprivate static let pause: Duration = .seconds(30)
  /// The most faults that are told to other machines.
  private static let maxFaults = 5

  private let definitions: ServingDefinitions
  private let sets: DefinitionSets
  private let days: BusinessDays
  private let log: Logger
  private let queue = DispatchQueue(label: "valence.sets")
  private let state: Mutex<State>
  /// Held while a set is loaded or put in service.
  private let turn = Mutex<Void>(())
  private let isWorking = Atomic(false)
  private let isReporting = Atomic(false)

  /// Creates the definitions of a server that serves an activation's set. `port` is where it listens.
  init(
    _ definitions: ServingDefinitions, _ sets: DefinitionSets, _ days: BusinessDays,
    serving activation: SetActivation, port: UInt16, _ log: Logger
  ) {
    self.definitions = definitions
    self.sets = sets
    self.days = days
    self.log = log
    let id = String(UInt64.random(in: .min ... .max), radix: 16)
    let name = "\(ProcessInfo.processInfo.hostName):\(port)"
    let server = SharingServer(id: id, name: name, serving: activation.number, judged: activation.number)
    state = Mutex(State(server: server))
    definitions.onSignOfNewer { [weak self] in self?.catchUp() ?? false }
  }

  /// Returns the present activation; throws an `OperatorError` if the database has no active set.
  package static func active(in sets: DefinitionSets) throws -> SetActivation {
    if let active = try sets.standing().active { return active }
    throw OperatorError(
      """
      --definitions database: the database has no active set of definitions. Store one with `valence definitions put \
      DIRECTORY`, and activate it with `valence definitions activate HASH`
      """)
  }

  /// Returns the catalog and the calendar of a set; throws a `OperatorError` with all faults and the way out.
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

  /// Reads a set and compiles it. What has not changed since `old` is not compiled anew.
  package static func read(
    _ set: SetHash, from sets: DefinitionSets, over old: Catalog?
  ) throws -> (catalog: Catalog, calendar: BusinessCalendar) {
    let files = StoredFiles(try sets.contents(of: set))
    let calendar: BusinessCalendar
    do { calendar = try files.calendar() } catch { throw Catalog.Failure.faults(error) }
    return (try Catalog(files.definitions, over: old, vocabulary: .bank), calendar)
  }

  /// Tells the database that the server is up, and takes what became active since it began.
  func begin() throws {
    try sets.enter(state.withLock { $0.server }).wait()
    try turn.withLock { _ in follow(try sets.standing()) }
  }

  /// Forgets the server, which stops.
  func end() {
    // A database that takes no writes finds out by itself in a few seconds.
    try? sets.leave(state.withLock { $0.server.id }).wait()
  }

  /// Looks which sets are proposed and active, each second, and has what follows done elsewhere.
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
      log.report("cannot read which definitions are active", error)
    }
  }

  /// Puts the active set in service if it is loaded; returns true if it was not before. Waits for nobody who loads another.
  ///
  /// Any request for an unknown address comes here, so that the database is asked only while a set is loaded beside the one that serves.
  private func catchUp() -> Bool {
    turn.withLockIfAvailable { _ in
      guard let loaded = state.withLock({ $0.loaded }), let active = try? sets.standing().active,
        loaded.activation.number == active.number
      else { return false }
      return serve(loaded, of: active)
    } ?? false
  }

  /// Reads the secrets that service files name anew, and tries again what could not serve.
  func reload(because reason: String) {
    queue.async {
      self.turn.withLock { _ in
        self.state.withLock { $0.failed = nil }
        do {
          try self.definitions.connect(self.definitions.catalog)
          self.log.info("the settings of services were read anew", metadata: ["because": "\(reason)"])
          self.follow(try self.sets.standing())
        } catch let error as BankSystemRegistry.Unusable {
          self.note(error.faults, "the settings of services cannot be read anew, the old ones stay")
        } catch {
          self.log.report("cannot read which definitions are active", error)
        }
      }
    }
  }

  // MARK: - Reports

  /// Tells the database that this server is up and what it has loaded, unless the last such write is still under way.
  private func report() {
    guard !isReporting.exchange(true, ordering: .acquiring) else { return }
    sets.report(state.withLock { $0.server }).start { result in
      self.isReporting.store(false, ordering: .releasing)
      if case .failure(let error) = result, !(error is DatabaseClosed) {
        self.log.report("cannot tell the database what this server serves", error)
      }
    }
  }

  /// Tells it at once, for whoever waits for it.
  private func reportNow() { sets.report(state.withLock { $0.server }).start { _ in } }

  // MARK: - Following

  /// True if `follow` has anything to do.
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

  /// Loads a proposed set, and tells so or why it cannot.
  private func prepare(_ pending: SetActivation) {
    // One before it must not be kept beside it.
    forget()
    do {
      let loaded = try load(pending)
      state.withLock {
        ($0.loaded, $0.server.judged, $0.server.fault) = (loaded, pending.number, nil)
      }
      definitions.noteReload(nil)
      log.info("the proposed definitions are loaded", metadata: ["set": "\(pending.set.short)"])
    } catch {
      let fault = report(error, "the proposed definitions cannot be loaded, the old ones stay in service", pending)
      state.withLock { ($0.server.judged, $0.server.fault) = (pending.number, fault) }
    }
    reportNow()
  }

  /// Puts the active set in service, which is loaded already unless this server was not there when it was proposed.
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

  /// Returns true if the set serves.
  private func serve(_ loaded: Loaded, of active: SetActivation) -> Bool {
    let before = definitions.catalog
    do {
      try definitions.serve(loaded.catalog, of: active.number)
    } catch SetError.superseded {
      // The next look finds the newer one.
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
      "the operations were replaced",
      metadata: [
        "because": "set \(active.set.short) is active", "changes": "\(changes.isEmpty ? "none" : "\(changes)")",
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

  /// Drops a set that is loaded and not served.
  private func forget() {
    let dropped = state.withLock { state in
      defer { state.loaded = nil }
      return state.loaded != nil
    }
    if dropped { queue.async { Memory.giveBack() } }
  }

  // MARK: - Faults

  private func fail(_ error: any Error, _ active: SetActivation) {
    let fault = report(error, "the active definitions cannot serve here, the old ones stay in service", active)
    state.withLock { state in
      (state.server.judged, state.server.fault) = (active.number, fault)
      state.failed = (active.number, .now)
    }
    reportNow()
  }

  /// Logs why a set cannot serve, and returns it in words for other machines.
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
  /// True if an active set is another than the one that serves, and has not failed here a moment ago.
  fileprivate func takes(_ active: SetActivation) -> Bool {
    guard active.number != server.serving else { return false }
    return failed.map { $0.number != active.number || ContinuousClock.now - $0.at >= SharedDefinitions.pause } ?? true
  }
}
