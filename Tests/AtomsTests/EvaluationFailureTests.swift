import Definitions
import Atoms
import JSON
import Operations
import Testing

/// Failed computations. Errors of the operation are reported, missing inputs are not.
struct EvaluationFailureTests {
  private static func failures(_ values: Object) throws -> [String] {
    let text = """
      operation: trial
      title: Trial
      atoms:
        - {textInput: a, type: number, optional: true}
        - {textInput: b, type: number, optional: true}
        - {textInput: share, type: number, value: "$a / $b"}
      """
    let file = try YAMLFile(Array(text.utf8), name: "trial.yaml")
    let operation = try OperationCompiler.compile(file.root, version: "1", with: Vocabulary())
    let evaluation = Evaluation(
      operation, Question(values: values), in: .en, TestSurroundings(facts: [:], answers: [:]))
    return evaluation.failures.map { "\($0.atom) \($0.dependency): \($0.message)" }
  }

  @Test(
    "A division with missing or valid inputs reports no failure",
    arguments: [[:], ["a": 1], ["b": 2], ["a": 1, "b": 2]] as [Object])
  func ignoresMissingInputs(values: Object) throws { #expect(try Self.failures(values) == []) }

  @Test("A value whose limit fails to evaluate is rejected") func rejectsValueIfLimitFails() throws {
    let text = """
      operation: trial
      title: Trial
      atoms:
        - {textInput: a, type: number}
        - {textInput: b, type: number, optional: true}
        - {textInput: c, type: number, max: "$a / $b"}
      """
    let file = try YAMLFile(Array(text.utf8), name: "trial.yaml")
    let operation = try OperationCompiler.compile(file.root, version: "1", with: Vocabulary())
    func violations(_ values: Object) -> [String] {
      do throws(Violations) {
        _ = try CheckedSubmission(operation, values: values, in: .en, TestSurroundings(facts: [:], answers: [:]))
        return []
      } catch {
        return error.all.map { "\($0.atom) \($0.code): \($0.text(in: .en))" }
      }
    }
    #expect(violations(["a": 6, "b": 2, "c": 3]) == [])
    #expect(violations(["a": 6, "b": 0, "c": 3]) == ["c check: The value cannot be checked at present"])
    // A missing value determines no limit.
    #expect(violations(["a": 6, "c": 99]) == [])
  }

  @Test("A division by zero is reported with its atom and property") func reportsDivisionByZero() throws {
    #expect(try Self.failures(["a": 1, "b": 0]) == ["share value: division by zero"])
  }
}
