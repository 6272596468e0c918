import Atoms
import JSON
import Testing

/// What of an evaluation is told to the operator: conditions that failed, and not values that are still to be entered.
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

  /// What cannot be decided is always told: there the engine has to choose.
  private static let cases: [(values: Value, failed: [String])] = [
    ([:], ["told"]), (["price": 5], []), (["price": 5, "count": 2], []), (["price": 5, "count": 0], ["each"]),
  ]

  @Test(arguments: cases)
  func aValueThatIsNotThereYetIsNoFailureOfWhatIsComputed(values: Value, failed: [String]) throws {
    let operation = try EvaluationTests.operation(Self.definition)
    var evaluation = Evaluation(
      operation, Question(values: values.object ?? Object(), commit: true), in: .en,
      TestSurroundings(facts: Object(), answers: Object()))
    _ = evaluation.violations()
    #expect(evaluation.failures.map(\.atom) == failed)
  }
}
