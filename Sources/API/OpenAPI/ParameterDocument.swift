import JSON

/// The description of a query parameter or a header in the OpenAPI document.
struct ParameterDocument: Sendable {
  let name: String
  let about: String
  /// True if a request without it is rejected.
  var required = false
  /// The JSON Schema of its value.
  let schema: Value

  /// Creates a description. The default schema accepts any text.
  init(_ name: String, _ about: String, required: Bool = false, _ schema: Value = .anyText) {
    (self.name, self.about, self.required, self.schema) = (name, about, required, schema)
  }
}

extension ParameterDocument {
  /// The maximum number of rows in a page: `limit`.
  static let limit = ParameterDocument(
    "limit", "the maximum number of rows, 1 to 200; by default 50",
    ["type": "integer", "minimum": 1, "maximum": 200, "default": 50])

  /// The maximum length of a search text, in characters. The longest name in the BIC directory has
  /// 160.
  static let longestSearch = 200

  /// Returns the description of the search text `q`.
  static func search(_ about: String) -> ParameterDocument {
    ParameterDocument(
      "q", about, ["type": "string", "pattern": .targetPattern, "maxLength": .integer(Int64(longestSearch))])
  }

  /// Returns the description of `after`, the key of the last row of the previous page.
  static func after(_ about: String, _ schema: Value) -> ParameterDocument {
    ParameterDocument("after", about, schema)
  }
}

extension Value {
  static let anyText: Value = ["type": "string"]
  /// The pattern of a text in a request target, which cannot contain U+0000.
  static let targetPattern: Value = #"^[^\u0000]*$"#
  /// The schema of a text in a request target.
  static let targetSchema: Value = ["type": "string", "pattern": targetPattern]
  static let identifierSchema: Value = ["type": "string", "format": "uuid"]
  static let daySchema: Value = ["type": "string", "format": "date"]

  /// Returns the schema of 64-bit integers of at least `minimum`.
  static func integerSchema(from minimum: Int64 = .min) -> Value {
    ["type": "integer", "minimum": .integer(minimum), "maximum": .integer(.max)]
  }

  /// Returns the schema of texts that match a pattern, with an example.
  static func textSchema(_ pattern: String, example: String) -> Value {
    ["type": "string", "pattern": .string(pattern), "examples": [.string(example)]]
  }
}
