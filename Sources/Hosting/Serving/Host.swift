import Definitions
import BankSystems
import API
import Atoms
import DemoData
import Dates
package import HTTPServer
package import Logging
import Model
import Operations
import Platform
import SQLiteStorage
import Services
import SourceText
import Storage
import Telemetry

/// A server process from start to stop, in five phases.
///
/// 1. `prepare` reads files and checks that the port is free.
/// 2. `open` opens the database and puts the definitions in service.
/// 3. `serve` opens the port and returns with the signal to stop.
/// 4. `drain` continues to serve for a configured time while clients move to other servers.
/// 5. `close` stops all parts in the order of `HostedPart` and closes the database.
package final class Host {
  private struct Prepared {
    /// The catalog of the files. `open` consumes it, because no reference may keep the first set in
    /// memory after its replacement.
    var catalog: Catalog?
    /// The state of the files before they were read; nil without `--watch`.
    let files: DefinitionFileMonitor.Snapshot?
    let days: BusinessDays
    let web: WebClient
    let marks: BrandMarks
  }

  private struct Opened {
    let database: any Store
    /// True if no other process had the database open.
    let isAlone: Bool
    /// True if the last stop was clean and the files are unchanged since then.
    let isClean: Bool
    /// The notice that a database was created; nil for an existing database.
    let notice: String?
    let services: BankServices
    let parts: ApplicationParts
    let keys: KeyMonitor?
    /// The login data of the demo person; nil without `--demo`.
    let access: Demo.Access?
    /// The activation in service; nil if the definitions are files.
    let active: SetActivation?
    /// The state of the watched files before they were read; nil without `--watch`.
    let files: DefinitionFileMonitor.Snapshot?
    let days: BusinessDays
    let isWebBundled: Bool
    let reloading: Reloading
  }

  private struct Served {
    let daemon: Daemon
    let signal: String
    let reload: () -> Void
  }

  /// The time limit for sending one-time codes during the stop. The next start sends the remaining
  /// codes.
  private static let lastCodes: Duration = .seconds(5)

  private let settings: HostSettings
  private let signals: StopSignals
  private let supervisor: SupervisorLink
  private let log: Logger
  private let accessLog: Logger
  private let droppedLines: @Sendable () -> Int
  private let reopenLog: () throws -> Void
  private let say: (String) -> Void
  private var hosted = HostedServices()

  /// Creates a host without opening anything.
  ///
  /// - Parameters:
  ///   - signals: The stop, reload and log signals, blocked before any thread started.
  ///   - access: The log of requests.
  ///   - droppedLines: Returns the number of lines that the log dropped.
  ///   - reopenLog: Opens the file of the log again, after its rotation.
  ///   - say: Shows text to the operator on standard output.
  package init(
    _ settings: HostSettings, signals: StopSignals, log: Logger, access: Logger,
    droppedLines: @escaping @Sendable () -> Int, reopenLog: @escaping () throws -> Void,
    say: @escaping (String) -> Void
  ) {
    self.settings = settings
    self.signals = signals
    self.log = log
    accessLog = access
    self.droppedLines = droppedLines
    self.reopenLog = reopenLog
    supervisor = SupervisorLink(log)
    self.say = say
  }

  /// Serves until SIGTERM or SIGINT.
  ///
  /// - Throws: `OperatorError` or `StoreError` if the server cannot start.
  package func run() throws {
    var prepared = try prepare()
    let opened = try open(&prepared)
    let served = try serve(opened)
    supervisor.stopping()
    if opened.keys?.lacksKey != true { drain(opened, served) }
    close(opened, after: served.signal)
  }

  // MARK: - Prepare

  private func prepare() throws -> Prepared {
    let isShared = settings.definitions == .database
    if isShared, settings.isWatching {
      throw OperatorError("--watch applies to files: omit it with --definitions database")
    }
    let files = settings.isWatching ? DefinitionFileMonitor.Snapshot(of: settings.configuration) : nil
    let catalog = isShared ? nil : try Catalog.loaded(from: "\(settings.configuration)/operations")
    if let catalog { try settings.senders.check(catalog) }
    let days = try businessDays()
    let web: WebClient
    do {
      web = try WebClient(
        directory: settings.web, theme: settings.webTheme,
        drawings: settings.hasPlayground ? settings.drawings : nil, compresses: settings.rules.compresses)
    } catch { throw OperatorError("\(error)") }
    let marks: BrandMarks
    do { marks = try BrandMarks(directory: "\(settings.configuration)/marks") } catch {
      throw OperatorError("\(error)")
    }
    // If another server uses the address, this fails before the database is migrated.
    do { try Server.probe(try settings.listener(settings.identity)) } catch { throw OperatorError("\(error)") }
    return Prepared(catalog: catalog, files: files, days: days, web: web, marks: marks)
  }

  /// Returns the business days of the calendar file. With shared definitions, the calendar is
  /// loaded later.
  private func businessDays() throws -> BusinessDays {
    do {
      let calendar =
        settings.definitions == .database ? nil : try CalendarFile.calendar(in: settings.configuration)
      return settings.day.businessDays(calendar ?? BusinessCalendar(), cutOff: settings.cutOff)
    } catch {
      throw OperatorError(faults: error, of: "the calendar", have: "has")
    }
  }

  // MARK: - Open

  private func open(_ prepared: inout Prepared) throws -> Opened {
    let place = settings.database
    let isAlone = place.isAlone
    var notice: String?
    let isClean = place.takeCleanStop()
    let isExamined = !settings.skipsDatabaseCheck && !isClean
    let database = try place.open(examined: isExamined, limits: settings.writeLimits) { notice = $0 }
    StorageLog.report(of: database, to: log)
    try place.reportNewer(database, log)
    let services = try services(over: database, days: prepared.days, searchingKeys: isExamined && !place.isOnServer)
    let active = try takeActive(services, &prepared)
    guard let catalog = prepared.catalog.take() else { throw OperatorError("no definitions were loaded") }
    // From now on, other processes can activate only keys that this server has.
    let keys = services.isRemote ? try KeyMonitor(services, keyFile: place.keyFile, log) : nil
    if let keys { hosted.add(.keys) { keys.stop() } }
    let access = settings.isDemo ? try DemoRules.fill(services, log) : nil
    if !settings.isDemo {
      try DemoRules.warnOfBIC(of: services, log)
      try DemoRules.warnOfPerson(in: services, log)
    }
    var options = ApplicationOptions()
    options.clients = settings.clients
    options.rules = settings.rules
    options.events = settings.events
    options.web = prepared.web
    options.marks = prepared.marks
    options.hasPlayground = settings.hasPlayground
    let parts = ApplicationParts(
      services, catalog,
      systems: try settings.systems.registry(
        on: settings.day, needing: settings.senders.names, isDemo: settings.isDemo, clock: services.clock, log),
      day: settings.day, options: options, log: log)
    do {
      // No reference may keep the first set in memory after its replacement.
      try parts.definitions.serve(consume catalog, of: active?.number)
    } catch let error as BankSystemRegistry.Unusable {
      throw OperatorError(faults: error.faults, of: "the services")
    } catch SetError.superseded {
      // `serve` loads the newer set before it prints the address.
    }
    // Returns memory that was used for reading and compiling.
    Memory.giveBack()
    let reloading = Reloading(parts.definitions, prepared.days, in: settings.configuration, log)
    parts.definitions.reportEarlier(log)
    settings.senders.connect(to: parts.systems, services)
    if settings.senders.rules.codes == nil { ChosenSenders.warn(of: parts.definitions.catalog, log) }
    for fault in try ProviderMasks.faults(services.providers) {
      log.warning("ignored the mask of a provider: \(fault.message)", metadata: ["provider": "\(fault.provider)"])
    }
    return Opened(
      database: database, isAlone: isAlone, isClean: isClean, notice: notice, services: services, parts: parts,
      keys: keys, access: access, active: active, files: prepared.files, days: prepared.days,
      isWebBundled: prepared.web.isBundled, reloading: reloading)
  }

  private func services(
    over database: any Store, days: BusinessDays, searchingKeys: Bool
  ) throws -> BankServices {
    try settings.database.services(over: database, searchingKeys: searchingKeys) { configuration in
      settings.configure(&configuration, days)
    } stepped: { [log] step in
      ClockLog.report(of: step, to: log)
    }
  }

  /// Loads the active set of the database. Returns nil if the definitions are files.
  private func takeActive(_ services: BankServices, _ prepared: inout Prepared) throws -> SetActivation? {
    guard settings.definitions == .database else { return nil }
    let active = try SharedDefinitions.active(in: services.definitionSets)
    let (catalog, calendar) = try SharedDefinitions.loaded(active, from: services.definitionSets)
    try settings.senders.check(catalog)
    prepared.days.use(calendar)
    prepared.catalog = catalog
    return active
  }

  // MARK: - Serve

  private func serve(_ opened: Opened) throws -> Served {
    let (parts, services) = (opened.parts, opened.services)
    // The port is not open yet, so the first `/readyz` response already shows the check.
    if opened.isClean, !settings.skipsDatabaseCheck, let file = opened.database as? Database {
      let check = try IntegrityCheck.begin(file, log)
      hosted.add(.databaseCheck) { check.stop() }
    }
    let daemon: Daemon
    do {
      daemon = try Daemon(parts, try settings.listener(settings.identity), access: accessLog)
    } catch let error as ServerError {
      throw OperatorError("\(error)")
    }
    hosted.add(.listener) { daemon.stop() }
    let shared = opened.active.map { active in
      SharedDefinitions(parts.definitions, services.definitionSets, opened.days, serving: active, log)
    }
    if let shared {
      try shared.begin()
      hosted.add(.sharing) { shared.end() }
    }
    try announce(opened, daemon)
    // A logged head later proves that no audit record up to it was removed.
    let audited = try services.audit.head()
    log.info("audit", metadata: ["head": "\(audited)"])
    try startJobs(opened, since: audited, shared)
    let (certificate, reloading) = (settings.certificate, opened.reloading)
    let reload = { [log, supervisor] in
      supervisor.reloading {
        self.reopen()
        if let shared { shared.reload(on: "SIGHUP") } else { reloading.reload(on: "SIGHUP") }
        certificate.renew(daemon, log)
      }
    }
    supervisor.ready(at: address(of: daemon), daemon)
    let signal = signals.wait(reload: reload, reopenLog: reopen)
    return Served(daemon: daemon, signal: signal, reload: reload)
  }

  /// Opens the metrics port, and prints and logs the addresses.
  private func announce(_ opened: Opened, _ daemon: Daemon) throws {
    let parts = opened.parts
    let address = address(of: daemon)
    parts.metrics.registry.total("valence_log_dropped_lines_total", "Dropped log lines.") {
      [droppedLines] in
      Double(droppedLines())
    }
    let page = try settings.metrics.serve(parts.metrics.registry, isRemote: opened.services.isRemote)
    if let access = opened.access { say(DemoGreeting(access: access, address: address).text) }
    if let page {
      say("metrics on \(settings.metrics.address(page.port))/metrics")
      hosted.add(.metrics) { page.stop(grace: .seconds(1)) }
    }
    say("listening on \(address)")
    if let notice = opened.notice { log.notice("\(notice)") }
    log.info(
      "listening",
      metadata: [
        "address": "\(address)", "operations": "\(parts.definitions.catalog.operations.count)",
        "version": "\(BuildIdentity.number)", "commit": "\(ProgramVersion.commit)",
      ])
    if !opened.isWebBundled {
      log.info("web client is not bundled", metadata: ["directory": "\(settings.web)", "remedy": "scripts/bundle"])
    }
    if let identity = settings.identity { settings.certificate.report(of: identity, log) }
  }

  /// Returns the URL of the port, with the address that the operator gave.
  private func address(of daemon: Daemon) -> String {
    let host = settings.host.contains(":") ? "[\(settings.host)]" : settings.host
    return "\(settings.certificate.isOn ? "https" : "http")://\(host):\(daemon.port)"
  }

  /// Opens the file of the log again. If it cannot be opened, the present file stays in use.
  private func reopen() {
    do {
      try reopenLog()
    } catch {
      log.error("log not reopened, previous file still in use", metadata: ["reason": "\(error)"])
    }
  }

  private func startJobs(_ opened: Opened, since head: AuditRecord.Head, _ shared: SharedDefinitions?) throws {
    let (parts, services) = (opened.parts, opened.services)
    try services.messages.begin(alone: opened.isAlone)
    // This part stops before the database closes, because it records there which messages were
    // sent.
    hosted.add(.messages) { services.messages.stop(grace: Self.lastCodes) }
    let changes = ChangePoller(parts, since: head, shared, log)
    hosted.add(.changes) { changes.stop() }
    parts.process.beginDeliveries()
    hosted.add(.deliveries) { parts.courier.stop() }
    let retention = RetentionJob(services.retention, log) { parts.definitions.catalog.retentionPeriods }
    hosted.add(.retention) { retention.stop() }
    let recorded = RecordedAnswersWatch(parts.systems, log)
    hosted.add(.recordedAnswers) { recorded.stop() }
    let expiry = PeriodicJob(
      "accesses", every: 10, failing: "cannot end the accesses to accounts whose time is over", log
    ) { [expiry = services.accessExpiry] in expiry.endDue(alone: .seconds(20)).map { _ in } }
    hosted.add(.accesses) { expiry.stop() }
    if services.isRemote {
      let postings = PeriodicJob(
        "entries", every: 10, failing: "cannot post the entries of the bank's own accounts", log
      ) { [entries = services.internalEntries] in entries.takeIn(alone: .seconds(20)).map { _ in } }
      hosted.add(.postings) { postings.stop() }
    }
    if let read = opened.files {
      let files = DefinitionFileMonitor(of: settings.configuration, since: read) { [reloading = opened.reloading] in
        reloading.reload(on: "files changed")
      }
      hosted.add(.definitionFiles) { files.stop() }
    }
  }

  // MARK: - Stop

  /// Continues to serve for the configured time, or until a second signal.
  private func drain(_ opened: Opened, _ served: Served) {
    let seconds = settings.drainSeconds
    if seconds == 0 { return }
    log.info("about to stop", metadata: ["signal": "\(served.signal)", "seconds": "\(seconds)"])
    let limit = Duration.seconds(seconds)
    // Drain first, so that the response in which a client reads `stopping` from `/readyz` also
    // closes its connection.
    served.daemon.drain()
    opened.parts.beginStopping(within: limit)
    if let again = signals.wait(upTo: limit, reload: served.reload, reopenLog: reopen) {
      log.info("stopping at once", metadata: ["signal": "\(again)"])
    }
  }

  private func close(_ opened: Opened, after signal: String) {
    let (database, services) = (opened.database, opened.services)
    // Limits the wait for the outcome of lost commits, so that clients receive a response before
    // the listener stops.
    database.prepareToClose()
    hosted.stop(through: .definitionFiles)
    log.info("stopping", metadata: ["signal": "\(signal)"])
    hosted.stop(through: .sharing)
    let head = try? services.audit.head()
    hosted.stop(through: .keys)
    database.close()
    if services.obstacle == nil { settings.database.leaveCleanStop() }
    if let head { log.info("audit", metadata: ["head": "\(head)"]) }
    log.info("wrote", metadata: database.writeCounts.metadata)
    log.info("stopped")
  }
}
