@testable import Authoring
import Testing

@testable import Operations

/// The examples in the doc comments of `Authoring`. `DocumentedExampleTests` holds them to the lines between the marks.
struct DocumentedExamples {
  private static let catalog = Result {
    try Catalog(directory: Files.repository.appending(path: "config/operations").path, vocabulary: .bank)
  }

  @Test("The documented example of a scenario file compiles and runs") func readsDocumentedFiles()
    throws
  {
    let catalog = try Self.catalog.get()
    let text = """
      operation: pp.quick
      today: 2026-11-21
      scenarios:
        - scenario: A BIC is that of a bank
          steps:
            - {set: {bic: 04452}, wrong: {bic: option}}
      """
    // Example of Authoring.ScenarioFile
    let file = try ScenarioFile(
      Array(text.utf8), name: "pp.quick.scenarios.yaml", operations: catalog.operations, vocabulary: .bank)
    let broken = file.run()  // the expectations that do not hold, each with its place in the file
    // End
    #expect(broken.all.isEmpty)
  }
}
