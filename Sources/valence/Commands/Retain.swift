import ArgumentParser
import Model
import Services

/// `valence retain`
struct Retain: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Forgets what has been kept long enough, as a running server does every hour.",
    discussion: """
      Rows are forgotten a few at a time, so that a server that runs goes on writing meanwhile.

      EXAMPLES
        valence retain
        valence retain --retain-unsigned 30 --database /var/lib/valence/valence.sqlite
      """)

  @OptionGroup var drafts: DraftOptions
  @OptionGroup var retention: RetentionOptions
  @OptionGroup var data: DataOptions

  func run() throws {
    let (rules, kept) = (retention.rules, drafts.rules)
    try data.requireDatabase()
    let services = try data.services(over: try data.open()) { ($0.retention, $0.drafts) = (rules, kept) }
    let removed = try services.retention.sweep().wait()
    Output.line(removed.isEmpty ? "nothing to forget" : "forgot \(removed.listed)")
  }
}

extension [Erasure.Count] {
  /// The counts in words.
  var listed: String { map { "\($0.what): \($0.count)" }.joined(separator: ", ") }
}
