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

/// The database of a bank, with its location, migrations and secret keys.
package struct BankDatabase: Sendable {
  package let location: String
  /// The path of the secret key file.
  package let keyFile: String
  private let migrations: String
  private let ownBIC: String
  /// The command that uses the database, whose run is stored before its first change; nil for none.
  private var run: CommandRunDraft?
  /// Reports migrations and changed file modes to the operator.
  private let report: @Sendable (String) -> Void

  /// Creates a description of a database without opening it.
  ///
  /// - Parameters:
  ///   - location: The path of a file or the address of a PostgreSQL database.
  ///   - migrations: The directory of migrations.
  ///   - keyFile: The path of the secret key file; nil for the default path.
  ///   - ownBIC: The bank's own BIC, as given by the operator.
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

  /// Returns this database for a command whose run the audit records.
  package func used(by run: CommandRunDraft) -> BankDatabase {
    var database = self
    database.run = run
    return database
  }

  private var place: DatabasePlace { get throws { try DatabasePlace(location) } }

  /// The name in messages: the path, or the identifying parts of an address.
  package var name: String { (try? place.server?.description) ?? location }

  /// True for a PostgreSQL database.
  package var isOnServer: Bool { DatabasePlace.isAddress(location) }

  /// Returns the default path of the secret key file.
  package static func keyFile(of location: String) -> String {
    DatabasePlace.isAddress(location) ? "valence.key" : "\(location).key"
  }

  /// Opens the database and, if `migrating` is true, migrates it. `examined` applies only to files.
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
          try requireOperator(Connection(connection), isNew: isNew)
          let applied = try migrator.apply(
            to: connection,
            report: { if !isNew { report("migrating the database: \($0.number) (\($0.name))") } })
          if isNew, !applied.isEmpty { (reportNew ?? report)("created the bank's tables in \(address)") }
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
  /// If `examined` is true, refuses a damaged file before any use. Calls `reportNew` after creating
  /// a database, because a mistyped path creates one. Reports each migration of an existing
  /// database.
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
    if isNew, let login = run?.operatorLogin { throw OperatorError.unknownOperator(login) }
    do {
      // This must precede opening, because SQLite creates its log files with the mode of the
      // database.
      for file in DatabaseFile.secure(location) { report(file.warning) }
      if examined, DatabaseFile.exists(location), !isBarelyBegun { try DatabaseFile.examine(location) }
      let opened = try Database(path: location, limits: limits)
      if migrating {
        try opened.exclusively { connection in
          let isEmpty = try !migrator.status(of: connection).contains(where: \.isApplied)
          try requireOperator(Connection(connection), isNew: isEmpty)
          _ = try migrator.apply(
            to: connection,
            report: { if !isNew { report("migrating \(location): \($0.number) (\($0.name))") } })
        }
      }
      if isNew { reportNew("created the database \(location)") }
      return opened
    } catch let error as MigrationError {
      throw OperatorError(error, of: "the database \(location)")
    } catch let error as StoreError {
      let name = "the database \(location)"
      throw OperatorError(error, of: name) ?? OperatorError("cannot use \(name): \(error.message)")
    }
  }

  /// Throws an `OperatorError` if the command names an operator whom the database does not have.
  ///
  /// Called before migrations and before the creation of keys, so that a rejected command changes
  /// nothing.
  private func requireOperator(_ connection: Connection, isNew: Bool) throws {
    guard let text = run?.operatorLogin else { return }
    guard !isNew, let login = Login(text), try PersonDAO(connection).hasOperator(login) else {
      throw OperatorError.unknownOperator(text)
    }
  }

  /// Stores the run of the command in an existing database, which is neither migrated nor given
  /// keys.
  ///
  /// - Returns: The reason why the run cannot be stored; nil if it is stored.
  /// - Throws: An `OperatorError` if the named operator is unknown.
  package func recordRun() throws -> String? {
    guard let run else { return nil }
    var unused = self
    unused.run = nil
    do {
      let store = try unused.openUpToDate()
      defer { store.close() }
      guard let audit = try provableAudit(of: store) else { return "there is no secret key file \(keyFile)" }
      _ = try audit.began(run)
      return nil
    } catch CommandRunError.unknownOperator(let login) {
      throw OperatorError.unknownOperator(login)
    } catch let error as StoreError {
      return error.message
    } catch let error as OperatorError {
      return "\(error)"
    }
  }

  /// Removes the marker of a clean stop. Returns true if the database and its keys are unchanged
  /// since that stop.
  func takeCleanStop() -> Bool { !isOnServer && CleanShutdownMarker.take(of: location, files: [keyFile]) }

  /// Writes the marker of a clean stop. The database must be closed.
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
      "database has migrations of the next release, supported by this program",
      metadata: ["database": "\(newest.release)", "program": "\(migrator.release)"])
  }

  /// Throws an `OperatorError` if the database file does not exist, because opening a mistyped path
  /// would create one.
  package func requireDatabase() throws {
    // For a PostgreSQL database, connecting reports the error.
    if try place.server != nil { return }
    guard FileManager.default.fileExists(atPath: location) else {
      throw OperatorError("the database \(location) does not exist: set its path with --database or VALENCE_DATABASE")
    }
  }

  /// Opens and migrates the database, and returns its services.
  package func services() throws -> BankServices { try services(over: try open()) }

  /// Creates the services over an open database; `adjust` applies further configuration.
  package func services(
    over database: any Store, searchingKeys isThorough: Bool = false,
    _ adjust: (inout ServiceConfiguration) -> Void = { _ in },
    stepped: @escaping @Sendable (SteadyClock.Step) -> Void = { _ in }
  ) throws -> BankServices {
    var configuration = ServiceConfiguration(ownBIC: try bic())
    adjust(&configuration)
    configuration.run = run
    let keys = try keys(of: database, thoroughly: isThorough)
    let services = try OperatorError.reporting {
      try BankServices(store: database, keys: keys, configuration: configuration, stepped: stepped)
    }
    // From now on, movements of money are recorded in the audit, after a digest of the earlier
    // movements.
    try services.audit.bindLedger()
    return services
  }

  /// Returns the secret keys of the database. Creates them if the database has none.
  private func keys(of database: any Store, thoroughly: Bool = false) throws -> SecretKeys {
    do {
      return try KeyCustody(SecretKeyFile(path: keyFile), of: database).keys(thoroughly: thoroughly)
    } catch let error as StoreError {
      throw error
    } catch {
      throw OperatorError("\(error)")
    }
  }

  /// Returns the audit of an existing database. Neither the database nor its keys are created.
  package func existingAudit() throws -> Audit {
    let database = try openUpToDate()
    guard let audit = try provableAudit(of: database) else {
      throw OperatorError("there is no secret key file \(keyFile)")
    }
    return audit
  }

  /// Returns the audit of a database; nil if the secret key file is missing. A command that only
  /// reads must not create keys.
  package func provableAudit(of database: any Store) throws -> Audit? {
    guard FileManager.default.fileExists(atPath: keyFile) else { return nil }
    let clock = try clock(of: database)
    do {
      return Audit(store: database, keys: try SecretKeyFile(path: keyFile).load(), clock: clock)
    } catch {
      throw OperatorError("\(error)")
    }
  }

  private func audit(of database: any Store) throws -> Audit {
    let audit = Audit(store: database, keys: try keys(of: database), clock: try clock(of: database))
    guard let run else { return audit }
    return try OperatorError.reporting { try audit.began(run) }
  }

  /// Returns the clock for a command's writes. It never returns a time before the newest stored
  /// one.
  private func clock(of database: any Store) throws -> Clock {
    let steady = try SteadyClock(over: database)
    return { steady.now }
  }

  /// Returns an inspection of an existing database. Throws if its schema is not up to date.
  func inspection() throws -> Inspection { Inspection(store: try openUpToDate()) }

  /// Returns services for reading an existing database without its secret keys.
  package func readingServices() throws -> BankServices {
    let bic = try bic()
    return try BankServices(
      store: try openUpToDate(), keys: SecretKeys(SecretKey()), configuration: ServiceConfiguration(ownBIC: bic))
  }

  /// Returns services over an existing database, which is not migrated, with its secret keys;
  /// `adjust` applies further configuration.
  package func existingServices(
    _ adjust: (inout ServiceConfiguration) -> Void = { _ in }
  ) throws -> BankServices {
    try services(over: try openUpToDate(), adjust)
  }

  /// Returns the versions of operations in an existing database.
  package func versions() throws -> Versions {
    let database = try openUpToDate()
    return Versions(store: database, kept: .zero, audit: try audit(of: database), clock: try clock(of: database))
  }

  /// Returns the disabled operations of an existing database.
  package func availability() throws -> Availability {
    let database = try openUpToDate()
    return try Availability(store: database, audit: try audit(of: database), clock: try clock(of: database))
  }

  /// Opens an existing database. Throws an `OperatorError` if migrations are missing.
  package func openUpToDate() throws -> any Store {
    // In a wrong working directory, the database and the migrations are missing. Report the
    // database.
    try requireDatabase()
    let migrator = try migrator()
    let opened = try open(migrating: false)
    do {
      let missing = try opened.read { try migrator.status(of: $0) }.filter { !$0.isApplied }
      if let first = missing.first {
        throw OperatorError("the database lacks migration \(first.number) (\(first.name)): run `valence migrate`")
      }
      try opened.read { try requireOperator($0, isNew: false) }
    } catch let error as MigrationError {
      throw OperatorError(error, of: "the database \(name)")
    }
    return opened
  }

  private func bic() throws -> BIC {
    guard let bic = BIC(ownBIC) else { throw OperatorError("--own-bic takes nine digits, not `\(ownBIC)`") }
    return bic
  }

  /// Returns the migrations in the subdirectory of this database's engine.
  package func migrator() throws -> Migrator { try Self.migrator(in: migrations, onServer: isOnServer) }

  /// Returns the migrations in the subdirectory `postgresql` or `sqlite` of `directory`.
  package static func migrator(in directory: String, onServer: Bool) throws -> Migrator {
    do {
      let steps = try Migration.load(directory: "\(directory)/\(onServer ? "postgresql" : "sqlite")")
      return Migrator(steps) { Digest(of: $0).bytes }
    } catch .unreadable(let path) {
      throw OperatorError(
        "cannot read migrations in \(path): set the directory with --migrations or VALENCE_MIGRATIONS")
    } catch {
      throw OperatorError("\(error)")
    }
  }
}

extension FilePermissions.Excess {
  var warning: String {
    let octal = "0\(String(mode, radix: 8))"
    return isRemoved
      ? "\(path) had mode \(octal); now only its owner can read it"
      : "warning: \(path) has mode \(octal) and belongs to another user, so others can read it"
  }
}
