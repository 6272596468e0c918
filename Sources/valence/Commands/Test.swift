import Hosting
import SourceText
import ArgumentParser
import FoundationEssentials
import Authoring
import Definitions
import Operations
import Platform

struct Test: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Runs the scenarios of operations and flows: a person's actions and the expected states.",
    discussion: """
      A scenario file is next to its operation or flow: pp.quick.scenarios.yaml next to pp.quick.yaml. Deviations are \
      printed as `file:line:column: error: scenario, step: expected ..., got ...`, and so are faults of the scenario \
      file.

      EXAMPLES
        valence test
        valence test config/operations/pp.quick.yaml
        valence test --coverage

      Exit status: 0 if all steps are as expected, 1 otherwise.
      """)

  @Argument(
    help: "Scenario files, operation and flow files that have one, or directories. Default: all of the configuration."
  )
  var paths: [String] = []

  @Flag(help: "Also lists the conditions, checks, options and pages that no scenario has seen both ways.")
  var coverage = false

  @OptionGroup var place: ConfigurationPlace

  func run() throws {
    let configuration = place.directory(of: paths)
    let directories = ["\(configuration)/operations", "\(configuration)/flows"]
    let scenarioPaths = scenarioPaths(in: directories)
    // An operation outside the configuration directory is loaded as part of it.
    let operationFiles = scenarioPaths.map { $0.dropLast(ScenarioFile.ending.count) + ".yaml" }.map(String.init)
    let catalog = try Catalog.loaded(
      with: ChosenFiles(operationFiles.filter { FileManager.default.fileExists(atPath: $0) }, in: configuration))
    let calendar = try Catalog.calendar(in: configuration)
    var found = Diagnostics()
    var reports: [String] = []
    var (faulty, deviations, scenarios, steps) = (0, 0, 0, 0)
    for path in scenarioPaths {
      let isOut = ContainedFile.leadsOut(path)
      guard !isOut, let bytes = FileManager.default.contents(atPath: path) else {
        let start = Location(file: SourceFile(name: path, text: ""), line: 1, column: 1)
        faulty += 1
        found.error(.unreadableFile, isOut ? DefinitionFile.isLinkedOut : "the file cannot be read", at: start)
        continue
      }
      do {
        let file = try ScenarioFile(
          Array(bytes), name: path, operations: catalog.operations, flows: catalog.navigation.flows,
          vocabulary: catalog.vocabulary, recordings: catalog.recordings, calendar: calendar)
        scenarios += file.scenarios.count
        steps += file.scenarios.reduce(0) { $0 + $1.count }
        let failures = file.run()
        deviations += failures.sorted.count
        found.append(failures)
        if coverage { reports += file.coverage() }
      } catch {
        faulty += 1
        found.append(error)
      }
    }
    for line in reports { Output.line(line) }
    for failure in found.sorted { Output.line("\(failure)") }
    let outcomes = [
      deviations > 0 ? "\(deviations) not as expected" : nil,
      faulty > 0 ? "\(counted(faulty, "file")) with faults" : nil,
    ].compactMap(\.self)
    let outcome = outcomes.isEmpty ? "all as expected" : outcomes.joined(separator: ", ")
    let counts = "\(counted(scenarioPaths.count, "file")), \(counted(scenarios, "scenario")), \(counted(steps, "step"))"
    Output.line("\(counts): \(outcome)")
    if found.hasErrors { throw ExitCode.failure }
  }

  /// Returns the scenario files for the paths. Duplicates are removed, because a shell pattern
  /// often matches an operation and its scenarios.
  private func scenarioPaths(in directories: [String]) -> [String] {
    let ending = ScenarioFile.ending
    var known: Set<String> = []
    // A configuration can be without flows.
    let standard =
      directories.prefix(1) + directories.dropFirst().filter { FileManager.default.fileExists(atPath: $0) }
    return (paths.isEmpty ? Array(standard) : paths).flatMap { path in
      if let names = try? FileManager.default.contentsOfDirectory(atPath: path) {
        let folder = path.hasSuffix("/") ? path : path + "/"
        return names.filter { $0.hasSuffix(ending) && !$0.hasPrefix(".") }.sorted().map { folder + $0 }
      }
      let isOperation = path.hasSuffix(".yaml") && !path.hasSuffix(ending)
      return [isOperation ? path.dropLast(".yaml".count) + ending : path]
    }.filter { known.insert($0).inserted }
  }
}
