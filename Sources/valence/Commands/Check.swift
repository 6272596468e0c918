import ArgumentParser
import Atoms
import Operations

/// `valence check`
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Checks operations, screens and routes, and lists every fault.",
    discussion: """
      A fault is told as `file:line:column: error: message` with its line and a caret; a warning, which keeps nothing from \
      serving, in the same way once a file has no errors.

      EXAMPLES
        valence check
        valence check config/operations/pp.quick.yaml

      With paths only those operations are checked; without, also the screens and routes, which stand on all operations.

      Scenario files among the paths are left to `valence test`.

      Exit status: 0 without errors, also with warnings; 1 with errors.
      """)

  @Argument(help: "Operation files, or directories of such; without any, all of config/operations.")
  var paths: [String] = []

  @OptionGroup var place: ConfigurationPlace

  func run() throws {
    do {
      let config = place.directory(of: paths)
      let catalog =
        paths.isEmpty
        ? try Catalog(directory: "\(config)/operations", vocabulary: .bank)
        : try Catalog(paths: paths, configuration: config, vocabulary: .bank)
      if paths.isEmpty { try checkCalendar(in: config) }
      let warnings = catalog.warnings.sorted
      for warning in warnings { Output.line("\(warning)") }
      let found = warnings.isEmpty ? "no faults" : counted(warnings.count, "warning")
      let screens = catalog.navigation.screens.count
      let more =
        screens == 0 ? "" : "\(counted(screens, "screen")), \(counted(catalog.navigation.routes.count, "route")), "
      Output.line("\(counted(catalog.operations.count, "operation")), \(more)\(found)")
    } catch {
      switch error {
      case .unreadable: throw CommandFailure(error)
      case .faults(let faults):
        for fault in faults.sorted { Output.line("\(fault)") }
        throw ExitCode.failure
      }
    }
  }

  private func checkCalendar(in config: String) throws(Catalog.Failure) {
    do { _ = try CalendarFile.calendar(in: config) } catch { throw .faults(error) }
  }
}
