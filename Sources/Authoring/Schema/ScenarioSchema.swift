import Atoms
import Conditions
package import JSON
package import Operations
import Texts

/// The JSON Schema (2020-12) of scenario files, for editors.
package struct ScenarioSchema {
  private let names: DefinitionNames

  /// Creates the schema of files that may use these names.
  package init(_ names: DefinitionNames) { self.names = names }

  /// The schema of scenario files.
  package var document: Value {
    let operation = OwnShapes.one(of: names.own?.targets["operation"], otherwise: OwnShapes.id)
    let head: [(String, Value)] = [
      ("operation", about("The operation under test.", operation)),
      (
        "flow",
        about("The flow under test.", OwnShapes.one(of: names.own?.targets["flow"], otherwise: OwnShapes.id))
      ),
      ("scenarios", about("The scenarios, one after the other.", list(of: "scenario"))),
    ]
    let scenario: [(String, Value)] = [
      ("scenario", about("The scenario's name.", ref("scalar"))),
      ("input", about("The inputs of the flow.", ref("texts"))),
      ("steps", about("The steps of the person, one after the other.", list(of: "step"))),
    ]
    return [
      "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Scenarios of Valence", "type": "object",
      "properties": .object(Object(head + setting)), "required": ["scenarios"],
      "oneOf": [["required": ["operation"]], ["required": ["flow"]]],
      "additionalProperties": false,
      "$defs": [
        "scalar": FormatSchema.scalar, "paths": Self.paths, "texts": Self.texts, "codes": Self.codes,
        "values": ["type": "object"],
        "scenario": mapping(scenario + setting, required: ["scenario", "steps"]), "step": mapping(step + setting),
      ],
    ]
  }

  /// The properties that a file, a scenario and a step can have. Inner ones replace outer ones.
  private var setting: [(String, Value)] {
    let answers: Value = ["anyOf": [["enum": ["fails", "nothing"]], ["type": ["object", "null"]]]]
    let lookups = names.vocabulary.lookups.values.filter { $0.table == nil }.sorted { $0.name < $1.name }.map {
      (
        $0.name,
        about(
          BankNotes.lookups[$0.name] ?? "A lookup of a service.",
          ["type": "object", "additionalProperties": answers])
      )
    }
    let facts = names.vocabulary.facts.sorted { $0.key < $1.key }.map { name, type in
      (name, about(BankNotes.facts[name] ?? "A fact of a service.", Self.schema(of: type)))
    }
    return [
      ("today", about("The day of the scenario.", Self.date)),
      (
        "language",
        about("The person's language. Default: `ru`.", OwnShapes.one(of: Language.allCases.map(\.rawValue)))
      ),
      ("facts", about("The values of facts about the person: `{accounts: [...]}`.", mapping(facts))),
      (
        "lookups",
        about("The answers of directories by key: `{bank: {\"044525225\": {name: Сбербанк}}}`.", mapping(lookups))
      ),
      (
        "recorded",
        about(
          "The recorded answers, by name, that take precedence over others.",
          oneOrSome(OwnShapes.one(of: names.own?.recordings, otherwise: ref("scalar"))))
      ),
      (
        "failing",
        about(
          "The services that do not answer.",
          oneOrSome(OwnShapes.one(of: names.own?.services, otherwise: OwnShapes.identifier)))
      ),
    ]
  }

  /// The own properties of a step.
  private var step: [(String, Value)] {
    let flags = Scenario.Flag.allCases.map { flag in
      (flag.rawValue, about("Atoms that must be \(flag.rawValue): an id, or a list.", ref("paths")))
    }
    return [
      (
        "set",
        about("The entered values, by the atom's id; in a repeat by a path such as `lines[0].sum`.", ref("values"))
      ),
      ("submit", about("`true`: the person submits the operation.", ["type": "boolean"])),
      (
        "tap",
        about(
          "The command that the person taps, by its id; in a repeat by a path such as `lines[0].find`.",
          ["type": "string"])
      ),
      (
        "paste",
        about("The texts that the person pastes, by the path of the list: `{lines: \"Anna;100\"}`.", ref("texts"))
      ),
      ("next", about("`true`: the person completes the present page.", ["type": "boolean"])),
      ("back", about("`true`: the person returns to the page before.", ["type": "boolean"])),
      ("change", about("From the review, the person opens the page of this atom.", ["type": "string"])),
      ("page", about("The page after the step; `review` for the review.", ["type": "string"])),
      ("exit", about("`true`: the way ends at the page after the step.", ["type": "boolean"])),
      (
        "review",
        about(
          "Lines of the review, or with `submit` of the signature, by path; `null` for no line.",
          ["type": "object", "additionalProperties": ["type": ["string", "number", "boolean", "null"]]])
      ),
    ] + flags + [
      ("values", about("The values of atoms.", ref("values"))),
      ("computed", about("The values of atoms that the person cannot change.", ref("values"))),
      ("captions", about("The captions of atoms.", ref("texts"))),
      ("messages", about("The messages at atoms: of an error, a warning or a note.", ref("texts"))),
      (
        "options",
        about(
          "The values of the offered options, in order.", ["type": "object", "additionalProperties": ["type": "array"]])
      ),
      ("wrong", about("All atoms with an error, each with its code; `{}` for none.", ref("codes"))),
      ("warned", about("All atoms with a warning, each with its code; `{}` for none.", ref("codes"))),
      ("noted", about("All atoms with a note, each with its severity; `{}` for none.", ref("codes"))),
      ("submitted", about("All values of the submission.", ref("values"))),
      ("signed", about("`true`: the submission must be signed.", ["type": "boolean"])),
      (
        "undecided",
        about("`true`: the submission cannot be decided, because a value is unknown.", ["type": "boolean"])
      ),
    ]
  }

  // MARK: - Shapes

  static let date: Value = ["type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"]
  private static let paths: Value = ["anyOf": [["type": "string"], ["type": "array", "items": ["type": "string"]]]]
  private static let texts: Value = ["type": "object", "additionalProperties": SystemSchema.ref("scalar")]
  private static let codes: Value = ["type": "object", "additionalProperties": ["type": "string"]]

  /// Returns the schema of a fact's value.
  private static func schema(of type: ValueType) -> Value {
    switch type {
    case .text: ["type": ["string", "number", "boolean", "null"]]
    case .date: ["anyOf": [date, ["type": "null"]]]
    case .boolean: ["type": ["boolean", "null"]]
    case .integer, .number: ["type": ["number", "string", "null"]]
    case .list: ["type": ["array", "null"]]
    case .record: ["type": ["object", "null"]]
    case .any: [:]
    }
  }

  private func oneOrSome(_ name: Value) -> Value {
    ["anyOf": [name, ["type": "array", "items": name], ["type": "null"]]]
  }

  private func list(of line: String) -> Value { ["type": "array", "minItems": 1, "items": ref(line)] }

  private func mapping(_ properties: [(String, Value)], required: [Value] = []) -> Value {
    [
      "type": "object", "properties": .object(Object(properties)), "required": .array(required),
      "additionalProperties": false,
    ]
  }

  private func ref(_ name: String) -> Value { SystemSchema.ref(name) }
  private func about(_ text: String, _ schema: Value) -> Value { SystemSchema.about(text, schema) }
}
