import JSON

/// What the OpenAPI document says of one query name or one header that an endpoint reads.
struct ParameterDocument: Sendable {
  /// The name, as it is sent.
  let name: String
  /// What it means.
  let about: String
  /// Whether the request is refused without it.
  var required = false
  /// The JSON Schema of its value.
  let schema: Value

  /// A parameter with that name and meaning; any text unless its schema says more.
  init(_ name: String, _ about: String, required: Bool = false, _ schema: Value = ["type": "string"]) {
    (self.name, self.about, self.required, self.schema) = (name, about, required, schema)
  }
}

extension ParameterDocument {
  /// How many rows a page has.
  static let limit = ParameterDocument(
    "limit", "rows, 1 to 200; 50 unless told", ["type": "integer", "minimum": 1, "maximum": 200, "default": 50])

  /// The most characters of a text that is searched for: the longest name in the BIC directory has 160.
  static let longestSearch = 200

  /// What is searched for, as `about` says.
  static func search(_ about: String) -> ParameterDocument {
    ParameterDocument("q", about, ["type": "string", "maxLength": .integer(Int64(longestSearch))])
  }

  /// Where a page begins: behind what `about` says, of that schema.
  static func after(_ about: String, _ schema: Value) -> ParameterDocument {
    ParameterDocument("after", about, schema)
  }
}

extension Value {
  /// The schema of identifiers.
  static let identifierSchema: Value = ["type": "string", "format": "uuid"]
  /// The schema of days.
  static let daySchema: Value = ["type": "string", "format": "date"]

  /// The schema of whole numbers from `least` on that 64 bits hold.
  static func integerSchema(from least: Int64 = .min) -> Value {
    ["type": "integer", "minimum": .integer(least), "maximum": .integer(.max)]
  }

  /// The schema of texts that match a pattern, as the example does.
  static func textSchema(_ pattern: String, example: String) -> Value {
    ["type": "string", "pattern": .string(pattern), "examples": [.string(example)]]
  }
}
