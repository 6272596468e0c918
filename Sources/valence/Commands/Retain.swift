import Hosting
import ArgumentParser
import Model
import Services
import Storage

struct Retain: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Deletes the data whose retention has ended, as a running server does every hour.",
    discussion: """
      Migrates the database first, if needed. Rows are deleted a few at a time, so that a running server can write at \
      the same time.

      EXAMPLES
        valence retain
        valence retain --retain-unsigned 30 --database /var/lib/valence/valence.sqlite
      """)

  @OptionGroup var drafts: DraftOptions
  @OptionGroup var retention: RetentionOptions
  @OptionGroup var audited: RunOptions
  @OptionGroup var data: DataOptions

  func run() throws {
    let database = try audited.database(for: Self.self, data)
    let (rules, kept) = (retention.rules, drafts.rules)
    try database.requireDatabase()
    // Its commits run small checkpoints, so that the job pauses while the disk is busy with them.
    let store = try database.open(limits: WriteLimits(logPages: 100, checkpointsInBackground: false))
    let services = try database.services(over: store) { ($0.retention, $0.drafts) = (rules, kept) }
    let removed = try services.retention.sweep().wait()
    Output.line(removed.isEmpty ? "nothing to delete" : "deleted \(removed.listed)")
  }
}
