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
    let folder = Files.repository.appending(path: "\(directory)/operations")
    let catalog = try Catalog(directory: folder.path, vocabulary: .bank)
    var covered = 0
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
      guard name.hasSuffix(ScenarioFile.ending) else { continue }
      let file = try ScenarioFile(
        Array(Data(contentsOf: folder.appending(path: name))), name: name, operations: catalog.operations,
        vocabulary: catalog.vocabulary, recordings: catalog.recordings)
      let report = file.coverage()
      #expect(report.count == 1, "\(report.joined(separator: "\n"))")
      covered += 1
    }
    #expect(covered > 0)
  }
}
