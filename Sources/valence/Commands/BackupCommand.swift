import Hosting
import ArgumentParser
import Platform
import SQLiteStorage
import Storage

struct BackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Copies the database, also while a server writes to it.",
    discussion: """
      The copy is one file. It is created as FILE.partial, checked like the file in `check-database`, flushed to \
      disk, and then renamed to FILE. It contains everything that a server acknowledged before the copy.

      The audit of the database records this run. If it cannot, for example on a read-only disk, the command warns.

      The secret keys are not included: store the key file separately from the backups.

      EXAMPLE
        valence backup --database /var/lib/valence/valence.sqlite /var/backups/valence-2026-11-21.sqlite

      Exit status: 0 if the copy is complete and sound, 1 otherwise.
      """)

  @OptionGroup var audited: RunOptions
  @OptionGroup var data: DataOptions

  @Argument(help: ArgumentHelp("The file to create.", valueName: "file"))
  var file: String

  @Flag(help: "Replaces an existing file.")
  var force = false

  func run() throws {
    if data.database.isOnServer {
      throw OperatorError(
        """
        \(data.database.name) is copied with PostgreSQL's tools: `pg_dump --format=custom --file=FILE ADDRESS`, or \
        pg_basebackup with a log archive for recovery to any point in time. Store the key file \
        \(data.database.keyFile) separately
        """)
    }
    try data.database.requireDatabase()
    if !force, DatabaseFile.exists(file) { throw OperatorError("\(file) exists: --force replaces it") }
    let database = try audited.database(for: Self.self, data)
    if let reason = try database.recordRun() { Output.error("warning: this run is not in the audit: \(reason)") }
    let clock = ContinuousClock.now
    let progress = BackupProgress()
    do {
      let backup = try Backup.make(of: data.database.location, at: file, replacing: force) {
        progress.report($0, of: $1)
      }
      let seconds = ContinuousClock.now - clock
      Output.line(
        "\(file): \(counted(backup.pages, "page")), \(counted(backup.bytes, "byte")), checked, in "
          + seconds.formatted)
      Output.line("the secret keys (\(data.database.keyFile)) are not included: store them separately")
    } catch {
      throw OperatorError(error, from: data.database.location, to: file)
    }
  }

  /// Reports progress at most once a second.
  private final class BackupProgress {
    private var last = ContinuousClock.now

    func report(_ done: Int, of all: Int) {
      guard ContinuousClock.now - last >= .seconds(1) else { return }
      last = .now
      Output.error("copied \(done) of \(all) pages")
    }
  }
}

extension OperatorError {
  /// Creates the error for a failed backup, with advice.
  init(_ error: BackupError, from source: String, to copy: String) {
    switch error {
    case .source(let error): self = OperatorError(error, of: source) ?? OperatorError("\(source): \(error.message)")
    case .copy(let error): self = OperatorError(error, of: copy) ?? OperatorError("\(copy): \(error.message)")
    case .file(let failure): self.init("\(failure)")
    case .damaged(let faults):
      self.init("\(source) is damaged, and no copy was kept:\n" + faults.prefix(10).joined(separator: "\n"))
    }
  }
}

extension Duration {
  /// Seconds with two decimal places: `1.25 s`.
  var formatted: String {
    let hundredths = components.seconds * 100 + components.attoseconds / 10_000_000_000_000_000
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) s"
  }
}

struct RestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Replaces the database with a backup. No server may have the database open.",
    discussion: """
      The backup and its migrations are checked first; the backup is not changed. With --force, an existing database \
      is moved to DATABASE.before-restore, together with its log.

      EXAMPLE
        valence restore --database /var/lib/valence/valence.sqlite /var/backups/valence-2026-11-21.sqlite

      Exit status: 0 if the database was restored, 1 if it is unchanged.
      """)

  @OptionGroup var data: DataOptions

  @Argument(help: ArgumentHelp("The backup.", valueName: "file"))
  var file: String

  @Flag(help: "Moves an existing database to DATABASE.before-restore.")
  var force = false

  func run() throws {
    if data.database.isOnServer {
      throw OperatorError(
        """
        \(data.database.name) is restored with PostgreSQL's tools: `pg_restore --dbname=ADDRESS FILE` into an empty \
        database, or from the log archive. Then check it with `valence check-database --database ADDRESS`
        """)
    }
    guard DatabaseFile.exists(file) else { throw OperatorError("the backup \(file) does not exist") }
    try refuseTaken()
    let changes = try laterChanges()
    let copy = "\(data.database.location).restoring"
    let restored: Backup
    do { restored = try Backup(of: file, to: copy, isLive: false) } catch {
      throw OperatorError(error, from: file, to: copy)
    }
    // A process may have opened the database during the copy.
    try refuseUsed()
    let aside: String?
    do { aside = try DatabaseFile.replace(data.database.location, by: copy) } catch { throw OperatorError("\(error)") }
    if let aside { Output.line("the previous database is now \(aside)") }
    Output.line(
      "\(data.database.location): \(counted(restored.pages, "page")), \(counted(restored.bytes, "byte")), checked")
    if let changes { Output.line(changes) }
    if !DatabaseFile.exists(data.database.keyFile) {
      Output.line(
        "the key file \(data.database.keyFile) does not exist: restore the backup's key file before you serve")
    }
  }

  /// Throws if the database is in use, or exists and `--force` is absent.
  private func refuseTaken() throws {
    guard DatabaseFile.exists(data.database.location) else { return }
    try refuseUsed()
    guard force else {
      throw OperatorError(
        "\(data.database.location) exists: --force moves it to \(data.database.location).before-restore")
    }
  }

  private func refuseUsed() throws {
    guard DatabaseFile.exists(data.database.location) else { return }
    do {
      guard let process = try DatabaseFile.process(using: data.database.location) else { return }
      throw OperatorError("process \(process) has \(data.database.location) open: stop it first")
    } catch let failure as FileFailure {
      throw OperatorError("\(failure)")
    }
  }

  /// Returns a description of the schema changes that the next start makes to the backup; nil if it
  /// makes no change.
  ///
  /// Throws an `OperatorError` if the file is not a Valence database.
  private func laterChanges() throws -> String? {
    let migrator = try data.database.migrator()
    do {
      let status = try migrator.status(of: SQLiteConnection(inspecting: file))
      guard status.contains(where: \.isApplied) else { throw OperatorError("\(file) is not a Valence database") }
      let missing = status.count { !$0.isApplied }
      if status.contains(where: \.isReplaced) {
        return "`valence serve` will replace its migrations with one migration of the same schema"
      }
      return missing == 0 ? nil : "`valence serve` will apply \(counted(missing, "newer migration"))"
    } catch let error as MigrationError {
      throw OperatorError(error, of: file)
    } catch let error as StoreError {
      throw OperatorError(error, of: file) ?? OperatorError("\(file): \(error.message)")
    }
  }
}

/// Progress of a long run on standard error. Nothing is shown unless it is a terminal, so that
/// redirected output stays clean.
final class ProgressLine {
  private let what: String
  private let isShown = isatty(STDERR_FILENO) != 0
  private var isOpen = false

  /// Creates the progress of a run; `what` names the counted objects.
  init(of what: String) { self.what = what }

  /// Replaces the shown progress.
  func report(_ done: Int64, of all: Int64) {
    guard isShown else { return }
    isOpen = true
    Output.progress("\r\(done) of \(all) \(what)")
  }

  /// Ends the line of the progress.
  func end() {
    if isOpen { Output.progress("\n") }
    isOpen = false
  }
}
