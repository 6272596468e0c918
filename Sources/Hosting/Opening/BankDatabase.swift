import DataAccess
import FoundationEssentials
import Logging
import Model
import Platform
import PostgreSQLStorage
import SQLiteStorage
import Secrets
package import Services
package import Storage

/// The database of a bank: its place, its migrations and its keys.
package struct BankDatabase: Sendable {
  /// The path or address of the database.
  package let location: String
  /// The path of the secret keys.
  package let keyFile: String
  private let migrations: String
  private let ownBIC: String
  /// Reports migrations and file modes to the operator.
  private let report: @Sendable (String) -> Void

  /// Names a database; it opens nothing.
  ///
  /// - Parameters:
  ///   - location: The path of a file or the address of a PostgreSQL database.
  ///   - migrations: The directory of migrations.
  ///   - keyFile: The path of the secret keys; nil for the standard one of the database.
  ///   - ownBIC: The bank's own BIC, as the operator wrote it.
  ///   - report: Shows a line to the operator.
  package init(
    at location: String, migrations: String, keyFile: String?, ownBIC: String,
    report: @escaping @Sendable (String) -> Void
  ) {
    self.location = location
    self.migrations = migrations
    self.keyFile = keyFile ?? Self.keyFile(of: location)
    self.ownBIC = ownBIC
    self.report = report
  }

  /// The place of the database.
  private var place: DatabasePlace { get throws { try DatabasePlace(location) } }

  /// The name of the database in messages: a path, or the parts of an address that tell it.
  package var name: String { (try? place.server?.description) ?? location }

  /// True if the database is one of a server.
  package var isOnServer: Bool { DatabasePlace.isAddress(location) }

  /// The path of the secret keys of a database, where nothing names another.
  package static func keyFile(of location: String) -> String {
    DatabasePlace.isAddress(location) ? "valence.key" : "\(location).key"
  }

  /// Opens the database, wherever it is, and migrates it unless told otherwise. `examined` concerns files.
  package func open(
    migrating: Bool = true, examined: Bool = false, limits: WriteLimits = WriteLimits(),
    reportNew: ((String) -> Void)? = nil
  ) throws -> any Store {
    guard let address = try place.server else {
      return try openFile(
        migrating: migrating, examined: examined, limits: limits, reportNew: reportNew ?? { report($0) })
    }
    let migrator = try migrator()
    do {
      if migrating {
        try PostgreSQLStore.administer(address) { connection in
          let isNew = try !migrator.status(of: connection).contains(where: \.isApplied)
          let applied = try migrator.apply(
            to: connection,
            report: { if !isNew { report("migrating the database: \($0.number) (\($0.name))") } })
          if isNew, !applied.isEmpty { (reportNew ?? report)("made the tables of the bank in \(address)") }
        }
      }
      return try PostgreSQLStore(address, locking: LockedTable.bank, limits: limits)
    } catch let error as MigrationError {
      throw OperatorError(error, of: "\(address)")
    } catch let error as StoreError {
      throw OperatorError(error, of: "\(address)") ?? OperatorError("cannot use \(address): \(error.message)")
    }
  }

  /// Opens the file of the database and, if `migrating` is true, migrates it.
  ///
  /// If `examined` is true, refuses a damaged file before any use. Calls `reportNew` after creating a
  /// database, because a mistyped path creates one. Reports each migration of an existing database.
  private func openFile(
    migrating: Bool, examined: Bool, limits: WriteLimits, reportNew: (String) -> Void
  ) throws -> Database {
    if !migrating { try requireDatabase() }
    let directory = location.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    if !directory.isEmpty, !FileManager.default.fileExists(atPath: directory) {
      throw OperatorError("the directory \(directory) of the database does not exist")
    }
    let migrator = try migrator()
    let isNew = !DatabaseFile.exists(location)
    do {
      // Before anything opens it: SQLite gives its log files the mode of the database.
      for file in DatabaseFile.secure(location) { report(file.warning) }
      if examined, DatabaseFile.exists(location), !isBarelyBegun { try DatabaseFile.examine(location) }
      let opened = try Database(path: location, limits: limits)
      if migrating {
        try opened.exclusively { connection in
          _ = try migrator.apply(
            to: connection,
            report: { if !isNew { report("migrating \(location): \($0.number) (\($0.name))") } })
        }
      }
      if isNew { reportNew("made the new database \(location)") }
      return opened
    } catch let error as MigrationError {
      throw OperatorError(error, of: "the database \(location)")
    } catch let error as StoreError {
      let name = "the database \(location)"
      throw OperatorError(error, of: name) ?? OperatorError("cannot use \(name): \(error.message)")
    }
  }

  /// Removes the mark of a clean stop; returns true if the database and its keys are as that stop left them.
  func takeCleanStop() -> Bool { !isOnServer && CleanShutdownMarker.take(of: location, files: [keyFile]) }

  /// Leaves the mark of a clean stop. The database is closed.
  func leaveCleanStop() { if !isOnServer { CleanShutdownMarker.leave(for: location, files: [keyFile]) } }

  /// True if no process has the database file open, so that no other process sends its messages.
  ///
  /// Read this before opening the database. It is false for the database of a server, where other
  /// processes cannot be detected.
  var isAlone: Bool {
    if isOnServer { return false }
    guard DatabaseFile.exists(location) else { return true }
    do { return try DatabaseFile.process(using: location) == nil } catch { return false }
  }

  /// True if the database is an empty file without keys, which a killed first start leaves.
  ///
  /// The keys are created after the tables, so an empty file with keys has lost its data.
  private var isBarelyBegun: Bool {
    DatabaseFile.size(location) == 0 && !FileManager.default.fileExists(atPath: keyFile)
  }

  /// Logs a warning if the database has migrations of the next release.
  func reportNewer(_ database: any Store, _ log: Logger) throws {
    let migrator = try migrator()
    let status = try database.read { try migrator.status(of: $0) }
    guard let newest = status.last, !newest.isKnown else { return }
    log.warning(
      "the database has migrations of the next release, which this program works with",
      metadata: ["database": "\(newest.release)", "program": "\(migrator.release)"])
  }

  /// Throws an `OperatorError` if the database file does not exist; a mistyped path would create one.
  package func requireDatabase() throws {
    // For the database of a server, the connection fails.
    if try place.server != nil { return }
    guard FileManager.default.fileExists(atPath: location) else {
      throw OperatorError("there is no database \(location): --database or VALENCE_DATABASE gives its path")
    }
  }

  /// The services over the database.
  package func services() throws -> BankServices { try services(over: try open()) }

  /// Creates the services over an open database; `adjust` applies further configuration.
  package func services(
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
      throw OperatorError("\(error)")
    }
  }

  /// The audit of the database as it is, with the secret keys as they are.
  package func existingAudit() throws -> Audit {
    let database = try openUpToDate()
    guard let audit = try provableAudit(of: database) else {
      throw OperatorError("there is no secret key file \(keyFile)")
    }
    return audit
  }

  /// Returns the audit of a database if its keys are there to verify it. A command that only reads creates no keys.
  package func provableAudit(of database: any Store) throws -> Audit? {
    guard FileManager.default.fileExists(atPath: keyFile) else { return nil }
    let clock = try clock(of: database)
    do {
      return Audit(store: database, keys: try SecretKeyFile(path: keyFile).load(), clock: clock)
    } catch {
      throw OperatorError("\(error)")
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

  /// The services for reading the database as it is, without its secret keys.
  package func readingServices() throws -> BankServices {
    let bic = try bic()
    return try BankServices(
      store: try openUpToDate(), keys: SecretKeys(SecretKey()), configuration: ServiceConfiguration(ownBIC: bic))
  }

  /// The versions of operations in the database as it is.
  package func versions() throws -> Versions {
    let database = try openUpToDate()
    return Versions(store: database, kept: .zero, audit: try audit(of: database), clock: try clock(of: database))
  }

  /// Returns the stopped operations of the database as it is.
  package func availability() throws -> Availability {
    let database = try openUpToDate()
    return try Availability(store: database, audit: try audit(of: database), clock: try clock(of: database))
  }

  /// Opens a database that is there and whose schema is up to date.
  package func openUpToDate() throws -> any Store {
    // In another directory, database and migrations are both missing: report the database.
    try requireDatabase()
    let migrator = try migrator()
    let opened = try open(migrating: false)
    do {
      let missing = try opened.read { try migrator.status(of: $0) }.filter { !$0.isApplied }
      if let first = missing.first {
        throw OperatorError("the database lacks migration \(first.number) (\(first.name)): run `valence migrate`")
      }
    } catch let error as MigrationError {
      throw OperatorError(error, of: "the database \(name)")
    }
    return opened
  }

  /// The bank's own BIC.
  private func bic() throws -> BIC {
    guard let bic = BIC(ownBIC) else { throw OperatorError("--own-bic takes nine digits, not `\(ownBIC)`") }
    return bic
  }

  /// The migrations for the database: a folder of the directory, `sqlite` or `postgresql`.
  package func migrator() throws -> Migrator { try Self.migrator(in: migrations, onServer: isOnServer) }

  /// The migrations of a directory for a database of a server or for a file.
  package static func migrator(in directory: String, onServer: Bool) throws -> Migrator {
    do {
      let steps = try Migration.load(directory: "\(directory)/\(onServer ? "postgresql" : "sqlite")")
      return Migrator(steps) { Digest(of: $0).bytes }
    } catch .unreadable(let path) {
      throw OperatorError("cannot read migrations in \(path): --migrations or VALENCE_MIGRATIONS gives the directory")
    } catch {
      throw OperatorError("\(error)")
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
