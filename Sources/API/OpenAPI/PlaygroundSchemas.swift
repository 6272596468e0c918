extension Schemas {
  /// The schemas of the playground.
  static let playground = #"""
    {
      "TriedFile": {
        "type": "object",
        "required": ["file"],
        "properties": {"file": {"type": "string", "description": "an operation file, up to 65536 bytes of YAML"}}
      },
      "TriedQuestion": {
        "allOf": [{"$ref": "#/components/schemas/TriedFile"}, {"$ref": "#/components/schemas/Question"}]
      },
      "Finding": {
        "type": "object",
        "required": ["severity", "line", "column", "message"],
        "properties": {
          "severity": {"enum": ["error", "warning"]},
          "line": {"type": "integer", "minimum": 1},
          "column": {"type": "integer", "minimum": 1, "description": "in Unicode scalars"},
          "message": {"type": "string"}
        }
      },
      "Trial": {
        "type": "object",
        "description": "without errors also the tree, and what depends on what",
        "required": ["findings"],
        "properties": {
          "moreFindings": {"type": "integer", "minimum": 1, "description": "count of further findings"},
          "findings": {"type": "array", "maxItems": 100, "items": {"$ref": "#/components/schemas/Finding"}},
          "tree": {"$ref": "#/components/schemas/Tree"},
          "graph": {
            "type": "object",
            "required": ["nodes", "edges"],
            "properties": {
              "nodes": {
                "type": "array",
                "items": {
                  "type": "object",
                  "required": ["id", "title", "kind"],
                  "properties": {
                    "id": {"type": "string"}, "title": {"type": "string"},
                    "kind": {"type": "string", "description": "that of the atom, lookup or fact"}
                  }
                }
              },
              "edges": {
                "type": "array",
                "items": {
                  "type": "object",
                  "required": ["from", "to", "for"],
                  "properties": {
                    "from": {"type": "string"}, "to": {"type": "string"}, "for": {"enum": ["value", "appearance", "check", "change"]}
                  }
                }
              }
            }
          }
        }
      }
    }
    """#
}
