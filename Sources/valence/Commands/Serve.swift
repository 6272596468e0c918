import Hosting
import API
import ArgumentParser
import Atoms
import DemoData
import FoundationEssentials
import HTTPServer
import Logging
import Model
import Operations
import Platform
import SQLiteStorage
import Services
import Storage

/// `valence serve`
struct Serve: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Serves until SIGTERM or SIGINT.",
    discussion: """
      Migrates the database, checks every operation, then opens the port and prints `listening on http://...`.

      SIGHUP reads the operations, fragments, locales, screens, flows, routes, services and tables anew, as one set, with the \
      secrets that service files name: it takes the place of the \
      old one between two requests. A file with faults stays as it serves, with those that belong to it, and the log tells \
      every fault. Forms that are open are judged by the version that they were drawn from. It reads the certificate and \
      its key anew, too.

      With `--definitions database` they come from the database, as do those of every server of it: `valence definitions` stores \
      sets and activates them, and SIGHUP reads the secrets alone.

      EXAMPLES
        valence serve --demo
        valence serve --port 0 --database /var/lib/valence/valence.sqlite --log-format json
        valence serve --database postgresql://valence@db1.bank,db2.bank/valence --secret-key-file /etc/valence/keys
      """)

  @OptionGroup var data: DataOptions
  @OptionGroup var logging: LogOptions

  @Option(
    help: ArgumentHelp(
      "The directory with operations, fragments, locales, screens, flows, routes, services and tables, each with its *.yaml, and calendar.yaml.",
      valueName: "directory"))
  var config = "config"

  @OptionGroup var source: DefinitionOptions

  @Option(help: ArgumentHelp("The directory of the web client, which is served at /.", valueName: "directory"))
  var web = "web"

  @Option(
    help: ArgumentHelp(
      """
      The bank's own style of the web client: a CSS file that is served behind the client's, at most 262144 bytes. Default: \
      none.
      """, valueName: "path"))
  var webTheme: String?

  @Option(
    help: ArgumentHelp(
      "The address to listen on: an IPv4 or IPv6 address, 0.0.0.0 and :: for all.", valueName: "address"))
  var host = "127.0.0.1"

  @Option(0...65_535, help: "The port to listen on; 0 takes a free one, which is printed.")
  var port: UInt16 = 8080

  @Option(1...1024, help: "Threads that answer requests. Default: one for each processor.")
  var threads: Int?

  @Option(
    "the name of a time zone", help: "The time zone of the bank's days.",
    check: { BankDay(timeZone: $0) != nil })
  var timeZone = BankDay.standardZone

  @OptionGroup var tls: TLSOptions
  @OptionGroup var connections: ConnectionOptions
  @OptionGroup var requests: RequestOptions
  @OptionGroup var events: EventOptions
  @OptionGroup var hashing: HashingOptions
  @OptionGroup var writes: WriteOptions
  @OptionGroup var core: CoreOptions
  @OptionGroup var systems: SystemOptions
  @OptionGroup var metrics: MetricsOptions
  @OptionGroup var clients: ClientOptions

  @OptionGroup var sessions: SessionOptions
  @OptionGroup var drafts: DraftOptions
  @OptionGroup var matrix: MatrixOptions
  @OptionGroup var signing: SigningOptions
  @OptionGroup var messages: MessageOptions

  @OptionGroup var memory: MemoryOptions
  @OptionGroup var templates: TemplateOptions
  @OptionGroup var retention: RetentionOptions

  @Option(
    0...8760, "hours",
    help: "The time for which forms are validated by a replaced version that they were drawn from.")
  var versionsKept = 24

  @Option(1...8760, "hours", help: "The time for signing a submission.")
  var submissionHours = 24

  @Option(1...1000, help: "Submissions of a person that may await a signature at a time.")
  var unsignedSubmissions = 20

  @Option(1...1_000_000, help: "Submissions of a person that are stored in a day of the bank.")
  var submissionsPerDay = 2_000

  @Option(
    0...3600, "seconds",
    help: """
      The time for which a server that is told to stop keeps serving, while /readyz says that it stops and each answer ends its \
      connection. For servers behind a balancer: longer than it takes to notice. A second signal ends it at once.
      """)
  var drainSeconds = 0

  @Flag(
    inversion: .prefixedNo,
    help: "Reads the files of the configuration directory again after each change.")
  var watch = false

  @Flag(
    inversion: .prefixedNo,
    help: """
      Neither checks the database for damage before it serves, nor beside the service after a clean stop. The check reads the \
      whole file.
      """)
  var skipDatabaseCheck = false

  @Flag(
    inversion: .prefixedNo,
    help:
      "Serves /playground, where authors try operation files, without authentication; not for servers with customers.")
  var playground = false

  @Flag(
    inversion: .prefixedNo,
    help: """
      Fills in a demo person with accounts, banks and a security matrix, and prints how to log in; without a code sender \
      it logs the codes.
      """)
  var demo = false

  @Flag(
    inversion: .prefixedNo,
    help: """
      Lets --demo listen on other addresses than those of this machine: anybody who reaches them can log in as the demo person.
      """)
  var demoOpen = false

  func run() throws {
    let signals = StopSignals()
    let sink = try logging.open()
    // Standard output may stall as the log may, also where both are one pipe.
    let output = LogSink(.standardOutput) { _ in [] }
    let say: (String) -> Void = { output.append(Array("\($0)\n".utf8), urgent: true) }
    defer { for sink in [output, sink] { sink.flush(within: Self.lastLines) } }
    let log = logging.logger("valence", to: sink)
    connections.raiseDescriptorLimit(log)
    try memory.apply()
    if demo, !demoOpen { try DemoRules.require(loopback: host) }
    guard let day = BankDay(timeZone: timeZone) else {
      throw OperatorError("--time-zone: there is no time zone `\(timeZone)`")
    }
    let (policy, rules) = (clients.policy, drafts.rules)
    let signatures = try signing.rules(matrix.rules)
    let senders = try messages.senders(isDemo: demo, log)
    let (templateRules, sessionRules, retentionRules) = (templates.rules, sessions.rules, retention.rules)
    let (requestRules, identity) = (requests.rules, try tls.identity())
    let isShared = source.definitions == .database
    if isShared, watch {
      throw OperatorError("--watch looks at files: leave it out with --definitions database")
    }
    var read = isShared ? nil : try Catalog.loaded(from: "\(config)/operations")
    if let read { try senders.check(read) }
    let days = try core.days(in: isShared ? nil : config, day)
    let client: WebClient
    do { client = try WebClient(directory: web, theme: webTheme, compresses: requests.compression) } catch {
      throw OperatorError("\(error)")
    }
    let marks: BrandMarks
    do { marks = try BrandMarks(directory: "\(config)/marks") } catch { throw OperatorError("\(error)") }
    // A second server on the same address fails here, before it migrates the database of the first.
    do { try Server.probe(try http(identity)) } catch { throw OperatorError("\(error)") }
    let isAlone = data.database.isAlone
    var made: String?
    let isClean = data.database.takeCleanStop()
    let database = try data.database.open(examined: !skipDatabaseCheck && !isClean, limits: writes.limits) { made = $0 }
    StorageLog.report(of: database, to: log)
    try data.database.reportNewer(database, log)
    let isSearched = !skipDatabaseCheck && !isClean && !data.database.isOnServer
    let services = try data.database.services(over: database, searchingKeys: isSearched) { configuration in
      configuration.versionsKept = .seconds(versionsKept * 3600)
      configuration.submissionLifetime = .seconds(submissionHours * 3600)
      configuration.unsignedSubmissions = unsignedSubmissions
      configuration.submissionsPerDay = submissionsPerDay
      hashing.apply(to: &configuration)
      configuration.drafts = rules
      configuration.sessions = sessionRules
      core.apply(to: &configuration, days: days)
      (configuration.signing, configuration.messages) = (signatures, senders.rules)
      (configuration.templates, configuration.retention) = (templateRules, retentionRules)
    } stepped: { step in
      ClockLog.report(of: step, to: log)
    }
    let active = isShared ? try SharedDefinitions.active(in: services.definitionSets) : nil
    if let active {
      let (catalog, calendar) = try SharedDefinitions.loaded(active, from: services.definitionSets)
      try senders.check(catalog)
      days.use(calendar)
      read = catalog
    }
    guard let catalog = read.take() else { throw OperatorError("there are no definitions") }
    // From here on no key is activated that this server does not have.
    let monitor = services.isRemote ? try KeyMonitor(services, keyFile: data.database.keyFile, log) : nil
    let access = demo ? try DemoRules.fill(services, log) : nil
    if !demo { try DemoRules.warnOfPerson(in: services, log) }
    let bank = ServedBank(
      services: services, catalog: catalog,
      systems: try systems.systems(on: day, needing: senders.names, isDemo: demo, clock: services.clock, log), day: day,
      clients: policy, rules: requestRules, events: events.rules(connections: connections.connectionLimit),
      web: client, marks: marks, hasPlayground: playground, log: log)
    do {
      // No reference may keep the first set in memory after its replacement.
      try bank.definitions.serve(consume catalog, of: active?.number)
    } catch let error as BankSystemRegistry.Unusable {
      throw OperatorError(faults: error.faults, of: "the services")
    } catch SetError.superseded {
      // The newer set is taken below, before anybody is told where the server listens.
    }
    // The memory of reading and compiling.
    Memory.giveBack()
    let reloading = Reloading(bank.definitions, days, in: config, log)
    bank.definitions.reportEarlier(log)
    senders.connect(to: bank.systems, services)
    if senders.rules.codes == nil { MessageOptions.warn(of: bank.definitions.catalog, log) }
    for fault in try ProviderMasks.faults(services.providers) {
      log.warning("a provider's mask is left out: \(fault.message)", metadata: ["provider": "\(fault.provider)"])
    }
    // Before the port is open: whoever asks at once whether the server is ready is told that the check goes on.
    let check =
      isClean && !skipDatabaseCheck ? try (database as? Database).map { try IntegrityCheck.begin($0, log) } : nil
    let daemon: Daemon
    do {
      daemon = try Daemon(bank, try http(identity), access: logging.logger("access", to: sink))
    } catch let error as ServerError {
      throw OperatorError("\(error)")
    }
    let shared = active.map { SharedDefinitions(bank, days, serving: $0, port: daemon.port, log) }
    try shared?.begin()
    let address = "\(tls.isOn ? "https" : "http")://\(host.contains(":") ? "[\(host)]" : host):\(daemon.port)"
    bank.metrics.registry.total("valence_log_dropped_lines_total", "Lines that the log did not take.") {
      Double(sink.dropped)
    }
    let page = try metrics.serve(bank.metrics.registry, isRemote: services.isRemote)
    if let access { say(DemoGreeting(access: access, address: address).text) }
    if let page { say("metrics on \(metrics.address(page.port))/metrics") }
    say("listening on \(address)")
    if let made { log.notice("\(made)") }
    log.info(
      "listening", metadata: ["address": "\(address)", "operations": "\(bank.definitions.catalog.operations.count)"])
    if let identity { tls.report(of: identity, log) }
    // Kept wherever the log is, a head shows that the audit was not cut off behind it.
    let audited = try services.audit.head()
    log.info("audit", metadata: ["head": "\(audited)"])
    try services.messages.begin(alone: isAlone)
    let changes = ChangePoller(bank, since: audited, shared, log)
    bank.beginDeliveries()
    let forgetting = RetentionJob(services.retention, log) { bank.keptSpans }
    let recorded = RecordedAnswersWatch(bank.systems, log)
    let takingIn = services.isRemote ? InternalPostingJob(services.internalEntries, log) : nil
    let files = watch ? DefinitionFileMonitor(config, reloading) : nil
    let reload = {
      if let shared { shared.reload(because: "SIGHUP") } else { reloading.reload(because: "SIGHUP") }
      tls.renew(daemon, log)
    }
    let signal = signals.wait(reload: reload)
    if monitor?.lacksKey != true { drain(bank, daemon, signals, signal, log, reload: reload) }
    // A COMMIT that is being asked for is given up before its client is: the client is told what is known of it.
    database.prepareToClose()
    check?.stop()
    changes.stop()
    forgetting.stop()
    takingIn?.stop()
    recorded.stop()
    files?.stop()
    log.info("stopping", metadata: ["signal": "\(signal)"])
    bank.courier.stop()
    daemon.stop()
    page?.stop(grace: .seconds(1))
    // Before the database is closed: what is sent now is noted there.
    services.messages.stop(grace: Self.lastCodes)
    shared?.end()
    let head = try? services.audit.head()
    monitor?.stop()
    database.close()
    if services.obstacle == nil { data.database.leaveCleanStop() }
    if let head { log.info("audit", metadata: ["head": "\(head)"]) }
    log.info("wrote", metadata: database.writeCounts.metadata)
    log.info("stopped")
  }

  /// Serves on for the time that is configured, and lets clients go to other servers meanwhile.
  private func drain(
    _ bank: ServedBank, _ daemon: Daemon, _ signals: StopSignals, _ signal: String, _ log: Logger, reload: () -> Void
  ) {
    if drainSeconds == 0 { return }
    log.info("about to stop", metadata: ["signal": "\(signal)", "seconds": "\(drainSeconds)"])
    let limit = Duration.seconds(drainSeconds)
    // A client that has read the refusal of `/readyz` finds its connection ended by the next answer.
    daemon.drain()
    bank.beginStopping(within: limit)
    if let again = signals.wait(upTo: limit, reload: reload) {
      log.info("stopping at once", metadata: ["signal": "\(again)"])
    }
  }

  /// The time for sending one-time codes that are due when the server stops; the rest is sent after the next start.
  private static let lastCodes: Duration = .seconds(5)
  /// The time for writing the last log lines.
  private static let lastLines: Duration = .seconds(2)

  private func http(_ identity: TLSIdentity?) throws -> ServerConfiguration {
    if let threads, connections.connectionLimit < threads {
      throw OperatorError("--connection-limit takes no fewer than the threads, \(threads)")
    }
    var configuration = ServerConfiguration()
    configuration.address = ListeningAddress(host: host)
    configuration.port = port
    if let threads { configuration.threads = threads }
    configuration.identity = identity
    connections.apply(to: &configuration)
    requests.apply(to: &configuration)
    configuration.bodyLimits = Application.bodyLimits
    return configuration
  }
}
