import Atoms
import JSON

/// What the properties take that their loaders read by themselves: one line each. A test holds the names to the loaders.
enum OwnShapes {
  /// A line among the atoms that is of no kind.
  static let lines: [(name: String, required: Value)] = []

  /// What a kind needs although it reads it by itself.
  static let required = ["group": ["atoms"]]

  private static let condition: Value = ["$ref": "#/$defs/condition"]
  private static let atoms: Value = ["$ref": "#/$defs/atoms"]

  /// The schemas of properties that do not depend on a vocabulary.
  static let fixed: [String: Value] = [
    "operation": ["type": "string", "pattern": "^[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z_][A-Za-z0-9_]*)*$"],
    "define": ["type": "object", "additionalProperties": condition],
    "atoms": atoms, "showIf": condition, "enableIf": condition, "requireIf": condition, "value": condition,
    "captionFrom": condition, "filter": condition, "default": ["$ref": "#/$defs/scalar"],
    "check": ["anyOf": [condition, ["type": "array", "items": condition]]],
    "message": ["anyOf": [["$ref": "#/$defs/text"], ["type": "array", "items": ["$ref": "#/$defs/text"]]]],
  ]

  /// The names among what may be referred to.
  static let named: [String: @Sendable (Vocabulary) -> [String]] = [
    "effect": { $0.effects.keys.sorted() }, "lookup": { $0.lookups.keys.sorted() },
  ]

  /// The schema of a property; anything where there is none, which a test finds.
  static func schema(of name: String, _ vocabulary: Vocabulary) -> Value {
    if let names = named[name] { return ["enum": .array(names(vocabulary).map(Value.string))] }
    return fixed[name] ?? true
  }
}
