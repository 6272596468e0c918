import ArgumentParser
import Conformance
import FoundationEssentials
import HTTPServer
import Hosting
import Platform

struct ConformanceServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serves the sessions of the kit to a person with an app.",
    discussion: """
      The app's start address lists the sessions. The first text of each form is its instruction. The page /report shows
      which requests broke a rule. The server has the demo person and a temporary database. It serves no other operations.

      EXAMPLES
        valence conformance serve --port 8090
        valence conformance serve --port 8090 --host 0.0.0.0

      Exit status: 0 after SIGTERM or SIGINT, 1 if the port cannot be opened, 64 if the command line or the kit is invalid.
      """)

  @Option(help: "The TCP port.")
  var port: UInt16 = 8090

  @Option(help: "The IPv4 address to listen on. With another one than 127.0.0.1, anyone who reaches it can log in.")
  var host = "127.0.0.1"

  @Option(help: .installed("migrations", "The directory of migrations."))
  var migrations: String?

  @OptionGroup var library: LibraryOption

  @OptionGroup var place: KitOption

  /// The variables that configure a bank's data. The kit must not be mistaken for that bank.
  private static let refused = ["VALENCE_DATABASE", "VALENCE_KEY_FILE", "VALENCE_CONFIG_FILE"]

  func run() throws {
    let environment = ProcessInfo.processInfo.environment
    if let name = Self.refused.first(where: { environment[$0] != nil }) {
      throw OperatorError("the kit has a temporary database and no core: unset \(name)")
    }
    let signals = StopSignals()
    signal(SIGPIPE, SIG_IGN)
    let kit = try place.read()
    let server = try KitServer(
      kit, in: try place.directory, migrations: migrations ?? InstalledFiles.path("migrations"), host: host, port: port)
    Output.line(server.greeting)
    Output.line("sessions on http://\(host):\(server.port)/start, report on http://\(host):\(server.port)/report")
    _ = signals.wait()
    server.stop()
  }
}
