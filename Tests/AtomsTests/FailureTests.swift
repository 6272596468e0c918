import Atoms
import JSON
import Testing

/// Failed conditions are reported to the operator; missing inputs are not.
struct FailureTests {
  private static let definition = """
    operation: trial
    title: Trial
    atoms:
      - {textInput: price, type: number, optional: true}
      - {textInput: count, type: number, optional: true}
      - {textInput: total, type: number, value: $price * $count, optional: true}
      - {textInput: each, type: number, value: $price / $count, optional: true}
      - {textInput: most, type: number, max: $count + 1, optional: true}
      - {text: told, showIf: $price + 1 > 2}
    """

  /// An undecidable condition is always reported, because the engine must assume a result.
  private static let cases: [(values: Value, failed: [String])] = [
    ([:], ["told"]), (["price": 5], []), (["price": 5, "count": 2], []), (["price": 5, "count": 0], ["each"]),
  ]

  @Test("Failures are reported for undecidable conditions and for errors of entered values", arguments: cases)
  func reportsEvaluationFailures(values: Value, failed: [String]) throws {
    let operation = try EvaluationTests.operation(Self.definition)
    var evaluation = Evaluation(
      operation, Question(values: values.object ?? Object(), commit: true), in: .en,
      TestSurroundings(facts: Object(), answers: Object()))
    _ = evaluation.violations()
    #expect(evaluation.failures.map(\.atom) == failed)
  }
}
