import Authoring
import Hosting
import API
import ArgumentParser
import Atoms
import DemoData
import JSON
import Logging
import Model
import Operations
import SQLiteStorage
import Secrets
import Services
import Storage

struct PrintSchema: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract:
      "Prints the JSON Schema (2020-12) of the files of operations, fragments, tables or services, for editors.",
    discussion: """
      EXAMPLES
        valence schema > operation.schema.json
        valence schema fragments > fragment.schema.json
        valence schema tables > table.schema.json
        valence schema services > service.schema.json
      """)

  /// The files that a schema describes.
  enum Files: String, CaseIterable, ExpressibleByArgument {
    case operations, fragments, tables, services

    var schema: Value {
      switch self {
      case .operations: FormatSchema(.bank).document
      case .fragments: FormatSchema(.bank).fragments
      case .tables: FormatSchema.tables
      case .services: SystemSchema.document
      }
    }
  }

  @Argument(help: "The files: operations, fragments, tables or services.") var files: Files = .operations

  func run() throws {
    var writer = Writer()
    writer.value(files.schema)
    Output.line(try Value(reading: writer.bytes).pretty)
  }
}

struct PrintOpenAPI: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "openapi", abstract: "Prints the OpenAPI 3.1 document that the server returns at /openapi.json.",
    discussion: """
      EXAMPLE
        valence openapi > openapi.json
      """)

  @Option(help: ArgumentHelp("The directory of migrations.", valueName: "directory"))
  var migrations = "migrations"

  func run() throws {
    // The document is generated from a complete application. It uses a temporary database.
    let database = try Database.temporary()
    let migrator = Migrator(try Migration.load(directory: "\(migrations)/sqlite")) { Digest(of: $0).bytes }
    try database.exclusively { _ = try migrator.apply(to: $0) }
    let silent = Logger(label: "silent") { _ in SwiftLogNoOpLogHandler() }
    guard let bic = BIC(Demo.ownBIC), let day = BankDay(timeZone: "GMT") else { return }
    let services = try BankServices(
      store: database, keys: SecretKeys(SecretKey()), configuration: ServiceConfiguration(ownBIC: bic))
    let parts = ApplicationParts(services, try Catalog(paths: [], vocabulary: .bank), day: day, log: silent)
    let application = try Application(parts, access: silent)
    Output.line(String(decoding: try application.document(), as: UTF8.self))
  }
}
