import Definitions
import Atoms
import Operations
import Testing

/// Invalid definition files and all their errors, as shown to authors.
struct DefinitionFaultTests {
  @Test(
    "Each faulty operation file is rejected with the recorded faults",
    arguments: CaseFiles.names(in: "faults", ending: ".yaml"))
  func reportsRecordedFaults(name: String) throws {
    let found = Self.faults(of: try CaseFiles.bytes("faults/\(name).yaml"), name: "\(name).yaml")
    try CaseFiles.expect(found, toBe: "faults/\(name).txt")
    #expect(found.contains(": error: "))
  }

  @Test("The fault cases have 75 or more operation files") func hasEnoughFaultCases() {
    #expect(CaseFiles.names(in: "faults", ending: ".yaml").count >= 75)
  }

  @Test("A condition longer than 16,384 bytes is rejected") func rejectsOverlongCondition() {
    let condition = Array(repeating: "$a > 1", count: 2000).joined(separator: " AND ")
    let text = "operation: long\ntitle: Проба\natoms:\n  - {textInput: a, type: number, showIf: \"\(condition)\"}\n"
    let found = Self.faults(of: Array(text.utf8), name: "long.yaml")
    #expect(found.hasPrefix("long.yaml:4:42: error: a condition has at most 16384 bytes, and this one has 21995\n"))
  }

  @Test("`paste` with more than 100 columns is rejected") func rejectsTooManyColumns() {
    let names = (0...100).map { "n\($0)" }.joined(separator: ", ")
    let text = "operation: many\ntitle: Проба\natoms:\n  - {repeat: a, paste: [\(names)], atoms: [{textInput: n}]}\n"
    let found = Self.faults(of: Array(text.utf8), name: "many.yaml")
    #expect(found.hasPrefix("many.yaml:4:24: error: `paste` has at most 100 columns, found 101\n"))
  }

  @Test("An operation with more than 200 definitions is rejected") func rejectsTooManyDefinitions() {
    let names = (0...200).map { "  d\($0): \"$a > \($0)\"\n" }.joined()
    let text = "operation: many\ntitle: Проба\ndefine:\n\(names)atoms:\n  - {textInput: a, type: number}\n"
    let found = Self.faults(of: Array(text.utf8), name: "many.yaml")
    #expect(found.hasPrefix("many.yaml:4:3: error: `define` has 201 names, and at most 200 are allowed\n"))
  }

  @Test(
    "A mask is checked against its pattern if both have up to 1,000 characters in total",
    arguments: [(990, true), (991, false)])
  func checksMaskUpToLengthLimit(count: Int, isJudged: Bool) {
    let pattern = String(repeating: "a", count: count)
    let atom = "{textInput: a, mask: \"##########\", pattern: \"\(pattern)\"}"
    let text = "operation: long\ntitle: Проба\natoms:\n  - \(atom)\n"
    let found = Self.faults(of: Array(text.utf8), name: "long.yaml")
    #expect(found.contains("`pattern` matches no value of `mask`") == isJudged)
  }

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
