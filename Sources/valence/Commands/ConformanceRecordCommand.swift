import ArgumentParser
import Conformance
import FoundationEssentials
import Hosting
import JSON
import Platform

struct ConformanceRecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Plays sessions with a driver and writes their requests as HTTP Archives.",
    discussion: """
      Each session becomes a file NAME.har (HAR 1.2), which proxies and mock servers open. Tokens and passwords are left
      out. The driver must pass the sessions.

      EXAMPLES
        valence conformance record --driver "node conformance/drivers/javascript/driver.js" --into recordings
        valence conformance record --driver ./driver --into recordings --session lost-answer

      Exit status: 0 if all sessions are written, 1 if the driver fails in one, 64 if the command line or the kit is invalid.
      """)

  @Option(help: "The command line that starts the driver.")
  var driver: String

  @Option(help: "The directory for the recordings.")
  var into: String

  @Option(help: "The name of a session, which can be repeated. Default: all sessions of the driver's profiles.")
  var session: [String] = []

  @Option(help: "The factor of all time limits, 1 to 100, for busy machines.")
  var slack = 1

  @Option(help: .installed("migrations", "The directory of migrations, for the databases of sessions."))
  var migrations: String?

  @OptionGroup var library: LibraryOption

  @OptionGroup var place: KitOption

  func validate() throws {
    guard (1...100).contains(slack) else { throw ValidationError("--slack takes a number from 1 to 100") }
  }

  func run() throws {
    let kit = try place.read()
    for name in session where !kit.sessions.contains(where: { $0.id == name }) {
      throw ValidationError("the kit has no session `\(name)`: valence conformance list --sessions lists them")
    }
    // A driver may end at any time.
    signal(SIGPIPE, SIG_IGN)
    let run = ConformanceRun(
      of: kit, in: try place.directory, migrations: migrations ?? InstalledFiles.path("migrations"), driver: driver,
      slack: slack, jobs: 1)
    do {
      let recordings = try run.recordings(of: session)
      try FileManager.default.createDirectory(atPath: into, withIntermediateDirectories: true)
      for recording in recordings {
        let bytes = "\(recording.archive)".utf8 + [UInt8(ascii: "\n")]
        try Data(bytes).write(to: URL(filePath: recording.path(in: into)), options: .atomic)
      }
      Output.line("\(counted(recordings.count, "session")) in \(into)")
    } catch let error as DriverFailure { throw OperatorError(error.description) }
  }
}
