import ArgumentParser
import Operations

/// Where the definitions lie, for commands that take paths of their files.
struct ConfigurationPlace: ParsableArguments {
  @Option(help: ConfigurationFile.optionHelp) var configFile: String?

  @Option(
    help: ArgumentHelp(
      """
      The directory with operations, fragments, locales, screens, flows and routes. Default: the one that the first path lies \
      in, else config.
      """,
      valueName: "directory"))
  var config: String?

  /// The directory for these paths.
  func directory(of paths: [String]) -> String {
    config ?? paths.first.flatMap(DefinitionFiles.configuration(holding:)) ?? "config"
  }
}
