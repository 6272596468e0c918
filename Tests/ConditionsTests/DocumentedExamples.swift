import Conditions
import JSON
import Testing

/// The documented examples of `Conditions`; `DocumentedExampleTests` compares them with their
/// copies.
struct DocumentedExamples {
  @Test("The documented examples of fields and bindings compile and evaluate") func bindsDocumentedScopes() throws {
    // Example of Conditions.Field
    let account = ValueType.record([Field("number", .text), Field("balance", .number)])
    let scope = Scope(variables: ["from": Binding(slot: .outer(0), type: account)])
    let condition = try Condition("$from.balance > 100", in: scope)  // `$from.sum` is a fault
    // End
    #expect(try condition.holds(in: ConditionInput(values: [["number": "1", "balance": 200]])))
    // Example of Conditions.Binding
    let binding = Binding(slot: .outer(0), type: .text, options: ["active", "blocked"])
    let statuses = Scope(variables: ["status": binding])
    let isOpen = try Condition("$status == 'active'", in: statuses)
    // End
    #expect(try isOpen.holds(in: ConditionInput(values: ["active"])))
  }

  @Test("The documented example of aliases compiles and evaluates") func resolvesDocumentedAliases() throws {
    // Example of Conditions.Aliases
    var scope = Scope(variables: ["payerName": Binding(slot: .outer(0), type: .text)])
    scope.aliases = [Aliases(variables: ["name": "payerName"], constants: ["least": 3])]
    let condition = try Condition("length($name) >= $least", in: scope)
    // End
    #expect(try condition.holds(in: ConditionInput(values: ["Anna"])))
  }

  @Test("The short example of the Conditions page reads values by name") func evaluatesNamedValues() throws {
    // Example of Conditions.docc/Conditions
    let isAllowed = try Condition("$type IN {1, 2} AND name BEGINSWITH 'A'").holds(["type": 2, "name": "Anna"])  // true
    // End
    #expect(isAllowed)
  }

  @Test("The example of the Conditions page compiles and evaluates") func evaluatesDocumentedCondition() throws {
    // Example of Conditions.docc/Conditions
    let scope = Scope(variables: [
      "type": Binding(slot: .outer(0), type: .integer, options: [1, 2, 3]),
      "name": Binding(slot: .outer(1), type: .text),
    ])
    let condition = try Condition("$type IN {1, 2} AND $name BEGINSWITH[cd] 'банк'", in: scope)
    let holds = try condition.holds(in: ConditionInput(values: [1, "Банк «Ёлка»"]))  // true
    // End
    #expect(holds)
  }
}
