import Atoms
import JSON
import Operations

/// The schemas of properties that their loaders parse themselves. A test compares the names with
/// the loaders.
enum OwnShapes {
  /// The lines other than atoms that a list of atoms may contain, by their first property.
  static func lines(_ names: DefinitionNames) -> [(word: String, schema: Value)] {
    KindSchema.lines(names) + [
      (
        "include",
        [
          "properties": [
            "include": member("include", one(of: names.own?.fragments, otherwise: ["type": "string"])),
            "as": member("include.as", identifier), "with": member("include.with", ["type": "object"]),
          ], "additionalProperties": false,
        ]
      )
    ]
  }

  /// The required properties of each kind, if the loader of the kind parses them itself.
  static let required = [
    "group": ["atoms"], "repeat": ["atoms"], "enum": ["options"], "segmented": ["options"], "choices": ["options"],
    "image": ["href"], "consent": ["document"],
    "search": ["in"],
  ]

  /// The properties of a kind that exclude each other.
  static let exclusive: [String: [[String]]] = [
    "text": ["caption", "captionFrom", "value"].map { [$0, "markdown"] }
  ]

  /// The properties that can replace a required one.
  static let instead = ["currency": "currencyFrom"]

  private static let condition: Value = ["$ref": "#/$defs/condition"]
  private static let atoms: Value = ["$ref": "#/$defs/atoms"]

  /// A condition, alone or with a message and a severity.
  private static let check: Value = [
    "anyOf": [
      condition,
      [
        "type": "object", "required": ["check"], "additionalProperties": false,
        "properties": [
          "check": member("check.check", condition), "message": member("check.message", text),
          "severity": member("check.severity", ["enum": ["error", "warning"]]),
          "judged": member("check.judged", ["const": "submit"]),
        ],
      ],
      [
        "type": "object", "required": ["when", "message"], "additionalProperties": false,
        "properties": [
          "when": member("check.when", condition), "message": member("check.note", text),
          "severity": member("check.sort", ["enum": ["info", "success"], "default": "info"]),
        ],
      ],
    ]
  ]
  /// `{value: caption}`, a list of records, the rows of a table, or an expression that returns one
  /// of them.
  static func options(_ names: DefinitionNames) -> Value {
    let table = one(of: names.own.map { _ in names.vocabulary.tables.keys.sorted() }, otherwise: identifier)
    return ["anyOf": .array(choices(table))]
  }

  private static func choices(_ table: Value) -> [Value] {
    [
      ["type": "string"], ["type": "object", "minProperties": 1, "additionalProperties": text],
      [
        "type": "object", "required": ["table"], "additionalProperties": false,
        "properties": [
          "table": member("options.table", table), "value": member("options.column", identifier),
          "caption": member("options.title", identifier),
        ],
      ],
      [
        "type": "array", "minItems": 1,
        "items": [
          "type": "object", "required": ["value", "caption"],
          "properties": [
            "value": member("options.value", ["$ref": "#/$defs/scalar"]), "caption": member("options.caption", text),
            "detail": member("options.detail", text),
          ],
          "additionalProperties": ["type": ["string", "number", "boolean", "null"]],
        ],
      ],
    ]
  }
  /// A kind of atom, alone or with the properties of a line of that kind.
  private static let fallback: Value = [
    "anyOf": [
      [
        "type": "object", "required": ["atoms"], "additionalProperties": false,
        "properties": [
          "atoms": member("fallback.atoms", ["type": "array", "minItems": 1, "items": ["type": "object"]])
        ],
      ],
      ["enum": .array(AtomRegistry.kinds.map { .string($0.name) })],
      ["type": "object", "anyOf": .array(AtomRegistry.kinds.map { ["required": [.string($0.name)]] })],
    ]
  ]
  /// The name of a directory, or a lookup with its options.
  private static func lookup(_ names: DefinitionNames) -> Value {
    let name = one(of: names.vocabulary.lookups.keys.sorted())
    let seconds: Value = ["type": ["number", "string"]]
    return [
      "anyOf": [
        name,
        [
          "type": "object", "required": ["name"], "additionalProperties": false,
          "properties": [
            "name": member("lookup.name", name), "as": member("lookup.as", identifier),
            "timeout": member("lookup.timeout", seconds), "cache": member("lookup.cache", seconds),
            "with": member("lookup.with", ["type": "object", "additionalProperties": condition]),
            "failed": member("lookup.failed", text),
          ],
        ],
      ]
    ]
  }

  private static let text: Value = ["$ref": "#/$defs/text"]
  /// One value, or a list of values for several choices.
  private static let scalars: Value = [
    "anyOf": [["$ref": "#/$defs/scalar"], ["type": "array", "minItems": 1, "items": ["$ref": "#/$defs/scalar"]]]
  ]
  /// A question, alone or with an explanation and the captions of its buttons.
  private static let confirmation: Value = [
    "anyOf": [
      text,
      [
        "type": "object", "required": ["title"], "additionalProperties": false,
        "properties": .object(
          Object(["title", "text", "action", "cancel"].map { ($0, member("confirm.\($0)", text)) })),
      ],
    ]
  ]
  /// The new values of inputs and of parts of composed atoms, by id.
  private static let setting: Value = [
    "type": "object",
    "additionalProperties": ["anyOf": [condition, ["type": "object", "minProperties": 1]]],
  ]
  /// The inputs that return to their initial values.
  private static let resetting: Value = ["anyOf": [identifier, ["type": "array", "items": identifier]]]
  static let identifier: Value = ["type": "string", "pattern": "^[A-Za-z_][A-Za-z0-9_]*$"]
  /// The id of an operation, a screen or a flow.
  static let id: Value = ["type": "string", "pattern": "^[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z_][A-Za-z0-9_]*)*$"]

  static let fixed: [String: Value] = [
    "operation": id,
    "cutOff": ["type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$"],
    "keep": [
      "type": "object", "required": ["reason"], "additionalProperties": false, "minProperties": 2, "maxProperties": 2,
      "properties": [
        "years": member("keep.years", ["type": "integer", "minimum": 1, "maximum": 100]),
        "days": member("keep.days", ["type": "integer", "minimum": 0, "maximum": 3650]),
        "reason": member("keep.reason", ["type": "string", "minLength": 1]),
      ],
    ],
    "define": ["type": "object", "additionalProperties": condition],
    "pages": [
      "type": "array", "minItems": 1, "maxItems": 100,
      "items": [
        "type": "object", "required": ["page", "title", "atoms"], "additionalProperties": false,
        "properties": [
          "page": member("pages.page", identifier), "title": member("pages.title", text),
          "showIf": member("pages.showIf", condition), "enableIf": member("pages.enableIf", condition),
          "exit": member("pages.exit", ["type": "boolean"]),
          "help": member("pages.help", text), "markdown": member("pages.markdown", text),
          "atoms": member("pages.atoms", atoms),
        ],
      ],
    ],
    "review": [
      "anyOf": [
        ["const": false],
        [
          "type": "object", "additionalProperties": false, "properties": ["title": member("review.title", text)],
        ],
      ]
    ],
    "availableIf": [
      "type": "object", "required": ["check", "message"], "additionalProperties": false,
      "properties": ["check": member("availableIf.check", condition), "message": member("availableIf.message", text)],
    ],
    "atoms": atoms, "showIf": condition, "enableIf": condition, "requireIf": condition, "value": condition,
    "captionFrom": condition, "defaultFrom": condition, "either": condition, "currencyFrom": condition,
    "formatFrom": condition,
    "from": condition, "over": condition, "until": condition, "as": identifier, "row": identifier, "key": identifier,
    "filter": condition, "with": ["type": "object", "minProperties": 1, "additionalProperties": condition],
    "default": scalars, "exclusive": scalars, "document": ["type": "string"],
    "send": ["type": "object", "minProperties": 1, "maxProperties": 50, "additionalProperties": condition],
    "signIf": condition, "check": ["anyOf": [check, ["type": "array", "items": check]]],
    "fallback": ["anyOf": [fallback, ["type": "array", "minItems": 1, "items": fallback]]],
    "minimumClient": [
      "type": "object", "minProperties": 1, "additionalProperties": false,
      "patternProperties": ["^[a-z][a-z0-9]{0,31}$": ["type": ["string", "number"]]],
    ],
    "dailyLimit": [
      "anyOf": [
        ["type": ["number", "string"]],
        ["type": "object", "minProperties": 1, "additionalProperties": ["type": ["number", "string"]]],
      ]
    ],
    "min": ["$ref": "#/$defs/scalar"], "max": ["$ref": "#/$defs/scalar"],
    "slider": [
      "anyOf": [
        ["type": "boolean"],
        [
          "type": "object", "additionalProperties": false,
          "properties": [
            "step": member("slider.step", ["type": ["number", "string"]]),
            "marks": member(
              "slider.marks", ["type": "array", "maxItems": 20, "items": ["type": ["number", "string"]]]),
          ],
        ],
      ]
    ],
    "set": setting, "reset": resetting,
    "onChange": [
      "type": "object", "minProperties": 1, "additionalProperties": false,
      "properties": [
        "reset": member("onChange.reset", resetting),
        "set": member("onChange.set", setting),
      ],
    ],
    "paste": ["type": "array", "minItems": 1, "items": identifier],
    "unique": ["anyOf": [identifier, ["type": "array", "minItems": 1, "items": identifier]]],
    "confirm": confirmation,
    "remove": [
      "type": "object", "required": ["confirm"], "additionalProperties": false,
      "properties": ["confirm": member("remove.confirm", confirmation)],
    ],
    "messages": [
      "type": "object", "minProperties": 1, "additionalProperties": false,
      "properties": .object(
        Object(MessageRule.allCases.map { ($0.rawValue, member("messages.\($0.rawValue)", text)) })),
    ],
    "message": ["anyOf": [["$ref": "#/$defs/text"], ["type": "array", "items": ["$ref": "#/$defs/text"]]]],
  ]

  /// The schemas of properties that refer to names of the definition set or the server.
  static let named: [String: @Sendable (DefinitionNames) -> Value] = [
    "effect": { one(of: $0.vocabulary.effects.keys.sorted()) }, "lookup": lookup, "options": options,
    "in": { one(of: $0.vocabulary.searchNames) },
    "asks": { names in
      let service = one(of: names.own?.services, otherwise: identifier)
      return ["anyOf": [service, ["type": "array", "minItems": 1, "items": service]]]
    },
    "next": { names in
      let places = ["result", "back"] + (names.own?.links ?? [])
      return ["type": "string", "examples": .array(places.map(Value.string))]
    },
  ]

  /// Returns the schema of one of these names.
  static func one(of names: [String]) -> Value { ["enum": .array(names.map(Value.string))] }

  /// Returns the schema of one of `names`; `other` if they are unknown.
  static func one(of names: [String]?, otherwise other: Value) -> Value { names.map { one(of: $0) } ?? other }

  /// Returns the schema with the description of a member from `FormatNotes`.
  static func member(_ name: String, _ schema: Value) -> Value {
    let text = Value.string(FormatNotes.members[name] ?? "")
    return .object(Object([("description", text)] + (schema.object?.members ?? []).map { ($0.name, $0.value) }))
  }

  /// Returns the schema of a property. An unknown property accepts any value; a test reports such
  /// properties.
  static func schema(of name: String, _ names: DefinitionNames) -> Value {
    named[name]?(names) ?? fixed[name] ?? true
  }
}
