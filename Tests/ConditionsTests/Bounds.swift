import JSON
import Testing

@testable import Conditions

/// No pattern takes the process hostage: beyond its budget a match is an evaluation error.
@Suite struct Bounds {
  @Test(arguments: [
    "(a+)+b", "(a|a)*b", "(a|aa)+$b", "(.*)*(.*)*(.*)*x", "((a{0,50}){0,50}){0,50}b", "^(([a-z])+.)+[A-Z]$",
  ])
  func aCatastrophicExpressionIsAnError(_ pattern: String) throws {
    let condition = try Condition("$text MATCHES $pattern")
    let text = String(repeating: "a", count: 5000)
    #expect { try condition.holds(in: Input(values: [.string(text), .string(pattern)])) } throws: { error in
      (error as? EvaluationError)?.reason == .budget("MATCHES")
    }
  }

  @Test func ofManyFaultsTheFirstAreToldAndTheRestIsCounted() throws {
    let scope = Scope(variables: ["n": Binding(slot: .outer(0), type: .number)])
    let text = Array(repeating: "$n == 'x'", count: 20_000).joined(separator: " AND ")
    let faults = try #require(throws: Faults.self) { try Condition(text, in: scope) }
    #expect(faults.count == Faults.most + 1)
    #expect(faults.last?.message == "and 19980 more faults in this text")
    #expect(faults.first?.message == "`==` compares a number with text, which are never equal")
    let letters = try #require(throws: Faults.self) { try Condition(String(repeating: "№ ", count: 5000)) }
    #expect(letters.count == Faults.most + 1)
  }

  @Test func aSlotBeyondThirtyTwoBitsIsComparedLikeAnyOther() throws {
    let scope = Scope(variables: ["n": Binding(slot: .outer(1 << 40), type: .any)])
    for text in ["$n > 0", "$n == 'x'", "$n IN {1, 2}", "$n LIKE 'a*'"] {
      let condition = try Condition(text, in: scope)
      #expect(throws: EvaluationError.self) { try condition.holds(in: Input(values: [1])) }
    }
  }

  @Test func aCatastrophicWildcardIsAnError() throws {
    let condition = try Condition("$text LIKE $pattern")
    let (text, pattern) = (String(repeating: "a", count: 20_000), "*" + String(repeating: "a", count: 10_000) + "b*")
    #expect { try condition.holds(in: Input(values: [.string(text), .string(pattern)])) } throws: { error in
      (error as? EvaluationError)?.reason == .budget("LIKE")
    }
  }

  @Test func aLongTextFitsAnOrdinaryExpression() throws {
    let condition = try Condition("$text MATCHES '(?:[a-z]+ ?)*' AND $text LIKE '*a*b*' AND $text CONTAINS[cd] 'B B'")
    let text = String(repeating: "aaaa b b ", count: 2000)
    #expect(try condition.holds(in: Input(values: [.string(text)])))
  }
}
