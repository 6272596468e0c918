import Hosting
import ArgumentParser
import Model
import Services
import Storage

struct Migrate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Migrates the database's schema, or shows the state of its migrations.",
    discussion: """
      EXAMPLES
        valence migrate --database valence.sqlite
        valence migrate --status
        valence migrate --database postgresql://owner@db.bank/valence
      """)

  @OptionGroup var data: DataOptions

  @Flag(help: "Shows each migration, and whether the database has it.")
  var status = false

  func run() throws {
    if status { try data.database.requireDatabase() }
    let migrator = try data.database.migrator()
    let database = try data.database.open(migrating: !status)
    do {
      for step in try database.read({ try migrator.status(of: $0) }) {
        let release = step.release > 1 ? "  (release \(step.release))" : ""
        Output.line("\(Self.state(of: step))  \(step.number)  \(step.name)\(release)")
      }
    } catch let error as MigrationError {
      throw OperatorError(error, of: "the database \(data.database.name)")
    }
  }
}

extension Migrate {
  private static func state(of step: Migrator.Status) -> String {
    if step.isReplaced { return "replaced" }
    guard step.isKnown else { return "newer  " }
    return step.isApplied ? "applied" : "missing"
  }
}

struct Retain: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Deletes the data whose retention has ended, as a running server does every hour.",
    discussion: """
      Rows are deleted a few at a time, so that a running server can write at the same time.

      EXAMPLES
        valence retain
        valence retain --retain-unsigned 30 --database /var/lib/valence/valence.sqlite
      """)

  @OptionGroup var drafts: DraftOptions
  @OptionGroup var retention: RetentionOptions
  @OptionGroup var data: DataOptions

  func run() throws {
    let (rules, kept) = (retention.rules, drafts.rules)
    try data.database.requireDatabase()
    // Its commits run small checkpoints, so that the job pauses while the disk is busy with them.
    let database = try data.database.open(limits: WriteLimits(logPages: 100, checkpointsInBackground: false))
    let services = try data.database.services(over: database) { ($0.retention, $0.drafts) = (rules, kept) }
    let removed = try services.retention.sweep().wait()
    Output.line(removed.isEmpty ? "nothing to delete" : "deleted \(removed.listed)")
  }
}
