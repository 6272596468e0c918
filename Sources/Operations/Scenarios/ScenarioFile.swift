package import Atoms

/// A file of scenarios for one operation, `NAME.scenarios.yaml` beside the operation's own.
package struct ScenarioFile: Sendable {
  /// How the name of such a file ends.
  package static let ending = ".scenarios.yaml"

  /// The operation that is tried.
  package let operation: Operation
  /// The scenarios in the order of the file.
  package let scenarios: [Scenario]

  /// Reads a file's bytes; `operations` are those that it may try. Throws every fault of the file.
  package init(
    _ bytes: [UInt8], name: String, operations: [Operation], vocabulary: Vocabulary
  ) throws(Diagnostics) {
    let root = try YAMLFile(bytes, name: name).root
    var reader = ScenarioReader(vocabulary: vocabulary)
    guard let (operation, scenarios) = reader.file(root, operations: operations), !reader.diagnostics.hasErrors else {
      throw reader.diagnostics
    }
    (self.operation, self.scenarios) = (operation, scenarios)
  }

  /// Runs every scenario: what was found otherwise than expected, and at which step.
  package func run() -> Diagnostics {
    var failures = Diagnostics()
    for scenario in scenarios {
      var run = ScenarioRun(operation, scenario)
      failures.append(run.failures())
    }
    return failures
  }
}
