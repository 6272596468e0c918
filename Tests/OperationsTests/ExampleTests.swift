import Foundation
import Authoring
import Operations
import Testing

struct ExampleTests {
  @Test(
    "The examples load without warnings and their scenarios hold",
    arguments: ["loan", "deposit", "transfer-abroad", "standing-order", "company-account", "payroll"])
  func runsExampleScenarios(name: String) throws {
    let folder = Files.repository.appending(path: "examples/\(name)/operations")
    let catalog = try Catalog(directory: folder.path, vocabulary: .bank)
    #expect(catalog.warnings.sorted.map(\.description) == [])
    #expect(catalog.systems.isEmpty == catalog.recordings.isEmpty)
    var steps = 0
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      guard file.hasSuffix(ScenarioFile.ending) else { continue }
      let scenarios = try ScenarioFile(
        Array(Data(contentsOf: folder.appending(path: file))), name: file, operations: catalog.operations,
        vocabulary: catalog.vocabulary, recordings: catalog.recordings)
      #expect(scenarios.run().sorted.map(\.description) == [])
      steps += scenarios.scenarios.reduce(0) { $0 + $1.count }
    }
    #expect(steps > 7)
  }

  @Test("The quick payment order has up to 20 lines and 2,200 characters") func limitsQuickOrderSize() throws {
    let file = Files.repository.appending(path: "config/operations/pp.quick.yaml")
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text.split(separator: "\n").count <= 20 && text.count <= 2200)
  }
}
