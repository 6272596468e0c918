import Atoms
import Operations
import Testing

/// Bad definition files: every fault, in the words that an author reads.
struct DefinitionFaultTests {
  @Test("a bad file is refused with these faults", arguments: CaseFiles.names(in: "faults", ending: ".yaml"))
  func faults(name: String) throws {
    let found = Self.faults(of: try CaseFiles.bytes("faults/\(name).yaml"), name: "\(name).yaml")
    if CaseFiles.records {
      try CaseFiles.record(found, as: "faults/\(name).txt")
      Issue.record("recorded \(name); run again without VALENCE_RECORD")
    } else {
      let expected = String(decoding: try CaseFiles.bytes("faults/\(name).txt"), as: UTF8.self)
      #expect(found == expected)
      #expect(found.contains(": error: "))
    }
  }

  @Test func thereAreCases() { #expect(CaseFiles.names(in: "faults", ending: ".yaml").count >= 75) }

  private static func faults(of bytes: [UInt8], name: String) -> String {
    do {
      let file = try YAMLFile(bytes, name: name)
      _ = try OperationCompiler.compile(file.root, version: "1", with: TestVocabulary.vocabulary)
      return ""
    } catch {
      return error.sorted.map { "\($0)\n" }.joined()
    }
  }
}
