import Atoms
import Definitions
import JSON
import Operations
import SourceText

/// The schemas of lines that use composed kinds.
enum KindSchema {
  private static let text: Value = ["$ref": "#/$defs/text"]

  /// Returns the schemas of lines with the kinds of a set, by kind.
  static func lines(_ names: DefinitionNames) -> [(word: String, schema: Value)] {
    (names.own?.kinds ?? []).map { ($0.name, line(of: $0, names)) }
  }

  /// Returns the schema of a line with a kind. A line with a single input may have all its
  /// properties.
  static func line(of kind: KindFile, _ names: DefinitionNames) -> Value {
    var properties = Object([(kind.name, SystemSchema.about("It takes the atom's id.", OwnShapes.identifier))])
    for name in KindProperties.ofGroup {
      let text = FormatNotes.text(of: name, in: "group") ?? FormatNotes.text(of: name, in: nil) ?? ""
      properties[name] = SystemSchema.about(text, shape(of: name, names))
    }
    for input in kind.inputs {
      properties[input.name] = SystemSchema.about("A parameter of the kind.", shape(of: input.kind, names))
    }
    let required = kind.inputs.filter(\.isRequired).map { Value.string($0.name) }
    let isOpen = kind.hasSelf
    return [
      "properties": .object(properties), "required": .array([.string(kind.name)] + required),
      "additionalProperties": .bool(isOpen),
    ]
  }

  private static func shape(of name: String, _ names: DefinitionNames) -> Value {
    switch name {
    case "caption", "help": text
    case "optional", "once", "folded": ["type": "boolean"]
    // By part, or of the part `self`.
    case "default", "defaultFrom", "value": [:]
    default: OwnShapes.schema(of: name, names)
    }
  }

  private static func shape(of kind: InclusionTerms.Kind, _ names: DefinitionNames) -> Value {
    switch kind {
    case .text: text
    case .options: OwnShapes.options(names)
    case .boolean: ["anyOf": [["type": "boolean"], ["type": "string"]]]
    case .number, .date, .word: ["$ref": "#/$defs/scalar"]
    }
  }
}
