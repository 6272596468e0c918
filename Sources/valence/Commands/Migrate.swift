import Hosting
import ArgumentParser
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
