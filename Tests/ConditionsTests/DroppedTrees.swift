import Conditions
import JSON
import Testing

/// Conditions and expressions whose trees were dropped after compilation.
struct DroppedTrees {
  private static func scope(_ trees: CheckedTrees) throws -> Scope {
    let fits = Function(name: "fits", parameters: [.integer, .integer], result: .boolean) { arguments in
      .bool((arguments[0].integer ?? 0) < (arguments[1].integer ?? 0))
    }
    var scope = Scope(
      variables: ["n": Binding(slot: .outer(0), type: .integer)], functions: ["fits": fits])
    scope.trees = trees
    scope.definitions["isLarge"] = try Condition("$n > 10", in: scope)
    return scope
  }

  @Test(
    "Conditions evaluate to the same results after their trees are dropped",
    arguments: [
      "isLarge AND $n != 20", "$n IN {1, 2} OR NOT isLarge", "TERNARY($n > 1, $n + 1, 0) == 3", "fits($n, 2)",
      "SUBQUERY({1, 2}, $i, $i == $n).@count == 1", "concat(text($n, 0), 'a') == '1a'", "1 / $n == 1",
    ])
  func evaluatesSameAfterDrop(text: String) throws {
    let trees = CheckedTrees()
    let condition = try Condition(text, in: Self.scope(trees))
    let inputs = [0, 1, 2, 20, 30].map { ConditionInput(values: [.integer($0)]) }
    let before = inputs.map { input in Result { () throws(EvaluationError) in try condition.holds(in: input) } }
    trees.drop()
    let after = inputs.map { input in Result { () throws(EvaluationError) in try condition.holds(in: input) } }
    #expect(before == after)
  }

  @Test("Conditions with dropped trees are compared by text") func comparesByTextAfterDrop() throws {
    let trees = CheckedTrees()
    let scope = try Self.scope(trees)
    let (one, other) = (try Condition("$n == 1", in: scope), try Condition("$n == 2", in: scope))
    #expect(try one == Condition("$n==1", in: scope))
    trees.drop()
    #expect(one == one)
    #expect(one != other)
    #expect(Set([one, other, one]).count == 2)
    #expect(one.description == "$n == 1")
    #expect(one.explanation == "$n == 1")
  }

  @Test("A condition with a dropped tree returns the arguments of its call") func returnsCallArgumentsAfterDrop() throws
  {
    let trees = CheckedTrees()
    let condition = try Condition("fits($n + 1, 1 / $n)", in: Self.scope(trees))
    #expect(condition.call?.function == "fits")
    trees.drop()
    #expect(condition.call == nil)
    #expect(condition.arguments(in: ConditionInput(values: [1])) == [2, 1])
    #expect(condition.arguments(in: ConditionInput(values: [0])) == [1, nil])
    #expect(try Condition("NOT fits($n, 2)", in: Self.scope(trees)).arguments(in: ConditionInput(values: [1])) == nil)
    #expect(try Condition("$n == 1", in: Self.scope(trees)).arguments(in: ConditionInput(values: [1])) == nil)
  }

  @Test("An expression with a dropped tree keeps its value and source text") func expressionSurvivesDrop() throws {
    let trees = CheckedTrees()
    let expression = try ConditionExpression("$n*2 + 1", in: Self.scope(trees))
    #expect(expression.description == "$n * 2 + 1")
    trees.drop()
    #expect(try expression.value(in: ConditionInput(values: [3])) == 7)
    #expect(expression.description == "$n*2 + 1")
  }
}
