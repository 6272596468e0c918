import Texts
import Atoms
import JSON
import Testing

/// The structure of the JSON Schema of an operation's values.
/// `Tests/EndToEnd/contract/test_schemas.py` checks against a running server that the schema
/// rejects no accepted value.
struct DataSchemaTests {
  @Test("The data schema requires only the atoms that every submission has") func requiresUnconditionalAtomsOnly()
    throws
  {
    let schema = try Self.schema(
      "{textInput: a}", "{textInput: b, optional: true}", "{textInput: c, default: x}", "{toggle: d}",
      "{textInput: e, showIf: \"$b == 'x'\"}", "{textInput: f, value: \"$a\"}", "{text: g, caption: G}",
      "{textInput: h, requireIf: \"$b == 'y'\"}", "{textInput: i, enableIf: \"$b == 'z'\"}")
    #expect(schema["required"] == ["a"])
    #expect(schema["additionalProperties"] == false)
    #expect(schema["properties"]?.object?.names == ["a", "b", "c", "d", "e", "f", "h", "i"])
    #expect(schema["properties"]?["d"] == ["type": "boolean"])
    #expect(schema["properties"]?["e"] == true)
    #expect(schema["properties"]?["f"] == true)
    #expect(schema["properties"]?["i"] == true)
  }

  @Test("The data schema expresses a show condition by if and then") func writesConditionAsIfThen() throws {
    let schema = try Self.schema(
      "{enum: type, options: {1: A, 2: B, 3: C}, default: 2}",
      "{textInput: tax, type: digits, length: 2, showIf: \"$type == 1 OR $type == 2\"}")
    let rule = try #require(schema["allOf"]?.array?.first)
    #expect(schema["allOf"]?.array?.count == 1)
    #expect(
      rule["if"] == [
        "anyOf": [
          ["properties": ["type": ["anyOf": [["const": 1]]]], "required": ["type"]],
          // A missing value is replaced by the default.
          ["properties": ["type": ["anyOf": [["const": 2]]]]],
        ]
      ])
    #expect(rule["then"]?["required"] == ["tax"])
    #expect(rule["then"]?["properties"]?["tax"]?["pattern"]?.string?.contains("[0-9]{2,2}") == true)
  }

  @Test("A data schema condition includes the show conditions of the atoms that it reads")
  func includesConditionsOfReadAtoms() throws {
    let schema = try Self.schema(
      "{toggle: more}", "{enum: type, options: {1: A, 2: B}, showIf: \"$more == YES\"}",
      "{textInput: tax, showIf: \"$type == 1\"}")
    let rules = try #require(schema["allOf"]?.array)
    let more: Value = ["properties": ["more": ["anyOf": [["const": true]]]], "required": ["more"]]
    #expect(
      rules.map { $0["if"] } == [
        more,
        ["allOf": [["properties": ["type": ["anyOf": [["const": 1]]]], "required": ["type"]], more]],
      ])
  }

  @Test("The data schema applies the condition of a group to its atoms") func appliesGroupConditionToAtoms() throws {
    let schema = try Self.schema(
      "{toggle: more}",
      "{group: g, showIf: \"$more == YES\", atoms: [{textInput: a}, {group: h, atoms: [{textInput: b}]}]}")
    #expect(schema["required"] == ["more"] || schema["required"] == nil)
    #expect(schema["allOf"]?.array?.map { $0["then"]?["required"] } == [["a"], ["b"]])
  }

  @Test(
    "The data schema omits a condition that JSON Schema cannot express",
    arguments: [
      "$name BEGINSWITH 'a'", "$sum > 3", "today() > '2026-01-01'", "$name == $other", "bank.name == 'x'",
      "isEven($name)", "$total == 4",
    ])
  func omitsInexpressibleCondition(condition: String) throws {
    let schema = try Self.schema(
      "{textInput: name, optional: true}", "{textInput: other, optional: true}", "{textInput: sum, type: number}",
      "{textInput: total, type: number, value: \"$sum\"}", "{textInput: bic, optional: true, lookup: bank}",
      "{textInput: tax, showIf: \"\(condition)\"}")
    #expect(schema["allOf"] == nil)
    #expect(schema["properties"]?["tax"] == true)
  }

  @Test("The data schema accepts an amount as a number or as text") func acceptsNumberOrText() throws {
    let schema = try Self.schema("{textInput: sum, type: amount, currency: RUB, min: 0.01, max: 100}")
    let sum = try #require(schema["properties"]?["sum"]?["anyOf"]?.array)
    #expect(
      sum[0] == [
        "type": "number", "minimum": .decimal(Decimal("0.01") ?? Decimal(0)), "maximum": .decimal(Decimal(100)),
      ])
    #expect(sum[1]["type"] == "string")
    #expect(sum[1]["pattern"]?.string?.contains(#"\+?[0-9]+(?:\.[0-9]{1,2}0*)?"#) == true)
  }

  @Test("The data schema accepts null for an optional atom") func acceptsNullForOptional() throws {
    let schema = try Self.schema("{enum: type, optional: true, options: {1: A, 2: B}}")
    let type = try #require(schema["properties"]?["type"]?["anyOf"]?.array)
    #expect(type.first == ["enum": [1, 2]])
    #expect(type.contains(["type": "null"]))
  }

  @Test("The data schema uses captions as titles in each language") func usesCaptionsAsTitles() throws {
    let operation = try EvaluationTests.operation(
      "operation: trial\ntitle: {ru: Проба, en: Trial}\natoms:\n  - {textInput: a, caption: {ru: Имя, en: Name}}")
    for (language, titles) in [(Language.ru, ["Проба", "Имя"]), (.en, ["Trial", "Name"])] {
      let schema = DataSchema(operation).document(at: "/operations/\(operation.id)/schema", in: language)
      #expect([schema["title"]?.string, schema["properties"]?["a"]?["title"]?.string] == titles)
      #expect(schema["$schema"] == "https://json-schema.org/draft/2020-12/schema")
    }
  }

  private static func schema(_ atoms: String...) throws -> Value {
    let lines = ["operation: trial", "title: Trial", "atoms:"] + atoms.map { "  - " + $0 }
    return DataSchema(try EvaluationTests.operation(lines.joined(separator: "\n"))).document(at: "/schema", in: .en)
  }
}
