import HTTPClient
package import JSON
package import Operations

/// The JSON Schema (2020-12) of files with the recorded answers of a service, for editors.
package struct RecordedSchema {
  private let names: DefinitionNames

  /// Creates the schema of files that may use these names.
  package init(_ names: DefinitionNames) { self.names = names }

  /// The schema of files of recorded answers.
  package var document: Value {
    let service = OwnShapes.one(of: names.own?.services, otherwise: OwnShapes.identifier)
    return [
      "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Recorded answers, for Valence",
      "type": "object",
      "properties": [
        "recorded": about("The name of the service.", service),
        "answers": about("The answers, one line each. The first match applies.", ["type": "array", "items": answer]),
        "otherwise": about(
          "The answer to any other request. Default: the status 404.",
          [
            "type": "object", "properties": .object(Object(outcome(status: 404))), "additionalProperties": false,
          ]),
      ], "required": ["recorded"], "additionalProperties": false,
    ]
  }

  private var answer: Value {
    let path: Value = ["type": "string"]
    let request: [(String, Value)] = [
      ("name", about("The name by which a scenario chooses the answer.", ["type": ["string", "number", "boolean"]])),
      ("get", about("The path and query of a GET, as sent.", path)),
      ("post", about("The path and query of a POST, as sent.", path)),
      ("with", about("The members that the body of the request must have.", [:])),
    ]
    return [
      "type": "object", "properties": .object(Object(request + outcome(status: 200))),
      "oneOf": [["required": ["get"]], ["required": ["post"]]], "additionalProperties": false,
    ]
  }

  private func outcome(status: Int64) -> [(String, Value)] {
    [
      (
        "status",
        about(
          "The status of the answer.",
          ["type": "integer", "minimum": 100, "maximum": 599, "default": .integer(status)])
      ),
      ("failure", about("The failure of the request.", OwnShapes.one(of: OutboundFailure.allCases.map(\.rawValue)))),
      ("delay", about("Seconds until the answer.", ["type": ["number", "string"]])),
      ("body", about("The body of the answer, as JSON.", [:])),
    ]
  }

  private func about(_ text: String, _ schema: Value) -> Value { SystemSchema.about(text, schema) }
}
