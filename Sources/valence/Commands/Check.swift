import ArgumentParser
import Atoms
import Operations

/// `valence check`
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Checks operation files and lists every fault.",
    discussion: """
      EXAMPLES
        valence check
        valence check config/operations/pp.quick.yaml

      Exit status: 0 without errors, 1 with.
      """)

  @Argument(help: "Operation files; without any, all of config/operations.")
  var paths: [String] = []

  @Option(help: ArgumentHelp("The directory with operations, fragments and locales.", valueName: "directory"))
  var config = "config"

  func run() throws {
    do {
      let catalog =
        paths.isEmpty
        ? try Catalog(directory: "\(config)/operations", vocabulary: .bank)
        : try Catalog(paths: paths, configuration: config, vocabulary: .bank)
      Output.line("\(catalog.operations.count) operations, no faults")
    } catch {
      switch error {
      case .unreadable: throw CommandFailure(error)
      case .faults(let faults):
        for fault in faults.sorted { Output.line("\(fault)") }
        throw ExitCode.failure
      }
    }
  }
}
