import API
import ArgumentParser
import Demo
import Logging
import Model
import Operations
import SQLite
import Secrets
import Services

/// `valence openapi`
struct PrintOpenAPI: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "openapi", abstract: "Prints the OpenAPI 3.1 document that the server answers at /openapi.json.",
    discussion: """
      EXAMPLE
        valence openapi > openapi.json
      """)

  @Option(help: ArgumentHelp("The directory of migrations.", valueName: "directory"))
  var migrations = "migrations"

  func run() throws {
    // The document is made from the table of a whole application; this one stands on a database that is gone after it.
    let database = try Database.temporary()
    let migrator = Migrator(try Migration.load(directory: migrations)) { Digest(of: $0).bytes }
    try database.exclusively { _ = try migrator.apply(to: $0) }
    let silent = Logger(label: "silent") { _ in SwiftLogNoOpLogHandler() }
    guard let bic = BIC(Demo.ownBIC), let day = BankDay(timeZone: "GMT") else { return }
    let services = try BankServices(
      store: database, keys: SecretKeys(SecretKey()), configuration: Configuration(ownBIC: bic))
    let bank = Bank(services: services, catalog: try Catalog(paths: [], vocabulary: .bank), day: day, log: silent)
    let application = try Application(bank, access: silent)
    Output.line(String(decoding: try application.document(), as: UTF8.self))
  }
}
