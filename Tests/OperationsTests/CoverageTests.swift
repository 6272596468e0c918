import Authoring
import Foundation
import Operations
import Testing

/// The scenarios of shipped operations see each condition, check, option and page both ways.
struct CoverageTests {
  @Test(
    "The scenarios of shipped operations have no gaps",
    arguments: [
      "config", "examples/company-account", "examples/deposit", "examples/loan", "examples/payroll",
      "examples/standing-order", "examples/transfer-abroad",
    ])
  func coversShippedOperations(directory: String) throws {
    let root = Files.repository.appending(path: directory)
    let catalog = try Catalog(directory: root.appending(path: "operations").path, vocabulary: .bank)
    var covered = 0
    for name in try FileManager.default.subpathsOfDirectory(atPath: root.path).sorted() {
      guard name.hasSuffix(ScenarioFile.ending) else { continue }
      let file = try ScenarioFile(
        Array(Data(contentsOf: root.appending(path: name))), name: name, operations: catalog.operations,
        flows: catalog.navigation.flows, vocabulary: catalog.vocabulary, recordings: catalog.recordings)
      let report = file.coverage()
      #expect(report.count == 1, "\(report.joined(separator: "\n"))")
      #expect(file.run().sorted.map(\.description) == [])
      covered += 1
    }
    #expect(covered > 0)
  }
}
