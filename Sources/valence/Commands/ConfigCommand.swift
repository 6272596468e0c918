import Hosting
import ArgumentParser
import FoundationEssentials
import JSON
import Definitions
import Operations

struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config", abstract: "Prints the configuration in effect, and the origin of each value.",
    usage: "valence config [--keys] <options of serve>",
    discussion: """
      The output can be used as a configuration file. Secrets are not shown. The command accepts the options of \
      `valence serve`, reads the same file and environment, reports the same faults, and opens nothing else.

      EXAMPLES
        valence config
        valence config --config-file /etc/valence/valence.yaml --port 9000
        valence config --keys
      """)

  @Flag(help: "Lists the keys with types, defaults and descriptions, as a table in Markdown.")
  var keys = false

  @OptionGroup(title: "Options of valence serve") var serve: Serve

  func run() throws {
    if keys {
      for line in ConfigurationTable(ConfigurationKey.keys(of: Serve.self)).lines { Output.line(line) }
      return
    }
    let effective = try EffectiveConfiguration(
      of: DeclaredOption.all(of: Self.self), among: Serve.self, arguments: Array(CommandLine.arguments.dropFirst()),
      environment: ProcessInfo.processInfo.environment)
    Output.line("# \(effective.file.map { "The configuration file is \($0)." } ?? "There is no configuration file.")")
    for line in ConfigurationListing(effective.settings).lines { Output.line(line) }
  }
}

/// The configuration directory, for commands that accept paths of its files.
struct ConfigurationPlace: ParsableArguments {
  @Option(help: ConfigurationFile.optionHelp) var configFile: String?

  @Option(
    help: ArgumentHelp(
      """
      The directory with operations, fragments, kinds, locales, screens, flows and routes. Default: the directory that \
      contains the first path, or config.
      """,
      valueName: "directory"))
  var config: String?

  @OptionGroup var kinds: LibraryOption

  /// The default directory.
  static var standard: String { InstalledFiles.path("config") }

  /// Returns the directory of the option, or of the first path, or the default.
  func directory(of paths: [String]) -> String {
    config ?? paths.first.flatMap(DefinitionFiles.configuration(holding:)) ?? Self.standard
  }
}
