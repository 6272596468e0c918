import ArgumentParser
import FoundationEssentials
import JSON

/// `valence config`
struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config", abstract: "Prints the configuration that holds, and where each value comes from.",
    usage: "valence config [--keys] <options of serve>",
    discussion: """
      What it prints can serve as a configuration file. Secrets are not shown. It takes the options of `valence serve`, \
      reads the same file and the same environment, refuses what that would refuse, and opens nothing else.

      EXAMPLES
        valence config
        valence config --config-file /etc/valence/valence.yaml --port 9000
        valence config --keys
      """)

  @Flag(help: "Lists every key: what it takes, its default and what it says, as a table in Markdown.")
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
