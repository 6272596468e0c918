import Hosting
import ArgumentParser
import FoundationEssentials
import Secrets
import Services
import Storage

struct CopyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy", abstract: "Copies a whole bank into a new database, from SQLite to PostgreSQL or back.",
    discussion: """
      FROM and TO are paths of SQLite files or addresses of databases, such as postgresql://user@host/name, whose \
      tables the user owns. TO must be new or without rows; missing tables are created. No server may use FROM or \
      TO: a server that is started during the copy waits briefly and then fails to start.

      All rows are copied in one transaction of TO. Before the commit, the rows are read back and compared, and the \
      ledger is checked. The audit is checked too if the secret key file exists. If the command fails before the \
      commit, TO has no rows. FROM is not changed, except for the audit record of this run. Once \
      TO serves, no server may serve FROM.

      The secret keys are not copied: serve TO with the key file of FROM.

      EXAMPLES
        valence copy valence.sqlite postgresql://owner@db.bank/valence
        valence copy postgresql://owner@db.bank/valence back.sqlite --secret-key-file /etc/valence/keys

      Exit status: 0 if the whole bank is in TO, 1 otherwise.
      """)

  @Option(help: ConfigurationFile.optionHelp) var configFile: String?

  @Option(help: .installed("migrations", "The directory of migrations."))
  var migrations: String?

  @Option(
    help: ArgumentHelp(
      """
      The secret keys of FROM, to verify its audit. Default: its path with .key, or valence.key for a PostgreSQL \
      database.
      """,
      valueName: "path"))
  var secretKeyFile: String?

  @Flag(help: "Requires --reason.") var requireReason = false
  @OptionGroup var audited: RunOptions

  @Argument(help: ArgumentHelp("The path or address of the bank.", valueName: "from"))
  var from: String

  @Argument(help: ArgumentHelp("The path or address of the new database.", valueName: "to"))
  var to: String

  func run() throws {
    let (source, target) = (try OpenedPlace(from), try OpenedPlace(to))
    if source.isSame(as: target) { throw OperatorError("FROM and TO are the same database") }
    let keyFile = secretKeyFile ?? BankDatabase.keyFile(of: from)
    let keys = try keys(keyFile)
    let run = try audited.run(of: Self.self, isReasonRequired: requireReason)
    var newest = 0
    try source.read { newest = try self.newest($0, source) }
    let unrecorded = try recordRun(run, keyFile)
    let clock = ContinuousClock.now
    let progress = ProgressLine(of: "rows written and compared")
    defer { progress.end() }
    var copied: [BankCopy.Copied] = []
    try source.read { old in
      let tables = try old.tables()
      try target.fill { new in
        try makeTables(new, target, upTo: newest)
        let copy = BankCopy(source: old, target: new, tables: tables, keys: keys) { progress.report($0, of: $1) }
        copied = try copy.run()
      }
    }
    progress.end()
    for copied in copied where copied.rows.count > 0 {
      Output.line("\(copied.table.name): \(counted(copied.rows.count, "row")), \(copied.rows.value.digits(ofBytes: 8))")
    }
    let rows = copied.reduce(0) { $0 + $1.rows.count }
    let took = ContinuousClock.now - clock
    let audit =
      keys == nil ? "the audit was not verified: there is no secret key file \(keyFile)" : "ledger and audit are sound"
    Output.line("\(counted(rows, "row")) in \(took.formatted), compared; \(audit)")
    if let unrecorded { Output.line("this run is not in the audit of FROM: \(unrecorded)") }
    Output.line(
      """
      the secret keys (\(keyFile)) are not copied: serve \(target.shown) with that file, and do not serve \
      \(source.shown) again
      """)
  }

  /// Stores the run in FROM, whose audit is copied with it. Returns the reason why it cannot.
  private func recordRun(_ run: CommandRunDraft, _ keyFile: String) throws -> String? {
    let migrations = migrations ?? InstalledFiles.path("migrations")
    return try BankDatabase(at: from, migrations: migrations, keyFile: keyFile, ownBIC: "") { Output.error($0) }
      .used(by: run).recordRun()
  }

  /// Returns the keys of the audit; nil if the default file does not exist. Throws if a named file
  /// does not exist.
  private func keys(_ path: String) throws -> SecretKeys? {
    guard FileManager.default.fileExists(atPath: path) else {
      if secretKeyFile == nil { return nil }
      throw OperatorError("there is no secret key file \(path)")
    }
    do { return try SecretKeyFile(path: path).load() } catch { throw OperatorError("\(error)") }
  }

  /// Returns the number of the newest migration of the source. Throws if the source lacks a
  /// migration that this program knows.
  private func newest(_ engine: any BulkEngine, _ place: OpenedPlace) throws -> Int {
    let status = try BankDatabase.migrator(
      in: migrations ?? InstalledFiles.path("migrations"), onServer: place.isOnServer
    ).status(of: Connection(engine))
    guard status.contains(where: \.isApplied) else { throw OperatorError("\(place.shown) is not a Valence database") }
    if let missing = status.first(where: { !$0.isApplied }) {
      throw OperatorError(
        "\(place.shown) lacks migration \(missing.number) (\(missing.name)): run `valence migrate --database \(place.name)`"
      )
    }
    return status.last?.number ?? 0
  }

  /// Creates the missing tables. Throws if migrations are missing and a table has rows.
  private func makeTables(_ engine: any BulkEngine, _ place: OpenedPlace, upTo newest: Int) throws {
    let migrator = try BankDatabase.migrator(
      in: migrations ?? InstalledFiles.path("migrations"), onServer: place.isOnServer)
    let status = try migrator.status(of: Connection(engine))
    if status.contains(where: { !$0.isApplied }) {
      // A database with rows in its tables is not new, and a migration could fail on these rows.
      for table in try engine.tables() where !CopiedTables.derived.contains(table.name) {
        guard try engine.count(of: table) == 0 else {
          throw OperatorError(
            "\(place.shown) is not empty: it has rows in \(table.name). Copy into a new database")
        }
      }
      _ = try migrator.apply(to: engine)
    }
    let last = try migrator.status(of: Connection(engine)).last(where: \.isApplied)?.number ?? 0
    guard last == newest else {
      throw OperatorError(
        "FROM is at migration \(newest), TO at migration \(last): run `valence copy` of the newer release"
      )
    }
  }
}
