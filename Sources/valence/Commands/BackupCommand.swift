import ArgumentParser
import SQLite
import Storage

/// `valence backup`
struct BackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Copies the database as it is at this moment, while a server writes to it.",
    discussion: """
      The copy is one file. It is made as FILE.partial, checked as `check-database` checks a file, written through to the \
      disk, and only then called FILE. What a server had acknowledged before is in it.

      The secret keys are not in it: keep the key file apart from the backups.

      EXAMPLE
        valence backup --database /var/lib/valence/valence.sqlite /var/backups/valence-2026-11-21.sqlite

      Exit status: 0 where the copy is there and sound, 1 where there is none.
      """)

  @OptionGroup var data: DataOptions

  @Argument(help: ArgumentHelp("The file to make.", valueName: "file"))
  var file: String

  @Flag(help: "Replaces the file where it is there.")
  var force = false

  func run() throws {
    try data.requireDatabase()
    if !force, DatabaseFile.exists(file) { throw CommandFailure("\(file) is there: --force replaces it") }
    let clock = ContinuousClock.now
    let progress = Progress()
    do {
      let backup = try Backup.make(of: data.database, at: file, replacing: force) { progress.tell($0, of: $1) }
      let seconds = ContinuousClock.now - clock
      Output.line(
        "\(file): \(counted(backup.pages, "page")), \(counted(backup.bytes, "byte")), checked, in "
          + seconds.formatted)
      Output.line("the secret keys (\(data.keyFile)) are not in it: keep them apart from it")
    } catch {
      throw CommandFailure(error, from: data.database, to: file)
    }
  }

  /// Tells of a long run, once a second.
  private final class Progress {
    private var last = ContinuousClock.now

    func tell(_ done: Int, of all: Int) {
      guard ContinuousClock.now - last >= .seconds(1) else { return }
      last = .now
      Output.error("copied \(done) of \(all) pages")
    }
  }
}

extension CommandFailure {
  /// Why there is no copy, and what to do.
  init(_ error: BackupError, from source: String, to copy: String) {
    switch error {
    case .source(let error): self = CommandFailure(error, of: source) ?? CommandFailure("\(source): \(error.message)")
    case .copy(let error): self = CommandFailure(error, of: copy) ?? CommandFailure("\(copy): \(error.message)")
    case .file(let failure): self.init("\(failure)")
    case .damaged(let faults):
      self.init("\(source) is damaged, and no copy was kept:\n" + faults.prefix(10).joined(separator: "\n"))
    }
  }
}

extension Duration {
  /// Seconds with two digits behind the point: `1.25 s`.
  var formatted: String {
    let hundredths = components.seconds * 100 + components.attoseconds / 10_000_000_000_000_000
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) s"
  }
}
