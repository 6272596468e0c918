import Atoms
import JSON
import Testing

/// Values of items that are stored as a draft or transferred to another version.
struct ItemDraftTests {
  private static let definition = """
    operation: trial
    title: Trial
    atoms:
      - {textInput: name}
      - repeat: lines
        atoms:
          - {enum: kind, options: {1: One, 2: Two}}
          - {textInput: pin, type: password, optional: true}
          - {repeat: cells, atoms: [{textInput: n, type: number, check: "$n < 5"}]}
    """

  @Test("A draft omits the secret values of items") func draftOmitsItemSecrets() throws {
    let operation = try EvaluationTests.operation(Self.definition)
    let values: Object = ["name": "a", "x": 1, "lines": [["kind": 1, "pin": "1234", "y": 2], 7]]
    #expect(operation.draftable(values) == ["name": "a", "lines": [["kind": 1], 7]])
    #expect(operation.withoutSecrets(values) == ["name": "a", "x": 1, "lines": [["kind": 1, "y": 2], 7]])
  }

  @Test("Item values that do not fit another version are dropped and listed by path") func dropsInvalidItemValues()
    throws
  {
    let operation = try EvaluationTests.operation(Self.definition)
    let values: Object = [
      "lines": [["kind": 3, "gone": 1], 7, ["kind": 2, "cells": [["n": 1], ["n": "x", "m": 1], ["n": 9]]]]
    ]
    let carried = CarriedValues(values, to: operation, in: .en, TestSurroundings(facts: [:], answers: [:]))
    #expect(carried.values == ["lines": [[:], [:], ["kind": 2, "cells": [["n": 1], [:], ["n": 9]]]]])
    #expect(
      Set(carried.dropped.map(\.atom))
        == ["lines[0].kind", "lines[0].gone", "lines[1]", "lines[2].cells[1].n", "lines[2].cells[1].m"])
    #expect(carried.doubtful.map(\.atom) == ["lines[2].cells[2].n"])
  }

  @Test("An entry of a missing record is reported and assigned to no other record") func dropsEntryOfMissingRecord()
    throws
  {
    let operation = try EvaluationTests.operation(
      """
      operation: trial
      title: Trial
      atoms:
        - {repeat: rows, from: accounts, atoms: [{textInput: number, value: item.value}, {textInput: note, optional: true}]}
      """)
    let world = TestSurroundings(facts: ["accounts": [["value": "1"], ["value": "2"]]], answers: [:])
    let kept: Object = ["rows": [["number": "9", "note": "nine"], ["number": "2", "note": "two"]]]
    let prefilled = PrefilledValues(kept, of: operation, fresh: true, in: .en, world)
    #expect(prefilled.doubtful.map(\.code) == ["items"])
    var evaluation = Evaluation(operation, Question(values: prefilled.values), in: .en, world)
    var writer = Writer()
    evaluation.writeStates(to: &writer, in: .en)
    let states = try Value(reading: writer.bytes)
    #expect(states["rows[0].note"]?["value"] == .null)
    #expect(states["rows[1].note"]?["value"] == "two")
  }
}
