import Definitions
import Atoms
import Operations
import Testing

/// Valid definition files and their warnings, as shown to authors.
struct DefinitionWarningTests {
  @Test(
    "Each warning case compiles with the recorded warnings",
    arguments: CaseFiles.names(in: "warnings", ending: ".yaml"))
  func reportsRecordedWarnings(name: String) throws {
    let file = try YAMLFile(try CaseFiles.bytes("warnings/\(name).yaml"), name: "\(name).yaml")
    let (_, warnings) = try OperationCompiler.checked(file.root, version: "1", with: TestVocabulary.vocabulary)
    let found = warnings.groupingTranslations.sorted.map { "\($0)\n" }.joined()
    try CaseFiles.expect(found, toBe: "warnings/\(name).txt")
    #expect(!found.contains(": error: "))
  }

  @Test("The warning cases have 8 or more operation files") func hasEnoughWarningCases() {
    #expect(CaseFiles.names(in: "warnings", ending: ".yaml").count >= 8)
  }
}
