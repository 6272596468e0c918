import Atoms
package import Operations
import Texts
import SourceText
package import JSON

/// The JSON Schema (2020-12) of operation files, for editors. It is generated from the properties
/// that the loaders read.
package struct FormatSchema {
  private let names: DefinitionNames
  private var vocabulary: Vocabulary { names.vocabulary }
  /// True for the lines of a fragment, where a parameter can replace the value of a property.
  private let takesParameters: Bool

  /// Creates the schema of files that may use these names.
  package init(_ names: DefinitionNames) { self.init(names, takesParameters: false) }

  private init(_ names: DefinitionNames, takesParameters: Bool) {
    (self.names, self.takesParameters) = (names, takesParameters)
  }

  /// The schema of operation files.
  package var document: Value {
    let head = FormatProbe.head(with: vocabulary)
    return [
      "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "An operation of Valence", "type": "object",
      "properties": .object(properties(head, of: nil)), "required": ["operation", "title"],
      "oneOf": [["required": ["atoms"]], ["required": ["pages"]]], "additionalProperties": false,
      "$defs": .object(definitions),
    ]
  }

  /// The schema of fragment files, which contain lines of atoms and definitions, like an
  /// operation file.
  package var fragments: Value {
    let lines = FormatSchema(names, takesParameters: true)
    var definitions = lines.definitions
    definitions["parameter"] = ["type": "string", "pattern": "^\\$[A-Za-z_][A-Za-z0-9_]*$"]
    return [
      "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "A fragment of Valence", "type": "object",
      "properties": [
        "parameters": SystemSchema.about(
          "The values that a line gives when it includes the fragment: `{caption: text, least: {type: number, default: 1}}`.",
          Self.named(Self.parameter)),
        "define": SystemSchema.about(
          "Named conditions and values, in addition to the operation's own.",
          Self.named(["$ref": "#/$defs/condition"])),
        "atoms": SystemSchema.about("The lines that replace the inclusion.", ["$ref": "#/$defs/atoms"]),
      ], "anyOf": [["required": ["atoms"]], ["required": ["define"]]], "additionalProperties": false,
      "$defs": .object(definitions),
    ]
  }

  /// The schema of files of composed kinds.
  package var kinds: Value {
    let lines = FormatSchema(names, takesParameters: true)
    var definitions = lines.definitions
    definitions["parameter"] = ["type": "string", "pattern": "^\\$[A-Za-z_][A-Za-z0-9_]*$"]
    return [
      "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "A kind of atoms of Valence",
      "type": "object",
      "properties": [
        "kind": SystemSchema.about(
          "The name of the kind, which differs from the built-in ones.",
          ["type": "string", "pattern": "^[a-z][A-Za-z0-9_]*$"]),
        "parameters": SystemSchema.about(
          "The properties that a line with the kind gives: `{countries: options, known: {type: boolean, default: false}}`.",
          Self.named(Self.parameter)),
        "value": SystemSchema.about(
          "The value of the whole: an expression, or a record of expressions. It is nil while a required part is empty.",
          ["anyOf": [["$ref": "#/$defs/condition"], Self.named(["$ref": "#/$defs/condition"])]]),
        "shown": SystemSchema.about(
          "The text of the whole in reviews and signatures, in place of the parts.", ["$ref": "#/$defs/text"]),
        "atoms": SystemSchema.about(
          "The parts. The part `self` has the id of the whole.", ["$ref": "#/$defs/atoms"]),
      ], "required": ["kind", "atoms"], "additionalProperties": false, "$defs": .object(definitions),
    ]
  }

  /// The type of a parameter, alone or with a default.
  private static let parameter: Value = {
    let kind: Value = ["enum": .array(InclusionTerms.Kind.allCases.map { .string($0.rawValue) })]
    return [
      "anyOf": [
        kind,
        [
          "type": "object", "required": ["type"], "additionalProperties": false,
          "properties": [
            "type": SystemSchema.about("The type of the parameter.", kind),
            "default": SystemSchema.about("The value if the line gives none.", [:]),
          ],
        ],
      ]
    ]
  }()

  private var definitions: Object {
    var definitions = Object([
      ("text", Self.text), ("scalar", Self.scalar), ("condition", Self.condition(names)), ("atoms", atoms),
    ])
    for kind in AtomRegistry.kinds { definitions["kind-\(kind.name)"] = schema(of: kind) }
    return definitions
  }

  /// Returns the schema of a mapping whose keys are identifiers.
  private static func named(_ values: Value) -> Value {
    [
      "type": "object", "minProperties": 1, "propertyNames": ["pattern": "^[A-Za-z_][A-Za-z0-9_]*$"],
      "additionalProperties": values,
    ]
  }

  /// The schema of table files.
  package static let tables: Value = {
    let contents = DataTable.Content.allCases
    let keys =
      contents.filter { $0 != .caption }.map(\.rawValue)
      + contents.filter(\.isOrdered).map { "\($0.rawValue) range" }
    let cell: Value = ["anyOf": [["type": "null"], ["$ref": "#/$defs/text"]]]
    return [
      "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "A table of Valence", "type": "object",
      "properties": [
        "table": SystemSchema.about("The name of the table for lookups and options.", OwnShapes.identifier),
        "keys": SystemSchema.about(
          "The columns that identify a row, each with its type; a number selects a `number range` that contains it.",
          named(["enum": .array(keys.map(Value.string))])),
        "columns": SystemSchema.about(
          "The other columns, each with its type; a `caption` is a text in each language.",
          named(["enum": .array(contents.map { .string($0.rawValue) })])),
        "rows": SystemSchema.about(
          "The rows: the cells in the order of keys and columns, or by their names. A range is `1000..99999.99`, `1000..` or `..1000`.",
          [
            "type": "array", "minItems": 1, "maxItems": .integer(Int64(TableReading.maxRows)),
            "items": [
              "anyOf": [
                ["type": "array", "minItems": 1, "items": cell], ["type": "object", "additionalProperties": cell],
              ]
            ],
          ]),
      ], "required": ["table", "rows"], "anyOf": [["required": ["keys"]], ["required": ["columns"]]],
      "additionalProperties": false, "$defs": ["text": text, "scalar": scalar],
    ]
  }()

  // MARK: - Atoms

  /// The schema of a list of lines, each of one kind.
  private var atoms: Value {
    let kinds = AtomRegistry.kinds.map { $0.name }
    let lines = OwnShapes.lines(names)
    let others = lines.map { line -> Value in
      ["if": ["required": [.string(line.word)]], "then": line.schema]
    }
    let choices = kinds.map { name -> Value in
      ["if": ["required": [.string(name)]], "then": ["$ref": .string("#/$defs/kind-\(name)")]]
    }
    let one =
      kinds.map { name -> Value in ["required": [.string(name)]] }
      + lines.map { ["required": [.string($0.word)]] }
    let described =
      kinds.map { ($0, Value.object(Object([("description", Self.line(of: $0))]))) }
      + lines.map { ($0.word, OwnShapes.member($0.word, [:])) }
    return [
      "type": "array", "minItems": 1,
      "items": [
        "type": "object", "properties": .object(Object(described)), "oneOf": .array(one),
        "allOf": .array(choices + others),
      ],
    ]
  }

  /// Returns the description of the first property in a line of that kind.
  private static func line(of kind: String) -> Value {
    .string([FormatNotes.kinds[kind]?.text, "It takes the atom's id."].compactMap(\.self).joined(separator: " "))
  }

  /// Returns the schema of a line of that kind.
  private func schema(of kind: any AtomKind.Type) -> Value {
    let base = FormatProbe.properties(of: kind, with: vocabulary)
    var all = base
    var conditions: [Value] = []
    // The value of a property can determine the other properties of the line, so probe each value.
    for (name, property) in base.sorted(by: { $0.key < $1.key }) {
      guard case .word(let words) = property.shape else { continue }
      let variants = words.map { (word: $0, asked: FormatProbe.properties(of: kind, [(name, $0)], with: vocabulary)) }
      for variant in variants { all.merge(variant.asked) { known, new in known.shape == .own ? new : known } }
      conditions += Self.refusals(of: name, base, variants)
      conditions += Self.demands(of: name, base, variants)
    }
    conditions += (OwnShapes.exclusive[kind.name] ?? []).map { names in
      ["not": ["required": .array(names.map(Value.string))]]
    }
    var schema = Object([("description", .string(FormatNotes.kinds[kind.name]?.text ?? "")), ("type", "object")])
    var id = Object([("description", Self.line(of: kind.name))])
    for member in OwnShapes.identifier.object?.members ?? [] { id[member.name] = member.value }
    var members = Object([(kind.name, .object(id))])
    for member in properties(all, of: kind.name).members { members[member.name] = member.value }
    schema["properties"] = .object(members)
    let required = base.filter(\.value.isRequired).map(\.key).sorted() + (OwnShapes.required[kind.name] ?? [])
    schema["required"] = .array(([kind.name] + required).map(Value.string))
    schema["additionalProperties"] = false
    if !conditions.isEmpty { schema["allOf"] = .array(conditions) }
    return .object(schema)
  }

  private typealias Variant = (word: String, asked: [String: AskedProperty])

  /// Returns the conditions for properties that some values of `name` exclude.
  private static func refusals(
    of name: String, _ base: [String: AskedProperty], _ variants: [Variant]
  ) -> [Value] {
    let known = Set(variants.flatMap(\.asked.keys)).union(base.keys).sorted()
    return known.compactMap { property in
      let without = variants.filter { $0.asked[property] == nil }.map(\.word)
      let isInBase = base[property] != nil
      guard !without.isEmpty || !isInBase else { return nil }
      let refused = Value.object(Object([(property, Value.bool(false))]))
      return ["if": given(name, without, orAbsent: !isInBase), "then": ["properties": refused]]
    }
  }

  /// Returns the conditions for properties that some values of `name` require.
  private static func demands(of name: String, _ base: [String: AskedProperty], _ variants: [Variant]) -> [Value] {
    let demanded = Set(variants.flatMap { $0.asked.filter(\.value.isRequired).map(\.key) }).sorted()
    return demanded.compactMap { property in
      guard base[property]?.isRequired != true else { return nil }
      let words = variants.filter { $0.asked[property]?.isRequired == true }.map(\.word)
      let demand: Value = ["required": [.string(property)]]
      let then: Value = OwnShapes.instead[property].map { ["anyOf": [demand, ["required": [.string($0)]]]] } ?? demand
      return ["if": given(name, words, orAbsent: false), "then": then]
    }
  }

  private static func given(_ name: String, _ words: [String], orAbsent: Bool) -> Value {
    let known: Value = ["enum": .array(words.map(Value.string))]
    let property = Value.object(Object([(name, known)]))
    return orAbsent ? ["properties": property] : ["properties": property, "required": [.string(name)]]
  }

  // MARK: - Properties

  /// The schemas of properties with their descriptions, which editors show on hover.
  private func properties(_ asked: [String: AskedProperty], of kind: String?) -> Object {
    Object(
      asked.sorted { $0.key < $1.key }.map { name, property in
        guard let text = FormatNotes.text(of: name, in: kind),
          case .object(let schema) = schema(of: property.shape, name)
        else { return (name, schema(of: property.shape, name)) }
        let standard = property.standard.map { [("default", Self.value($0, of: property.shape))] } ?? []
        return (
          name,
          .object(Object([("description", .string(text))] + schema.members.map { ($0.name, $0.value) } + standard))
        )
      })
  }

  /// Returns the schemas of some properties of an atom `text`, which a line of a screen also takes.
  func textProperties(_ names: [String]) -> [(String, Value)] {
    guard let kind = AtomRegistry.kinds.first(where: { $0.name == "text" }) else { return [] }
    let asked = FormatProbe.properties(of: kind, with: vocabulary).filter { names.contains($0.key) }
    return properties(asked, of: kind.name).members.map { ($0.name, $0.value) }
  }

  /// Returns the default of a property as JSON.
  private static func value(_ standard: String, of shape: AskedProperty.Shape) -> Value {
    switch shape {
    case .flag: .bool(standard == "true")
    case .integer: Int64(standard).map(Value.integer) ?? .string(standard)
    case .own, .string, .text, .number, .word: .string(standard)
    }
  }

  private func schema(of shape: AskedProperty.Shape, _ name: String) -> Value {
    let plain = plainSchema(of: shape, name)
    switch shape {
    case .string, .text, .number: return plain
    case .own where !takesParameters || name == "atoms": return plain
    case .own, .flag, .integer, .word:
      return takesParameters ? ["anyOf": [plain, ["$ref": "#/$defs/parameter"]]] : plain
    }
  }

  private func plainSchema(of shape: AskedProperty.Shape, _ name: String) -> Value {
    switch shape {
    case .own: OwnShapes.schema(of: name, names)
    case .string: ["$ref": "#/$defs/scalar"]
    case .text: ["$ref": "#/$defs/text"]
    case .flag: ["type": "boolean"]
    case .integer(let range):
      [
        "anyOf": [
          [
            "type": "integer", "minimum": .integer(Int64(range.lowerBound)),
            "maximum": .integer(Int64(range.upperBound)),
          ], ["type": "string", "pattern": "^[0-9]+$"],
        ]
      ]
    case .number: ["type": ["number", "string"]]
    case .word(let words): ["enum": .array(words.map(Value.string))]
    }
  }

  /// A scalar. Numbers and Booleans are read as the written text.
  static let scalar: Value = ["type": ["string", "number", "boolean"]]
  /// A text in the default language, or in several languages.
  static let text: Value = [
    "anyOf": [
      ["$ref": "#/$defs/scalar"],
      [
        "type": "object", "required": [.string(Language.standard.rawValue)], "additionalProperties": false,
        "properties": .object(
          Object(
            Language.allCases.map { language in
              (language.rawValue, OwnShapes.member("text.\(language.rawValue)", ["$ref": "#/$defs/scalar"]))
            })),
      ],
      [
        "type": "object", "required": ["all"], "additionalProperties": false,
        "properties": ["all": OwnShapes.member("text.all", ["$ref": "#/$defs/scalar"])],
      ],
    ]
  ]
  /// Returns the schema of a condition or an expression. Editors offer the facts and verifications.
  static func condition(_ names: DefinitionNames) -> Value {
    let calls = names.vocabulary.verifications.values.map { verification in
      "\(verification.name)(\(verification.parameters.map { _ in "$value" }.joined(separator: ", ")))"
    }
    return [
      "description": "An NSPredicate format string over the atoms, such as `$amount > 1000`.",
      "$ref": "#/$defs/scalar",
      "examples": .array((names.vocabulary.facts.keys.sorted() + calls.sorted()).map(Value.string)),
    ]
  }
}
