import ArgumentParser
import Atoms
import Operations

/// `valence check`
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Checks operation files and lists every fault.",
    discussion: """
      A fault is told as `file:line:column: error: message` with its line and a caret; a warning, which keeps nothing from \
      serving, in the same way once a file has no errors.

      EXAMPLES
        valence check
        valence check config/operations/pp.quick.yaml

      Exit status: 0 without errors, also with warnings; 1 with errors.
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
      let warnings = catalog.warnings.sorted
      for warning in warnings { Output.line("\(warning)") }
      let found = warnings.isEmpty ? "no faults" : warnings.count == 1 ? "1 warning" : "\(warnings.count) warnings"
      Output.line("\(catalog.operations.count) operations, \(found)")
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
