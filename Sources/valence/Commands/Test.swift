import ArgumentParser
import Atoms
import FoundationEssentials
import Operations

/// `valence test`
struct Test: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Runs the scenarios of operations: what a person does, and what must then be.",
    discussion: """
      A scenario file stands beside its operation: pp.quick.scenarios.yaml beside pp.quick.yaml. What is not as expected is \
      told as `file:line:column: error: scenario, step: expected ..., got ...`; so are faults of the file itself.

      EXAMPLES
        valence test
        valence test config/operations/pp.quick.yaml

      Exit status: 0 where all is as expected, 1 where something is not.
      """)

  @Argument(help: "Scenario files, or operation files with one beside them; without any, all of config/operations.")
  var paths: [String] = []

  @Option(help: ArgumentHelp("The directory with operations/*.yaml.", valueName: "directory"))
  var config = "config"

  func run() throws {
    let catalog = try Catalog.loaded(from: "\(config)/operations")
    var found = Diagnostics()
    var (files, scenarios, steps) = (0, 0, 0)
    for path in try scenarioPaths() {
      guard let bytes = FileManager.default.contents(atPath: path) else {
        throw CommandFailure("\(path): not a file that can be read")
      }
      do {
        let file = try ScenarioFile(Array(bytes), name: path, operations: catalog.operations, vocabulary: .bank)
        files += 1
        scenarios += file.scenarios.count
        steps += file.scenarios.reduce(0) { $0 + $1.count }
        found.append(file.run())
      } catch {
        found.append(error)
      }
    }
    for failure in found.sorted { Output.line("\(failure)") }
    let outcome = found.hasErrors ? "\(found.sorted.count) not as expected" : "all as expected"
    Output.line("\(files) files, \(scenarios) scenarios, \(steps) steps: \(outcome)")
    if found.hasErrors { throw ExitCode.failure }
  }

  private func scenarioPaths() throws -> [String] {
    let ending = ScenarioFile.ending
    if paths.isEmpty {
      let directory = "\(config)/operations"
      let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
      return names.filter { $0.hasSuffix(ending) }.sorted().map { "\(directory)/\($0)" }
    }
    return paths.map { path in
      path.hasSuffix(".yaml") && !path.hasSuffix(ending) ? path.dropLast(".yaml".count) + ending : path
    }
  }
}
