import API
import BankSystems
import DemoData
import FoundationEssentials
import HTTPServer
import Hosting
import Logging
import Model
import Operations
import SQLiteStorage
import Secrets
import Services
import Storage

/// The banks of a run. Each session has its own, with the operations of the kit and the demo data,
/// in a temporary database.
///
/// The database is migrated and filled once, and then copied.
final class KitBanks: Sendable {
  /// The folder `config` of the kit.
  let configuration: String
  let access: Demo.Access
  let catalog: Catalog
  /// The login of another person, who has no accounts.
  static let other = (login: "guest", password: "valence-guest")
  private let original: Database
  private let keys: SecretKeys

  /// Reads the operations and fills the database. Throws an `OperatorError` if it cannot.
  init(kit directory: String, migrations: String) throws {
    configuration = "\(directory)/config"
    catalog = try Catalog.loaded(from: "\(configuration)/operations")
    keys = SecretKeys(SecretKey())
    original = try Database.temporary(readers: 1)
    let migrator = try BankDatabase.migrator(in: migrations, onServer: false)
    try original.exclusively { _ = try migrator.apply(to: $0) }
    let services = try Self.services(over: original, keys)
    access = try Demo.fill(services)
    _ = try services.users.add(
      login: Self.other.login, name: "Пётр Иванов", password: Self.other.password, phone: "+79000000001", bonuses: 0
    ).wait()
    original.close()
  }

  /// Opens a bank for one session, or with other operations.
  func bank(_ other: Catalog? = nil) throws -> KitBank {
    let database = try Database.temporary(copying: original.path)
    return try KitBank(
      Self.services(over: database, keys), database, other ?? catalog, configuration: configuration,
      person: access.person.id)
  }

  private static func services(over database: Database, _ keys: SecretKeys) throws -> BankServices {
    guard let bic = BIC(Demo.ownBIC) else { throw OperatorError("the demo has no BIC") }
    var configuration = ServiceConfiguration(ownBIC: bic)
    configuration.passwordCost = .minimum
    // A session that changes an operation gets 409 at once.
    configuration.versionsKept = .zero
    return try BankServices(store: database, keys: keys, configuration: configuration)
  }
}

/// A running bank: the real server on a free port of this machine.
final class KitBank: Sendable {
  let port: UInt16
  private let services: BankServices
  private let database: Database
  private let parts: ApplicationParts
  private let daemon: Daemon
  private let configuration: String
  private let person: PersonID

  fileprivate init(
    _ services: BankServices, _ database: Database, _ catalog: Catalog, configuration: String, person: PersonID
  ) throws {
    self.services = services
    self.database = database
    self.configuration = configuration
    self.person = person
    guard let day = BankDay(timeZone: BankDay.standardZone) else { throw OperatorError("the time zone is unknown") }
    let silent = Logger(label: "kit") { _ in SwiftLogNoOpLogHandler() }
    parts = ApplicationParts(services, catalog, day: day, log: silent)
    try parts.definitions.serve(catalog)
    try services.messages.begin(alone: true)
    parts.process.beginDeliveries()
    var listening = ServerConfiguration()
    listening.port = 0
    listening.threads = 2
    listening.bodyLimits = Application.bodyLimits
    daemon = try Daemon(parts, listening, access: silent)
    port = daemon.port
  }

  /// The number of stored submissions of the person, or of one operation, at most 1,000.
  func storedSubmissions(of operation: String? = nil) throws -> Int {
    let all = try services.submissions.all(person, limit: 1000).elements
    return all.count { operation == nil || $0.operation == operation }
  }

  /// Puts the operations of a directory in service.
  func serve(_ directory: String) throws {
    try parts.definitions.serve(try Catalog.loaded(from: "\(directory)/operations"))
  }

  /// Replaces operations by the files of the folder `versions/NAME` of the configuration.
  func change(to name: String) throws {
    let files = FileManager.default
    let folder = files.temporaryDirectory.appending(path: "valence-kit-\(UUID().uuidString)").path
    try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? files.removeItem(atPath: folder) }
    for part in try files.contentsOfDirectory(atPath: configuration) where part != "versions" {
      try files.copyItem(atPath: "\(configuration)/\(part)", toPath: "\(folder)/\(part)")
    }
    let changed = "\(configuration)/versions/\(name)"
    for file in try files.contentsOfDirectory(atPath: changed) {
      try? files.removeItem(atPath: "\(folder)/operations/\(file)")
      try files.copyItem(atPath: "\(changed)/\(file)", toPath: "\(folder)/operations/\(file)")
    }
    try serve(folder)
  }

  func stop() {
    parts.courier.stop()
    services.messages.stop(grace: .zero)
    daemon.stop()
    database.close()
  }
}
