import TestBank
import Testing

/// The commands for conditions, which authors and conformance tests use.
struct ConditionsCommandTests {
  @Test("`conditions eval` answers every input line in order") func answersEveryLineInOrder() throws {
    let outcome = try Workplace().run(
      "conditions", "eval",
      input: """
        {"id": 1, "format": "0.1 + 0.2 == 0.3"}
        not JSON
        {"id": "b", "format": "$x >", "vars": {"x": 1}}
        {"id": 3, "format": "$x > 1", "vars": {"x": "text"}}
        {"id": 4, "format": "name BEGINSWITH[cd] 'еж'", "object": {"name": "Ёжик"}}
        """)
    #expect(outcome.status == 0)
    let answers = outcome.output.split(separator: "\n")
    #expect(answers.count == 5)
    let beginnings = [
      #"{"id":1,"result":true}"#, #"{"id":null,"result":"input-error""#, #"{"id":"b","result":"parse-error""#,
      #"{"id":3,"result":"eval-error""#, #"{"id":4,"result":true}"#,
    ]
    for (answer, beginning) in zip(answers, beginnings) { #expect(answer.hasPrefix(beginning)) }
  }

  @Test("`conditions explain` prints the fault with its position and a caret line") func marksFaultWithCaret() throws {
    let outcome = try Workplace().run("conditions", "explain", "lenght($x) > 3")
    #expect(outcome.status != 0)
    let said = outcome.output + outcome.errors
    #expect(said.contains("1:1: unknown function `lenght`, did you mean `length`?\n  lenght($x) > 3\n  ^~~~~~"))
  }
}
