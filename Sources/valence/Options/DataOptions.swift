import ArgumentParser
import DemoData
import FoundationEssentials
import Hosting
import Model

/// The location of the database, and the bank's own BIC.
struct DataOptions: ParsableArguments {
  @Option(help: ConfigurationFile.optionHelp) var configFile: String?

  /// The default path of the database, and the path that `scripts/run` uses.
  private static let (standard, ofScript) = ("valence.sqlite", "data/valence.sqlite")

  @Option(
    name: .customLong("database"),
    help: ArgumentHelp(
      """
      The SQLite file, created if it does not exist, or a PostgreSQL database, such as postgresql://user@host/name.
      """,
      default: "valence.sqlite, or data/valence.sqlite if only that exists", valueName: "path or address"))
  var namedDatabase: String?

  @Option(help: .installed("migrations", "The directory of migrations."))
  var migrations: String?

  @Option(
    help: ArgumentHelp(
      """
      The keys that protect signing codes, created at the first start with mode 0600. Store them separately from \
      backups.
      """,
      default: "the database's path with .key, or valence.key for a PostgreSQL database", valueName: "path"))
  var secretKeyFile: String?

  @Option("nine digits", help: "The bank's own BIC. Payments to it stay within the ledger.", check: { BIC($0) != nil })
  var ownBic = Demo.ownBIC

  @Flag(
    help: """
      Requires --reason of each command that changes data or shows the data of a person. Servers ignore it.
      """)
  var requireReason = false

  /// The database from the options.
  var database: BankDatabase {
    BankDatabase(
      at: location, migrations: migrations ?? InstalledFiles.path("migrations"), keyFile: secretKeyFile, ownBIC: ownBic
    ) { Output.error($0) }
  }

  private var location: String {
    if let namedDatabase { return namedDatabase }
    let files = FileManager.default
    let isOfScript = !files.fileExists(atPath: Self.standard) && files.fileExists(atPath: Self.ofScript)
    return isOfScript ? Self.ofScript : Self.standard
  }
}
