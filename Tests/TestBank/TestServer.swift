package import API
import Atoms
package import BankSystems
import Dates
package import DemoData
package import Foundation
import HTTPClient
package import HTTPServer
import Hosting
import JSON
import Logging
import Model
package import Operations
import Platform
package import SQLiteStorage
import Secrets
package import Services
package import Storage
import Synchronization
package import Telemetry
import TestDatabases
package import Testing

/// A complete server on a free port with its own migrated database, demo data and an adjustable
/// clock.
package final class TestServer: Sendable {
  /// The web client, linked and compressed once for all servers.
  private static let web = Result { try WebClient(directory: root.appending(path: "web").path) }
  /// The root folder of the repository.
  package static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  package static let served = "config/operations"
  /// The repository's operations, compiled once for all servers that serve nothing else.
  private static let repository = Result {
    try Catalog(directory: root.appending(path: served).path, vocabulary: .bank)
  }

  package let services: BankServices
  package let database: any Store
  package let access: Demo.Access
  /// The application without the port, for tests that call it directly.
  package var application: Application { daemon.application }
  package let definitions: ServingDefinitions
  /// The systems of the bank that the operations use.
  package let systems: BankSystemRegistry
  private let courier: DeliveryWorker
  /// Drops cached answers about people whom other processes have changed. `valence serve` runs it
  /// every second.
  package let changed: ChangedPeople
  package let events: EventStreams
  package let metrics: MetricsRegistry
  package let port: UInt16
  package let telephones = Telephones()
  private let daemon: Daemon
  private let clock: TurnedClock
  private let day: BankDay
  /// The current day of the bank.
  package var today: String { day.day(at: clock.now) }
  package let log = RecordedLog()

  /// Starts a server. `serving` contains operations that are served in addition to the directory's.
  package init(
    _ adjust: (inout ServiceConfiguration) -> Void = { _ in },
    http: (inout ServerConfiguration) -> Void = { _ in }, operations: String = served,
    asking asked: [String] = [], at peer: String = "", serving texts: [String] = [],
    clients: ClientPolicy = ClientPolicy(),
    rules: RequestRules = RequestRules(), events: EventRules = EventRules(), playground: Bool = false,
    timeZone: String = "Europe/Moscow",
    store: (any Store) -> any Store = TestDatabase.written
  ) throws {
    database = try TestDatabase.make(readers: 4)
    guard let bic = BIC(Demo.ownBIC), let day = BankDay(timeZone: timeZone) else { throw Unusable() }
    var configuration = ServiceConfiguration(ownBIC: bic)
    configuration.passwordCost = .minimum
    // No session expires from disuse when a test advances the clock. Tests of that limit set their
    // own.
    configuration.sessions.unused = .seconds(1000 * 24 * 3600)
    configuration.messages.codes = BlockingSender(telephones)
    adjust(&configuration)
    let clock = TurnedClock()
    (self.clock, self.day) = (clock, day)
    services = try BankServices(
      store: store(database), keys: SecretKeys(SecretKey()), configuration: configuration, clock: { clock.now })
    telephones.post.withLock { [services] in $0 = services.messages }
    access = try Demo.fill(services)
    let catalog =
      operations == Self.served && asked.isEmpty && texts.isEmpty
      ? try Self.repository.get()
      : try Self.catalog(of: Self.root.appending(path: operations), with: texts, asking: asked)
    let systems = try asked.isEmpty ? nil : Self.systems(at: peer, day, log.logger("valence")) { clock.now }
    var options = ApplicationOptions()
    options.clients = clients
    options.rules = rules
    options.events = events
    options.web = try Self.web.get()
    options.marks = try BrandMarks(directory: Self.root.appending(path: "config/marks").path)
    options.hasPlayground = playground
    let parts = ApplicationParts(
      services, catalog, systems: systems, day: day, options: options, log: log.logger("valence"))
    try parts.definitions.serve(catalog)
    for case let sender as SystemSender in [configuration.messages.codes, configuration.messages.notices] {
      sender.connect(to: parts.systems, services)
    }
    parts.process.beginDeliveries()
    courier = parts.courier
    definitions = parts.definitions
    self.events = parts.events
    self.systems = parts.systems
    changed = ChangedPeople(services.audit, parts.systems, since: try services.audit.head())
    metrics = parts.metrics.registry
    var listening = ServerConfiguration()
    listening.port = 0
    listening.threads = 2
    // In a parallel run of all tests, minutes can pass between two requests.
    listening.idleTimeout = 3600
    listening.bodyLimits = Application.bodyLimits
    http(&listening)
    daemon = try Daemon(parts, listening, access: log.logger("access"))
    port = daemon.port
  }

  deinit {
    courier.stop()
    daemon.stop()
    // Break the reference cycle between the telephones and the services.
    telephones.post.withLock { $0 = nil }
  }

  /// Returns the services of another process that uses the same database. They send no notices to
  /// this server.
  package func anotherProcess() throws -> BankServices {
    try BankServices(
      store: try TestDatabase.again(database), keys: services.keys, configuration: services.configuration,
      clock: services.clock)
  }

  /// Stops the server as SIGTERM does.
  package func stop() { daemon.stop() }

  /// From now on, serves the repository's operations together with `definitions`.
  package func serve(_ definitions: [String], asking services: [String] = []) throws {
    try self.definitions.serve(
      Self.catalog(of: Self.root.appending(path: Self.served), with: definitions, asking: services))
  }

  /// Returns the catalog of a directory together with `definitions` and `services`.
  private static func catalog(
    of served: URL, with definitions: [String], asking services: [String]
  ) throws -> Catalog {
    if definitions.isEmpty, services.isEmpty { return try Catalog(directory: served.path, vocabulary: .bank) }
    let configuration = FileManager.default.temporaryDirectory.appending(path: "valence-\(UUID().uuidString)")
    let directory = configuration.appending(path: "operations")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: configuration) }
    for part in ["screens", "routes", "flows"] {
      let files = served.deletingLastPathComponent().appending(path: part)
      guard FileManager.default.fileExists(atPath: files.path) else { continue }
      try FileManager.default.copyItem(at: files, to: configuration.appending(path: part))
    }
    for name in try FileManager.default.contentsOfDirectory(atPath: served.path) where name.hasSuffix(".yaml") {
      try FileManager.default.copyItem(at: served.appending(path: name), to: directory.appending(path: name))
    }
    for (place, text) in definitions.enumerated() {
      try Data(text.utf8).write(to: directory.appending(path: "trial\(place).yaml"))
    }
    if !services.isEmpty {
      let directory = configuration.appending(path: "services")
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      for (place, text) in services.enumerated() {
        let ending = text.hasPrefix("recorded:") ? RecordedSystem.ending : ".yaml"
        try Data(text.utf8).write(to: directory.appending(path: "trial\(place)\(ending)"))
      }
    }
    return try Catalog(directory: directory.path, vocabulary: .bank)
  }

  /// Returns live systems with loopback addresses. Service files refer to the peer's address by
  /// `${PEER}`.
  private static func systems(
    at peer: String, _ day: BankDay, _ log: Logger, clock: @escaping Clock
  ) throws -> BankSystemRegistry {
    let local = try #require(Network("127.0.0.0/8"))
    let client = try OutboundClient(policy: AddressPolicy(allowing: [local]))
    let systemLog = SystemLog(log, clock: clock)
    // In a parallel run of all tests, a peer's response can be slow.
    return BankSystemRegistry(
      .live, client: client, day: day, environment: ["PEER": peer, "HOOK": hook], patience: .seconds(60), clock: clock
    ) { systemLog.report($0) }
  }

  /// The secret for callbacks, to which service files refer by `${HOOK}`.
  package static let hook = "a secret of callbacks for tests"

  /// Returns systems with recorded answers for a bank that requires these senders.
  package static func connected(needing senders: [String]) throws -> BankSystemRegistry {
    let day = try #require(BankDay(timeZone: BankDay.standardZone))
    return BankSystemRegistry(.recorded, client: nil, day: day, needing: senders, clock: { Instant.systemNow }) { _ in }
  }

  /// Advances the clock of the services.
  package func pass(_ duration: Duration) { clock.pass(duration) }

  package var logged: [String] { log.lines }

  private struct Unusable: Error {}
}

/// The system time plus the duration by which tests have advanced it.
private final class TurnedClock: Sendable {
  private let passed = Mutex(Duration.zero)

  var now: Instant { Instant.systemNow + passed.withLock { $0 } }

  func pass(_ duration: Duration) { passed.withLock { $0 += duration } }
}

extension Store {
  /// The SQLite database, for tests that run on SQLite only.
  package func file() throws -> Database { try #require(self as? Database) }
}

extension Trait where Self == ConditionTrait {
  /// Runs a test only on SQLite, whose behavior it checks.
  package static var onFile: Self { .disabled(if: TestDatabase.isOnServer, "databases of this run are on PostgreSQL") }

  /// Runs a test only on PostgreSQL, whose behavior it checks.
  package static var onServer: Self { .enabled(if: TestDatabase.isOnServer, "databases of this run are SQLite files") }
}
