import ArgumentParser
import SQLite
import Storage

/// `valence restore`
struct RestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Puts a backup in the place of the database, which no server may have open.",
    discussion: """
      The backup is checked first, itself and its migrations; it stays as it is. With --force the database that is there \
      is moved to DATABASE.before-restore, with its log.

      EXAMPLE
        valence restore --database /var/lib/valence/valence.sqlite /var/backups/valence-2026-11-21.sqlite

      Exit status: 0 where the database is the backup now, 1 where it is as it was.
      """)

  @OptionGroup var data: DataOptions

  @Argument(help: ArgumentHelp("The backup.", valueName: "file"))
  var file: String

  @Flag(help: "Moves the database that is there aside.")
  var force = false

  func run() throws {
    guard DatabaseFile.exists(file) else { throw CommandFailure("there is no backup \(file)") }
    try refuseTaken()
    let missing = try missingMigrations()
    let copy = "\(data.database).restoring"
    let restored: Backup
    do { restored = try Backup(of: file, to: copy, isLive: false) } catch {
      throw CommandFailure(error, from: file, to: copy)
    }
    // Copying takes its time: somebody may have begun to use the database meanwhile.
    try refuseUsed()
    let aside: String?
    do { aside = try DatabaseFile.replace(data.database, by: copy) } catch { throw CommandFailure("\(error)") }
    if let aside { Output.line("the database that was there is \(aside) now") }
    Output.line("\(data.database): \(counted(restored.pages, "page")), \(counted(restored.bytes, "byte")), checked")
    if missing > 0 { Output.line("\(counted(missing, "newer migration")) will be applied by `valence serve`") }
    if !DatabaseFile.exists(data.keyFile) {
      Output.line("there is no key file \(data.keyFile): put the one there that belongs to the backup before you serve")
    }
  }

  /// Refuses a database that is in use, or that is there without --force.
  private func refuseTaken() throws {
    guard DatabaseFile.exists(data.database) else { return }
    try refuseUsed()
    guard force else {
      throw CommandFailure("\(data.database) is there: --force moves it to \(data.database).before-restore")
    }
  }

  private func refuseUsed() throws {
    guard DatabaseFile.exists(data.database) else { return }
    do {
      guard let process = try DatabaseFile.process(using: data.database) else { return }
      throw CommandFailure("process \(process) has \(data.database) open: stop it first")
    } catch let failure as FileFailure {
      throw CommandFailure("\(failure)")
    }
  }

  /// How many migrations of this program the backup lacks; refuses a file that is no database of a bank.
  private func missingMigrations() throws -> Int {
    let migrator = try data.migrator()
    do {
      let status = try migrator.status(of: SQLiteConnection(inspecting: file))
      guard status.contains(where: \.isApplied) else { throw CommandFailure("\(file) is no database of a bank") }
      return status.count { !$0.isApplied }
    } catch let error as MigrationError {
      throw CommandFailure(error, of: file)
    } catch let error as StoreError {
      throw CommandFailure(error, of: file) ?? CommandFailure("\(file): \(error.message)")
    }
  }
}
