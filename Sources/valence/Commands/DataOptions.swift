import ArgumentParser
import FoundationEssentials
import Model
import SQLite
import Secrets
import Services

/// Where the data lies, and what the bank is called by others.
struct DataOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The SQLite file; created where it is not there.", valueName: "path"))
  var database = "valence.sqlite"

  @Option(help: ArgumentHelp("The directory of migrations.", valueName: "directory"))
  var migrations = "migrations"

  @Option(
    help: ArgumentHelp(
      "The file of secret keys, mode 0600, made at the first start. Default: the database's path with .key.",
      valueName: "path"))
  var secretKeyFile: String?

  @Option(help: ArgumentHelp("The bank's own BIC.", valueName: "bic"))
  var ownBic = Demo.ownBIC

  /// Opens the database and, unless told otherwise, brings its schema up to date.
  func open(migrating: Bool = true) throws -> Database {
    let directory = database.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    if !directory.isEmpty, !FileManager.default.fileExists(atPath: directory) {
      throw CommandFailure("the directory \(directory) of the database does not exist")
    }
    do {
      let opened = try Database(path: database)
      let migrator = try migrator()
      if migrating { try opened.exclusively { _ = try migrator.apply(to: $0) } }
      return opened
    } catch let error as MigrationError {
      throw CommandFailure("\(error)")
    } catch let error as SQLiteError {
      throw CommandFailure("cannot use the database \(database): \(error.message)")
    }
  }

  /// The services over the database.
  func services() throws -> BankServices { try services(over: try open()) }

  /// The services over an open database.
  func services(over database: Database) throws -> BankServices {
    guard let bic = BIC(ownBic) else { throw CommandFailure("--own-bic takes nine digits, not `\(ownBic)`") }
    let keys: SecretKeys
    do {
      keys = try SecretKeyFile(path: secretKeyFile ?? "\(self.database).key").loadOrCreate()
    } catch {
      throw CommandFailure("\(error)")
    }
    return try BankServices(database: database, keys: keys, configuration: Configuration(ownBIC: bic))
  }

  /// The migrations of the directory.
  func migrator() throws -> Migrator {
    do {
      return Migrator(try Migration.load(directory: migrations)) { Digest(of: $0).bytes }
    } catch {
      throw CommandFailure("\(error)")
    }
  }
}
