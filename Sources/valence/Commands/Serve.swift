import BankSystems
import API
import ArgumentParser
import HTTPServer
import Hosting
import Logging
import Platform
import Services
import Telemetry

struct Serve: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Serves until SIGTERM or SIGINT.",
    discussion: """
      Migrates the database, checks all operations, opens the port and prints `listening on http://...`.

      SIGHUP reloads operations, fragments, kinds, locales, screens, flows, routes, services and tables as one set, with the \
      secrets that service files name. The set replaces the previous one between two requests. If a file has faults, the \
      previous versions of the file and its dependents remain in service, and the log lists the faults. Open forms are \
      validated by the version from which they were drawn. SIGHUP also reloads the certificate and its key, and opens \
      the file of the log again. SIGUSR1 only opens the file of the log again, for logrotate.

      With `--definitions database`, all servers of a database read the definitions from it: `valence definitions` \
      stores and activates sets, and SIGHUP reloads only the secrets and the certificate.

      EXAMPLES
        valence serve --demo
        valence serve --port 0 --database /var/lib/valence/valence.sqlite --log-format json
        valence serve --database postgresql://valence@db1.bank,db2.bank/valence --secret-key-file /etc/valence/keys
      """)

  @OptionGroup var data: DataOptions
  @OptionGroup var logging: LogOptions

  @Option(
    help: .installed(
      "config",
      """
      The directory with operations, fragments, kinds, locales, screens, flows, routes, services and tables, each with its \
      *.yaml, and calendar.yaml.
      """))
  var config: String?

  @OptionGroup var source: DefinitionOptions
  @OptionGroup var kinds: LibraryOption

  @Option(help: .installed("web", "The directory of the web client, which is served at /."))
  var web: String?

  @Option(
    help: ArgumentHelp(
      """
      The bank's style sheet for the web client: a CSS file of at most 262144 bytes, applied after the client's own.
      """, default: "none", valueName: "path"))
  var webTheme: String?

  @Option(
    help: ArgumentHelp(
      "The address to listen on: an IPv4 or IPv6 address, 0.0.0.0 and :: for all.", valueName: "address"))
  var host = "127.0.0.1"

  @Option(0...65_535, help: "The port to listen on; 0 selects a free port, which is printed.")
  var port: UInt16 = 8080

  @Option(1...1024, help: "Threads that process requests.", default: "one for each processor")
  var threads: Int?

  @OptionGroup var zone: TimeZoneOption

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
  @OptionGroup var invitations: InvitationOptions
  @OptionGroup var drafts: DraftOptions
  @OptionGroup var matrix: MatrixOptions
  @OptionGroup var signing: SigningOptions
  @OptionGroup var messages: MessageOptions

  @OptionGroup var memory: MemoryOptions
  @OptionGroup var templates: TemplateOptions
  @OptionGroup var retention: RetentionOptions

  @Option(
    0...8760, "hours",
    help: "The time for which a replaced version still validates forms that were drawn from it.")
  var versionsKept = 24

  @Option(1...8760, "hours", help: "The time limit for signing a submission.")
  var submissionHours = 24

  @Option(1...1000, help: "Maximum number of a person's submissions that await a signature.")
  var unsignedSubmissions = 20

  @Option(1...1_000_000, help: "Maximum number of a person's submissions in a day of the bank.")
  var submissionsPerDay = 2_000

  @Flag(
    inversion: .prefixedNo,
    help: """
      Reports the server as not ready while the BIC directory is empty. Switch it off for a bank outside of the Bank of \
      Russia's directory.
      """)
  var requireDirectory = true

  @Option(
    0...3600, "seconds",
    help: """
      The time for which a stopping server keeps serving, while /readyz reports `stopping` and each response closes its \
      connection. Behind a balancer, use at least twice the time that the balancer needs to detect `stopping`. A second \
      signal ends this time at once.
      """)
  var drainSeconds = 0

  @Flag(
    inversion: .prefixedNo,
    help: "Reloads the files of the configuration directory after each change.")
  var watch = false

  @Flag(
    inversion: .prefixedNo,
    help: """
      Skips the check of the database for damage, before serving and, after a clean stop, during service. The check reads \
      the whole file.
      """)
  var skipDatabaseCheck = false

  @Flag(
    inversion: .prefixedNo,
    help:
      """
      Serves /playground, where authors try operation files, and /gallery, which draws all kinds of atoms, without \
      authentication; not for servers with customers.
      """)
  var playground = false

  @Flag(
    inversion: .prefixedNo,
    help: """
      Creates a demo person with accounts, banks and a security matrix, and prints how to log in. Without a code \
      sender, one-time codes are logged.
      """)
  var demo = false

  @Flag(
    inversion: .prefixedNo,
    help: """
      Allows --demo to listen on addresses that other machines can reach. Anyone who reaches them can log in as the \
      demo person.
      """)
  var demoOpen = false

  func run() throws {
    let signals = StopSignals()
    let sink = try logging.open()
    // Standard output may block like the log, for example if both are the same pipe.
    let output = try LogSink(.standardOutput) { _ in [] }
    defer { for sink in [output, sink] { sink.flush(within: Self.lastLines) } }
    let log = logging.logger("valence", to: sink)
    connections.raiseDescriptorLimit(log)
    try memory.apply()
    if demo, !demoOpen { try DemoRules.require(loopback: host) }
    let day = try zone.day
    let server = Host(
      try settings(on: day, log), signals: signals, log: log, access: logging.logger("access", to: sink),
      droppedLines: { sink.dropped }, reopenLog: { try logging.reopen(sink) },
      say: { output.append(Array("\($0)\n".utf8), urgent: true) })
    try server.run()
  }

  /// The time limit for writing the last log lines.
  private static let lastLines: Duration = .seconds(2)

  /// Returns the settings from the options.
  private func settings(on day: BankDay, _ log: Logger) throws -> HostSettings {
    let signatures = try signing.rules(matrix.rules)
    let senders = try messages.senders(isDemo: demo, log)
    let identity = try tls.files.identity()
    var settings = HostSettings(
      database: data.database, day: day, senders: senders, listener: { try http($0) },
      configure: { configuration, days in
        apply(to: &configuration)
        core.apply(to: &configuration, days: days)
        configuration.signing = signatures
        configuration.messages = senders.rules
      })
    (settings.host, settings.certificate, settings.identity) = (host, tls.files, identity)
    settings.metrics = metrics.listener
    (settings.configuration, settings.definitions, settings.isWatching) = (
      config ?? InstalledFiles.path("config"), source.definitions, watch
    )
    (settings.web, settings.webTheme, settings.hasPlayground) = (
      web ?? InstalledFiles.path("web"), webTheme, playground
    )
    settings.drawings = InstalledFiles.existing("conformance/cases/drawing")
    (settings.systems, settings.cutOff) = (systems.settings, core.cutOff)
    (settings.clients, settings.rules) = (clients.policy, requests.rules)
    settings.events = events.rules(connections: connections.connectionLimit)
    (settings.writeLimits, settings.skipsDatabaseCheck) = (writes.limits, skipDatabaseCheck)
    (settings.drainSeconds, settings.isDemo) = (drainSeconds, demo)
    return settings
  }

  /// Applies the service rules that depend only on options.
  private func apply(to configuration: inout ServiceConfiguration) {
    configuration.versionsKept = .seconds(versionsKept * 3600)
    configuration.submissionLifetime = .seconds(submissionHours * 3600)
    configuration.unsignedSubmissions = unsignedSubmissions
    configuration.submissionsPerDay = submissionsPerDay
    configuration.requiresDirectory = requireDirectory
    hashing.apply(to: &configuration)
    configuration.drafts = drafts.rules
    configuration.sessions = sessions.rules
    configuration.enrolments = invitations.rules
    configuration.templates = templates.rules
    configuration.retention = retention.rules
  }

  private func http(_ identity: TLSIdentity?) throws -> ServerConfiguration {
    if let threads, connections.connectionLimit < threads {
      throw OperatorError("--connection-limit must be at least the number of threads, \(threads)")
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
