import Authoring
import Hosting
import API
import ArgumentParser
import Atoms
import Definitions
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
    abstract: "Prints the JSON Schema (2020-12) of definition files, for editors, or of the wire, for clients.",
    discussion: """
      With `--config` the schema has the names of that directory's files: services, tables, fragments, kinds, operations, \
      screens and flows. Print it again after these names change. Without it, only the server's names are known.

      `wire` prints the schema of the documents that clients receive: trees, states, progress, screens, lists, problems \
      and events. It accepts members and words of a later server. With `--strict` it rejects them.

      EXAMPLES
        valence schema --config config > operations.schema.json
        valence schema screens --config config > screens.schema.json
        valence schema services > services.schema.json
        valence schema wire > wire.schema.json
      """)

  /// The files that a schema describes.
  enum Files: String, CaseIterable, ExpressibleByArgument {
    case operations, fragments, kinds, tables, services, recorded, screens, flows, routes, scenarios, calendar, locales
    case wire

    func schema(_ names: DefinitionNames, isStrict: Bool) throws -> Value {
      switch self {
      case .operations: FormatSchema(names).document
      case .fragments: FormatSchema(names).fragments
      case .kinds: FormatSchema(names).kinds
      case .tables: FormatSchema.tables
      case .services: SystemSchema.document
      case .recorded: RecordedSchema(names).document
      case .screens: NavigationSchema(names).screens
      case .flows: NavigationSchema(names).flows
      case .routes: NavigationSchema(names).routes
      case .scenarios: ScenarioSchema(names).document
      case .calendar: CalendarSchema.document
      case .locales: LocaleSchema.document
      case .wire: try WireSchema.document(isStrict: isStrict)
      }
    }
  }

  @Argument(help: "The files that the schema describes.") var files: Files = .operations

  @Option(help: ArgumentHelp("The directory whose names the schema has.", valueName: "directory"))
  var config: String?

  @Flag(help: "For `wire`: rejects members and words that this server does not send.") var strict = false

  @OptionGroup var kinds: LibraryOption

  func validate() throws {
    if strict, files != .wire { throw ValidationError("`--strict` is an option of `schema wire`") }
  }

  func run() throws {
    var writer = Writer()
    writer.value(try files.schema(try names(), isStrict: strict))
    Output.line(try Value(reading: writer.bytes).pretty)
  }

  private func names() throws -> DefinitionNames {
    guard let config else { return DefinitionNames(.bank) }
    do {
      return try DefinitionNames(try DefinitionFiles(directory: "\(config)/operations"), over: .bank)
    } catch { throw OperatorError(error) }
  }
}

struct PrintOpenAPI: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "openapi", abstract: "Prints the OpenAPI 3.1 document that the server returns at /openapi.json.",
    discussion: """
      EXAMPLE
        valence openapi > openapi.json
      """)

  @Option(help: .installed("migrations", "The directory of migrations."))
  var migrations: String?

  func run() throws {
    // The document is generated from a complete application. It uses a temporary database.
    let database = try Database.temporary()
    let migrator = Migrator(try Migration.load(directory: "\(migrations ?? InstalledFiles.path("migrations"))/sqlite"))
    { Digest(of: $0).bytes }
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
