import ArgumentParser
import SQLite

/// `valence migrate`
struct Migrate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Brings the database's schema up to date, or shows where it stands.",
    discussion: """
      EXAMPLES
        valence migrate --database valence.sqlite
        valence migrate --status
      """)

  @OptionGroup var data: DataOptions

  @Flag(help: "Shows each migration and whether the database has it.")
  var status = false

  func run() throws {
    let migrator = try data.migrator()
    let database = try data.open(migrating: !status)
    do {
      for step in try database.exclusively({ try migrator.status(of: $0) }) {
        let standing = step.isKnown ? step.isApplied ? "applied" : "missing" : "newer  "
        let release = step.release > 1 ? "  (release \(step.release))" : ""
        Output.line("\(standing)  \(step.number)  \(step.name)\(release)")
      }
    } catch let error as MigrationError {
      throw CommandFailure(error, of: "the database \(data.database)")
    }
  }
}
