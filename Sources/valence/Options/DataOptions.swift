import ArgumentParser
import DemoData
import FoundationEssentials
import Logging
import Model
import DataAccess
import Platform
import PostgreSQLStorage
import SQLiteStorage
import Secrets
import Services
import Storage

/// The place of the data, and the bank's own BIC.
struct DataOptions: ParsableArguments {
  @Option(help: ConfigurationFile.optionHelp) var configFile: String?

  /// The default path of the database, and the path that `scripts/run` uses.
  private static let (standard, ofScript) = ("valence.sqlite", "data/valence.sqlite")

  @Option(
    name: .customLong("database"),
    help: ArgumentHelp(
      """
      The SQLite file, created if it is missing, or a database of a PostgreSQL server, as postgresql://user@host/name. \
      Default: valence.sqlite, or data/valence.sqlite where only that is there.
      """, valueName: "path or address"))
  var namedDatabase: String?

  @Option(help: ArgumentHelp("The directory of migrations.", valueName: "directory"))
  var migrations = "migrations"

  @Option(
    help: ArgumentHelp(
      """
      The keys that protect signing codes, mode 0600, made at the first start; kept apart from backups. Default: the \
      database's path with .key, and valence.key for a database of a server.
      """,
      valueName: "path"))
  var secretKeyFile: String?

  @Option("nine digits", help: "The bank's own BIC: payments to it stay within the ledger.", check: { BIC($0) != nil })
  var ownBic = Demo.ownBIC

  /// The path or address of the database.
  var database: String {
    if let namedDatabase { return namedDatabase }
    let files = FileManager.default
    let isOfScript = !files.fileExists(atPath: Self.standard) && files.fileExists(atPath: Self.ofScript)
    return isOfScript ? Self.ofScript : Self.standard
  }

  /// The place of the database.
  var place: DatabasePlace { get throws { try DatabasePlace(database) } }

  /// The name of the database in messages: a path, or the parts of an address that tell it.
  var databaseName: String { (try? place.server?.description) ?? database }

  /// True if the database is one of a server.
  var isOnServer: Bool { DatabasePlace.isAddress(database) }

  /// The path of the secret keys.
  var keyFile: String { secretKeyFile ?? Self.keyFile(of: database) }

  /// The path of the secret keys of a database, where nothing names another.
  static func keyFile(of database: String) -> String {
    DatabasePlace.isAddress(database) ? "valence.key" : "\(database).key"
  }

  /// Opens the database, wherever it is, and migrates it unless told otherwise. `examined` concerns files.
  func open(
    migrating: Bool = true, examined: Bool = false, limits: WriteLimits = WriteLimits(),
    reportNew: (String) -> Void = { Output.error($0) }
  ) throws -> any Store {
    guard let address = try place.server else {
      return try openFile(migrating: migrating, examined: examined, limits: limits, reportNew: reportNew)
    }
    let migrator = try migrator()
    do {
      if migrating {
        try PostgreSQLStore.administer(address) { connection in
          let isNew = try !migrator.status(of: connection).contains(where: \.isApplied)
          let applied = try migrator.apply(
            to: connection,
            report: { if !isNew { Output.error("migrating the database: \($0.number) (\($0.name))") } })
          if isNew, !applied.isEmpty { reportNew("made the tables of the bank in \(address)") }
        }
      }
      return try PostgreSQLStore(address, locking: LockedTable.bank, limits: limits)
    } catch let error as MigrationError {
      throw CommandFailure(error, of: "\(address)")
    } catch let error as StoreError {
      throw CommandFailure(error, of: "\(address)") ?? CommandFailure("cannot use \(address): \(error.message)")
    }
  }

  /// Opens the file of the database and, unless told otherwise, migrates it. With `examined`, a damaged file is refused before any
  /// use.
  ///
  /// Calls `reportNew` if it makes a new database, which shows a mistyped path. Writes to standard error
  /// which migration of one that is there is under way.
  private func openFile(
    migrating: Bool, examined: Bool, limits: WriteLimits, reportNew: (String) -> Void
  ) throws -> Database {
    if !migrating { try requireDatabase() }
    let directory = database.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    if !directory.isEmpty, !FileManager.default.fileExists(atPath: directory) {
      throw CommandFailure("the directory \(directory) of the database does not exist")
    }
    let migrator = try migrator()
    let isNew = !DatabaseFile.exists(database)
    do {
      // Before anything opens it: SQLite gives an empty file beside the database its mode.
      for file in DatabaseFile.secure(database) { Output.error(file.warning) }
      if examined, DatabaseFile.exists(database), !isBarelyBegun { try DatabaseFile.examine(database) }
      let opened = try Database(path: database, limits: limits)
      if migrating {
        try opened.exclusively { connection in
          _ = try migrator.apply(
            to: connection,
            report: { if !isNew { Output.error("migrating \(database): \($0.number) (\($0.name))") } })
        }
      }
      if isNew { reportNew("made the new database \(database)") }
      return opened
    } catch let error as MigrationError {
      throw CommandFailure(error, of: "the database \(database)")
    } catch let error as StoreError {
      let name = "the database \(database)"
      throw CommandFailure(error, of: name) ?? CommandFailure("cannot use \(name): \(error.message)")
    }
  }

  /// Removes the mark of a clean stop; returns true if the database and its keys are as that stop left them.
  func takeCleanStop() -> Bool { !isOnServer && CleanShutdownMarker.take(of: database, files: [keyFile]) }

  /// Leaves the mark of a clean stop. The database is closed.
  func leaveCleanStop() { if !isOnServer { CleanShutdownMarker.leave(for: database, files: [keyFile]) } }

  /// True if no process has the database open, so that nobody else sends its messages. Asked before it is opened here. Of a
  /// server's database nobody knows.
  var isAlone: Bool {
    if isOnServer { return false }
    guard DatabaseFile.exists(database) else { return true }
    do { return try DatabaseFile.process(using: database) == nil } catch { return false }
  }

  /// True if the database is an empty file, as a first start leaves it that was killed at once.
  ///
  /// The keys are made after the tables. So an empty file beside keys has lost its data, and is none.
  private var isBarelyBegun: Bool {
    DatabaseFile.size(database) == 0 && !FileManager.default.fileExists(atPath: keyFile)
  }

  /// Tells that the database is of the release after this program's.
  func reportNewer(_ database: any Store, _ log: Logger) throws {
    let migrator = try migrator()
    let status = try database.read { try migrator.status(of: $0) }
    guard let newest = status.last, !newest.isKnown else { return }
    log.warning(
      "the database has migrations of the next release, which this program works with",
      metadata: ["database": "\(newest.release)", "program": "\(migrator.release)"])
  }

  /// Refuses a database that is not there, where a mistyped path would make an empty one.
  func requireDatabase() throws {
    // Of a server's, connecting tells.
    if try place.server != nil { return }
    guard FileManager.default.fileExists(atPath: database) else {
      throw CommandFailure("there is no database \(database): --database or VALENCE_DATABASE gives its path")
    }
  }

  /// The services over the database.
  func services() throws -> BankServices { try services(over: try open()) }

  /// Creates the services over an open database; `adjust` applies further configuration.
  func services(
    over database: any Store, searchingKeys isThorough: Bool = false,
    _ adjust: (inout ServiceConfiguration) -> Void = { _ in },
    stepped: @escaping @Sendable (SteadyClock.Step) -> Void = { _ in }
  ) throws -> BankServices {
    var configuration = ServiceConfiguration(ownBIC: try bic())
    adjust(&configuration)
    let services = try BankServices(
      store: database, keys: try keys(of: database, thoroughly: isThorough), configuration: configuration,
      stepped: stepped)
    // From here on movements of money are recorded in the audit, behind a digest of the earlier ones.
    try services.audit.bindLedger()
    return services
  }

  /// The secret keys of the database, made where it has none yet.
  private func keys(of database: any Store, thoroughly: Bool = false) throws -> SecretKeys {
    do {
      return try KeyCustody(SecretKeyFile(path: keyFile), of: database).keys(thoroughly: thoroughly)
    } catch let error as StoreError {
      throw error
    } catch {
      throw CommandFailure("\(error)")
    }
  }

  /// The audit of the database as it is, with the secret keys as they are.
  func existingAudit() throws -> Audit {
    let database = try openUpToDate()
    guard let audit = try provableAudit(of: database) else {
      throw CommandFailure("there is no secret key file \(keyFile)")
    }
    return audit
  }

  /// Returns the audit of a database if its keys are there to verify it. A command that only reads creates no keys.
  func provableAudit(of database: any Store) throws -> Audit? {
    guard FileManager.default.fileExists(atPath: keyFile) else { return nil }
    let clock = try clock(of: database)
    do {
      return Audit(store: database, keys: try SecretKeyFile(path: keyFile).load(), clock: clock)
    } catch {
      throw CommandFailure("\(error)")
    }
  }

  /// The audit of a database.
  private func audit(of database: any Store) throws -> Audit {
    Audit(store: database, keys: try keys(of: database), clock: try clock(of: database))
  }

  /// Returns the clock for a command's writes, which is never before the newest stored instant.
  private func clock(of database: any Store) throws -> Clock {
    let steady = try SteadyClock(over: database)
    return { steady.now }
  }

  /// Returns an inspection of the database as it is. It creates nothing, and refuses a schema that is not up to date.
  func inspection() throws -> Inspection { Inspection(store: try openUpToDate()) }

  /// The services for reading the database as it is; they know no secret keys.
  func readingServices() throws -> BankServices {
    let bic = try bic()
    return try BankServices(
      store: try openUpToDate(), keys: SecretKeys(SecretKey()), configuration: ServiceConfiguration(ownBIC: bic))
  }

  /// The versions of operations in the database as it is.
  func versions() throws -> Versions {
    let database = try openUpToDate()
    return Versions(store: database, kept: .zero, audit: try audit(of: database), clock: try clock(of: database))
  }

  /// Returns the stopped operations of the database as it is.
  func availability() throws -> Availability {
    let database = try openUpToDate()
    return try Availability(store: database, audit: try audit(of: database), clock: try clock(of: database))
  }

  /// Opens a database that is there and whose schema is up to date.
  func openUpToDate() throws -> any Store {
    // A command that is called elsewhere finds neither: the missing database is the one to tell.
    try requireDatabase()
    let migrator = try migrator()
    let opened = try open(migrating: false)
    do {
      let missing = try opened.read { try migrator.status(of: $0) }.filter { !$0.isApplied }
      if let first = missing.first {
        throw CommandFailure("the database lacks migration \(first.number) (\(first.name)): run `valence migrate`")
      }
    } catch let error as MigrationError {
      throw CommandFailure(error, of: "the database \(databaseName)")
    }
    return opened
  }

  /// The bank's own BIC.
  private func bic() throws -> BIC {
    guard let bic = BIC(ownBic) else { throw CommandFailure("--own-bic takes nine digits, not `\(ownBic)`") }
    return bic
  }

  /// The migrations for the database: a folder of the directory, `sqlite` or `postgresql`.
  func migrator() throws -> Migrator { try Self.migrator(in: migrations, onServer: isOnServer) }

  /// The migrations of a directory for a database of a server or for a file.
  static func migrator(in directory: String, onServer: Bool) throws -> Migrator {
    do {
      let steps = try Migration.load(directory: "\(directory)/\(onServer ? "postgresql" : "sqlite")")
      return Migrator(steps) { Digest(of: $0).bytes }
    } catch .unreadable(let path) {
      throw CommandFailure("cannot read migrations in \(path): --migrations or VALENCE_MIGRATIONS gives the directory")
    } catch {
      throw CommandFailure("\(error)")
    }
  }
}

extension FilePermissions.Excess {
  /// The warning.
  var warning: String {
    let octal = "0\(String(mode, radix: 8))"
    return isRemoved
      ? "\(path) had mode \(octal): now only its owner may read it"
      : "warning: \(path) has mode \(octal) and belongs to somebody else: others may read it"
  }
}

extension CommandFailure {
  /// Creates the failure of a database with advice; nil for an error of a statement.
  init?(_ error: StoreError, of database: String = "the database") {
    guard let fault = error.fault else { return nil }
    // The findings of a check stand below its headline: show the finding itself.
    let message = error.message.split(separator: "\n").last ?? "no reason given"
    if error.isOfServer {
      switch fault {
      case .full: self.init("\(database) has no room (\(message)): free some on its server and try again")
      case .readOnly:
        self.init("\(database) takes no writes (\(message)): it is set to read only")
      case .busy: self.init("\(database) is busy (\(message)): try again")
      case .damaged: self.init("\(database) is damaged (\(message)): restore it with the tools of its server")
      case .failing: self.init("cannot use \(database): \(message)")
      case .unreachable: self.init("cannot reach \(database): \(message)")
      case .denied: self.init("\(database) refuses a privilege (\(message)): grant it to the login")
      case .missing:
        self.init("\(database) lacks a table or column (\(message)): `valence migrate`, or check the search path")
      }
      return
    }
    switch fault {
    case .full: self.init("there is no room to write \(database) (\(message)): free some and try again")
    case .readOnly:
      self.init(
        "\(database) cannot be written (\(message)): file and directory must be writable for this user, and their "
          + "disk not mounted read-only")
    case .busy:
      self.init("another process holds \(database) (\(message)): try again when it has ended its transaction")
    case .damaged:
      self.init(
        "\(database) is damaged or no database (\(message)); it was left as it is: keep it, and take the last "
          + "backup with `valence restore BACKUP --force`")
    case .failing, .denied, .missing: self.init("cannot use \(database): \(message)")
    case .unreachable: self.init("cannot reach \(database): \(message)")
    }
  }

  /// Creates the failure of a schema.
  init(_ error: MigrationError, of database: String) {
    switch error {
    case .failed(_, _, let cause), .database(let cause):
      self = CommandFailure(cause, of: database) ?? CommandFailure("\(error)")
    default: self.init("\(error)")
    }
  }
}
